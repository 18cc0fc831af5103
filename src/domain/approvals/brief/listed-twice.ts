/** Ids that stand twice in a list of a call's arguments whose other ids all differ: an invoice that would be paid twice. */

import { plainOrMarked } from '../../../platform/text.ts';
import type { BriefInput, Leaf } from './input.ts';
import { plainPath } from './provenance.ts';

/** Entries from which on a list's ids are expected to differ. */
const LEAST = 4;
/** One entry in so many may repeat another's: of more, the value is no id of the entry. */
const RARE = 10;
/** Shortest id. */
const ID = /^(?=.*\d)[\p{L}\p{N}][\p{L}\p{N} ./_-]{3,39}$/u;

/** `payments[].invoice RE-7727 stands in payments[8] and payments[30]`. */
export function listedTwice({ calls }: Pick<BriefInput, 'calls'>): string[] {
  return calls.flatMap(({ leaves }) => {
    const columns = new Map<string, Leaf[]>();
    for (const leaf of leaves)
      if (typeof leaf.value === 'string' && leaf.path.includes('[].') && ID.test(leaf.value))
        columns.set(leaf.path, [...(columns.get(leaf.path) ?? []), leaf]);
    return [...columns].flatMap(([path, column]) => repeatedIn(path, column));
  });
}

function repeatedIn(path: string, column: readonly Leaf[]): string[] {
  const places = new Map<string, string[]>();
  for (const { value, place } of column) {
    const key = String(value).toLowerCase();
    places.set(key, [...(places.get(key) ?? []), place.slice(0, place.lastIndexOf(']') + 1)]);
  }
  const repeated = [...places].filter(([, at]) => at.length > 1);
  if (column.length < LEAST || column.length - places.size > Math.max(1, column.length / RARE)) return [];
  return repeated.map(([key, at]) => {
    const value = column.find((leaf) => String(leaf.value).toLowerCase() === key)?.value ?? '';
    return `${plainPath(path)} ${plainOrMarked(String(value))} stands in ${at.map(plainPath).join(' and ')}`;
  });
}
