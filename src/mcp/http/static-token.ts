/** The one token of HTTP_TOKEN or HTTP_TOKEN_FILE, compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readSecret } from './config.ts';

/** A file is read again at most this often, however many wrong tokens come. */
const REREAD_MS = 1_000;

/** @returns whether a token is the one that is set now; a file that can't be read leaves the last one standing */
export function staticToken(token: string, file: string | undefined): (given: string) => boolean {
  let current = token;
  let readAt = Number.NEGATIVE_INFINITY;
  return (given) => {
    // Read before comparing, so that a token that was rotated away ends within a second of its last use.
    if (file !== undefined && performance.now() - readAt > REREAD_MS) {
      readAt = performance.now();
      current = attempt(() => readSecret('httpTokenFile', file, 1)) ?? current;
    }
    return same(given, current);
  };
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Hashing first makes the lengths equal, so neither length nor content shows in the time that it takes. */
function same(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
