/** Where a user's programs keep what they can make again, and whether nobody else can write there. */
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { messageOf } from '../errors.ts';
import { NAME } from '../name.ts';

/** Folder for this program's files: XDG's on Linux, `Library/Caches` on macOS, `LOCALAPPDATA` on Windows. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: windows = '' } = env;
  if (isAbsolute(xdg)) return join(xdg, NAME);
  if (process.platform === 'win32' && isAbsolute(windows)) return join(windows, NAME);
  return join(homeOf(env), process.platform === 'darwin' ? 'Library/Caches' : '.cache', NAME);
}

/** As `os.homedir()` has it, which is asked only where it knows more: loading `node:os` takes 0.2 ms. */
function homeOf({ HOME: home = '' }: NodeJS.ProcessEnv): string {
  return isAbsolute(home) ? home : process.getBuiltinModule('node:os').homedir();
}

const SHARED_LIKE_TMP = 0o1000;

/**
 * Why others could put files there; undefined where they can't. The folder must be the user's alone, and every folder on
 * the way to it a real one (no link) that is the user's or root's, and that nobody else can rename things in.
 * @throws where the folder does not exist
 */
export function flawOf(folder: string): string | undefined {
  // On Windows a user's LOCALAPPDATA is closed to others by its access list.
  const own = process.geteuid?.();
  if (own === undefined) return undefined;
  for (let at = folder; ; at = dirname(at)) {
    const found = lstatSync(at);
    const { uid, mode } = found;
    if (!found.isDirectory()) return `${at} is a link or a file`;
    if (uid !== own && (uid !== 0 || at === folder)) return `${at} belongs to another user`;
    if (at === folder && (mode & 0o077) !== 0) return `${at} is open to others`;
    if ((mode & 0o022) !== 0 && (mode & SHARED_LIKE_TMP) === 0) return `others can write to ${at}`;
    if (at === dirname(at)) return undefined;
  }
}

/** Makes the folder where it does not exist. @returns why nothing can be kept in it, if so */
export function makeOwn(folder: string): string | undefined {
  try {
    // Step by step: below /proc a recursive mkdir of Node never ends.
    for (const at of [dirname(folder), folder]) if (!existsSync(at)) mkdirSync(at, { mode: 0o700 });
    return flawOf(folder);
  } catch (error) {
    return messageOf(error);
  }
}
