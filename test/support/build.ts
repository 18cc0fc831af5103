/**
 * Builds the bundle before the tests: they run the built file, not only the sources. It is built again only if something
 * differs of what it was made from, or of what was made, content by content.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const CACHE = `${ROOT}node_modules/.cache/agent-platform-mcp/`;
/** What esbuild told of the bundle. */
export const METAFILE = `${CACHE}metafile.json`;
/** The digest of the last build. */
const DIGEST = `${CACHE}built.txt`;

/** Read by the build beside `src` and `scripts`, and what npm installed. */
const FILES = ['package.json', 'tsconfig.json', 'LICENSE', 'node_modules/.package-lock.json'];

export async function setup(): Promise<void> {
  const built = await readFile(DIGEST, 'utf8').catch(() => '');
  if (built !== '' && built === (await digest().catch(() => undefined))) return;
  await mkdir(CACHE, { recursive: true });
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--metafile', METAFILE], { cwd: ROOT });
  await writeFile(DIGEST, await digest());
}

/** Of all files that the build reads and writes. @throws where one is missing, as before the first build */
async function digest(): Promise<string> {
  const { inputs }: { inputs: object } = JSON.parse(await readFile(METAFILE, 'utf8'));
  const libraries = Object.keys(inputs).filter((file) => file.startsWith('node_modules/'));
  const folders = await Promise.all(['src', 'scripts', 'dist'].map(filesIn));
  const hash = createHash('sha256').update(process.version);
  for (const file of [...FILES, ...libraries, ...folders.flat()].sort())
    hash.update(`\0${file}\0`).update(await readFile(join(ROOT, file)));
  return hash.digest('hex');
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length));
}
