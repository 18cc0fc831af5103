/**
 * The file of the audit log, opened so that nobody can substitute another one: links are not followed, only a regular file
 * is written, which has no second name, and an existing file keeps its mode.
 */
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../basics/errors.ts';
import { namedFile } from '../../settings/error.ts';
import { envName } from '../../settings/table.ts';

/** Windows has neither flag; there, only `lstat` and `fstat` protect. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
/** Non-blocking, or opening a FIFO would wait for a reader. */
const FLAGS = fs.constants.O_RDWR | fs.constants.O_APPEND | fs.constants.O_CREAT | O_NOFOLLOW | O_NONBLOCK;

/** Why a line was not written, as a `code` like those of file-system errors. */
const notWritten = (code: string): Error => Object.assign(new Error(code), { code });

/** What is wrong with the file, and what that stops: the start of the server, each write, or nothing. */
interface AuditFlaw {
  readonly what: string;
  readonly blocks?: 'start' | 'writes';
}

/**
 * Checks the file without opening it, so that a FIFO or device is not touched. A missing folder may be created before the
 * first write.
 */
export function checkAuditFile(file: string): AuditFlaw | undefined {
  let found: fs.Stats | undefined;
  try {
    found = fs.lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined || found.isFile()) fs.accessSync(found ? file : dirname(file), fs.constants.W_OK);
  } catch (error) {
    const what = `${namedFile(envName('auditLog'), file)} can't be written (${codeOf(error) ?? 'unknown error'}): until that is fixed, every write is refused.`;
    return { what, blocks: 'writes' };
  }
  if (found === undefined) return undefined;
  if (isOther(found)) {
    const what = `${envName('auditLog')} must be a regular file with one name, not a link, folder, pipe or device. Nothing has been written to it.`;
    return { what, blocks: 'start' };
  }
  if (process.platform === 'win32' || (found.mode & 0o077) === 0) return undefined;
  const mode = (found.mode & 0o777).toString(8);
  return {
    what: `The file of ${envName('auditLog')} has mode ${mode}: other users of this machine may read or change it. Run chmod 600 on it.`,
  };
}

/** Whether it is something else than a regular file with one name. */
const isOther = (stats: fs.Stats): boolean => !stats.isFile() || stats.nlink > 1;

/** Appends a line, opening the file each time: it may be rotated. @throws with a `code` if it can't be written */
export function appendLine(file: string, line: string): void {
  // What a pipe's other end wrote would be lost with the opening.
  refuseOthers(fs.lstatSync(file, { throwIfNoEntry: false }));
  const descriptor = fs.openSync(file, FLAGS, 0o600);
  try {
    const stats = fs.fstatSync(descriptor);
    // It may have been replaced since.
    refuseOthers(stats);
    // A killed process or a full disk may have left half a line: start a new one.
    const text = `${endsInLineBreak(descriptor, stats.size) ? '' : '\n'}${line}\n`;
    // On a disk that fills up, a partial write reports no error.
    if (fs.writeSync(descriptor, text) < Buffer.byteLength(text)) throw notWritten('ENOSPC');
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function refuseOthers(stats: fs.Stats | undefined): void {
  if (stats !== undefined && isOther(stats)) throw notWritten('not a regular file with one name');
}

function endsInLineBreak(descriptor: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  fs.readSync(descriptor, last, 0, 1, size - 1);
  return last.toString() === '\n';
}
