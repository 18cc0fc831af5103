/** A copy of the repository's files in a folder of its own, to follow in it what a document says, and its commands. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './build.ts';

const run = promisify(execFile);

/** With a list of files of its own (git), and what `npm ci` installed. @returns its folder */
export async function copyOfSources(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'agent-platform-mcp-copy-'));
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
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

/** The environment of somebody at a terminal: without what a test run adds. */
export const plainEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_ENV$/.test(name)));

/** Runs a command line as somebody would type it. What it printed is the failure's message. @returns its stdout */
export async function succeeds(command: string, cwd: string, env: NodeJS.ProcessEnv = plainEnv()): Promise<string> {
  const outcome = await run('sh', ['-c', command], { cwd, env, maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => error,
  );
  const { stdout = '', stderr = '' } = outcome as { readonly stdout?: string; readonly stderr?: string };
  if (!(outcome instanceof Error)) return stdout;
  throw new Error(`${command} failed:\n${`${stdout}\n${stderr}`.slice(-6_000)}`);
}
