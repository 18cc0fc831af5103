/** A file of tokens that can't be used: the last good one stays, and a warning says why, without a token. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tokensFile } from '../../src/mcp/http/tokens-file.ts';
import { golden } from '../support/golden.ts';

const ANNA = { name: 'anna', token: 'anna-0123456789abcdefgh', rights: ['read', 'write', 'decide'] };
const BERT = { name: 'bert', token: 'bert-0123456789abcdefgh', rights: ['read'] };
const SHARED = 'shared-0123456789abcdefgh';

it.each([
  { it: 'is not JSON', content: `[{"token": "${ANNA.token}"`, warning: /must be a JSON array/ },
  { it: 'is not an array', content: ANNA, warning: /must be a JSON array/ },
  { it: 'is empty', content: [], warning: /must be a JSON array/ },
  { it: 'has a weak token', content: [ANNA, { ...BERT, token: 'short' }], warning: /Entry 2 .* is too short/ },
  { it: 'has a token twice', content: [ANNA, { ...BERT, token: ANNA.token }], warning: /Entry 2 .* entry before it/ },
  {
    it: 'has the shared token',
    content: [{ ...BERT, token: SHARED }],
  },
  { it: 'has an unknown right', content: [{ ...BERT, rights: ['admin'] }] },
  { it: 'has no rights', content: [{ ...BERT, rights: [] }] },
  { it: 'has a blank name', content: [{ ...BERT, name: ' ' }] },
  {
    it: 'has a bidirectional name',
    content: [{ ...BERT, name: 'a\u202eb' }],
  },
  { it: 'has an unknown field', content: [{ ...BERT, admin: true }] },
])('a file that $it', ({ content }) => {
  const file = join(mkdtempSync(join(tmpdir(), 'people-')), 'tokens.json');
  const put = (what: unknown): void => {
    writeFileSync(`${file}.new`, typeof what === 'string' ? what : JSON.stringify(what));
    renameSync(`${file}.new`, file);
  };
  put([ANNA]);
  const warnings: string[] = [];
  const people = tokensFile(
    file,
    (token) => token === SHARED,
    (message) => warnings.push(message),
  );
  put(content);
  people.reload();
  golden(warnings.join('\n'), file);
  expect(warnings[0]).not.toContain('0123456789');
  expect([ANNA.token, BERT.token, SHARED].map((token) => people.find(token)?.label)).toEqual([
    'anna',
    undefined,
    undefined,
  ]);
  put([ANNA, BERT]);
  people.reload();
  expect(people.find(BERT.token)?.label).toBe('bert');
});

it('a file that becomes a pipe is not opened: nothing waits for its other end, and what was written to it stays', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'people-')), 'tokens.json');
  writeFileSync(file, JSON.stringify([ANNA]));
  const warnings: string[] = [];
  const people = tokensFile(
    file,
    () => false,
    (message) => warnings.push(message),
  );
  rmSync(file);
  execFileSync('mkfifo', [file]);
  people.reload();
  const writer = spawn('sh', ['-c', `echo kept > ${file}`]);
  people.reload();
  golden(warnings.join('\n'), file);
  expect(people.find(ANNA.token)?.label).toBe('anna');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(writer.exitCode).toBeNull();
  expect(readFileSync(file, 'utf8')).toBe('kept\n');
});
