/**
 * What the things that a call names come to: counts, nights or hours among its arguments, times the numbers that a tool's or a
 * user's message has in their records, with a percentage, a fee or a payment beside them. Agents rarely say the sums of what
 * they order.
 */

import { groupBy } from '../../../basics/maps.ts';
import { squashed } from './folded.ts';
import { ARITHMETIC, Attempts, isSame, sharesOf, sum, sumText } from './formulas.ts';
import { isListed, jsonLeaves, type Leaf } from './input.ts';
import { spansOf } from './moments.ts';
import { numbersIn } from './numbers.ts';
import { tablesIn, withSpacedCells } from './rows.ts';
import type { Turn } from './turns.ts';

/** Numbers of a cell, of a record and beside them; and entries of a list whose records are looked for. */
const MOST_IN_CELL = 4;
const MOST_PRICES = 12;
const MOST_ROWS = 20;
/** Lines of a text that are read, and characters of one: longer ones are prose. */
const MOST_LINES = 100;
const LONGEST_LINE = 400;
/** What follows from many numbers; smaller values follow from any. */
const SMALLEST = 10;
/** Among so many people an amount is shared, or into so many parts. */
const MOST_SHARED = 60;
/** Operands that are tried. */
const MOST_SPOKEN = 12;
const MOST_SPANS = 4;
const MOST_COUNTS = 12;
const MOST_SIMPLE = 24;
const MOST_AMOUNTS = 100;
const MOST_EXTRAS = 12;
const MOST_PARTS = 8;

/** An object or a line of a message: its texts, without marks, and its numbers by their columns. */
export interface Entry {
  readonly message: number;
  /** It stands outside lists. */
  readonly isAround: boolean;
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
}

/** The records of a message, and what its JSON has outside lists: a fee beside the list of prices. */
export function entriesOf({ raw, number: message }: Turn): readonly Entry[] {
  const entryOf = (cells: readonly (readonly [column: string, text: string])[], line?: string): Entry => ({
    message,
    isAround: line === undefined && cells.every(([column]) => !column.includes('[')),
    texts: new Set([...cells.map(([, text]) => text), ...(line ?? '').split(/[\s;,|]+/)].map(squashed)),
    // Of a line also as a whole: a comma may stand between cells or within a number.
    numbers: new Map(
      [...cells, ...(line === undefined ? [] : [['line', line] as const])].flatMap(([column, text]) =>
        numbersIn(text, MOST_IN_CELL).flatMap(({ values: [number = 0] }, at) =>
          number > 0 ? [[`${column} ${at}`, number] as const] : [],
        ),
      ),
    ),
  });
  const leaves = jsonLeaves(raw);
  if (leaves.length === 0) {
    const lines = withSpacedCells(raw)
      .split('\n')
      .filter((line) => /\d/.test(line) && line.length <= LONGEST_LINE)
      .slice(0, MOST_LINES);
    if (lines.length === 0) return [];
    const rows = tablesIn(lines.join('\n')).flat();
    const cellsOf = new Map(rows.map((row) => [row.text, row.cells]));
    return lines.map((line) =>
      entryOf(
        [...(cellsOf.get(line) ?? [])].map(([column, { text }]) => [column, text]),
        line,
      ),
    );
  }
  return [...groupBy(leaves, ({ holder }) => holder).values()].map((own) =>
    entryOf(own.map(({ path, value }) => [path, String(value)])),
  );
}

/** How a value follows from what its call names, and the number of the message that has the first price. */
export interface Receipt {
  readonly formula: string;
  readonly message: number;
}

/** What a call says beside a value, and what was said before it. */
export interface Order {
  readonly leaf: Leaf;
  /** The call's other values. */
  readonly all: readonly Leaf[];
  /** Those that are known, and their numbers. */
  readonly known: ReadonlyMap<Leaf, number>;
  /** Records of the messages before it, the latest first. */
  readonly entries: readonly Entry[];
  /** Prices that somebody speaks of, and numbers that the user has: fees, payments. */
  readonly spoken: readonly number[];
  readonly percents: readonly number[];
}

/** A sum of products. */
interface Amount {
  readonly is: number;
  /** Of thousands that are tried, one is written. */
  text(): string;
}

