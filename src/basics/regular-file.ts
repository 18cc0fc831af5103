/**
 * Reads a file if it is a regular one. Opening a pipe waits for its other end, which would stop the whole process, and what
 * was written to it is lost.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';

/** Windows does not have it. */
const { O_NONBLOCK = 0 } = constants;

/** Like `readFileSync`, and follows links. @throws with a `code`, which reads as a reason, too */
export function readRegularFile(path: string): string {
  refuseOthers(statSync(path));
  const descriptor = openSync(path, constants.O_RDONLY | O_NONBLOCK);
  try {
    // It may have been replaced since.
    refuseOthers(fstatSync(descriptor));
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function refuseOthers(stats: Stats): void {
  if (!stats.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'not a regular file' });
}
