/** Other versions of Node.js than the one that runs the tests, from the npm package `node`. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const found = new Map<string, Promise<string>>();

/** The executable of a version, fetched where npm does not have it yet. */
export function nodeOfVersion(version: string): Promise<string> {
  const known = found.get(version) ?? fetched(version);
  found.set(version, known);
  return known;
}

async function fetched(version: string): Promise<string> {
  const args = ['-y', '-p', `node@${version}`, '--', 'node', '-p', 'process.execPath'];
  const env = { ...process.env, NPM_CONFIG_LOGLEVEL: 'error' };
  const { stdout } = await promisify(execFile)('npx', args, { env });
  return stdout.trim().split('\n').at(-1) ?? '';
}
