/** The body of a request, read once and bounded. */
import type { IncomingMessage } from 'node:http';

/** Why a body is refused: `too large` with 413, the others with 400. */
export type Problem = 'too large' | 'too deep' | 'no JSON';

/** Levels of objects and lists. Arguments have a handful; checking thousands of them would overflow the stack. */
export const MAX_DEPTH = 128;

/** What became of it: `value` is the parsed JSON. */
export type Body = { readonly value: unknown } | { readonly problem: Problem };

/** Reads at most `maxBytes`. Rejects where the connection breaks. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers['content-length']) > maxBytes) return { problem: 'too large' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a request gives bytes');
    bytes += chunk.length;
    if (bytes > maxBytes) return { problem: 'too large' };
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    // Nothing to do is no request, and `undefined` would mean an unread body to the SDK.
    if (value === null || typeof value !== 'object') return { problem: 'no JSON' };
    return isTooDeep(value) ? { problem: 'too deep' } : { value };
  } catch {
    return { problem: 'no JSON' };
  }
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
