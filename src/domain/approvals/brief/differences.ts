/** Pairs values of calls with those of the agent's text. */

import type { BriefCall, Finding, Leaf, Span } from './input.ts';
import { isCurrent, type Prose } from './prose.ts';

export interface ArgumentValue<T> {
  readonly call: BriefCall;
  readonly leaf: Leaf;
  readonly found: T;
}

/** A finding for each argument for which the text has a quote that contradicts it. */
export const findingsOf = (
  calls: readonly BriefCall[],
  quoteOf: (leaf: Leaf, call: BriefCall) => string | undefined,
): Finding[] =>
  calls.flatMap((call) =>
    call.leaves.flatMap((leaf): Finding[] => {
      const quote = quoteOf(leaf, call);
      return quote === undefined ? [] : [{ quote, call, path: leaf.path, value: leaf.value }];
    }),
  );

/** Values found in the string arguments; strings of more than `longest` characters are ignored. */
export function argumentValues<T>(
  calls: readonly BriefCall[],
  read: (text: string) => readonly T[],
  longest = 2_000,
): ArgumentValue<T>[] {
  return calls.flatMap((call) =>
    call.leaves.flatMap((leaf) =>
      typeof leaf.value === 'string' && leaf.value.length <= longest
        ? read(leaf.value).map((found) => ({ call, leaf, found }))
        : [],
    ),
  );
}

/**
 * Pairs each value that only the calls have with the last value that only the text has. Values that the text reports as
 * past are ignored.
 */
export function differences<T extends Span>(
  mentions: readonly T[],
  held: readonly ArgumentValue<T>[],
  isSame: (a: T, b: T) => boolean,
  prose: Prose,
  isMeant: (prose: Prose, place: T) => boolean = isCurrent,
): Finding[] {
  const last = mentions.findLast((one) => isMeant(prose, one) && !held.some(({ found }) => isSame(one, found)));
  if (last === undefined) return [];
  return held
    .filter(({ found }) => !mentions.some((one) => isSame(one, found)))
    .map(({ call, leaf, found }) => ({ quote: last.text, call, path: leaf.path, value: found.text }));
}
