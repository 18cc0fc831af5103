/** Handlers, and the two ways to write one whose query or body is validated. */
import type * as z from 'zod';
import type { Dialect } from '../../platform/operations/dialect.ts';
import type { Visitor } from '../people.ts';
import type { World } from '../world.ts';
import type { Translated } from './dialect.ts';
import { parseBody, parseQuery, pathPart } from './read-request.ts';
import type { Reply } from './reply.ts';

/** One request after routing and authentication. */
export interface Call extends Translated {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
  /** The dialect of requests; query and body are already translated. */
  readonly dialect: Dialect;
  /** Who calls, where everybody acts as themselves. */
  readonly visitor: Visitor | undefined;
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
