/** The body of a request, read once and bounded. */
import type { IncomingMessage } from 'node:http';

/** What became of it: `value` is the parsed JSON. */
export type Body = { readonly value: unknown } | { readonly problem: 'too large' | 'no JSON' };

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
    return value === null || typeof value !== 'object' ? { problem: 'no JSON' } : { value };
  } catch {
    return { problem: 'no JSON' };
  }
}
