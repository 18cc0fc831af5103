/** Reads a regular file. A pipe or device in its place could hold up the whole process, or lose what somebody writes to it. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';

/** Windows has no such flag, and no pipes among its files. */
const { O_NONBLOCK = 0 } = constants;

/** Why a file was not read, as a `code` like those of file-system errors. */
class NotReadable extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * The text of a regular file; symbolic links are followed, since Kubernetes mounts secrets as links. It is looked at before it
 * is opened, so that nobody's pipe is touched, and once more by its descriptor, in case it was replaced in between.
 * @throws with a `code`
 */
export function readRegularFile(file: string, maxBytes: number): string {
  checkKind(statSync(file), maxBytes);
  const descriptor = openSync(file, constants.O_RDONLY | O_NONBLOCK);
  try {
    checkKind(fstatSync(descriptor), maxBytes);
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function checkKind(stats: Stats, maxBytes: number): void {
  if (stats.isDirectory()) throw new NotReadable('EISDIR');
  if (!stats.isFile()) throw new NotReadable('not a regular file');
  if (stats.size > maxBytes) throw new NotReadable(`larger than ${maxBytes / 1024} KB`);
}
