/**
 * Every command that stands in a block of the first pages people read is run as it stands there, in a copy of the sources.
 * The example's platform is the sandbox, in the place of platform.example.com, and its token is where the page says.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { ROOT } from '../support/build.ts';
import { until } from '../support/clients.ts';
import { copyOfSources, plainEnv, succeeds } from '../support/copy-of-sources.ts';

const PAGES = ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'docs/getting-started.md'];
/** Run by CI itself, of which these tests are a part. */
const OF_CI = ['npm ci', 'npm test'];
/** Commands that serve until they are ended, and what they print then. */
const SERVING: readonly (readonly [RegExp, RegExp])[] = [[/ http --sandbox$/, /"event":"listening"/]];

/** The commands of a page's blocks, without comments, each by itself. */
const commandsOf = (page: string): string[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.trimEnd().split('\n'))
    .flatMap((line) => line.replace(/\s+#.*$/, '').split(' && '))
    .map((command) => command.trim());

const pages = await Promise.all(
  PAGES.map(async (name) => [name, commandsOf(await readFile(join(ROOT, name), 'utf8'))] as const),
);
/** Each once, whichever pages it is on. */
const commands = [...new Set(pages.flatMap(([, ofPage]) => ofPage))];

let copy: string;
let home: string;
let platform: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  platform = await startSandbox();
  copy = await copyOfSources();
  await succeeds('npm run build', copy);
  home = join(copy, 'node_modules', '.home');
  await mkdir(home);
  await writeFile(join(home, '.agent-platform-token'), platform.token, { mode: 0o600 });
});
afterAll(async () => {
  await platform?.close();
  await rm(copy, { recursive: true, force: true });
});

/** Starts a command that serves, waits for what it prints, and ends it. */
async function serves(command: string, begun: RegExp): Promise<void> {
  const child = spawn('sh', ['-c', `exec ${command} --port 0`], { cwd: copy, env: plainEnv() });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  await until(`${command} serves: ${printed}`, () => begun.test(printed) || child.exitCode !== null);
  expect(child.exitCode, printed).toBe(null);
  child.kill();
}

it.each(pages)('%s contains commands', (_page, ofPage) => {
  expect(ofPage.length).toBeGreaterThan(1);
});

it.each(OF_CI)('%s is a step of CI', async (command) => {
  const ci = await readFile(join(ROOT, '.ci/run'), 'utf8');
  expect(commands).toContain(command);
  expect(ci).toContain(command === 'npm test' ? 'npm run --silent test:all' : command);
});

it.each(commands.filter((command) => !OF_CI.includes(command)))('the documented command works: %s', async (line) => {
  const command = line.replaceAll('https://platform.example.com', platform.url).replaceAll('~/', `${home}/`);
  const [, begun] = SERVING.find(([serving]) => serving.test(command)) ?? [];
  if (begun === undefined) await succeeds(command, copy, { ...plainEnv(), HOME: home });
  else await serves(command, begun);
});
