/** The build is reproducible: equal files from equal sources, in any output folder. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../support/build.ts';

it('a build in another folder makes the same files, the bill of materials among them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'again-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--outdir', folder], { cwd: ROOT });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  expect(names).toContain('agent-platform-mcp.cdx.json');
  for (const name of names) {
    const [again, first] = await Promise.all([readFile(join(folder, name)), readFile(join(ROOT, 'dist', name))]);
    expect(again.equals(first), name).toBe(true);
  }
});
