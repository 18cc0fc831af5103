/** Reads the body of a request once, within bounds, and parses it. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { envName } from '../../settings/table.ts';

/** Levels of nested objects and lists. Arguments have a handful; checking thousands of levels would overflow the stack. */
export const MAX_DEPTH = 128;

/**
 * Objects and lists, and their entries. Arguments have tens of them, the largest batch of decisions hundreds. Each is
 * checked several times: the 60,000 that fit into a megabyte would block all other callers.
 */
export const MAX_PARTS = 5_000;

/** Why a body is refused: HTTP status, message, JSON-RPC code. */
type BodyRefusal = readonly [status: number, message: string, code: number];

const NOT_UTF8: BodyRefusal = [
  400,
  'Parse error: the body is not text in UTF-8. Send it as UTF-8, not compressed.',
  -32700,
];
const NOT_JSON: BodyRefusal = [400, 'Parse error: the body is not a JSON-RPC message.', -32700];
const TOO_DEEP: BodyRefusal = [400, `The message is nested more than ${MAX_DEPTH} levels deep.`, -32600];
const TOO_MANY: BodyRefusal = [
  400,
  `The message holds more than ${MAX_PARTS} parts (objects, lists, and what is in them).`,
  -32600,
];
const tooLarge = (maxBytes: number): BodyRefusal => [
  413,
  `The body must not exceed ${maxBytes} bytes (${envName('httpMaxBodyKb')}).`,
  -32000,
];

type Body = { readonly value: object } | { readonly refusal: BodyRefusal };

type Bytes = Buffer | 'too large';

export function readJson(bytes: Bytes, maxBytes: number): Body {
  if (bytes === 'too large') return { refusal: tooLarge(maxBytes) };
  // Decoding invalid UTF-8 would replace characters, and send text that the caller never wrote.
  if (!isUtf8(bytes)) return { refusal: NOT_UTF8 };
  const refusal = refusalForStructure(bytes);
  if (refusal !== undefined) return { refusal };
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isContainer(value) ? { value } : { refusal: NOT_JSON };
  } catch {
    return { refusal: NOT_JSON };
  }
}

/**
 * Keeps at most `maxBytes`, and discards the rest: if the connection were closed while the client sends, the client might
 * never read the refusal. @returns undefined if the body broke off, so that there is nobody to respond to
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
    // If the client has left already, there are no more events.
    if (request.destroyed) breakOff();
  });
}

const [QUOTE, BACKSLASH, COMMA, OBJECT, LIST, OBJECT_END, LIST_END] = Buffer.from('"\\,{[}]');

/** Checks depth and parts before the text is parsed, since parsing it would take long, too. Invalid JSON is left to the parser. */
function refusalForStructure(bytes: Buffer): BodyRefusal | undefined {
  let depth = 0;
  let parts = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
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

/** The position of the closing quote of the string that begins at `start`: the next one after an even number of backslashes. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = start; ; ) {
    end = bytes.indexOf('"', end + 1);
    if (end < 0) return bytes.length;
    let before = end;
    while (bytes[before - 1] === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
