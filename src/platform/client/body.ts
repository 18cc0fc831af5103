/** The body of a response: decompressed, capped in size, and read as text or JSON. */
import type { Transform } from 'node:stream';
import { isPaged } from '../operations/index.ts';
import type { OperationSpec } from '../operations/operation.ts';
import { ExcessiveJson } from '../parse/json-scan.ts';
import { exactJson } from '../parse/json-text.ts';
import { tooLarge, tooMuch, unreadable } from './call-errors.ts';
import { CancelledError, PlatformError } from './errors.ts';
import { type Share, SMALL_BYTES } from './share.ts';
import { recordByRecord, textOf } from './stream-splitter.ts';
import type { Headers, Sink } from './transport.ts';

/** The first value of a header, which may be repeated. */
export const header = (headers: Headers, name: string): string | undefined => [headers[name]].flat()[0];

/** A response in parts, in order. */
export type Body = readonly Buffer[];

/** Bytes of an error response that are read; an error message needs no more. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Collects a response. It throws, which ends the attempt, if a success exceeds the cap or an error 64 KB. */
export class Collector implements Sink {
  status = 0;
  headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  readonly #operation: OperationSpec;
  readonly #share: Share;
  #announced = 0;
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
    this.#announced = Number(header(headers, 'content-length') ?? 0);
    if (this.#announced > this.#maxBytes) throw tooLarge(this.#maxBytes, this.#operation);
  }

  get isError(): boolean {
    return this.status >= 300;
  }

  data(chunk: Buffer): Promise<void> | undefined {
    // Ends the attempt; the status still counts.
    if (this.isError && this.#bytes > MAX_ERROR_BYTES) throw new Error('enough of an error response');
    this.#bytes += chunk.length;
    if (!this.isError && this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes, this.#operation);
    this.#chunks.push(chunk);
    if (this.#bytes <= SMALL_BYTES || this.#share.isTaken) return undefined;
    return this.#share.take(this.#announced || this.#maxBytes);
  }

  /** What came so far, once. */
  body(): Body {
    return this.#chunks.splice(0);
  }
}

/** Whatever ends the reading of a write's response, its effect is unknown: it was sent. */
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

/** Undefined for an empty body. Only pages may be plain text. A list loses records that are too deep, or have a key twice. */
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

/** Loaded when the first compressed response comes. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** By name in a map: a platform may name anything, such as `constructor`. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => zlib().createGunzip()],
  ['x-gzip', () => zlib().createGunzip()],
  ['deflate', () => zlib().createInflate()],
  ['br', () => zlib().createBrotliDecompress()],
]);

/** No encoding is requested, but some proxies compress anyway. `end` rejects what is broken or was cut off. */
export function decompressing(sink: Sink) {
  let decoder: Transform | undefined;
  let decoded: Promise<void> | undefined;
  let isEmpty = true;
  const decode = async (parts: AsyncIterable<Buffer>, encoding: string): Promise<void> => {
    try {
      for await (const part of parts) await sink.data(part);
    } catch (error) {
      const isOfSink = error instanceof PlatformError || error instanceof CancelledError;
      throw isOfSink ? error : unreadable(`its ${encoding} encoding is broken`);
    }
  };
  return {
    start(status: number, headers: Headers): void {
      const encoding = (header(headers, 'content-encoding') ?? '').trim().toLowerCase();
      decoder = DECODERS.get(encoding)?.();
      // The length is that of the compressed bytes.
      sink.start(status, decoder === undefined ? headers : { ...headers, 'content-length': undefined });
      decoded = decoder && decode(decoder, encoding);
      // Reported by the next write or end: nobody may be waiting when it happens.
      decoded?.catch(() => undefined);
    },
    data(chunk: Buffer) {
      if (decoder === undefined) return sink.data(chunk);
      isEmpty = false;
      const to = decoder;
      // Its callback comes once the chunk is decoded, but not if it can't be.
      return Promise.race([new Promise<void>((resolve) => to.write(chunk, () => resolve())), decoded]);
    },
    async end(): Promise<void> {
      // Some proxies name an encoding of nothing, too: a 204 to a decision would read as broken.
      if (isEmpty) return;
      decoder?.end();
      await decoded;
    },
  };
}
