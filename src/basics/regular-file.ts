/** Reads regular files only: a pipe waits for its other end, which would stop the process; a device may never end. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';

/** Windows does not have it. */
const { O_NONBLOCK = 0 } = constants;
/** Ample for a token or a key. */
const SECRET_BYTES = 64 * 1024;
/** Ample for ten thousand people. */
export const LIST_BYTES = 4 * 1024 * 1024;

/** Follows links: Kubernetes mounts secrets as links. @throws with a `code`, which reads as a reason, too */
export function readRegularFile(path: string, maxBytes = SECRET_BYTES): string {
  refuseOthers(statSync(path), maxBytes);
  const descriptor = openSync(path, constants.O_RDONLY | O_NONBLOCK);
  try {
    // It may have been replaced since.
    refuseOthers(fstatSync(descriptor), maxBytes);
    const bytes = readFileSync(descriptor);
    // UTF-16LE with a byte order mark is what `>` writes in Windows PowerShell.
    return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** What is at a path; undefined if this user can't see it, for whatever reason. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function refuseOthers(stats: Stats, maxBytes: number): void {
  const tooLarge = stats.size > maxBytes ? `larger than ${maxBytes / 1024} KB` : undefined;
  const why = stats.isFile() ? tooLarge : 'not a regular file';
  if (why !== undefined) throw Object.assign(new Error(why), { code: why });
}
