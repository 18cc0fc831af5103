/**
 * Text by others is data: wherever a platform plants an attack, the server writes it only between the marks, without
 * invisible characters. Every byte that the server writes is checked.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operationList } from '../../src/platform/operations/index.ts';
import { CLIENTS, connect, type ProcessClient } from '../support/clients.ts';
import { type PlatformDouble, type Reply, startDouble } from '../support/platform-double.ts';
import { doEverything, pressesFirst, stringsOf } from './everything.ts';
import { errorBodies, failing, hostileAnswers, KEYS, MARKER, recordsOf } from './hostile-platform.ts';

/** Controls but tab and line feed, format characters, fillers, tags, lone surrogates: written anew, not taken from the product. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each code point is meant by itself
const UNSEEN = /[^\P{C}\t\n]|[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0e\u2028\u2029]/u;

/** The violations in a text that the server wrote. */
function wrongWith(text: string): string | undefined {
  if (UNSEEN.test(text)) return 'a character that nobody sees';
  const outside = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  if (/[⟦⟧]/.test(outside)) return 'marks that do not match, or marks inside marks';
  // A cut may leave a part of it.
  if (outside.includes(MARKER) || /PLANTED/i.test(outside)) return 'an attack outside of the marks';
  if (/evil\.example/.test(outside)) return 'an address of the attacker outside of the marks';
  return undefined;
}

/** Checks everything that a session wrote, and names the place of each violation. */
function faults(client: ProcessClient): string[] {
  const strings = stringsOf(client.process.stdoutLines());
  const said = strings.flatMap(({ place, text }) => {
    const wrong = wrongWith(text);
    return wrong === undefined ? [] : [`${place}: ${wrong}: ${JSON.stringify(text.slice(0, 300))}`];
  });
  const logged = client.process
    .stderr()
    .split('\n')
    .flatMap((line) => (wrongWith(line) === undefined ? [] : [`stderr: ${wrongWith(line)}: ${JSON.stringify(line)}`]));
  return [...said, ...logged];
}

const env = (platform: PlatformDouble, more: Readonly<Record<string, string>> = {}) => ({
  AGENT_PLATFORM_BASE_URL: platform.url,
  AGENT_PLATFORM_TOKEN: 'tok_3h7Kp0QzR5vXw2Ly8Nb4',
  AGENT_PLATFORM_TOOLSETS: 'all',
  AGENT_PLATFORM_LOG_LEVEL: 'debug',
  AGENT_PLATFORM_MAX_RETRIES: '0',
  AGENT_PLATFORM_MAX_WAIT_SECONDS: '1',
  ...more,
});

interface Session {
  readonly it: string;
  readonly reply: Reply;
  readonly env?: Readonly<Record<string, string>>;
  /** Minimum number of marked attacks in the output: a test that saw none would prove nothing. */
  readonly least: number;
}

const SESSIONS: readonly Session[] = [
  { it: 'in records', reply: hostileAnswers('safe ids'), least: 200 },
  { it: 'in ids, statuses, roles and methods, too', reply: hostileAnswers('hostile ids'), least: 100 },
  {
    it: 'in records, on a dry run',
    reply: hostileAnswers('safe ids'),
    env: { AGENT_PLATFORM_DRY_RUN: 'true' },
    least: 150,
  },
  { it: 'in errors of every form', reply: failing(...errorBodies()), least: 30 },
  {
    it: 'in errors of every form, in another order',
    reply: failing(...errorBodies().toReversed().slice(1)),
    least: 30,
  },
];

// Records in both eras; the rest, which goes the same ways, in one of them.
const RUNS = SESSIONS.flatMap((session, index) =>
  CLIENTS.filter(({ client }) =>
    index < 2 ? client === 'v1' || client === 'v2-modern' : client === (index % 2 ? 'v1' : 'v2-modern'),
  ).map(({ client }) => ({ ...session, client })),
);

describe('an attack planted', () => {
  it.each(RUNS)('$it stays between the marks, with $client', async ({ reply, client: kind, env: more, least }) => {
    const platform = await startDouble(reply);
    const client = await connect({ client: kind, env: env(platform, more), elicit: pressesFirst });
    await doEverything(client);
    expect(faults(client)).toEqual([]);
    const seen = stringsOf(client.process.stdoutLines()).filter(({ text }) => text.includes(MARKER));
    expect(seen.length).toBeGreaterThan(least);
  });

  it('reaches no description, schema or instruction: they are the same whatever the platform says', async () => {
    const platform = await startDouble(hostileAnswers('hostile ids'));
    const client = await connect({ client: 'v2-modern', env: env(platform) });
    const before = await client.listTools();
    await client.callTool('list_tools', { toolServerId: 'server-1' });
    await client.callTool('list_assistants', {});
    expect(await client.listTools()).toEqual(before);
    expect(JSON.stringify([before, client.instructions])).not.toContain(MARKER);
  });
});

/** The names of all fields of a JSON Schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  return [...Object.entries(properties ?? {}).flatMap(([key, inner]) => [key, ...fieldsOf(inner)]), ...fieldsOf(items)];
}

describe('the attack itself', () => {
  it.each([
    [MARKER],
    [`⟦a⟧ ${MARKER} ⟦b⟧`],
    [`⟦a ⟦${MARKER}⟧ b⟧`],
    [`⟦${MARKER}`],
    [`⟦a⟧${MARKER}⟧`],
    ['⟦a\u200bb⟧'],
    ['a\u001b[31mb'],
    ['⟦\u{e0041}⟧'],
    ['\r'],
  ])('would be detected: %j', (text) => {
    expect(wrongWith(text)).toBeDefined();
    expect(wrongWith(`⟦${MARKER}\n\t${MARKER}⟧ and so on`)).toBeUndefined();
  });

  it('is planted in every field of the specification', () => {
    const records: Readonly<Record<string, unknown>> = { ...recordsOf('safe ids') };
    const missing = operationList.flatMap(({ name, response }) => {
      if (response.schema === undefined) return [];
      const text = JSON.stringify(records[response.record]);
      const fields = fieldsOf(z.toJSONSchema(response.schema(), { unrepresentable: 'any' }));
      return fields.filter((field) => !text.includes(`"${field}"`)).map((field) => `${name}: ${field}`);
    });
    expect(missing).toEqual([]);
  });

  it('is planted in the fields that the reader picks', () => {
    expect(KEYS).toEqual(
      expect.arrayContaining(['name', 'description', 'feedback', 'version', 'requestUrl', 'message']),
    );
    expect(KEYS.length).toBeGreaterThan(60);
  });
});
