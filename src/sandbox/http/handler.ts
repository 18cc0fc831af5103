/** Handlers, and the three ways to write one: without body and query, with a query, with a body. */
import type * as z from 'zod';
import type { Dialect } from '../../platform/operations/dialect.ts';
import type { Visitor } from '../people.ts';
import type { World } from '../world.ts';
import type { Translated } from './dialect.ts';
import { notFound, type Reply } from './reply.ts';
import { parseBody, parseQuery } from './validate.ts';

/** One request after routing and authentication. */
export interface Call extends Translated {
  readonly world: World;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The dialect of requests; query and body are already translated. */
  readonly dialect: Dialect;
  /** Who calls, where everybody acts as themselves. */
  readonly visitor: Visitor | undefined;
}

/** Answers one operation. @throws HttpError for every answer that is an error. */
export type Handler = (call: Call) => Reply | Promise<Reply>;

/** A handler that takes neither body nor query. */
export function plain(run: Handler): Handler {
  return run;
}

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
export function param(call: Call, name: string): string {
  const value = call.params[name];
  // A misspelt name in the code, or an empty path segment.
  if (value === undefined || value === '') throw notFound(name);
  return value;
}
