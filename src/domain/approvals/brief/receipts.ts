/**
 * Totals of what a call names: counts, nights or hours among its arguments, times the numbers in the records of a tool's or a
 * user's message, with a percentage, a fee or a payment. Agents rarely say the totals of what they order.
 */

import { type Amount, changedBy, distinct, pairsOf, productsOf, single, withShares } from './amounts.ts';
import { namesMoney } from './contradict-money.ts';
import { type Entry, entriesNamed } from './entries.ts';
import { folded } from './folded.ts';
import { ARITHMETIC, Attempts, isSame, TELLING } from './formulas.ts';
import { isListed, type Leaf, wordsOfKey } from './input.ts';
import { spansOf } from './moments.ts';
import { unitNamed } from './quantities.ts';
import { type Known, listsOf, MOST_ROWS, sumsOf, wholeOf } from './sums.ts';

/** Numbers and results of each kind that are tried. */
const MOST_PRICES = 12;
const MOST_SPOKEN = 12;
const MOST_SPANS = 4;
const MOST_COUNTS = 12;
const MOST_SUMS = 100;
const MOST_SIMPLE = 24;
const MOST_AMOUNTS = 100;
const MOST_REDUCED = 32;
const MOST_EXTRAS = 12;

/** How a value follows from what its call names, and the number of the message with the first record that it names; 0 without one. */
export interface Receipt {
  readonly formula: string;
  readonly message: number;
}

/** What a call says beside a value, and what was said before it. */
export interface Order {
  readonly leaf: Leaf;
  /** The call's other values. */
  readonly all: readonly Leaf[];
  readonly known: Known;
  /** Records of the messages before it, the latest first. */
  readonly entries: readonly Entry[];
  /** Numbers of the user, and those of the agent that a tool's result shows. */
  readonly spoken: readonly number[];
  readonly percents: readonly number[];
}

/** `15 × 24.9 + 8 × 41.2`, `118 × 8`, `3 × 95 and 10 %`, `2 × 3800 + 1150`. */
export function receiptOf(value: number, order: Order): Receipt | undefined {
  const { leaf, all, known, entries, percents } = order;
  const isRow = isListed(leaf);
  const own = all.filter((one) => (isRow ? one.holder === leaf.holder : !isListed(one)));
  // A plain list names records, too: the invoices that a payment settles.
  const named = entriesNamed([...own, ...(isRow ? [] : all.filter(({ path }) => path.endsWith('[]')))], entries);
  const lists = isRow ? [] : listsOf(all);
  const sums = [
    ...(leaf.path.includes('.')
      ? wholeOf(
          all.filter((one) => one.holder === leaf.holder),
          known,
        )
      : []),
    ...lists.flatMap((rows) => sumsOf({ rows, entries, known, rates: named })),
    ...sumsOf({ rows: [own], entries, known, rates: [] }),
  ]
    .filter(({ is }) => is > 0)
    .slice(0, MOST_SUMS);
  const listed = entriesNamed(lists.filter(({ length }) => length <= MOST_ROWS).flat(2), entries);
  const message = (named[0] ?? listed[0])?.message ?? 0;
  const around = listed.filter(({ isAround }) => isAround);
  const amountsBeside = own.flatMap((one) => (namesMoney(one.key) ? (known.get(one) ?? []) : []));
  // What the entries of a list come to is hardly chance.
  const exact = withShares(sums, percents).find(({ is, text }) => isSame(is, value) && ARITHMETIC.test(text()));
  if (exact !== undefined) return { formula: exact.text(), message };
  // Whole numbers of two digits, and what is no amount, follow from any few others.
  if (isCounted(leaf.key) || value < TELLING / (Number.isInteger(value) ? 1 : 10)) return undefined;
  const formula = likelyFormula(value, {
    ...order,
    isRow,
    own,
    named,
    around,
    amountsBeside,
    sums,
    lengths: lists.map(({ length }) => length),
  });
  return formula === undefined ? undefined : { formula, message };
}

/** An order, and what was found of it. */
interface Found extends Order {
  readonly isRow: boolean;
  /** The values beside the one that is looked for. */
  readonly own: readonly Leaf[];
  /** The records that they name; and what stands outside lists in the messages of its lists' records. */
  readonly named: readonly Entry[];
  readonly around: readonly Entry[];
  /** The known ones of these values whose names say that they are money. */
  readonly amountsBeside: readonly number[];
  readonly sums: readonly Amount[];
  readonly lengths: readonly number[];
}

/** A formula of few steps that few other results come near, the plainest first. */
function likelyFormula(value: number, found: Found): string | undefined {
  const { isRow, own, known, named, around, amountsBeside, sums, lengths, spoken, percents } = found;
  const attempts = new Attempts(value);
  const isNear = (is: number): boolean => attempts.isNear(is);
  const attempt = (amounts: readonly Amount[]): string | undefined => {
    for (const { is, text } of amounts) attempts.add(is, text);
    return attempts.found;
  };
  const prices = distinct([...numbersOf([...named, ...around]), ...spoken.slice(0, MOST_SPOKEN)]);
  const spans = spansOf(own).slice(0, MOST_SPANS);
  const numbers = own.flatMap((one) => known.get(one) ?? []);
  const counts = distinct([...spans, ...lengths, ...numbers, ...(isRow ? numbersOf(named) : [])]).slice(0, MOST_COUNTS);
  const products = productsOf(prices, counts, spans).slice(0, MOST_AMOUNTS);
  const simple = [...distinct([...prices, ...amountsBeside]).map(single), ...sums].slice(0, MOST_SIMPLE);
  const amounts = [...simple, ...products].slice(0, MOST_AMOUNTS);
  const extras = distinct([...amountsBeside, ...prices]).slice(0, MOST_EXTRAS);
  return (
    attempt(withShares([...simple, ...products], percents)) ??
    attempt(changedBy(extras, amounts, isNear)) ??
    attempt(withShares(changedBy(extras, simple), percents)) ??
    attempt(changedBy(extras, withShares(amounts.slice(0, MOST_REDUCED), percents), isNear)) ??
    attempt(pairsOf(amounts, isNear))
  );
}

const numbersOf = (entries: readonly Entry[]): number[] =>
  entries.flatMap((entry) => [...entry.numbers.values()]).slice(0, MOST_PRICES);

/** Whether an argument's name says that its value is a measure or counts something, and is no amount. */
const isCounted = (key: string): boolean =>
  !namesMoney(key) && wordsOfKey(folded(key)).some((word) => COUNTED.test(word) || unitNamed(word) !== undefined);
const COUNTED =
  /^(?:count|number|quantity|qty|anzahl|menge|cantidad|quantidade|quantite|person|people|guest|passenger|adult|child|item|piece|unit|year|jahr|page|level)$/;
