/** The body of a request: read once, bounded and parsed. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Levels of objects and lists. Arguments have a handful; checking thousands of them would overflow the stack. */
export const MAX_DEPTH = 128;

/** Why a body is refused: HTTP status, message, JSON-RPC code. */
type Refusal = readonly [status: number, message: string, code: number];

const NO_UTF8: Refusal = [400, 'Parse error: the body is not text in UTF-8. Send it so, and not compressed.', -32700];
const NO_JSON: Refusal = [400, 'Parse error: the body is not a JSON-RPC message.', -32700];
const TOO_DEEP: Refusal = [400, `The message is nested more than ${MAX_DEPTH} levels deep.`, -32600];
const tooLarge = (maxBytes: number): Refusal => [
  413,
  `The body must not exceed ${maxBytes} bytes (AGENT_PLATFORM_HTTP_MAX_BODY_KB).`,
  -32000,
];

/** The parsed JSON, or why it is refused. */
type Body = { readonly value: object } | { readonly refusal: Refusal };

/**
 * Takes at most `maxBytes`, and lets the rest pass: a client whose connection is closed while it sends may never read why it
 * was refused. @returns undefined if the body broke off, so that nobody is left to answer
 */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<Body | undefined> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes === 'broken off') return undefined;
  if (bytes === 'too large') return { refusal: tooLarge(maxBytes) };
  // Decoded all the same, it would send what its caller never wrote.
  if (!isUtf8(bytes)) return { refusal: NO_UTF8 };
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (!isContainer(value)) return { refusal: NO_JSON };
    return isTooDeep(value) ? { refusal: TOO_DEEP } : { value };
  } catch {
    return { refusal: NO_JSON };
  }
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too large' | 'broken off'> {
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve('too large');
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
      resolve('too large');
    };
    const breakOff = (): void => resolve('broken off');
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', breakOff);
    request.once('close', breakOff);
    // The client left while its token was being checked: no event will come any more.
    if (request.destroyed) breakOff();
  });
}

/** Level by level, since recursion would overflow as well. */
function isTooDeep(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((part) => Object.values(part).filter(isContainer));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
