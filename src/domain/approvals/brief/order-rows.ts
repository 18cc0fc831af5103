/** What the lines of an order come to: counts among the arguments, times the prices that a tool's result has beside their ids. */

import { groupBy } from '../../../basics/maps.ts';
import { sumText } from './formulas.ts';
import type { CallValue, Leaf } from './input.ts';
import { numbersIn } from './numbers.ts';
import type { Turn } from './turns.ts';

/** Numbers that stand beside an id in a tool's result, and rows of an order, at most. */
const COLUMNS = 4;
const ROWS = 20;

/** The entries of lists, each with its values; none of a long list. */
export function rowsOf(beside: readonly Pick<CallValue, 'leaf'>[]): readonly (readonly Leaf[])[] {
  const listed = beside.flatMap(({ leaf }) => (leaf.path.includes('[].') ? leaf : []));
  const rows = groupBy(listed, ({ holder }) => holder);
  return rows.size > ROWS ? [] : [...rows.values()];
}

/** `15 × 24.9 + 8 × 41.2`, if the arguments list ids with counts, and a tool's result has a price beside each id. */
export function ofRows(value: number, rows: readonly (readonly Leaf[])[], { by, raw }: Turn): string | undefined {
  if (rows.length === 0 || by !== 'tool') return undefined;
  const all = rows.map((leaves) => ({
    counts: leaves.flatMap(({ value: one }) => (typeof one === 'number' ? [one] : [])),
    prices: leaves.flatMap(({ value: one }) =>
      typeof one === 'string' && /\d/.test(one) ? [numbersBeside(raw, one)] : [],
    )[0],
  }));
  for (let column = 0; column < COLUMNS * COLUMNS; column++) {
    const terms = all.map(({ counts, prices = [] }) => [
      counts[Math.floor(column / COLUMNS)] ?? Number.NaN,
      prices[column % COLUMNS] ?? Number.NaN,
    ]);
    if (Math.abs(terms.reduce((sum, [a = 0, b = 0]) => sum + a * b, 0) - value) < 0.0051)
      return sumText(terms.map((term) => term.join(' × ')));
  }
  return undefined;
}

/** The numbers after an id up to the end of its record. */
function numbersBeside(raw: string, id: string): number[] {
  const at = raw.indexOf(id);
  if (at < 0) return [];
  const rest = raw.slice(at + id.length, at + id.length + 200).split(/[}\n]/, 1)[0] ?? '';
  return numbersIn(rest, COLUMNS).flatMap(({ values }) => values[0] ?? []);
}
