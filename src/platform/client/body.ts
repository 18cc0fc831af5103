/** The body of a response: decompressed, capped in size, and read as text or JSON. */
import { isAscii } from 'node:buffer';
import type { Transform } from 'node:stream';
import type { OperationSpec } from '../operations/operation.ts';
import { ExcessiveJson } from '../parse/json-scan.ts';
import { exactJson } from '../parse/json-text.ts';
import { tooLarge, tooMuch, unreadable } from './call-errors.ts';
import { betweenSteps, type Share, SMALL_BYTES } from './share.ts';
import { isPaged } from './smaller-page.ts';
import { eachAlone } from './stream-splitter.ts';
import type { Headers, Sink } from './transport.ts';

/** The first value of a header, which may be repeated. */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

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

  data(chunk: Buffer): Promise<void> | undefined {
    // Ends the attempt; the status still counts.
    if (this.isError && this.#bytes > MAX_ERROR_BYTES) throw new Error('enough of an error answer');
    this.#bytes += chunk.length;
    if (!this.isError && this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes, this.#operation);
    this.#chunks.push(chunk);
    if (this.#bytes <= SMALL_BYTES || this.#share.isTaken) return undefined;
    return this.#share.take(this.#announced > 0 ? this.#announced : this.#maxBytes);
  }

  /** The whole body as text. */
  async text(): Promise<string> {
    await betweenSteps(this.#share);
    return textOf(this.#chunks.splice(0));
  }
}

/** UTF-8 as text. ASCII alone, as most responses are, takes half the time as Latin-1. */
function textOf(parts: readonly Buffer[]): string {
  const bytes = Buffer.concat(parts);
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/**
 * Undefined for an empty body. Text that is not JSON stays text for pages and is an error for all other records. A list with
 * a record that is nested too deeply, or has a field twice, is read without it.
 */
export function parseBody(text: string, operation: OperationSpec): unknown {
  // Trimmed, because a byte order mark at the beginning is not JSON.
  const json = text.trim();
  if (json === '') return undefined;
  try {
    return exactJson(json);
  } catch (error) {
    if (error instanceof ExcessiveJson) {
      if (operation.response.many && (error.limit !== 'entries' || !isPaged(operation)))
        return eachAlone(json, operation);
      throw tooMuch(error, operation);
    }
    if (['docPage', 'health'].includes(operation.response.record)) return text;
    throw unreadable('it is not JSON');
  }
}

/** Loaded when the first compressed response comes. No encoding is requested, but some proxies compress anyway. */
const zlib = () => process.getBuiltinModule('node:zlib');

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => zlib().createGunzip()],
  ['x-gzip', () => zlib().createGunzip()],
  ['deflate', () => zlib().createInflate()],
  ['br', () => zlib().createBrotliDecompress()],
]);

/**
 * Passes a response on decompressed, and without the length of what was sent. `end` settles once all of it was passed on.
 * @throws PlatformError if it can't be decompressed; what the sink throws
 */
export function decompressing(sink: Sink): Sink & { end(): Promise<void> } {
  let decoder: Transform | undefined;
  let taken: ReturnType<Sink['data']>;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Reported by the next step: nobody may be waiting when it happens.
  failed.catch(() => undefined);
  // The callback comes once everything before it is decoded, which applies back-pressure.
  const passedOn = (step: (done: () => void) => void): Promise<void> =>
    Promise.race([new Promise<void>(step), failed]).then(() => taken);
  return {
    start(status, headers) {
      const encoding = header(headers, 'content-encoding') ?? '';
      decoder = DECODERS.get(encoding.trim().toLowerCase())?.();
      sink.start(status, decoder === undefined ? headers : { ...headers, 'content-length': undefined });
      decoder?.on('error', () => fail(unreadable(`its ${encoding} encoding is broken`)));
      decoder?.on('data', (bytes: Buffer) => {
        try {
          taken = sink.data(bytes);
        } catch (error) {
          fail(error);
          decoder?.destroy();
        }
      });
    },
    data: (chunk) =>
      decoder === undefined ? sink.data(chunk) : passedOn((done) => decoder?.write(chunk, () => done())),
    end: async () => {
      if (decoder !== undefined) await passedOn((done) => decoder?.once('end', done).end());
    },
  };
}
