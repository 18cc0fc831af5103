/** The body of a response: decompressed, capped in size, and read as text or JSON. */
import type { Transform } from 'node:stream';
import { isPaged } from '../operations/index.ts';
import type { OperationSpec } from '../operations/operation.ts';
import { ExcessiveJson } from '../parse/json-scan.ts';
import { exactJson } from '../parse/json-text.ts';
import { tooLarge, tooMuch, unreadable } from './call-errors.ts';
import { CancelledError, PlatformError } from './errors.ts';
import { betweenSteps, type Share, SMALL_BYTES } from './share.ts';
import { recordByRecord, textOf } from './stream-splitter.ts';
import type { Headers, Sink } from './transport.ts';

/** The first value of a header, which may be repeated. */
export const header = (headers: Headers, name: string): string | undefined => [headers[name]].flat()[0];

/** A response in parts, in order. */
export type Body = readonly Buffer[];

/** Bytes of an error response that are read; an error message needs no more. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Collects a response. It throws, which ends the attempt, if a success exceeds the cap or an error response exceeds 64 KB.
 */
export class Collector implements Sink {
  status = 0;
  headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  readonly #operation: OperationSpec;
  readonly #share: Share;
  #bytes = 0;

  /** @param share what a large response takes before more of it is read than {@link SMALL_BYTES} */
  constructor(maxBytes: number, operation: OperationSpec, share: Share) {
    this.#maxBytes = maxBytes;
    this.#operation = operation;
    this.#share = share;
  }

  start(status: number, headers: Headers): void {
    this.status = status;
    this.headers = headers;
    if (this.isError) return;
    if (this.#announced > this.#maxBytes) throw tooLarge(this.#maxBytes, this.#operation);
  }

  get isError(): boolean {
    return this.status >= 300;
  }

  get #announced(): number {
    return Number(header(this.headers, 'content-length'));
  }

  get #encoding(): string {
    return header(this.headers, 'content-encoding') ?? '';
  }

  data(chunk: Buffer): Promise<void> | undefined {
    // Ends the attempt; the status still counts.
    if (this.isError && this.#bytes > MAX_ERROR_BYTES) throw new Error('enough of an error response');
    this.#bytes += chunk.length;
    if (!this.isError && this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes, this.#operation);
    this.#chunks.push(chunk);
    if (this.#bytes <= SMALL_BYTES || this.#share.isTaken) return undefined;
    const isSizeKnown = this.#announced > 0 && !isCompressed(this.#encoding);
    return this.#share.take(isSizeKnown ? this.#announced : this.#maxBytes);
  }

  /** The whole body, decompressed. @throws PlatformError if it can't be decoded or exceeds the cap; CancelledError */
  async body(): Promise<Body> {
    await betweenSteps(this.#share);
    const chunks = this.#chunks.splice(0);
    const parts: Buffer[] = [];
    let bytes = 0;
    const inflater = createInflater(this.#encoding, (part) => {
      bytes += part.length;
      if (bytes > (this.isError ? MAX_ERROR_BYTES : this.#maxBytes)) throw tooLarge(this.#maxBytes, this.#operation);
      parts.push(part);
    });
    if (inflater === undefined) return chunks;
    for (const chunk of chunks) {
      await inflater.write(chunk);
      if (bytes > SMALL_BYTES) await this.#share.take(this.#maxBytes);
    }
    await inflater.end();
    return parts;
  }
}

/**
 * Reads the response of a success. Whatever ends the reading of a write's, its effect is unknown: any other error would read as
 * if nothing had been sent.
 */
export async function afterSuccess<T>({ repeatable }: OperationSpec, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (repeatable) throw error;
    if (error instanceof CancelledError) throw new CancelledError('unknown');
    const reason = error instanceof PlatformError ? error : unreadable('reading it failed').with({ cause: error });
    throw reason.with({ effect: 'unknown' });
  }
}

/** Bytes from which a list is parsed record by record: longer texts are costly for V8 to keep. */
const LONG_LIST_BYTES = 128 * 1024;

/**
 * Undefined for an empty body. Text that is not JSON stays text for pages and is an error for all other records. A list with
 * a record that is nested too deeply, or has a field twice, is read without it.
 */
export function parseBody(body: Body, operation: OperationSpec): unknown {
  const { record, many } = operation.response;
  const bytes = body.reduce((sum, { length }) => sum + length, 0);
  if (many && bytes > LONG_LIST_BYTES) return recordByRecord(body, operation);
  const text = textOf(Buffer.concat(body));
  // Trimmed, because a byte order mark at the beginning is not JSON.
  const json = text.trim();
  if (json === '') return undefined;
  try {
    return exactJson(json);
  } catch (error) {
    const isPage = record === 'docPage' || record === 'health';
    if (error instanceof ExcessiveJson && !(isPage && error.limit === 'keys')) {
      if (many && (error.limit !== 'entries' || !isPaged(operation))) return recordByRecord(body, operation);
      throw tooMuch(error, operation);
    }
    if (isPage) return text;
    throw unreadable('it is not JSON');
  }
}

/** Loaded when the first compressed response comes. No encoding is requested, but some proxies compress anyway. */
const zlib = () => process.getBuiltinModule('node:zlib');

const isCompressed = (encoding: string): boolean => decoderOf(encoding) !== undefined;

/** By name in a map: a platform may name anything, such as `constructor`. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => zlib().createGunzip()],
  ['x-gzip', () => zlib().createGunzip()],
  ['deflate', () => zlib().createInflate()],
  ['br', () => zlib().createBrotliDecompress()],
]);
const decoderOf = (encoding: string) => DECODERS.get(encoding.trim().toLowerCase());

/** Takes compressed bytes; each call resolves once their content has been passed on. */
export type Inflater = NonNullable<ReturnType<typeof createInflater>>;

/** The decoder of a `content-encoding`; undefined if the bytes are not compressed. */
export function createInflater(encoding: string, take: (bytes: Buffer) => void) {
  const decoder = decoderOf(encoding)?.();
  if (decoder === undefined) return undefined;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Reported by the next write or end: nobody may be waiting when it happens.
  failed.catch(() => undefined);
  const ended = new Promise<void>((resolve) => decoder.once('end', resolve));
  decoder.on('error', () => fail(unreadable(`its ${encoding} encoding is broken`)));
  decoder.on('data', (bytes: Buffer) => {
    try {
      take(bytes);
    } catch (error) {
      fail(error);
      decoder.destroy();
    }
  });
  return {
    // Waiting for the callback applies back-pressure: it comes once the chunk is decoded.
    write: (chunk: Buffer) =>
      Promise.race([new Promise<void>((resolve) => decoder.write(chunk, () => resolve())), failed]),
    end: () => {
      decoder.end();
      return Promise.race([ended, failed]);
    },
    destroy: (): void => void decoder.destroy(),
  };
}
