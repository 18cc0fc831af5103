/** What a change would do to a record, field by field: for the human who is asked whether it may be made. */
import { compareFields } from '../mcp/contract/compare-fields.ts';
import type { Json } from '../platform/parse/coerce.ts';
import { jsonText } from '../platform/parse/json-text.ts';
import { foreign } from '../platform/text.ts';

/** One field that would change. Texts are cleaned; secrets in them are masked. */
export interface Difference {
  /** The keys that lead to the field: `['assistantSpecialization', 'presets']`. */
  readonly path: readonly [string, ...string[]];
  /** Undefined where the record does not show the field. */
  readonly before: string | undefined;
  /** Undefined for a field that the change leaves out: a platform that replaces the object around it drops it. */
  readonly after: string | undefined;
  /** Characters at the beginning and at the end that stay, and are in neither text. */
  readonly stays: number;
}

/** The fields of `asked` whose value is another one in `standing`, and those that hold a secret. */
export const differences = (asked: Json, standing: Json): Difference[] =>
  compareFields(asked, standing)
    .filter(({ isSame }) => !isSame)
    .map(({ path, before, after }) => ({ path, ...changedParts(words(before), words(after)) }));

/** Masked before anything is compared: nobody may learn how much of a secret would stay. */
const words = (value: unknown): string | undefined =>
  value === undefined ? undefined : foreign(typeof value === 'string' ? value : jsonText(value)).visible;

/** Texts longer than this are shown without the beginning and end that stay. */
const LONG = 400;
/** Characters of these that are shown all the same, for the reader to find the place. */
const AROUND = 60;

function changedParts(before: string | undefined, after: string | undefined): Omit<Difference, 'path'> {
  if (before === undefined || after === undefined || Math.max(before.length, after.length) <= LONG) {
    return { before, after, stays: 0 };
  }
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const from = Math.max(0, head - AROUND);
  const left = Math.max(0, tail - AROUND);
  const middle = (text: string): string => text.slice(from, text.length - left).toWellFormed();
  return { before: middle(before), after: middle(after), stays: from + left };
}
