/** Reads an answer's body into text under a size cap, whatever its encoding. */
import { tooLarge } from './body-errors.ts';
import { createInflater } from './stream-inflate.ts';
import type { Headers, Sink } from './transport.ts';

/** The value of a header that may come more than once. */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Error answers are read up to here; what a platform says in an error needs no more. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Collects an answer. Beyond the cap it throws, which ends the attempt; so does an error answer once enough of it is
 * known.
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
    // Ends the attempt; the status stands.
    if (this.isError && this.#bytes > MAX_ERROR_BYTES) throw new Error('enough of an error answer');
    this.#bytes += chunk.length;
    if (!this.isError && this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
    this.#chunks.push(chunk);
  }

  /** The whole body as text. @throws PlatformError where it can't be decoded, or grows beyond the cap */
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
