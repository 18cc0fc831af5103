/** Reads an answer's body into text under a size cap, whatever its encoding. */
import { PlatformError } from './errors.ts';
import type { Headers, Sink } from './transport.ts';

/** The value of a header that may come more than once. */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Error answers are read up to here; what a platform says in an error needs no more. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Collects an answer. Beyond the cap it throws, which ends the attempt; so does an error answer once enough of it is known. */
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
  text(): string {
    const bytes = Buffer.concat(this.#chunks);
    return decode(bytes, header(this.headers, 'content-encoding') ?? '', this.#maxBytes).toString('utf8');
  }
}

/** Loaded when an answer is compressed: at start-up it would cost every process half a millisecond. */
const zlib = () => process.getBuiltinModule('node:zlib');

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: (bytes, options) => zlib().gunzipSync(bytes, options),
  'x-gzip': (bytes, options) => zlib().gunzipSync(bytes, options),
  deflate: (bytes, options) => zlib().inflateSync(bytes, options),
  br: (bytes, options) => zlib().brotliDecompressSync(bytes, options),
};

/** Encodings are not asked for, but some proxies compress all the same. */
function decode(bytes: Buffer, encoding: string, maxBytes: number): Buffer {
  const decoder = DECODERS[encoding.trim().toLowerCase()];
  if (decoder === undefined) return bytes;
  try {
    return decoder(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes);
    throw unreadable(`its ${encoding} encoding is broken`);
  }
}

export function tooLarge(maxBytes: number): PlatformError {
  return new PlatformError({
    fixer: 'caller',
    kind: 'too-large',
    what: `The platform's answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB, so it was not read.`,
    advice: 'Narrow the request (filters, a smaller limit), or raise AGENT_PLATFORM_MAX_RESPONSE_MB.',
    effect: 'none',
  });
}

/** An answer with a status of success that is not what was promised. */
export function unreadable(why: string): PlatformError {
  return new PlatformError({
    fixer: 'platform',
    kind: 'unreadable',
    what: `The platform's answer could not be read: ${why}.`,
    advice: 'Check that AGENT_PLATFORM_BASE_URL, its path too, is the address of the API and not of a web page.',
    effect: 'none',
  });
}
