/** The body of a request, read once and bounded. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Why a body is refused: `too large` with 413, the others with 400; `broken off` leaves nobody to refuse it to. */
export type Problem = 'too large' | 'too deep' | 'no UTF-8' | 'no JSON' | 'broken off';

/** Levels of objects and lists. Arguments have a handful; checking thousands of them would overflow the stack. */
export const MAX_DEPTH = 128;

/** What became of it: `value` is the parsed JSON. */
export type Body = { readonly value: unknown } | { readonly problem: Problem };

/**
 * Takes at most `maxBytes`, and lets the rest pass: a client whose connection is closed while it sends may never read why it
 * was refused.
 */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const read = await readText(request, maxBytes);
  if (typeof read !== 'string') return read;
  try {
    const value: unknown = JSON.parse(read);
    // Nothing to do is no request, and `undefined` would mean an unread body to the SDK.
    if (value === null || typeof value !== 'object') return { problem: 'no JSON' };
    return isTooDeep(value) ? { problem: 'too deep' } : { value };
  } catch {
    return { problem: 'no JSON' };
  }
}

/** By its events: an iterator over a stream makes a dozen promises for a body that comes in one piece. */
function readText(request: IncomingMessage, maxBytes: number): Promise<string | { readonly problem: Problem }> {
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve({ problem: 'too large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take);
      request.resume();
      resolve({ problem: 'too large' });
    };
    request.on('data', take);
    request.once('end', () => {
      const body = Buffer.concat(chunks);
      // What is no UTF-8 would be decoded all the same, and a write would send what its caller never wrote.
      resolve(isUtf8(body) ? body.toString('utf8') : { problem: 'no UTF-8' });
    });
    const brokenOff = (): void => resolve({ problem: 'broken off' });
    request.once('error', brokenOff);
    request.once('close', brokenOff);
    // Gone while its caller was being found out: nothing will come any more.
    if (request.destroyed) brokenOff();
  });
}

/** Level by level, since calling itself would overflow as well. */
function isTooDeep(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((part) => Object.values(part).filter(isContainer));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
