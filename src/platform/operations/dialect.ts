/**
 * Deployments that read other words than the specification's (docs/platform-notes.md, "Deployments that read other words").
 * Which words those are is written beside each operation; here is only the shape of that data, and what holds for all
 * operations.
 */

/** Values of AGENT_PLATFORM_DIALECT; the first is the default. */
export const DIALECTS = ['specification', 'actions'] as const;

/** Which words a deployment reads. */
export type Dialect = (typeof DIALECTS)[number];

/** What precedes `/v1` in every path. */
export const PATH_PREFIXES: Readonly<Record<Dialect, string>> = { specification: '', actions: '/api' };

/**
 * How a value is written: in lower case; as the first or last millisecond of a UTC day, since 1970; or word by word, and
 * then a value that is not listed can't be sent.
 */
export type ValueWords = 'lower' | 'dayStart' | 'dayEnd' | Readonly<Record<string, string>>;

/** How a dialect expresses one field of the specification. */
export interface FieldWords {
  /** Its name there; the same unless given. */
  readonly name?: string;
  readonly values?: ValueWords;
  /** How such a deployment reads any other value, or none: only the sandbox needs it. */
  readonly otherwise?: string;
}

/** What a dialect changes in the request of one operation, by the specification's names. */
export interface Wording {
  readonly query?: Readonly<Record<string, FieldWords>>;
  readonly body?: Readonly<Record<string, FieldWords>>;
  /** The list comes in pages, by `offset` and `limit` in the query: the largest, and the one that comes without `limit`. */
  readonly pages?: { readonly max: number; readonly fallback: number };
}

/** What an operation says of each dialect; absent where only the path prefix differs. */
export type Dialects = Partial<Readonly<Record<Exclude<Dialect, 'specification'>, Wording>>>;

const PLAIN: Wording = {};

/** The wording of an operation in a dialect. */
export function wordingOf(operation: { readonly dialects?: Dialects }, dialect: Dialect): Wording {
  return (dialect === 'specification' ? undefined : operation.dialects?.[dialect]) ?? PLAIN;
}
