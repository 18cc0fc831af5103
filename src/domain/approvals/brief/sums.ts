/** What the lists of a call come to, by the records of their ids. */

import { groupBy } from '../../../basics/maps.ts';
import { type Amount, timesText } from './amounts.ts';
import { type Entry, entriesNamed } from './entries.ts';
import { sum, sumText } from './formulas.ts';
import type { Leaf } from './input.ts';
import { spansOf } from './moments.ts';

/** Entries of a list whose records are looked for. */
export const MOST_ROWS = 20;

/** Values that are known, and their numbers. */
export type Known = ReadonlyMap<Leaf, number>;

/** The sum of the numbers that stand beside a value. */
export function wholeOf(beside: readonly Leaf[], known: Known): Amount[] {
  const terms = beside.flatMap((one) => known.get(one) ?? []);
  return terms.length > 1 ? [{ is: sum(terms), text: () => sumText(terms) }] : [];
}

/** The lists of a call: their entries, each with its values. */
export function listsOf(all: readonly Leaf[]): readonly (readonly (readonly Leaf[])[])[] {
  const lists = groupBy(
    all.filter(({ path }) => path.includes('[]')),
    ({ path }) => path.slice(0, path.indexOf('[]')),
  );
  return [...lists.values()].map((leaves) => [
    ...groupBy(leaves, ({ place }) => place.slice(0, place.indexOf(']'))).values(),
  ]);
}

/** The rows of a list, and what its sums are made of. */
interface Rows {
  readonly rows: readonly (readonly Leaf[])[];
  readonly entries: readonly Entry[];
  readonly known: Known;
  /** Records that the call itself names: their prices are for all rows, by night or by hour. */
  readonly rates: readonly Entry[];
}

/** What the rows of a list come to: each count among their values times each column of their records, or of their own. */
export function sumsOf({ rows, entries, known, rates }: Rows): Amount[] {
  const read = rows.map((leaves) => {
    const records = rows.length > MOST_ROWS ? [] : entriesNamed(leaves, entries);
    return {
      counts: new Map<string, number>([
        ['one', 1],
        ...leaves.flatMap(({ path, value }) => (typeof value === 'number' ? [[path, value] as const] : [])),
        ...spansOf(leaves).map((span, at) => [`span ${at}`, span] as const),
      ]),
      // Of one column, the number in the latest record.
      prices: new Map([
        ...records.toReversed().flatMap(({ numbers }) => [...numbers]),
        ...(rows.length > 1
          ? leaves.flatMap((leaf) => (known.has(leaf) ? [[leaf.path, known.get(leaf) ?? 0] as const] : []))
          : []),
      ]),
    };
  });
  const [first] = read;
  if (first === undefined) return [];
  const ofAll = new Map(rates.toReversed().flatMap(({ numbers }) => [...numbers]));
  const columns = pricesAmong(first.prices.keys());
  return [...first.counts.keys()].flatMap((count) =>
    [...columns, ...(count.startsWith('span') ? pricesAmong(ofAll.keys()) : [])].flatMap((price): Amount[] => {
      // A count times itself.
      if (count === price) return [];
      const terms = read.map(
        ({ counts, prices }) =>
          [counts.get(count) ?? Number.NaN, prices.get(price) ?? ofAll.get(price) ?? Number.NaN] as const,
      );
      const is = sum(terms.map(([a, b]) => a * b));
      return Number.isNaN(is)
        ? []
        : [{ is, text: () => sumText(terms.filter((term) => !term.includes(0)).map(timesText)) }];
    }),
  );
}

/** Columns without those whose names say that they count what is there. */
const pricesAmong = (columns: Iterable<string>): readonly string[] =>
  [...columns].filter((column) => !STOCK.test(column));
const STOCK = /stock|bestand|avail|dispo|verf[uü]g|lager|inventar|estoque|existenc|[a-z.](?:min|max|id) \d+$|在庫|残/i;
