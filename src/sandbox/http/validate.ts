/** Validation by the table's schemas, with errors that name one field and what is allowed. */
import * as z from 'zod';
import { badRequest, type HttpError } from './reply.ts';

/**
 * Checks a body. A missing one counts as an empty object, so that required fields are named. Unknown fields are dropped.
 * @throws HttpError 400 with `field`.
 */
export function parseBody<S extends z.ZodObject>(schema: S, body: unknown = {}): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('body must be a JSON object');
  return parse(schema, body);
}

/**
 * Checks a query string: numbers and booleans are read from their text, a repeated parameter counts once (the last).
 * @throws HttpError 400 with `field`.
 */
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
