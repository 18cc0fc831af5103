/** Validation by the table's schemas, with actionable errors: one field, and what is allowed. */
import * as z from 'zod';
import { badRequest, type HttpError } from './reply.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks a body. A missing one counts as an empty object, so that required fields are named. Unknown fields are dropped.
 * @throws HttpError 400 with `field`.
 */
export function parseBody<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw badRequest('body must be a JSON object');
  }
  return parse(schema, body ?? {});
}

/**
 * Checks a query string: integers and booleans are read from their text, a repeated parameter counts once (the last).
 * @throws HttpError 400 with `field`.
 */
export function parseQuery<S extends z.ZodObject>(schema: S, query: URLSearchParams): z.output<S> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of query) values[name] = coerce(innermost(schema.shape[name]), text);
  return parse(schema, values);
}

function parse<S extends z.ZodObject>(schema: S, values: object): z.output<S> {
  const result = schema.safeParse(values, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? badRequest('invalid input') : explain(schema, issue);
}

function coerce(schema: unknown, text: string): unknown {
  if (schema instanceof z.ZodNumber && /^-?\d+$/.test(text)) return Number(text);
  if (schema instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The schema below optional, nullable and default. */
function innermost(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap();
  }
  return inner;
}

/** The schema at an issue's path, as far as objects and arrays lead to it. */
function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  let at = innermost(schema);
  for (const key of path) {
    if (at instanceof z.ZodObject) at = innermost(at.shape[String(key)]);
    else if (at instanceof z.ZodArray) at = innermost(at.element);
    else return undefined;
  }
  return at;
}

function explain(schema: z.ZodObject, issue: Issue): HttpError {
  const field = issue.path.map(String).join('.');
  if (field === '') return badRequest(issue.message);
  const missing = issue.code !== 'unrecognized_keys' && issue.input === undefined;
  if (missing) return badRequest(`${field} is required`, field);
  if (issue.code === 'too_small' && issue.origin === 'string') return badRequest(`${field} must not be empty`, field);
  return badRequest(`${field} must be ${allowed(schemaAt(schema, issue.path), issue)}`, field);
}

function allowed(schema: unknown, issue: Issue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (schema instanceof z.ZodNumber && (issue.code === 'too_small' || issue.code === 'too_big')) {
    if (issue.code === 'too_small' && !issue.inclusive) return `greater than ${issue.minimum}`;
    return bounds(schema.minValue, schema.maxValue);
  }
  // Integers of a query are parsed; any other value is still text.
  if (issue.code === 'invalid_type' && schema instanceof z.ZodNumber && schema.isInt) return 'an integer';
  if (issue.code === 'invalid_type') return TYPE_NAMES[issue.expected] ?? `of type ${issue.expected}`;
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'a date that exists, YYYY-MM-DD';
  // The messages of the table's patterns complete "must be".
  return issue.message;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  string: 'a string',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function bounds(min: number | null, max: number | null): string {
  if (max === null || max >= Number.MAX_SAFE_INTEGER) return `at least ${min ?? 0}`;
  return `between ${min ?? 0} and ${max}`;
}
