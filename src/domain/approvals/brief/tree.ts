/** The notations of wanted values as a tree of their letters, which grows only where a text goes. */

import { groupBy } from '../../../basics/maps.ts';
import type { Needle, Wanted } from './needles.ts';

/** A wanted value, and how it is written in a call. */
export type WantedText = Wanted & { readonly raw: string };

/** The tree of all notations of these values. */
export const treeOf = (wanted: readonly WantedText[]): Branch =>
  new Branch(
    wanted.flatMap(({ is, parts, raw }, index) =>
      is === 'free'
        ? []
        : parts.flatMap((needles, part) =>
            needles.flatMap((needle): Ending[] => (needle.text === '' ? [] : [endingOf(needle, raw, { index, part })])),
          ),
    ),
  );

const endingOf = (needle: Needle, raw: string, of: Of): Ending => ({
  needle,
  isAddress: raw.includes('@'),
  // No number of nine digits is an amount; ids are grouped in many ways: `204.88120.55-1`.
  isDotted: needle.as === 'day' || needle.as === 'month-first' || raw.includes('.') || /^\+?\d{9,}$/.test(raw),
  of: [of],
});

/** A wanted value, and the part of it that a notation is of. */
interface Of {
  readonly index: number;
  readonly part: number;
}
/**
 * A notation, once for all the values that it may be of: a thousand may share a word. `isDotted`: a point may stand between its
 * digits; `isAddress`: it ends where a mail address does.
 */
export interface Ending {
  readonly needle: Needle;
  readonly isDotted: boolean;
  readonly isAddress: boolean;
  readonly of: [Of, ...Of[]];
}

/** The notations that begin with the same letters. They are told apart letter by letter, as far as a text goes on with them. */
export class Branch {
  /** Those that end here. */
  readonly ends: readonly Ending[];
  readonly #depth: number;
  /** Those that go on, by their next letter; as a branch once a text went on with it. */
  readonly #longer: Map<number, readonly Ending[] | Branch>;

  constructor(all: readonly Ending[], depth = 0) {
    // Behind its last letter a notation has the code NaN.
    const byLetter = groupBy(all, ({ needle }) => needle.text.charCodeAt(depth));
    this.ends = mergedOf(byLetter.get(Number.NaN) ?? []);
    this.#depth = depth;
    this.#longer = new Map(byLetter);
  }

  /** Those that go on with a letter. */
  next(code: number): Branch | undefined {
    const found = this.#longer.get(code);
    if (found === undefined || found instanceof Branch) return found;
    const branch = new Branch(found, this.#depth + 1);
    this.#longer.set(code, branch);
    return branch;
  }
}

/** Of notations that are found at the same places one, with the values of all. */
function mergedOf(all: readonly Ending[]): readonly Ending[] {
  const merged: Ending[] = [];
  for (const one of all) {
    const same = merged.find((other) => areFoundTogether(other, one));
    if (same === undefined) merged.push(one);
    else same.of.push(...one.of);
  }
  return merged;
}

/** Whether two notations of one text are found at the same places. */
const areFoundTogether = (one: Ending, other: Ending): boolean =>
  one.isDotted === other.isDotted &&
  one.isAddress === other.isAddress &&
  one.needle.as === other.needle.as &&
  one.needle.after?.source === other.needle.after?.source &&
  one.needle.before?.source === other.needle.before?.source &&
  one.needle.isConverted === other.needle.isConverted;
