/** The release script does everything up to the publishing, in a copy whose CI always passes, and changes nothing if it refuses. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyOfSources, succeeds } from '../support/copy-of-sources.ts';

let copy: string;
const git = (args: string): Promise<string> =>
  succeeds(`git -c user.name=Test -c user.email=test@example.com ${args}`, copy);
const release = (version: string): Promise<string> =>
  succeeds(
    `GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.com GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.com npm run --silent release -- ${version}`,
    copy,
  );
const read = (file: string): Promise<string> => readFile(join(copy, file), 'utf8');

beforeAll(async () => {
  copy = await copyOfSources();
  // The suite that this test is a part of, and the two checkers that npx would fetch.
  await writeFile(join(copy, '.ci/run'), '#!/bin/sh\necho "1 passed, 0 failed"\n');
  const script = await read('scripts/release.ts');
  await writeFile(join(copy, 'scripts/release.ts'), script.replaceAll("run('npx', '-y', ", "run('echo', 'npx', "));
  await git('add --all');
  await git('commit --quiet --message first');
});
afterAll(() => rm(copy, { recursive: true, force: true }));

it.each([
  ['', 'give the version'],
  ['1.x', 'give the version'],
  ['0.0.9', 'is older than'],
  ['0.2.0', 'says nothing under Unreleased'],
])('a release refuses version "%s": %s', async (version, reason) => {
  await expect(release(version)).rejects.toThrow(`No release: `);
  await expect(release(version)).rejects.toThrow(reason);
  expect(await git('status --porcelain')).toBe('');
});

it('a release refuses changes that are not committed', async () => {
  await writeFile(join(copy, 'stray.txt'), '');
  await expect(release('0.1.0')).rejects.toThrow('not committed');
  await rm(join(copy, 'stray.txt'));
});

it('a release names the version, packs, commits and tags, and prints what only the owner can do', async () => {
  const changelog = await read('CHANGELOG.md');
  await writeFile(join(copy, 'CHANGELOG.md'), changelog.replace(/(?=^## )/m, '## Unreleased\n\n- Something new.\n\n'));
  await git('commit --all --quiet --message more');
  const printed = await release('0.2.0');
  expect(printed).toContain('npm publish ./agent-platform-mcp-0.2.0.tgz');
  expect(await read('CHANGELOG.md')).toContain('## 0.2.0\n\n- Something new.');
  expect(JSON.parse(await read('manifest.json')).version).toBe('0.2.0');
  expect((await git('tag --list')).trim()).toBe('v0.2.0');
  expect(await git('status --porcelain')).toBe('');
  await expect(release('0.2.0')).rejects.toThrow('the tag v0.2.0 exists');
});
