/** Refuses whole numbers that may have been rounded on their way here: the platform would get another id than was meant. */
import { Refusal } from './errors.ts';
import { fieldName } from './invisible.ts';

/** @throws Refusal if a number, at any depth, is beyond the whole numbers that a double holds exactly (2^53 - 1) */
export function refuseInexact(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Refusal(
      `Refused: ${fieldName(path)} is ${value}, which has more digits than JSON numbers keep: it may have been rounded. Nothing was sent. Send it as text, if whoever reads it takes text, or leave it out.`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) refuseInexact(part, [...path, key]);
}
