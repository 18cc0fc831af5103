/** Reading request bodies: bounded, then JSON. */
import type { IncomingMessage } from 'node:http';
import { MAX_FILE_BYTES } from '../../platform/operations/files.ts';
import { badRequest, HttpError } from './reply.ts';

/** Largest body that is read, in bytes; beyond it the answer is 413. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Bytes of an oversized body that are still read, so that the sender gets the 413 and not a broken connection. */
const MAX_DRAINED_BYTES = 16 * MAX_BODY_BYTES;

/**
 * The body as parsed JSON; undefined if the request has none.
 * @throws HttpError 413 above {@link MAX_BODY_BYTES}, 400 if it is not JSON.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    if (size > MAX_DRAINED_BYTES) break;
  }
  if (size > MAX_BODY_BYTES) {
    throw new HttpError(413, `body must not exceed ${MAX_BODY_BYTES} bytes`, {}, { connection: 'close' });
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw badRequest('body is not valid JSON');
  }
}

/** Bytes of a form around its file. */
const FORM_OVERHEAD = 16 * 1024;

/** The body as a form. @throws HttpError 400 above 25 MB, or if it is not a form. */
export async function readForm(request: IncomingMessage): Promise<FormData> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size <= MAX_FILE_BYTES + FORM_OVERHEAD) chunks.push(chunk);
  }
  if (size > MAX_FILE_BYTES + FORM_OVERHEAD) throw badRequest('file must not exceed 25 MB', 'file');
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    return await new Response(Buffer.concat(chunks), { headers }).formData();
  } catch {
    throw badRequest('body must be multipart/form-data with a part file', 'file');
  }
}
