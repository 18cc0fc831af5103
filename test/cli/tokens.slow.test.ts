/** `tokens`: people are added, listed and removed; whatever is refused leaves the file as it was. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tokenDigest } from '../../src/mcp/http/token-entries.ts';
import { LIST, post, startReplica } from '../http/support.ts';
import { golden } from '../support/golden.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './run.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('tokens');
  file = join(folder, 'people.json');
});

const tokens = (...args: string[]) => run(['tokens', ...args], { AGENT_PLATFORM_HTTP_TOKENS_FILE: file });
const told = (...texts: string[]): string =>
  texts
    .join('\n')
    .replaceAll(folder, '<folder>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
const TOKEN_LIKE = 'c0ffee00'.repeat(8);
const HAND = '[{"name":"olga","token":"olga-0123456789abcdefgh","rights":["read"]}]';

it('adds a person with a token that is shown once, on stdout alone, and stored as its digest', async () => {
  const added = await tokens('add', 'anna', '--rights', 'decide,read');
  expect(added.code).toBe(0);
  expect(added.stdout).toMatch(/^[\da-f]{64}\n$/);
  const token = added.stdout.trim();
  golden(told(added.stderr));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
    { name: 'anna', sha256: tokenDigest(token), rights: ['read', 'decide'], since: expect.any(String) },
  ]);
  const { stdout, stderr } = await tokens('list');
  golden(told(stdout, stderr));
  expect(stdout + stderr).not.toContain(token.slice(0, 16));
});

it('keeps entries that were written by hand, with their tokens, and lets only the owner read the file', async () => {
  writeFileSync(file, HAND, { mode: 0o644 });
  golden(told((await tokens('add', 'anna', '--rights', 'read')).stderr));
  expect(JSON.parse(readFileSync(file, 'utf8'))[0]).toEqual(JSON.parse(HAND)[0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  golden(told((await tokens('list')).stdout));
});

it('leaves the file readable for its group, where others could not read it', async () => {
  writeFileSync(file, HAND);
  chmodSync(file, 0o640);
  const { gid } = statSync(file);
  expect((await tokens('add', 'anna', '--rights', 'read')).stderr).not.toContain('mode');
  expect({ mode: statSync(file).mode & 0o777, gid: statSync(file).gid }).toEqual({ mode: 0o640, gid });
});

it('adds twenty people at once, each exactly once', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `person-${at}`);
  const ran = await Promise.all([...names, ...names].map((name) => tokens('add', name, '--rights', 'read')));
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { name: string; sha256: string }[];
  expect(stored.map(({ name }) => name).sort()).toEqual([...names].sort());
  // Who was told a token has it: nobody's was lost to another command.
  const shown = ran.filter(({ code }) => code === 0).map(({ stdout }) => tokenDigest(stdout.trim()));
  expect(shown.sort()).toEqual(stored.map(({ sha256 }) => sha256).sort());
  expect(existsSync(`${file}.new`)).toBe(false);
});

it.each<{ it: string; args: string[]; content?: string; make?: (file: string) => void }>([
  { it: 'a name that exists', args: ['add', 'olga', '--rights', 'read'] },
  { it: 'a name that exists in other letters', args: ['add', 'Olga', '--rights', 'read'] },
  { it: 'an unknown right', args: ['add', 'anna', '--rights', 'read,admin'] },
  { it: 'a person without rights', args: ['add', 'anna'] },
  { it: 'a token as a name', args: ['add', TOKEN_LIKE, '--rights', 'read'] },
  { it: 'a token instead of a name to remove', args: ['remove', TOKEN_LIKE] },
  { it: 'a file without a comma', args: ['remove', 'olga'], content: '[\n  {},\n  {}\n  {}\n]' },
  { it: 'a missing name', args: ['add', '--rights', 'read'] },
  { it: 'a name with a line break', args: ['add', 'an\nna', '--rights', 'read'] },
  { it: 'a name that nobody has', args: ['remove', 'ogla'] },
  { it: 'a name that the list does not take', args: ['list', 'olga'] },
  { it: 'an unknown verb', args: ['delete', 'olga'] },
  { it: 'an unknown option', args: ['remove', 'olga', '--rights', 'read'] },
  { it: 'a broken file', args: ['add', 'anna', '--rights', 'read'], content: `${HAND},` },
  { it: 'a wrong entry', args: ['remove', 'olga'], content: '[{"name":"olga","rights":["read"]}]' },
  { it: 'a link', args: ['add', 'anna', '--rights', 'read'], make: (at) => symlinkSync(`${at}.other`, at) },
  { it: 'a folder', args: ['add', 'anna', '--rights', 'read'], make: (at) => mkdirSync(at) },
  { it: 'a pipe', args: ['add', 'anna', '--rights', 'read'], make: (at) => spawnSync('mkfifo', [at]) },
  {
    it: 'a command that was interrupted',
    args: ['add', 'anna', '--rights', 'read'],
    make: (at) => {
      writeFileSync(at, HAND);
      writeFileSync(`${at}.new`, '');
    },
  },
])('refuses $it with a reason, and leaves the file as it is', async ({ args, content = HAND, make }) => {
  if (make === undefined) writeFileSync(file, content);
  else {
    writeFileSync(`${file}.other`, HAND);
    make(file);
  }
  const { code, stdout, stderr } = await tokens(...args);
  expect([code, stdout]).toEqual([2, '']);
  golden(told(stderr));
  if (make === undefined) expect(readFileSync(file, 'utf8')).toBe(content);
  else expect(readFileSync(`${file}.other`, 'utf8')).toBe(HAND);
});

it('refuses a missing folder, and a file that was not named', async () => {
  file = join(folder, 'nowhere', 'people.json');
  const missing = await tokens('add', 'anna', '--rights', 'read');
  const unnamed = await run(['tokens', 'list']);
  expect([missing.code, unnamed.code]).toEqual([2, 2]);
  golden(told(missing.stderr, unnamed.stderr));
});

it('a running server admits people who are added, and locks out people who are removed', async () => {
  const anna = (await tokens('add', 'anna', '--rights', 'read')).stdout.trim();
  const replica = await startReplica({ args: ['--sandbox', '--http-tokens-file', file] });
  const bert = (await tokens('add', 'bert', '--rights', 'read')).stdout.trim();
  const statusOf = async (token: string) =>
    (await post(replica.url, LIST, { authorization: `Bearer ${token}` })).status;
  await expect.poll(() => statusOf(bert)).toBe(200);
  const removed = await tokens('remove', 'bert');
  golden(told(removed.stdout, removed.stderr));
  await expect.poll(() => statusOf(bert)).toBe(401);
  expect(await statusOf(anna)).toBe(200);
  expect(replica.log()).toContainEqual(expect.objectContaining({ event: 'access', person: 'bert', change: 'removed' }));
});
