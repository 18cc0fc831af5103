/** Strict clients and converters: they send null for omitted arguments, and expect the error codes of their own era. */
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CALLS } from '../attack/everything.ts';
import { hostileAnswers } from '../attack/hostile-platform.ts';
import {
  CLIENTS,
  connect,
  type ElicitRequest,
  type ListedTool,
  platformEnv,
  type TestClient,
  textOf,
} from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { type PlatformDouble, startDouble, TOKEN } from '../support/platform-double.ts';
import { open, startRaw } from '../support/raw-stdio.ts';
import { envelope } from '../support/rounds.ts';

type Args = Record<string, unknown>;
/** The proposed answer of a dialog. */
const firstChoice = ({ requestedSchema }: ElicitRequest): string => {
  const { properties } = requestedSchema as { properties: { decision: { enum: readonly string[] } } };
  return properties.decision.enum[0] ?? '';
};

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const propertiesOf = ({ inputSchema }: ListedTool): Properties => ({ ...(inputSchema.properties as Properties) });

/** Whether an empty text can only mean "not used"; for free text it is a value. */
const isNeverEmpty = (name: string, { type, enum: choices, minLength }: Properties[string] = {}): boolean =>
  type !== 'string' ||
  choices !== undefined ||
  minLength !== undefined ||
  /(?:id|uuid|identifier|date|month)$/i.test(name);

/** The call with all other arguments of the tool, as from a converter that lists them all as required. */
function filled(tool: ListedTool, args: Args, kind: 'null' | 'empty' | 'empty, free text too'): Args {
  const unused = Object.entries(propertiesOf(tool)).filter(([name]) => !(name in args));
  const given = kind === 'empty' ? unused.filter(([name, property]) => isNeverEmpty(name, property)) : unused;
  return { ...args, ...Object.fromEntries(given.map(([name]) => [name, kind === 'null' ? null : ''])) };
}

describe.each(CLIENTS.filter(({ client }) => client === 'v1' || client === 'v2-modern'))(
  'a strict client ($client)',
  ({ client }) => {
    let platform: PlatformDouble;
    let session: TestClient;
    let tools: readonly ListedTool[] = [];
    beforeAll(async () => {
      platform = await startDouble(hostileAnswers('safe ids', 'words'));
      session = await connect({
        client,
        args: ['--toolsets', 'all', '--max-wait-seconds', '1'],
        env: platformEnv({ url: platform.url, token: TOKEN }),
        // A second decision on a thread needs somebody who was shown what it asks for.
        elicit: (request) => ({ action: 'accept', content: { decision: firstChoice(request) } }),
      });
      tools = await session.listTools();
    });

    /** The requests of a call, and whether it fails. */
    async function effectOf(name: string, args: Args): Promise<{ isError: boolean; why: string; sent: string[] }> {
      const before = platform.requests.length;
      const { isError = false, ...result } = await session.callTool(name, args);
      const sent = platform.requests.slice(before).map(({ method, path, query, body }) => [method, path, query, body]);
      // The order of concurrent reads does not matter.
      return { isError, why: isError ? textOf(result) : '', sent: sent.map((one) => JSON.stringify(one)).sort() };
    }

    it.each(
      Object.entries(CALLS).flatMap(([name, calls]) => calls.map((args) => [name, JSON.stringify(args)] as const)),
    )('%s %s does the same with every unused argument null or empty', async (name, json) => {
      const tool = tools.find((listed) => listed.name === name);
      if (tool === undefined) throw new Error(`${name} is not listed`);
      const args = JSON.parse(json) as Args;
      // Data about an agent from these calls is not read again; the first may decide, after which the next reads it.
      await effectOf(name, args);
      await effectOf(name, args);
      const plain = await effectOf(name, args);
      expect(await effectOf(name, filled(tool, args, 'null'))).toEqual(plain);
      expect(await effectOf(name, filled(tool, args, 'empty'))).toEqual(plain);
      // Empty free text clears a field if possible; it is never a mistake.
      const cleared = await effectOf(name, filled(tool, args, 'empty, free text too'));
      expect(cleared.sent).toHaveLength(plain.sent.length);
    });

    it('covers every tool', () => {
      expect(Object.keys(CALLS).sort()).toEqual(tools.map(({ name }) => name).sort());
    });

    it('is told of a missing resource in the terms of its protocol', async () => {
      const uri = 'agent-platform://nothing/here';
      await expect(session.readResource(uri)).rejects.toMatchObject({ code: -32602, data: { uri } });
    });
  },
);

it.each([
  ['2025-11-25', {}],
  ['2026-07-28', envelope()],
])('takes arguments: null for none, in %s', async (version, meta) => {
  const server = startRaw({ args: ['--sandbox'] });
  onTestFinished(() => server.end());
  if (version === '2025-11-25') await open(server, 'legacy');
  const call = async (name: string) => server.request('tools/call', { name, arguments: null, ...meta });
  expect(await call('check_health')).not.toMatchObject({ result: { isError: true } });
  // In words, not in a validator's JSON.
  golden(JSON.stringify(await call('get_thread')));
  const broken = await server.request('tools/call', { name: 'get_thread', arguments: 7, ...meta });
  golden(JSON.stringify(broken));
});