/** `15 × 24.9 + 8 × 41.2`, `118 × 8`, `3 × 95 and 10 %`, `2 × 3800 + 1150`. */
export function receiptOf(value: number, { leaf, all, known, spoken, percents, ...order }: Order): Receipt | undefined {
  const entries = value < SMALLEST ? [] : order.entries;
  const isRow = isListed(leaf);
  const own = all.filter((one) => (isRow ? one.holder === leaf.holder : !isListed(one)));
  // A plain list names records, too: the invoices that a payment settles.
  const named = chosen([...own, ...(isRow ? [] : all.filter(({ path }) => path.endsWith('[]')))], entries);
  const lists = isRow ? [] : listsOf(all);
  const listed = chosen(lists.filter(({ length }) => length <= MOST_ROWS).flat(2), entries);
  const message = (named[0] ?? listed[0])?.message ?? 0;
  const beside = leaf.path.includes('.') ? all.filter((one) => one.holder === leaf.holder) : [];
  const terms = beside.flatMap((one) => known.get(one) ?? []);
  const whole = { is: sum(terms), text: () => sumText(terms) };
  const sums = [
    ...(terms.length > 1 ? [whole] : []),
    ...[...lists, [own]].flatMap((rows) => sumsOf(rows, entries, known, rows[0] === own ? [] : named)),
    ...tableSumsOf(named, entries),
  ].filter(({ is }) => is > 0);
  // What the entries of a list come to is hardly chance.
  const exact = withShares(sums, percents).find(({ is, text }) => isSame(is, value) && ARITHMETIC.test(text()));
  if (exact !== undefined) return { formula: exact.text(), message };
  if (value < SMALLEST) return undefined;
  const attempts = new Attempts(value);
  const attempt = (amounts: readonly Amount[]): Receipt | undefined => {
    for (const { is, text } of amounts) attempts.add(is, text);
    return attempts.found === undefined ? undefined : { formula: attempts.found, message };
  };
  const prices = unlike([
    ...numbersOf([...named, ...listed.filter(({ isAround }) => isAround)]),
    ...spoken.slice(0, MOST_SPOKEN),
  ]);
  const spans = spansOf(own).slice(0, MOST_SPANS);
  const numbers = own.flatMap((one) => known.get(one) ?? []);
  const lengths = lists.map(({ length }) => length);
  const counts = unlike([...spans, ...lengths, ...numbers, ...(isRow ? numbersOf(named) : [])]).slice(0, MOST_COUNTS);
  const products = productsOf(prices, counts, spans);
  const simple = [...unlike([...prices, ...numbers]).map(plainly), ...sums].slice(0, MOST_SIMPLE);
  const amounts = [...simple, ...products].slice(0, MOST_AMOUNTS);
  const extras = unlike([...numbers, ...prices]).slice(0, MOST_EXTRAS);
  const changed = changedBy(extras, simple);
  const parts = unlike([...counts, ...spoken])
    .filter((one) => Number.isInteger(one) && one <= MOST_SHARED)
    .slice(0, MOST_PARTS);
  return (
    attempt(productsOf(unlike(numbersOf(named)), counts, spans)) ??
    attempt(withShares([...simple, ...products], percents)) ??
    attempt(changedBy(extras, amounts, (is) => attempts.isNear(is))) ??
    attempt(withShares(changed, percents)) ??
    attempt(dividedBy(parts, [...simple, ...changed])) ??
    attempt(pairsOf(amounts, (is) => attempts.isNear(is)))
  );
}

/** Each number above 0 once, but no 1, which changes nothing. */
const unlike = (numbers: readonly number[]): number[] => [...new Set(numbers)].filter((one) => one > 0 && one !== 1);

const plainly = (is: number): Amount => ({ is, text: () => String(is) });

/** Sums of each two. Most of thousands are far from the value: `isWanted` says which are made. */
const pairsOf = (amounts: readonly Amount[], isWanted: (is: number) => boolean): readonly Amount[] =>
  amounts.flatMap((one, at) =>
    amounts.slice(at + 1).flatMap((other): Amount[] => {
      const is = one.is + other.is;
      return isWanted(is) ? [{ is, text: () => `${one.text()} + ${other.text()}` }] : [];
    }),
  );

const changedBy = (
  extras: readonly number[],
  amounts: readonly Amount[],
  isWanted: (is: number) => boolean = () => true,
): readonly Amount[] =>
  amounts.flatMap(({ is, text }) =>
    extras.flatMap((extra): Amount[] =>
      [extra, -extra].flatMap((by) =>
        isWanted(is + by) ? [{ is: is + by, text: () => `${text()} ${by < 0 ? '−' : '+'} ${extra}` }] : [],
      ),
    ),
  );

const withShares = (amounts: readonly Amount[], percents: readonly number[]): readonly Amount[] => [
  ...amounts,
  ...percents.flatMap((percent) =>
    amounts.flatMap(({ is, text }) =>
      sharesOf(is, percent).map((share): Amount => ({ is: share, text: () => `${text()} and ${percent} %` })),
    ),
  ),
];

const dividedBy = (parts: readonly number[], amounts: readonly Amount[]): readonly Amount[] =>
  parts.flatMap((count) =>
    amounts.map(({ is, text }): Amount => ({ is: is / count, text: () => `${inBrackets(text())} ÷ ${count}` })),
  );
