/** Texts and codes of thrown values. */

/** Its message, or its name if the message is empty, as of an AggregateError. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/** With the stack, for a log. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** The code of a Node error: `ENOENT`; undefined without one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Why a file can't be read, for a message's brackets. */
export function whyUnread(error: unknown): string {
  const code = codeOf(error) ?? 'unknown error';
  return code === 'ENOENT' ? 'no such file' : code;
}

/** The error, or an error made from another thrown value. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
