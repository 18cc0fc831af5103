/** What is said of a setting that can't be used. */
import { nearest } from '../basics/nearest.ts';
import { booleanOf } from './boolean.ts';

/** A setting that can't be used: the message names the variable or flag, what it held and what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Whether a value that can't be used may be repeated: a token may have been pasted into the wrong place, an address may
 * carry a password. What is short and a number, a word of five letters or a choice mistyped is no secret.
 */
export const isHarmless = (text: string, choices: readonly string[] = []): boolean =>
  /^(?:[-+\d\s.,e]{1,9}|[a-z]{1,5})$/i.test(text) ||
  (/^[a-z]{1,10}$/i.test(text) && nearest(text, choices) !== undefined);

/** The same of a name that does not exist, of an option or a tool: letters, few of them or near a name that does. */
export const isHarmlessName = (name: string, known: readonly string[] = []): boolean =>
  /^[a-z_-]{1,30}$/i.test(name) && (name.length <= 12 || nearest(name, known) !== undefined);

/** `no` among `on` and `off` means off, although a slip of the finger makes it on. */
function saysTheSame(text: string, choices: readonly string[]): string | undefined {
  const said = booleanOf(text);
  return said === undefined ? undefined : choices.find((choice) => booleanOf(choice) === said);
}

/** What is said of a value that does not fit: the value where it is harmless, what is allowed, and the nearest choice. */
export function unusable(
  source: string,
  text: string,
  allowed: string,
  choices: readonly string[] = [],
): SettingsError {
  const isShown = isHarmless(text, choices);
  const what = isShown ? `is "${text}", but` : "can't be used (not repeated here, since it may be a secret): it";
  const guess = isShown ? (saysTheSame(text, choices) ?? nearest(text, choices)) : undefined;
  return new SettingsError(`${source} ${what} must be ${allowed}.${guess ? ` Did you mean ${guess}?` : ''}`);
}
