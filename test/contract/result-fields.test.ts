/** Every field that a result can have is in its tool's output schema, because clients build types from it. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { CALLS } from '../attack/everything.ts';
import { hostileAnswers } from '../attack/hostile-platform.ts';
import { type ListedTool, platformEnv, type TestClient } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { type PlatformDouble, startDouble, TOKEN } from '../support/platform-double.ts';

/** The instructions of a session, from their golden. */
const GOLDEN = readFileSync(new URL('../golden/texts/instructions-reading.txt', import.meta.url), 'utf8');

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that the engine adds to results. */
const ENGINE_FIELDS = ['summary', 'notes', 'nextStep', 'total', 'rest'];
/** Fields of any result: named once, in the instructions. */
const OF_ALL: ReadonlySet<string> = new Set(ENGINE_FIELDS.map((name) => `.${name}`));
/** Fields of any dry run, which shows a request instead of what it would do. */
const OF_DRY_RUNS: ReadonlySet<string> = new Set(['.dryRun', '.method', '.path', '.body', '.changes']);

/** Where the value holds a key that the schema does not name. An object without named properties is free. */
function undeclared(value: unknown, schema: Schema, at: string): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((part) => undeclared(part, isSchema(schema.items) ? schema.items : {}, `${at}[]`));
  }
  if (!isSchema(value) || !isSchema(schema.properties)) return [];
  const { properties } = schema;
  return Object.entries(value).flatMap(([key, part]) => {
    if (OF_ALL.has(`${at}.${key}`)) return [];
    const inner = properties[key];
    return isSchema(inner) ? undeclared(part, inner, `${at}.${key}`) : [`${at}.${key}: ${typeof part}`];
  });
}

it('the instructions name the fields that any result may have', () => {
  const named = GOLDEN.split(/[^a-zA-Z]+/);
  expect(ENGINE_FIELDS.filter((name) => !named.includes(name))).toEqual([]);
});

const WRITES = catalogue.tools.filter(({ effect }) => effect !== 'read').map(({ name }) => name);

describe.each([
  { it: 'as they are', args: [], names: Object.keys(CALLS), more: new Set<string>() },
  // Reads are the same in it.
  { it: 'in a dry run', args: ['--dry-run'], names: WRITES, more: OF_DRY_RUNS },
])('the fields of results $it are declared', ({ args, names, more }) => {
  let platform: PlatformDouble;
  let client: TestClient;
  let tools: readonly ListedTool[] = [];
  beforeAll(async () => {
    platform = await startDouble(hostileAnswers('safe ids', 'words'));
    client = await connectHere({
      client: 'v2-modern',
      args: ['--toolsets', 'all', '--max-wait-seconds', '1', '--approvals', 'auto', ...args],
      env: platformEnv({ url: platform.url, token: TOKEN }),
    });
    tools = await client.listTools();
  });

  it.each(names)('%s', async (name) => {
    const schema = tools.find((tool) => tool.name === name)?.outputSchema ?? {};
    const found = new Set<string>();
    for (const call of CALLS[name] ?? []) {
      const { structuredContent } = await client.callTool(name, call);
      for (const key of undeclared(structuredContent, schema, '')) {
        if (!more.has(key.replace(/:.*/, ''))) found.add(key);
      }
    }
    expect([...found]).toEqual([]);
  });
});
