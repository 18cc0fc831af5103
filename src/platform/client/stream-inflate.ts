/** Compressed answers as streams. Encodings are not asked for, but some proxies compress all the same. */
import type { Transform } from 'node:stream';
import { unreadable } from './body-errors.ts';

/** Loaded when an answer is compressed: at start-up it would cost every process half a millisecond. */
const zlib = () => process.getBuiltinModule('node:zlib');

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib().createGunzip(),
  'x-gzip': () => zlib().createGunzip(),
  deflate: () => zlib().createInflate(),
  br: () => zlib().createBrotliDecompress(),
};

/** Takes compressed bytes; each call resolves when their whole content has been handed on. */
export interface Inflater {
  write(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
  destroy(): void;
}

/** The decoder of a `content-encoding`; undefined where the bytes are the text itself. */
export function createInflater(encoding: string, take: (bytes: Buffer) => void): Inflater | undefined {
  const decoder = DECODERS[encoding.trim().toLowerCase()]?.();
  if (decoder === undefined) return undefined;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // The next write or end reports it: nobody may be waiting when it happens.
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
    // The callback comes when the chunk is decoded: waiting for it holds the connection back, so nothing piles up.
    write: (chunk) => Promise.race([new Promise<void>((resolve) => decoder.write(chunk, () => resolve())), failed]),
    end: () => {
      decoder.end();
      return Promise.race([ended, failed]);
    },
    destroy: () => void decoder.destroy(),
  };
}
