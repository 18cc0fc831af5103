/** Values of calls that may follow from others, and what stands beside each. */

import { groupBy } from '../../../basics/maps.ts';
import { isShareKey } from './contradict-money.ts';
import type { CallValue, Leaf } from './input.ts';
import type { Source } from './needles.ts';
import type { Said } from './said.ts';

/** A value of a call, with who stated it, if anybody did. */
export interface Computable extends CallValue {
  /** Number of the call's message: what was said there or later doesn't count. */
  readonly before: number;
  stated?: Source;
  /** Number of the message in which a user agreed to it, and of the agent's that told it to the user. */
  confirmed?: number;
  told?: number;
  /** How it follows from what was said. */
  computed?: Source;
  /** Nobody said it, and it follows from nothing: the call's later values may follow from it. */
  isRoot?: boolean;
}

/** Percentages that are tried for each value. */
export const MOST_PERCENTS = 4;

/** What a value of a call may follow from. */
export interface Beside {
  /** The call's other arguments, and of them the numbers that are known, or follow from what is. */
  readonly all: readonly Computable[];
  readonly known: readonly Known[];
  /** The same, with 0 and 1: nobody says that there is one of something. */
  readonly summable: ReadonlyMap<Leaf, number>;
  /** The lengths of lists of single values. */
  readonly lists: readonly number[];
  readonly percents: readonly number[];
}

/** Whether somebody stated a value, or was told it, or it follows from others; or from nothing, and others may follow from it. */
export const isKnown = ({ stated, confirmed, told, computed, isRoot }: Computable): boolean =>
  isRoot === true || [stated, confirmed, told, computed].some((one) => one !== undefined);

/** A number of a call that is known. */
export interface Known {
  readonly number: number;
  readonly leaf: Leaf;
}

/** What stands beside a value: the other arguments of its call, and percentages said before it. */
export function argumentsBeside({ call, leaf, before }: Computable, sought: readonly Computable[], said: Said): Beside {
  const all = sought.filter((one) => one.call === call && one.leaf !== leaf);
  const known = all
    .filter(isKnown)
    .flatMap(({ number = 0, leaf: of }): Known[] => (number > 1e-4 && number !== 1 ? [{ number, leaf: of }] : []));
  const single = all.flatMap(({ number, leaf: of }): Known[] =>
    number === 1 || number === 0 ? [{ number, leaf: of }] : [],
  );
  const entries = groupBy(all, (one) => one.leaf.path);
  const own = known.flatMap((one) => (isShareKey(one.leaf.key) && one.number < 100 ? one.number : []));
  const percents = [
    ...new Set([
      ...own.slice(0, MOST_PERCENTS),
      ...said.percents.flatMap(({ percent, message }) => (message < before ? percent : [])),
    ]),
  ];
  return {
    all,
    known,
    summable: new Map([...known, ...single].map((one) => [one.leaf, one.number])),
    lists: [...entries].flatMap(([path, { length }]) => (path.endsWith(']') ? length : [])),
    percents,
  };
}
