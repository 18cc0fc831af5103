/** The file of named tokens while it is served: what changes is logged, and what can't be used changes nothing. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { tokenDigest } from '../../src/mcp/http/token-entries.ts';
import { type TokensFile, tokensFile } from '../../src/mcp/http/tokens-file.ts';
import { golden } from '../support/golden.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ANNA = { name: 'anna', token: 'anna-0123456789abcdefgh', rights: ['read', 'write', 'decide'] };
const BERT = { name: 'bert', token: 'bert-0123456789abcdefgh', rights: ['read'] };
const BERT_DIGEST = { name: 'bert', sha256: tokenDigest(BERT.token), rights: ['read'] };
const SHARED = 'shared-0123456789abcdefgh';

const open: TokensFile[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const people of open.splice(0)) people.close();
});

/** A file with this content, watched, and what the log says about it. */
function served(content: unknown) {
  const file = join(temporaryFolder('people'), 'tokens.json');
  const log: Record<string, unknown>[] = [];
  const put = (what: unknown): void => {
    writeFileSync(`${file}.new`, typeof what === 'string' ? what : JSON.stringify(what));
    renameSync(`${file}.new`, file);
  };
  put(content);
  const people = tokensFile(file, (digest) => digest === tokenDigest(SHARED), {
    access: (fields) => log.push(fields),
    file: (fields) => log.push(fields),
  });
  open.push(people);
  const labels = () => [ANNA.token, BERT.token, SHARED].map((token) => people.find(token)?.label);
  /** The log, with the folder left out. */
  const told = () => log.map((line) => JSON.stringify(line).replaceAll(file, '/etc/tokens.json')).join('\n');
  return { file, people, put, labels, told };
}

it.each<{ it: string; content: unknown }>([
  { it: 'is not JSON', content: `[\n{"token": "${ANNA.token}" "name"}]` },
  { it: 'is empty', content: '' },
  { it: 'is not an array', content: ANNA },
  { it: 'has an entry that is not an object', content: [ANNA.token] },
  { it: 'has a weak token', content: [ANNA, { ...BERT, token: 'short' }] },
  { it: 'has a token with a blank', content: [{ ...BERT, token: `${BERT.token} ` }] },
  { it: 'has a token twice', content: [ANNA, { ...BERT, token: ANNA.token }] },
  { it: 'has a token and its digest', content: [BERT, { ...BERT_DIGEST, name: 'carl' }] },
  { it: 'has both in one entry', content: [{ ...BERT, ...BERT_DIGEST }] },
  { it: 'has neither', content: [{ name: 'bert', rights: ['read'] }] },
  { it: 'has half a digest', content: [{ ...BERT_DIGEST, sha256: 'abcdef' }] },
  { it: 'has the shared token', content: [{ ...BERT, token: SHARED }] },
  { it: 'has an unknown right', content: [{ ...BERT, rights: ['read', 'admin'] }] },
  { it: 'has no rights', content: [{ ...BERT, rights: [] }] },
  { it: 'has a blank name', content: [{ ...BERT, name: ' ' }] },
  { it: 'has a bidirectional name', content: [{ ...BERT, name: 'a\u202eb' }] },
  { it: 'has a name in two ways', content: [ANNA, { ...BERT, name: 'Anna' }] },
  { it: 'has a name with a letter that nobody sees', content: [ANNA, { ...BERT, name: 'an\u3164na' }] },
  {
    it: 'has a name in two Unicode forms',
    content: [
      { ...ANNA, name: 'Ren\u00e9' },
      { ...BERT, name: 'Rene\u0301' },
    ],
  },
  { it: 'has an unknown key', content: [{ ...BERT, admin: true }] },
  { it: 'has a token for a key', content: [{ ...BERT, [ANNA.token]: true }] },
  { it: 'has a since that is not a time', content: [{ ...BERT, since: 'last week' }] },
])('a file that $it is refused with a reason, and everybody keeps their access', ({ content }) => {
  const { people, put, labels, told } = served([ANNA]);
  put(content);
  expect(() => people.reload()).toThrow();
  golden(told());
  expect(told()).not.toContain('0123456789');
  expect(labels()).toEqual(['anna', undefined, undefined]);
  put([ANNA, BERT]);
  people.reload();
  expect(labels()).toEqual(['anna', 'bert', undefined]);
});

