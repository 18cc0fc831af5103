/**
 * Handlers, the two ways to write one whose query or body is validated, and the translation of requests in a dialect, since
 * handlers know only the specification. Like such a deployment, it silently ignores unknown names and values, including the
 * specification's.
 */
import * as z from 'zod';
import type { Dialect, FieldMapping } from '../../platform/operations/dialect.ts';
import { type OperationName, operations } from '../../platform/operations/index.ts';
import type { OperationSpec } from '../../platform/operations/operation.ts';
import { limit, offset } from '../../platform/operations/schemas.ts';
import { isoDay } from '../clock.ts';
import type { World } from '../world.ts';
import { parseBody, parseQuery, pathPart } from './read-request.ts';
import type { Reply } from './reply.ts';

/** One request after routing and authentication. */
export interface Call extends Translated {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
  /** The dialect of requests; query and body are already translated. */
  readonly dialect: Dialect;
}

/** Serves one operation. @throws HttpError for every response that is an error. */
export type Handler = (call: Call) => Reply | Promise<Reply>;

/** A handler whose query string is validated by the table's schema. */
export function querying<S extends z.ZodObject>(
  schema: () => S,
  run: (call: Call, query: z.output<S>) => Reply | Promise<Reply>,
): Handler {
  return (call) => run(call, parseQuery(schema(), call.query));
}

/** A handler whose body is validated by the table's schema. */
export function receiving<S extends z.ZodObject>(
  schema: () => S,
  run: (call: Call, body: z.output<S>) => Reply | Promise<Reply>,
): Handler {
  return (call) => run(call, parseBody(schema(), call.body));
}

/** A path parameter by its name in the table. */
export const param = (call: Call, name: string): string => pathPart(call.params[name] ?? '');

/** A request with the specification's names and values. */
export type Translated = ReturnType<typeof translate>;

/** An approval in any other words counts as a rejection. */
const DEFAULT_FIELDS: Partial<Record<OperationName, object>> = { handleThreadApproval: { status: 'REJECTED' } };

/** @throws HttpError 400 for a page out of bounds */
export function translate(name: OperationName, dialect: Dialect, query: URLSearchParams, body: unknown) {
  const mapping = (operations[name] as OperationSpec).dialects?.[dialect] ?? {};
  const fields = mapping.query && fieldsIn(Object.fromEntries(query), mapping.query);
  const texts = fields && Object.entries(fields).map(([field, value]): [string, string] => [field, String(value)]);
  return {
    query: texts ? new URLSearchParams(texts) : query,
    /** Parsed JSON, not validated. */
    body: mapping.body ? { ...DEFAULT_FIELDS[name], ...fieldsIn(body, mapping.body) } : body,
    /** The requested page of a list that only this dialect paginates. */
    page: mapping.pageSize ? parseQuery(z.object({ offset: offset(), limit: limit(10) }), query) : undefined,
  };
}

function fieldsIn(sent: unknown, mappings: Readonly<Record<string, FieldMapping>>): Record<string, unknown> {
  const entries = Object.entries(typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {});
  const known = Object.entries(mappings);
  const translated = known.map(([field, how]): [string, unknown] => {
    const value = entries.find(([sentName]) => sentName === (how.name ?? field))?.[1];
    return [field, specifiedValue(value, how)];
  });
  const others = entries.filter(
    ([sentName]) => !known.some(([field, { name }]) => sentName === field || sentName === name),
  );
  return Object.fromEntries([...others, ...translated.filter(([, value]) => value !== undefined)]);
}

/** The last instant of a JavaScript date. */
const LAST_INSTANT = 8.64e15;

/** The specification's value; undefined if such a deployment does not know the value. */
function specifiedValue(value: unknown, { values, day }: FieldMapping): unknown {
  if (day !== undefined) {
    return typeof value === 'number' && Math.abs(value) <= LAST_INSTANT ? isoDay(value) : undefined;
  }
  return values === undefined ? value : values.find((word) => word.toLowerCase() === value);
}
