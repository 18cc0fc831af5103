/** The one token of HTTP_TOKEN or HTTP_TOKEN_FILE, compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { asError, codeOf, messageOf } from '../../basics/errors.ts';
import { MIN_TOKEN, readSecret } from './config.ts';

/** A file is read again at most this often, however many wrong tokens come. */
const REREAD_MS = 1_000;
/** The file is gone, or closed to us: the operator's doing. Anything else (EMFILE, EIO) says nothing of the token. */
const GONE = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP'];

/** The token that callers have to send, which may be rotated in its file. */
export interface StaticToken {
  /** Whether a token is the one that is set now. */
  readonly matches: (given: string) => boolean;
  /** Every token that was set so far: all of them are kept out of what leaves the process. */
  readonly seen: ReadonlySet<string>;
}

/**
 * A file that is emptied, deleted or holds no usable token lets nobody in, until it holds one again.
 * @param warn hears of that, once each time
 */
export function staticToken(token: string, file: string | undefined, warn: (message: string) => void): StaticToken {
  const seen = new Set([token]);
  let current: string | undefined = token;
  let readAt = Number.NEGATIVE_INFINITY;
  const reread = (path: string): void => {
    readAt = performance.now();
    try {
      current = readSecret('httpTokenFile', path, MIN_TOKEN);
      seen.add(current);
    } catch (error) {
      const code = codeOf(asError(error).cause);
      if (code !== undefined && !GONE.includes(code)) return;
      if (current !== undefined) warn(`${messageOf(error)} Until then, no caller is accepted.`);
      current = undefined;
    }
  };
  return {
    seen,
    matches(given) {
      // Read before comparing, so that a token that was rotated away ends within a second of its last use.
      if (file !== undefined && performance.now() - readAt > REREAD_MS) reread(file);
      return current !== undefined && same(given, current);
    },
  };
}

/** Hashing first makes the lengths equal, so neither length nor content shows in the time that it takes. */
function same(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
