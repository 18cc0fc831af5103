/** A file as the one part, `file`, of a multipart/form-data body (RFC 7578), sent piece by piece. */

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

/** A file to send. Each attempt reads it again. */
export interface Upload {
  readonly name: string;
  /** `image/png`. */
  readonly type: string;
  /** Bytes, exactly. */
  readonly size: number;
  /** The content from its beginning, once per attempt. A thrown error aborts the request. */
  read(): AsyncIterable<Uint8Array>;
}

interface MultipartBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: Readable;
}

/** Sets the length in the headers, so the body is not chunked. The file is read only when the stream is. */
export function multipart(upload: Upload): MultipartBody {
  const boundary = `----agent-platform-mcp-${randomBytes(16).toString('hex')}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(upload.name)}"\r\nContent-Type: ${upload.type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + upload.size + tail.length),
    },
    stream: Readable.from(parts(head, upload, tail), { objectMode: false }),
  };
}

async function* parts(head: Buffer, upload: Upload, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  yield* upload.read();
  yield tail;
}

/** Escaped as in the URL Standard for forms: a quote or a line break would end the header. */
const quoted = (name: string): string =>
  name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
