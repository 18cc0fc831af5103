/** Bodies of requests, bounded, as JSON or a form; bodies and queries by the table's schemas, with errors that name one field. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { MAX_FILE_BYTES } from '../../platform/operations/files.ts';
import { badRequest, HttpError } from './reply.ts';

/** Largest JSON body, and what a form may have around its file, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;
const FORM_OVERHEAD = 16 * 1024;

/** The body; undefined if it is too large. It is read to its end, so that the sender gets the response. */
async function read(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size <= maxBytes ? Buffer.concat(chunks) : undefined;
}

/** The body as parsed JSON; undefined if the request has none. @throws HttpError 413 above 1 MB, 400 if it is not JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await read(request, MAX_BODY_BYTES);
  if (body === undefined) throw new HttpError(413, `body must not exceed ${MAX_BODY_BYTES} bytes`);
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest('body is not valid JSON');
  }
}

/** The body as a form. @throws HttpError 400 above 25 MB, or if it is not a form. */
export async function readForm(request: IncomingMessage): Promise<FormData> {
  const body = await read(request, MAX_FILE_BYTES + FORM_OVERHEAD);
  if (body === undefined) throw badRequest('file must not exceed 25 MB', 'file');
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    return await new Response(body, { headers }).formData();
  } catch {
    throw badRequest('body must be multipart/form-data with a part file', 'file');
  }
}

/** A missing body counts as empty, so that required fields are named. @throws HttpError 400 with `field` */
export function parseBody<S extends z.ZodObject>(schema: S, body: unknown = {}): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('body must be a JSON object');
  return parse(schema, body);
}

/** Checks a query string; of a repeated parameter the last counts. @throws HttpError 400 with `field` */
export function parseQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): z.output<S> {
  const values = [...query].map(([name, text]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const isText = field === undefined || z.safeParse(field, text).success;
    return [name, isText ? text : readAs(text)];
  });
  return parse(schema, Object.fromEntries(values));
}

function readAs(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** A part of a path, percent-decoded. @throws HttpError 400 */
export function pathPart(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    throw badRequest('path is not properly percent-encoded');
  }
}

function parse<S extends z.ZodObject>(schema: S, values: object): z.output<S> {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? badRequest('invalid input') : explain(issue);
}

function explain(issue: z.core.$ZodIssue): HttpError {
  const field = issue.path.join('.');
  if (issue.input === undefined) return badRequest(`${field} is required`, field);
  return badRequest(`${field}: ${issue.message}`, field);
}
