/** A copy of the repository, for tests that follow a page as its reader would. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './build.ts';

const run = promisify(execFile);

/** The files of the repository, in a folder of their own with a list of them of its own, and what `npm ci` installed. */
export async function copyOfSources(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'agent-platform-mcp-recipe-'));
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: ROOT });
  for (const file of stdout.split('\0').filter((name) => name !== '')) await cp(join(ROOT, file), join(copy, file));
  // Linked one by one: what builds and tests keep there is the copy's own.
  await mkdir(join(copy, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const isKept = name.startsWith('.') && name !== '.bin';
    if (!isKept) await symlink(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  await run('git', ['init', '--quiet'], { cwd: copy });
  await run('git', ['add', '--all'], { cwd: copy });
  return copy;
}
