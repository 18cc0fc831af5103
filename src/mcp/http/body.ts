/** Reads the body of a request once, within bounds, and parses it. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ExcessiveJson, survey } from '../../platform/parse/json-scan.ts';
import { envName } from '../../settings/table.ts';
import { LIMITS, MAX_DEPTH, MAX_PARTS } from '../engine/repair-arguments.ts';

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
  const text = bytes.toString('utf8');
  try {
    // Before the text is parsed, since parsing it would take long, too.
    survey(text, LIMITS);
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { value } : { refusal: NOT_JSON };
  } catch (error) {
    if (!(error instanceof ExcessiveJson)) return { refusal: NOT_JSON };
    return { refusal: error.limit === 'depth' ? TOO_DEEP : TOO_MANY };
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
