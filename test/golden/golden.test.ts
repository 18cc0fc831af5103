/**
 * The whole text of what people and models read, reviewed like code: `texts/<name>.txt`. After a deliberate change, `npx
 * vitest run --project fast test/golden -u` rewrites them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { BUNDLE } from '../support/clients.ts';
import { raw, startDouble, TOKEN } from '../support/platform-double.ts';
import { openSandbox } from '../support/sandbox.ts';
import { COMMAND_CASES, type CommandCase, PROMPT_CASES, TOOL_CASES } from './cases.ts';
import { CLIENT_NAMES, fileOf, resultsAreUnchanged } from './results.ts';
import { stable } from './stable.ts';

// From the sources in this process; built.slow.test.ts reads the same from the built file.
resultsAreUnchanged(() => false);

// Its threads stand still: doctor compares reads of them.
const sandbox = await openSandbox({ speed: 0 });
const page = await startDouble(raw(200, '<html>Welcome</html>', { 'content-type': 'text/html' }));

const environments: Readonly<Record<NonNullable<CommandCase['platform']>, () => Record<string, string>>> = {
  sandbox: () => ({ AGENT_PLATFORM_BASE_URL: sandbox.url, AGENT_PLATFORM_TOKEN: sandbox.token }),
  'wrong token': () => ({ AGENT_PLATFORM_BASE_URL: sandbox.url, AGENT_PLATFORM_TOKEN: TOKEN }),
  html: () => ({ AGENT_PLATFORM_BASE_URL: page.url, AGENT_PLATFORM_TOKEN: TOKEN }),
};

describe('the output of a command is unchanged', () => {
  // In this process, as if the built file had been started: commands name the file that a person runs.
  const [, started = ''] = process.argv;
  const { HOME } = process.env;
  beforeAll(() => {
    process.argv[1] = BUNDLE;
    // Without a token file, which doctor would name.
    process.env.HOME = '/nowhere/home';
  });
  afterAll(() => {
    process.argv[1] = started;
    process.env.HOME = HOME;
  });

  it.for(COMMAND_CASES)('$name', async ({ name, args, env, platform: at }) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run({
      args,
      env: { ...(at !== undefined && environments[at]()), ...env },
      print: (line) => out.push(line, '\n'),
      note: (line) => err.push(line, '\n'),
    });
    const parts = [`agent-platform-mcp ${args.join(' ')}`, `--- exit code ${code}`];
    if (out.length > 0) parts.push('--- stdout', out.join(''));
    if (err.length > 0) parts.push('--- stderr', err.join(''));
    await expect(stable(parts.join('\n'))).toMatchFileSnapshot(fileOf(name));
  });
});

it('no golden is left without a case', () => {
  const instructions = CLIENT_NAMES.map((at) => ({ name: `instructions-${at}` }));
  const known = [...TOOL_CASES, ...PROMPT_CASES, ...COMMAND_CASES, ...instructions].map(({ name }) => `${name}.txt`);
  expect(readdirSync(new URL('texts', import.meta.url)).sort()).toEqual([...known].sort());
});

it('no snapshot is left without its test', () => {
  const snapshots = readdirSync(new URL('snapshots', import.meta.url), { recursive: true, encoding: 'utf8' });
  const tests = snapshots.filter((name) => name.endsWith('.snap')).map((name) => name.slice(0, -'.snap'.length));
  expect(tests.filter((name) => !existsSync(new URL(`../${name}`, import.meta.url)))).toEqual([]);
});

// A golden that was rewritten without being read kept an error under the name of an approval.
it('a golden shows an error exactly where its name says so', () => {
  const texts = new URL('texts/', import.meta.url);
  const errors = readdirSync(texts).filter((name) =>
    /^--- (?:error|refused)/m.test(readFileSync(new URL(name, texts), 'utf8')),
  );
  const named = readdirSync(texts).filter((name) =>
    /^error-|refused|no-token|stale-token|contradicted|not-a-choice/.test(name),
  );
  expect(errors).toEqual(named);
});
