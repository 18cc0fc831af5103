/** The body of a request: read once, bounded and parsed. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Levels of objects and lists. Arguments have a handful; checking thousands of them would overflow the stack. */
export const MAX_DEPTH = 128;

/**
 * Objects and lists, and what they hold. Arguments have tens of them, the largest batch of decisions hundreds. Each is
 * checked several times over: 60,000, which fit into a megabyte, take half a second in which nobody else is served.
 */
export const MAX_PARTS = 5_000;

/** Why a body is refused: HTTP status, message, JSON-RPC code. */
type Refusal = readonly [status: number, message: string, code: number];

const NO_UTF8: Refusal = [400, 'Parse error: the body is not text in UTF-8. Send it so, and not compressed.', -32700];
const NO_JSON: Refusal = [400, 'Parse error: the body is not a JSON-RPC message.', -32700];
const TOO_DEEP: Refusal = [400, `The message is nested more than ${MAX_DEPTH} levels deep.`, -32600];
const TOO_MANY: Refusal = [
  400,
  `The message holds more than ${MAX_PARTS} parts (objects, lists, and what is in them).`,
  -32600,
];
const tooLarge = (maxBytes: number): Refusal => [
  413,
  `The body must not exceed ${maxBytes} bytes (AGENT_PLATFORM_HTTP_MAX_BODY_KB).`,
  -32000,
];

/** The parsed JSON, or why it is refused. */
type Body = { readonly value: object } | { readonly refusal: Refusal };

/** What was read of a body, if it was not too large. */
type Bytes = Buffer | 'too large';

export function readJson(bytes: Bytes, maxBytes: number): Body {
  if (bytes === 'too large') return { refusal: tooLarge(maxBytes) };
  // Decoded all the same, it would send what its caller never wrote.
  if (!isUtf8(bytes)) return { refusal: NO_UTF8 };
  const refusal = tooMuchIn(bytes);
  if (refusal !== undefined) return { refusal };
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isContainer(value) ? { value } : { refusal: NO_JSON };
  } catch {
    return { refusal: NO_JSON };
  }
}

/**
 * Takes at most `maxBytes`, and lets the rest pass: a client whose connection is closed while it sends may never read why it
 * was refused. @returns undefined if the body broke off, so that nobody is left to answer
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Bytes | undefined> {
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
    const breakOff = (): void => resolve(undefined);
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', breakOff);
    request.once('close', breakOff);
    // The client left while its token was being checked: no event will come any more.
    if (request.destroyed) breakOff();
  });
}

const [QUOTE, BACKSLASH, COMMA, OBJECT, LIST, OBJECT_END, LIST_END] = Buffer.from('"\\,{[}]');

/** Looked for before the text is parsed, which would itself take long. What is no JSON is left to the parser. */
function tooMuchIn(bytes: Buffer): Refusal | undefined {
  let depth = 0;
  let parts = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) parts++;
    else if (byte === OBJECT_END || byte === LIST_END) depth--;
    else if (byte === OBJECT || byte === LIST) {
      parts++;
      if (++depth > MAX_DEPTH) return TOO_DEEP;
    }
    if (parts > MAX_PARTS) return TOO_MANY;
  }
  return undefined;
}

/** Where the text that begins at `start` has its closing quote: one behind no backslash, or an even number of them. */
function endOfText(bytes: Buffer, start: number): number {
  for (let end = start; ; ) {
    end = bytes.indexOf('"', end + 1);
    if (end < 0) return bytes.length;
    let before = end;
    while (bytes[before - 1] === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
