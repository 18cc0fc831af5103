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

/** Why a line is not in the file, as a `code` like those of the file system. */
class NotWritten extends Error {
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
 * @throws with a `code` where it can't be written
 */
export function appendLine(file: string, line: string): void {
  const descriptor = openSync(file, FLAGS, 0o600);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new NotWritten('not a regular file');
    // A process that was killed, or a disk that filled up, left half a line: ours begins on its own.
    const text = `${endsInLineBreak(descriptor, stats.size) ? '' : '\n'}${line}\n`;
    // A disk that fills up takes a part and reports no error.
    if (writeSync(descriptor, text) < Buffer.byteLength(text)) throw new NotWritten('ENOSPC');
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function endsInLineBreak(descriptor: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last.toString() === '\n';
}
