/** Where npx puts a package that the tests fetch, and the Node.js that comes with it. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { npxArgs } from '../../scripts/fetched.ts';

export interface Fetched {
  readonly node: string;
  /** The package's program, for this Node.js. */
  readonly program: string;
}

/** @param name of the program among those of the package */
export async function fetched(what: string, name: string): Promise<Fetched> {
  const env = { ...process.env, NPM_CONFIG_LOGLEVEL: 'error' };
  const { stdout } = await promisify(execFile)('npx', npxArgs(what, 'node', '-p', 'process.execPath'), { env });
  const node = stdout.trim().split('\n').at(-1) ?? '';
  // Both are in one node_modules, this one as `node/bin/node`.
  const modules = dirname(dirname(dirname(node)));
  return { node, program: join(modules, '.bin', name) };
}
