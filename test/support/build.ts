/** Builds the bundle once before the tests: they run the built file, not only the sources. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What esbuild told of the bundle. */
export const METAFILE = `${ROOT}node_modules/.cache/agent-platform-mcp/metafile.json`;

export async function setup(): Promise<void> {
  await mkdir(dirname(METAFILE), { recursive: true });
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--metafile', METAFILE], { cwd: ROOT });
}