it('the file may hold a digest instead of a token, and admits nobody with a token that can be guessed', () => {
  const weak = '0123456789012345';
  const { people, labels } = served([BERT_DIGEST, { name: 'carl', sha256: tokenDigest(weak), rights: ['read'] }]);
  expect(labels()).toEqual([undefined, 'bert', undefined]);
  expect(people.find(weak)).toBeUndefined();
  golden(people.whyRefused(weak) ?? '');
});

it('the file may begin with a byte order mark and have line breaks of Windows', () => {
  const { labels } = served(`\ufeff${JSON.stringify([ANNA], undefined, 2).replaceAll('\n', '\r\n')}`);
  expect(labels()).toEqual(['anna', undefined, undefined]);
});

it('an empty list locks everybody out', () => {
  const { people, put, labels } = served([ANNA, BERT]);
  put([]);
  people.reload();
  expect(labels()).toEqual([undefined, undefined, undefined]);
  expect(people.count).toBe(0);
});

it('the log says within 2 s, without a request, who came, who left, and whose rights or tokens changed', () => {
  const carl = { name: 'carl', token: 'carl-0123456789abcdefgh', rights: ['read'] };
  vi.useFakeTimers();
  const { people, put, told } = served([ANNA, BERT, carl]);
  put([
    { ...ANNA, rights: ['read'] },
    { ...carl, token: 'carl-9876543210abcdefgh' },
    { ...BERT, name: 'dora', token: 'dora-0123456789abcdefgh' },
  ]);
  vi.advanceTimersByTime(2_000);
  golden(told());
  expect(people.whyRefused(BERT.token)).toMatch(/^the token was bert's, /);
  expect(people.whyRefused('nobody-0123456789abcdefgh')).toBeUndefined();
});

it.each<{ it: string; replace: (file: string) => void }>([
  { it: 'is removed', replace: () => undefined },
  { it: 'becomes a folder', replace: (file) => mkdirSync(file) },
  { it: 'becomes a pipe', replace: (file) => spawnSync('mkfifo', [file]) },
  { it: 'becomes a link to a device', replace: (file) => symlinkSync('/dev/zero', file) },
  { it: 'becomes too large for a list of people', replace: (file) => writeFileSync(file, ' '.repeat(5_000_000)) },
])('a file that $it is logged within 2 s, and everybody keeps their access', ({ replace }) => {
  vi.useFakeTimers();
  const { file, labels, told, put } = served([ANNA]);
  rmSync(file);
  replace(file);
  vi.advanceTimersByTime(2_000);
  golden(told());
  expect(labels()).toEqual(['anna', undefined, undefined]);
  rmSync(file, { recursive: true, force: true });
  put([BERT]);
  vi.advanceTimersByTime(2_000);
  expect(labels()).toEqual([undefined, 'bert', undefined]);
});

it('a pipe in place of the file is not opened: nothing blocks, and what was written to it stays', async () => {
  const { file, people, labels } = served([ANNA]);
  rmSync(file);
  spawnSync('mkfifo', [file]);
  const writer = spawn('sh', ['-c', `echo kept > ${file}`]);
  expect(() => people.reload()).toThrow(/not a regular file/);
  expect(labels()).toEqual(['anna', undefined, undefined]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(() => people.reload()).toThrow(/not a regular file/);
  expect(writer.exitCode).toBeNull();
  expect(readFileSync(file, 'utf8')).toBe('kept\n');
});
