/** What can be said of whatever was thrown. */

/** Its words, or its name where it has none: an AggregateError, say. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/** With the stack, for a log. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** The code that Node gives its errors: `ENOENT`; undefined where there is none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** The error itself, or one that says what was thrown instead. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
