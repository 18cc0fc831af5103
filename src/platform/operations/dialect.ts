/**
 * Dialects: names and values that deployments use instead of the specification's (docs/platform-notes.md, "Deployments that
 * read other words"). Each operation holds its own differences; this file defines their shape and what all operations share.
 */

/** Values of AGENT_PLATFORM_DIALECT; the first is the default. */
export const DIALECTS = ['specification', 'actions'] as const;

/** The names and values that a deployment reads. */
export type Dialect = (typeof DIALECTS)[number];

/** The prefix of `/v1` in every path. */
export const PATH_PREFIXES: Readonly<Record<Dialect, string>> = { specification: '', actions: '/api' };

/**
 * How a value is sent: as the first or last millisecond of a UTC day, since 1970; or by a table, and then a value that is
 * not in it can't be sent.
 */
export type ValueMapping = 'dayStart' | 'dayEnd' | Readonly<Record<string, string>>;

/** The table for words that are sent in lower case. */
export const inLowerCase = (words: readonly string[]): ValueMapping =>
  Object.fromEntries(words.map((word) => [word, word.toLowerCase()]));

/** How a dialect expresses one field of the specification. */
export interface FieldMapping {
  /** Its name in the dialect; default: the same. */
  readonly name?: string;
  readonly values?: ValueMapping;
  /** How such a deployment reads any other value, or none; used only by the sandbox. */
  readonly otherwise?: string;
}

/** How a dialect changes the request of one operation, by the specification's names. */
export interface RequestMapping {
  readonly query?: Readonly<Record<string, FieldMapping>>;
  readonly body?: Readonly<Record<string, FieldMapping>>;
  /** Set if the list comes in pages, by `offset` and `limit` in the query: the largest `limit`, and the default. */
  readonly pages?: { readonly max: number; readonly fallback: number };
}

/** An operation's mappings; absent if only the path prefix differs. */
export type Dialects = Partial<Readonly<Record<Dialect, RequestMapping>>>;

/** The mapping of an operation in a dialect. */
export const mappingOf = ({ dialects }: { readonly dialects?: Dialects }, dialect: Dialect): RequestMapping =>
  dialects?.[dialect] ?? {};
