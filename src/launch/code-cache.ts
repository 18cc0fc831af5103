/**
 * Runs a CommonJS file with V8's compiled code of an earlier start: 35 to 50 ms less on Node 20 to 26, where Node's own
 * compile cache, which Node 20 has not, saves 15. It changes nothing but the time: what is kept is found by the checksum
 * of the file, the Node version, the architecture and V8's own version and flags, and is used only if it is whole and V8
 * takes it. Kept code is run: so it is read from and written to a folder that is the user's alone (own-folder.ts).
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { messageOf } from '../errors.ts';
import { flawOf } from './own-folder.ts';

/** Files that are kept, for some versions of this program and of Node. Each has about 800 KB. */
const MAX_FILES = 8;

export interface CodeCache {
  readonly folder: string;
  /** Whether this start ran what an earlier one had kept. */
  readonly isUsed: boolean;
  /** Makes the folder. @returns why nothing can be kept in it, if so */
  prepare(): string | undefined;
  /** Keeps what has been compiled so far for the next start; does nothing where that is not possible. */
  keep(): void;
}

/** Runs the file. Without a folder nothing is kept. */
export function runCached(
  file: string,
  folder: string | undefined,
): { exports: unknown; cache: CodeCache | undefined } {
  const source = readFileSync(file);
  const key = [crc32(source).toString(16), source.length, process.version, process.arch, cachedDataVersionTag()];
  const kept = folder === undefined ? undefined : join(folder, key.join('-'));
  const cachedData = kept === undefined ? undefined : read(kept);
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const module = new Module(file);
  module.filename = file;
  const require = createRequire(file);
  // The files that are loaded later take from this one what they share with it.
  require.cache[file] = module;
  script.runInThisContext().call(module.exports, module.exports, require, module, file, dirname(file));
  module.loaded = true;
  const isUsed = cachedData !== undefined && script.cachedDataRejected === false;
  return { exports: module.exports, cache: kept === undefined ? undefined : cacheOf(kept, script, isUsed) };
}

function cacheOf(path: string, script: Script, isUsed: boolean): CodeCache {
  const folder = dirname(path);
  const prepare = (): string | undefined => {
    try {
      // Step by step: below /proc a recursive mkdir of Node never ends.
      for (const at of [dirname(folder), folder]) if (!existsSync(at)) mkdirSync(at, { mode: 0o700 });
      return flawOf(folder);
    } catch (error) {
      return messageOf(error);
    }
  };
  const keep = (): void => {
    if (!isUsed && prepare() === undefined) write(path, script.createCachedData());
  };
  return { folder, isUsed, prepare, keep };
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
function write(path: string, data: Buffer): void {
  const beside = `${path}.${process.pid}`;
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(data));
  try {
    writeFileSync(beside, Buffer.concat([sum, data]), { mode: 0o600, flag: 'wx' });
    renameSync(beside, path);
    const files = readdirSync(dirname(path)).map((name) => join(dirname(path), name));
    const byAge = files.sort((a, b) => lstatSync(b).mtimeMs - lstatSync(a).mtimeMs);
    for (const oldest of byAge.slice(MAX_FILES)) rmSync(oldest, { force: true });
  } catch {
    rmSync(beside, { force: true });
  }
}
