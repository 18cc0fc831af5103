/** What directories' reviewers are told to try (directories/cases.json) happens on the sandbox as it is written there. */
import { beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../scripts/listings.ts';
import { defaultTools } from '../../scripts/manifest-json.ts';
import { platformEnv, type TestClient, textOf } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { jsonPlatform, TOKEN } from '../support/platform-double.ts';
import { openSandbox } from '../support/sandbox.ts';

describe('the five cases that have to work', () => {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>;
  let client: TestClient;
  const asked: string[] = [];
  beforeAll(async () => {
    sandbox = await openSandbox({ speed: 0 });
    const env = platformEnv(sandbox);
    client = await connectHere({
      ...{ client: 'v2-modern', env },
      elicit: ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: { decision: 'Approve create_refund' } };
      },
    });
  });

  it('are five', () => expect(cases.positive).toHaveLength(5));

  it.each(cases.positive.map((one) => [one.prompt, one] as const))('%s', async (_prompt, { calls, shows }) => {
    let last = '';
    for (const { tool, arguments: args } of calls) {
      expect(defaultTools.map(({ name }) => name)).toContain(tool);
      const result = await client.callTool(tool, args);
      last = textOf(result) + JSON.stringify(result.structuredContent);
      expect(result.isError ?? false, last).toBe(false);
    }
    for (const part of shows) expect(last).toContain(part);
  });

  it('asked the human once, before the only decision', () => expect(asked).toHaveLength(1));
});

describe('the three cases in which no tool fits', () => {
  it('are three', () => expect(cases.negative).toHaveLength(3));

  it.each(cases.negative.map((one) => [one.prompt, one] as const))(
    '%s: a tool that a model invents for it is refused, and the platform gets no request',
    async (_prompt, { invented }) => {
      expect(defaultTools.map(({ name }) => name)).not.toContain(invented.tool);
      const platform = await jsonPlatform(() => ({ json: [] }));
      const client = await connectHere({ client: 'v2-modern', env: platformEnv({ url: platform.url, token: TOKEN }) });
      await expect(client.callTool(invented.tool, invented.arguments)).rejects.toMatchObject({ code: -32602 });
      expect(platform.asked).toEqual([]);
    },
  );
});
