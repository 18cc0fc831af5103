/** Refuses numbers that may have been rounded on their way here: the platform would get another id than was meant. */
import { Refusal } from './errors.ts';
import { fieldName } from './invisible.ts';

/** @throws Refusal if a number, at any depth, is written in digits beyond what a double holds exactly (2^53 - 1), or infinite */
export function refuseInexact(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'number' && !isExact(value)) {
    throw new Refusal(
      `Refused: ${fieldName(path)} is ${value}, which has more digits than JSON numbers keep: it may have been rounded. Nothing was sent. Leave it out, or send it as text if whoever reads it takes text.`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) refuseInexact(part, [...path, key]);
}

/** `1e300` is a bound and no id: nobody writes its digits. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (Number.isSafeInteger(value) || !/^-?\d+$/.test(String(value)));
