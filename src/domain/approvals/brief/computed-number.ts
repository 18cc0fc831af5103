/** Numbers that follow from other arguments of the call, from a list of prices, or from a former value and its change. */

import { minutesOf } from './days.ts';
import { folded } from './folded.ts';
import type { Leaf } from './input.ts';
import { lengthUnit } from './notations.ts';
import { FIELD, numbersIn, PERCENT } from './numbers.ts';
import type { Computable, Said } from './said.ts';

/** How many values each list of single values has; those with several. */
export function sizesOfLists(beside: readonly Computable[]): number[] {
  const lists = new Map<string, number>();
  for (const { leaf } of beside) if (leaf.path.endsWith(']')) lists.set(leaf.path, (lists.get(leaf.path) ?? 0) + 1);
  return [...lists.values()].filter((size) => size > 1);
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.0051;

/**
 * `184 × 0.45`, if a value is the product of two other arguments, or the one divided by the other or by the length of its
 * list, the sum of a list of arguments, or the time between two of them.
 */
export function ofArguments(value: number, leaf: Leaf, beside: readonly Computable[]): string | undefined {
  const numbers = beside.flatMap(({ number, leaf: { path } }) =>
    number !== undefined && number > 1e-4 && number !== 1 ? [{ number, path }] : [],
  );
  const own = 1 + beside.filter(({ leaf: { path } }) => path === leaf.path && path.endsWith(']')).length;
  const factors = [...numbers.slice(0, 30).map(({ number }) => number), ...sizesOfLists(beside)];
  for (const [at, a] of factors.entries()) {
    for (const b of [...factors.slice(at + 1), ...(own > 1 ? [own] : [])]) {
      if (isSame(a * b, value)) return `${a} × ${b}`;
      const [most, least] = [Math.max(a, b), Math.min(a, b)];
      if (Number.isInteger(least) && isSame(most / least, value)) return `${most} ÷ ${least}`;
    }
  }
  for (const path of new Set(numbers.map((one) => one.path).filter((one) => one.includes('[')))) {
    const list = numbers.filter((one) => one.path === path).map(({ number }) => number);
    if (list.length > 1 && isSame(sum(list), value)) return list.join(' + ');
  }
  const times = beside.flatMap(({ leaf: one }) => minutesOf(one.value) ?? []);
  const size = lengthUnit(leaf.key);
  const isBetween = size !== undefined && times.some((a) => times.some((b) => isSame((b - a) * 60, value * size)));
  return isBetween ? 'the time between two arguments' : undefined;
}

const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0);

/** Numbers that stand beside an id in a tool's result, at most. */
const COLUMNS = 4;

/** `15 × 24.9 + 8 × 41.2`, if the arguments list ids with counts, and a tool's result has a price beside each id. */
export function ofRows(value: number, beside: readonly Computable[], said: readonly Said[]): string | undefined {
  const rows = new Map<object, Leaf[]>();
  for (const { leaf } of beside)
    if (leaf.path.includes('[].')) rows.set(leaf.holder, [...(rows.get(leaf.holder) ?? []), leaf]);
  const all = [...rows.values()].map((leaves) => ({
    id: leaves.map(({ value: one }) => one).find((one) => typeof one === 'string' && /\d/.test(one)),
    counts: leaves.flatMap(({ value: one }) => (typeof one === 'number' ? [one] : [])),
  }));
  if (all.length === 0) return undefined;
  for (const { raw, isTool } of said) {
    const prices = all.map(({ id }) => (isTool && typeof id === 'string' ? numbersBeside(raw, id) : []));
    for (let column = 0; column < COLUMNS * COLUMNS; column++) {
      const terms = all.map(({ counts }, row) => [
        counts[Math.floor(column / COLUMNS)] ?? Number.NaN,
        prices[row]?.[column % COLUMNS] ?? Number.NaN,
      ]);
      if (isSame(sum(terms.map(([a = 0, b = 0]) => a * b)), value))
        return terms.map((term) => term.join(' × ')).join(' + ');
    }
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

const TWICE = /\b(?:doubl|twice|verdoppel|doppelt|dupli|dobr|doble)|倍/;
const HALF = /\b(?:half|halv|halb|moitie|mitad|metade)|半/;

/** Numbers that are no sum or difference by chance. */
const LARGE = 100;

/** `3000 + 1000`, if a tool's result has a number, and the user says by how much it changes, or what it is now. */
export function changeOf(value: number, key: string, said: readonly Said[]): string | undefined {
  const former = said.flatMap(({ raw, isTool }) =>
    isTool
      ? [...raw.matchAll(FIELD)].map(([, name, number]) => ({
          isOwn: name?.toLowerCase() === key.toLowerCase(),
          from: Number(number),
        }))
      : [],
  );
  const changes = said.filter(({ isTool }) => !isTool).map(({ raw }) => folded(raw));
  const times = changes.some((text) => TWICE.test(text)) ? 2 : changes.some((text) => HALF.test(text)) ? 0.5 : 1;
  for (const { raw } of times === 1 ? [] : said.filter(({ isTool }) => isTool)) {
    const from = numbersIn(raw, 20).find(({ values: [one = 0] }) => isSame(one * times, value))?.values[0];
    if (from !== undefined) return times === 2 ? `2 × ${from}` : `${from} ÷ 2`;
  }
  for (const { from, isOwn } of former.slice(0, 20)) {
    for (const { raw, isTool } of said) {
      if (isTool || from === 0) continue;
      const text = folded(raw);
      const shares = [...text.matchAll(PERCENT)].map(([, by = '']) => Number(by.replace(',', '.')));
      const share = shares.find((by) => [1 + by / 100, 1 - by / 100].some((part) => isSame(from * part, value)));
      if (share !== undefined) return `${from} and ${share} %`;
      for (const [by = 0] of numbersIn(raw, 12).map(({ values }) => values)) {
        if (!isOwn && Math.min(by, from) < LARGE) continue;
        if (isSame(from + by, value)) return `${from} + ${by}`;
        if (isSame(Math.abs(from - by), value)) return `${Math.max(from, by)} − ${Math.min(from, by)}`;
      }
    }
  }
  return undefined;
}
