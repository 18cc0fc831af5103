/** A human who takes their time, behind clients of 2025-11-25 over HTTP. */
import { expect, it } from 'vitest';
import { textOf } from '../support/clients.ts';
import { presses } from '../support/consent-human.ts';
import { json } from '../support/platform-double.ts';
import { scriptedPlatform, THREAD } from '../support/scripted-platform.ts';
import { connectHttp, startReplica } from './support.ts';

it.concurrent.each(['v1', 'v2-legacy'] as const)(
  'a call with a question may take longer than %s waits without progress',
  async (kind) => {
    const platform = await scriptedPlatform();
    const server = await startReplica({ env: platform.env });
    const client = await connectHttp({
      client: kind,
      url: server.url,
      elicit: async () => {
        await new Promise((resolve) => setTimeout(resolve, 22_000));
        return presses('Approve create_refund');
      },
    });
    const heard: { readonly progress: number; readonly message?: string | undefined }[] = [];
    // Progress comes every 5 s.
    const result = await client.callTool(
      'approve_thread',
      { threadId: THREAD, status: 'APPROVED' },
      {
        timeoutMs: 20_000,
        resetTimeoutOnProgress: true,
        onProgress: (progress) => heard.push(progress),
      },
    );
    expect(result.structuredContent).toMatchObject({ decision: 'APPROVED' });
    expect(heard.length).toBeGreaterThanOrEqual(3);
    const numbers = heard.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(heard[0]?.message).toContain('human');
    await client.close();
    await server.stop('SIGKILL');
  },
);

it.concurrent('a question may not take longer than the request that asks it, whatever the call did before', async () => {
  const platform = await scriptedPlatform();
  const slow = { left: 1 };
  platform.rule('GET', /\/threads\//, ({ request, ...exchange }) => {
    const reply = () => json(200, platform.threads.get(THREAD))({ request, ...exchange });
    return slow.left-- > 0 ? setTimeout(reply, 5_500) : reply();
  });
  const args = ['--http-request-timeout-seconds', '12', '--timeout-ms', '30000'];
  const server = await startReplica({ args, env: platform.env });
  const client = await connectHttp({ client: 'v1', url: server.url, elicit: () => new Promise(() => undefined) });
  const result = await client.callTool('approve_thread', { threadId: THREAD, status: 'APPROVED' });
  // The second one on a machine that is busy: then there is no time left to ask.
  expect(textOf(result)).toMatch(/^The human (did not answer within \d s|could not be asked): .*nothing was sent\./i);
  expect(platform.writes()).toEqual([]);
  await client.close();
  await server.stop('SIGKILL');
});
