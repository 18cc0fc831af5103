/** The body of an answer: decompressed, capped in size, and read as text or JSON. */
import type { Transform } from 'node:stream';
import type { OperationSpec } from '../operations/operation.ts';
import { exactJson } from '../parse/json-text.ts';
import { tooLarge, unreadable } from './call-errors.ts';
import { PlatformError } from './errors.ts';
import type { Headers, Sink } from './transport.ts';

/** The first value of a header, which may be repeated. */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Bytes of an error answer that are read; an error message needs no more. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Collects an answer. It throws, which ends the attempt, if a success exceeds the cap or an error answer exceeds 64 KB.
 */
export class Collector implements Sink {
  status = 0;
  headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  start(status: number, headers: Headers): void {
    this.status = status;
    this.headers = headers;
    if (this.isError) return;
    const announced = Number(header(headers, 'content-length'));
    if (announced > this.#maxBytes) throw tooLarge(this.#maxBytes);
  }

  get isError(): boolean {
    return this.status >= 300;
  }

  data(chunk: Buffer): void {
    // Ends the attempt; the status still counts.
    if (this.isError && this.#bytes > MAX_ERROR_BYTES) throw new Error('enough of an error answer');
    this.#bytes += chunk.length;
    if (!this.isError && this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
    this.#chunks.push(chunk);
  }

  /** The whole body as text. @throws PlatformError if it can't be decoded or exceeds the cap */
  async text(): Promise<string> {
    const parts: Buffer[] = [];
    let bytes = 0;
    const inflater = createInflater(header(this.headers, 'content-encoding') ?? '', (part) => {
      bytes += part.length;
      if (bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
      parts.push(part);
    });
    if (inflater === undefined) return Buffer.concat(this.#chunks).toString('utf8');
    for (const chunk of this.#chunks) await inflater.write(chunk);
    await inflater.end();
    return Buffer.concat(parts).toString('utf8');
  }
}

/** The body of a success. If it can't be decoded, the effect of a write is unknown. */
export async function successText(collector: Collector, operation: OperationSpec): Promise<string> {
  try {
    return await collector.text();
  } catch (error) {
    if (error instanceof PlatformError && !operation.repeatable) throw error.with({ effect: 'unknown' });
    throw error;
  }
}

/** The body of an error; empty if it can't be decoded, because the status still counts. */
export async function errorTextOf(collector: Collector): Promise<string> {
  try {
    return await collector.text();
  } catch {
    return '';
  }
}

/** Undefined for an empty body. Text that is not JSON stays text for pages and is an error for all other records. */
export function parseBody(text: string, operation: OperationSpec): unknown {
  if (text.trim() === '') return undefined;
  try {
    // Trimmed, because a byte order mark at the beginning is not JSON.
    return exactJson(text.trim());
  } catch {
    if (['docPage', 'health'].includes(operation.answer.record)) return text;
    throw unreadable('it is not JSON').with({ effect: operation.repeatable ? 'none' : 'unknown' });
  }
}

/** Loaded when the first compressed answer comes. No encoding is requested, but some proxies compress anyway. */
const zlib = () => process.getBuiltinModule('node:zlib');

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib().createGunzip(),
  'x-gzip': () => zlib().createGunzip(),
  deflate: () => zlib().createInflate(),
  br: () => zlib().createBrotliDecompress(),
};

/** Takes compressed bytes; each call resolves once their content has been passed on. */
export interface Inflater {
  write(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
  destroy(): void;
}

/** The decoder of a `content-encoding`; undefined if the bytes are not compressed. */
export function createInflater(encoding: string, take: (bytes: Buffer) => void): Inflater | undefined {
  const decoder = DECODERS[encoding.trim().toLowerCase()]?.();
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
    write: (chunk) => Promise.race([new Promise<void>((resolve) => decoder.write(chunk, () => resolve())), failed]),
    end: () => {
      decoder.end();
      return Promise.race([ended, failed]);
    },
    destroy: () => void decoder.destroy(),
  };
}
