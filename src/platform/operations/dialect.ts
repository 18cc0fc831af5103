/**
 * Dialects: names and values that deployments use instead of the specification's (docs/platform-notes.md, "Deployments that
 * expect other words"). Each operation holds its own differences; this file defines their shape and what all operations share.
 */

/** Values of AGENT_PLATFORM_DIALECT; the first is the default. */
export const DIALECTS = ['specification', 'actions'] as const;

/** The names and values that a deployment expects. */
export type Dialect = (typeof DIALECTS)[number];

/** The prefix of `/v1` in every path. */
export const PATH_PREFIXES: Readonly<Record<Dialect, string>> = { specification: '', actions: '/api' };

/** How a dialect expresses one field of the specification. */
export interface FieldMapping {
  /** Its name in the dialect; default: the same. */
  readonly name?: string;
  /** The words that are sent, in lower case; the dialect has none for any other value. */
  readonly values?: readonly string[];
  /** A day is sent as its first or last millisecond in UTC, since 1970. */
  readonly day?: 'first' | 'last';
}

/** How a dialect changes the request of one operation, by the specification's names. */
export interface RequestMapping {
  readonly query?: Readonly<Record<string, FieldMapping>>;
  readonly body?: Readonly<Record<string, FieldMapping>>;
  /** Set if the list comes in pages, by `offset` and `limit` in the query: the largest `limit`. */
  readonly pageSize?: number;
}

/** An operation's mappings; absent if only the path prefix differs. */
export type Dialects = Partial<Readonly<Record<Dialect, RequestMapping>>>;
