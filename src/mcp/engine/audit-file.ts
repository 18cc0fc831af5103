/**
 * The file of the audit log, opened so that nobody can turn it into another one: no symbolic link is followed, only a
 * regular file is written, and a file that we did not make keeps its mode.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { SettingsError } from '../../settings/read.ts';
import { envName } from '../../settings/table.ts';

/** Windows knows neither flag; there the check of `lstat` and `fstat` is all. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
/** Not blocking, or opening a FIFO would wait for a reader. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | O_NOFOLLOW | O_NONBLOCK;
/** Far more than an audit line has: ids and names are bounded. */
const TAIL_BYTES = 65_536;

/** An audit log may not be written to this file. */
class NotRegular extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * Looks at the file without opening it, so that a FIFO or device is not touched. A file or folder that is missing is
 * fine: it can come before the first write.
 * @returns what the operator should know of a file that others may read or write; undefined where all is well
 * @throws SettingsError for anything but a regular file
 */
export function checkAuditFile(file: string): string | undefined {
  let found: Stats | undefined;
  try {
    found = lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // A part of its path can't be searched: the first write says so.
    return undefined;
  }
  if (found === undefined) return undefined;
  if (!found.isFile()) {
    throw new SettingsError(
      `${envName('auditLog')} must be a regular file; it is ${kindOf(found)}. Nothing has been written to it.`,
    );
  }
  if (process.platform === 'win32' || (found.mode & 0o077) === 0) return undefined;
  const mode = (found.mode & 0o777).toString(8);
  return `The file of ${envName('auditLog')} has mode ${mode}: other users of this machine may read or change it. Run chmod 600 on it.`;
}

function kindOf(stats: Stats): string {
  if (stats.isSymbolicLink()) return 'a symbolic link, which is not followed';
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a FIFO';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/**
 * Appends a line and flushes it. Opened each time: the file may be rotated under us, and writes are rare.
 * @param make gives the line without its line break; it is handed the last line of the file, undefined where it is empty
 * @throws with a `code` where it can't be written
 */
export function appendLine(file: string, make: (lastLine: () => string | undefined) => string): void {
  const descriptor = openSync(file, FLAGS, 0o600);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new NotRegular('not a regular file');
    const tail = tailOf(descriptor, stats.size);
    const line = make(() => tail.trimEnd().split('\n').pop() || undefined);
    // A process that was killed while it wrote left half a line: ours begins on its own.
    writeAll(descriptor, `${tail === '' || tail.endsWith('\n') ? '' : '\n'}${line}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function tailOf(descriptor: number, size: number): string {
  const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
  const read = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString('utf8', 0, read);
}

/**
 * A disk that fills up takes a part of a line and no error: that is a line that could not be written. One that lacks
 * nothing but its line break is there for every reader, and the next one begins on its own.
 */
function writeAll(descriptor: number, text: string): void {
  if (writeSync(descriptor, text) < Buffer.byteLength(text) - 1) throw new NotRegular('ENOSPC');
}