const inBrackets = (text: string): string => (ARITHMETIC.test(text) ? `(${text})` : text);

const numbersOf = (entries: readonly Entry[]): number[] =>
  entries.flatMap((entry) => [...entry.numbers.values()]).slice(0, MOST_PRICES);

const timesText = ([count, price]: readonly [number, number]): string =>
  count === 1 ? String(price) : price === 1 ? String(count) : `${count} × ${price}`;

/** The prices, each also times a count, and times a length of time. */
const productsOf = (
  prices: readonly number[],
  counts: readonly number[],
  spans: readonly number[],
): readonly Amount[] =>
  prices.flatMap((price): Amount[] => [
    ...counts.flatMap((count): Amount[] => [
      { is: count * price, text: () => `${count} × ${price}` },
      ...spans.flatMap((span): Amount[] =>
        span === 1 || span === count ? [] : [{ is: count * span * price, text: () => `${count} × ${span} × ${price}` }],
      ),
    ]),
  ]);

/** The entries that have a text of the arguments, an id, a code, a name; and what stands around such a one. */
function chosen(leaves: readonly Leaf[], entries: readonly Entry[]): readonly Entry[] {
  const texts = leaves.flatMap(({ value }) => {
    const text = typeof value === 'string' ? squashed(value) : '';
    return text.length > 1 && !/^\d{1,2}$/.test(text) ? text : [];
  });
  const found = new Set(entries.filter((entry) => texts.some((text) => entry.texts.has(text))));
  const messages = new Set([...found].map((entry) => entry.message));
  return entries.filter((entry) => found.has(entry) || (entry.isAround && messages.has(entry.message)));
}

/** The lists of a call: their entries, each with its values. */
function listsOf(all: Order['all']): readonly (readonly (readonly Leaf[])[])[] {
  const lists = groupBy(
    all.filter(({ path }) => path.includes('[]')),
    ({ path }) => path.slice(0, path.indexOf('[]')),
  );
  return [...lists.values()].map((leaves) => [
    ...groupBy(leaves, ({ place }) => place.slice(0, place.indexOf(']'))).values(),
  ]);
}

/** What a list comes to, by two of its columns, that stands beside a record that the call names: the lines of its order. */
function tableSumsOf(named: readonly Entry[], entries: readonly Entry[]): Amount[] {
  const messages = new Set(named.flatMap((entry) => (entry.isAround ? entry.message : [])));
  for (const entry of named) if (!entry.isAround) messages.delete(entry.message);
  const tables = groupBy(
    entries.filter(({ message, isAround, numbers }) => messages.has(message) && !isAround && numbers.size > 1),
    ({ message, numbers }) => `${message} ${[...numbers.keys()].join()}`,
  );
  return [...tables.values()].flatMap((rows) => {
    const columns = [...(rows[0]?.numbers.keys() ?? [])].slice(0, MOST_IN_CELL);
    if (rows.length < 2 || rows.length > MOST_ROWS) return [];
    return columns.flatMap((one, at) =>
      columns.slice(at + 1).map((other): Amount => {
        const terms = rows.map(({ numbers }) => [numbers.get(one) ?? 0, numbers.get(other) ?? 0] as const);
        return { is: sum(terms.map(([a, b]) => a * b)), text: () => sumText(terms.map(timesText)) };
      }),
    );
  });
}

/** What the rows of a list come to, by each count and each column of their records. */
function sumsOf(
  rows: readonly (readonly Leaf[])[],
  entries: readonly Entry[],
  known: ReadonlyMap<Leaf, number>,
  named: readonly Entry[],
): Amount[] {
  const read = rows.map((leaves) => {
    const records = rows.length > MOST_ROWS ? [] : chosen(leaves, entries);
    return {
      counts: new Map<string, number>([
        ['one', 1],
        ...leaves.flatMap(({ path, value }) => (typeof value === 'number' ? [[path, value] as const] : [])),
        ...spansOf(leaves).map((span, at) => [`span ${at}`, span] as const),
      ]),
      // Of one column, the latest counts.
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
  // One price for all of them, by night or hour, stands in a record that the call itself names.
  const rates = new Map(named.toReversed().flatMap(({ numbers }) => [...numbers]));
  return [...first.counts.keys()].flatMap((count) =>
    [...first.prices.keys(), ...(count.startsWith('span') ? rates.keys() : [])].flatMap((price): Amount[] => {
      const terms = read.map(
        ({ counts, prices }) =>
          [counts.get(count) ?? Number.NaN, prices.get(price) ?? rates.get(price) ?? Number.NaN] as const,
      );
      const is = terms.reduce((sum, [a, b]) => sum + a * b, 0);
      return Number.isNaN(is)
        ? []
        : [{ is, text: () => sumText(terms.filter((term) => !term.includes(0)).map(timesText)) }];
    }),
  );
}
