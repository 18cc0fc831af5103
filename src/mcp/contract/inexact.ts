/** Refuses what may not have arrived as it was written, or would not be sent so: the platform would get something else. */
import { Refusal } from './errors.ts';
import { fieldName } from './invisible.ts';

/**
 * @throws Refusal if a field, at any depth, is called `__proto__`, or a number is beyond the whole numbers that a double holds
 *   exactly (2^53 - 1), as far as it can be told that it was written in digits: 10^22 looks like `1e22`
 */
export function refuseInexact(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'number' && !isExact(value)) {
    throw new Refusal(
      `Refused: ${fieldName(path)} is ${value}, which has more digits than JSON numbers keep: it may have been rounded. Nothing was sent. Leave it out, or send it as text if whoever reads it takes text.`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    // Schemas drop it.
    if (key === '__proto__')
      throw new Refusal(`Refused: ${fieldName([...path, key])} can't be sent. Nothing was sent. Use another name.`);
    refuseInexact(part, [...path, key]);
  }
}

/** Few digits before an exponent: a bound, such as `1e300`, and no id. */
const BOUND = /^-?\d(?:\.\d{1,14})?e\+/;

const isExact = (value: number): boolean =>
  Number.isSafeInteger(value) ||
  (Number.isFinite(value) && !Number.isInteger(value)) ||
  BOUND.test(String(value)) ||
  Math.abs(value) === Number.MAX_VALUE;
