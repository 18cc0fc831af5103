/**
 * Runs main.cjs with V8's compiled code of an earlier start: 35 to 50 ms less on Node 20 to 26, where Node's own compile
 * cache, which Node 20 lacks, saves 15. It changes nothing but the time: what is kept is found by the checksum
 * of the file, the Node version, the architecture and the flags, and is used only if it is whole and V8, which compares its
 * own version and flags, takes it. Kept code is run: so it is read from and written to a folder that is the user's
 * alone (own-folder.ts).
 */
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { flawOf, makeOwn } from './own-folder.ts';

/** Files that are kept, for some versions of this program and of Node. Each has about 800 KB. */
const MAX_FILES = 8;

/** Where this start looked for compiled code. */
export interface CodeCache {
  readonly folder: string;
  /** Whether this start ran what an earlier one had kept. */
  readonly isUsed: boolean;
  /** Keeps what has been compiled so far for the next start; does nothing where that is not possible. */
  keep(): void;
}

/** Runs the file, a function as Node makes it of a module. @returns what it exports; without a folder nothing is kept */
export function runCached(file: string, folder: string | undefined): { exports: unknown; cache?: CodeCache } {
  const source = readFileSync(file);
  // `cachedDataVersionTag` says the same of V8; `node:v8` alone takes 0.4 ms to load.
  const flags = crc32(JSON.stringify([process.execArgv, process.env.NODE_OPTIONS]));
  const key = [crc32(source).toString(16), source.length, process.version, process.arch, flags];
  const path = join(folder ?? '', key.join('-'));
  const cachedData = folder === undefined ? undefined : read(path);
  const script = new Script(source.toString(), { filename: file, ...(cachedData && { cachedData }) });
  const module = new Module(file);
  const require = createRequire(file);
  // The files that are loaded later take from this one what they share with it.
  require.cache[file] = module;
  script.runInThisContext().call(module.exports, module.exports, require, module, file, dirname(file));
  module.loaded = true;
  const { exports } = module;
  if (folder === undefined) return { exports };
  const isUsed = cachedData !== undefined && script.cachedDataRejected === false;
  return { exports, cache: { folder, isUsed, keep: () => isUsed || write(path, script) } };
}

/** What was kept, if nobody else can have written it and it is whole. */
function read(path: string): Buffer | undefined {
  try {
    if (flawOf(dirname(path)) !== undefined || !lstatSync(path).isFile()) return undefined;
    const whole = readFileSync(path);
    const data = whole.subarray(4);
    return crc32(data) === whole.readUInt32LE() ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Beside, then renamed: two processes at once, or one that is killed, leave no half of a file under its name. */
function write(path: string, script: Script): void {
  const folder = dirname(path);
  if (makeOwn(folder) !== undefined) return;
  const beside = `${path}.${process.pid}`;
  const data = script.createCachedData();
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(data));
  try {
    writeFileSync(beside, Buffer.concat([sum, data]), { mode: 0o600, flag: 'wx' });
    renameSync(beside, path);
    const files = readdirSync(folder).map((name) => join(folder, name));
    const byAge = files.sort((a, b) => lstatSync(b).mtimeMs - lstatSync(a).mtimeMs);
    for (const oldest of byAge.slice(MAX_FILES)) rmSync(oldest, { force: true });
  } catch {
    rmSync(beside, { force: true });
  }
}
