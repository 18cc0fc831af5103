/** Values that nobody said as they are, but that follow from what a user or a tool said. */

import { isHuman } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { answersCall } from '../../threads/calls.ts';
import { isMoneyKey } from './contradict-money.ts';
import { lengthsIn, startsOf } from './days.ts';
import { folded } from './folded.ts';
import type { Leaf } from './input.ts';
import type { Source, Wanted } from './needles.ts';
import { wantedOf } from './notations.ts';
import { formulaIn, numbersIn } from './numbers.ts';
import { scanner } from './scan.ts';

/** A value of a call, with who stated it, if anybody did. */
export interface Computable extends Wanted {
  readonly call: number;
  readonly leaf: Leaf;
  /** Number of the call's message: what was said there or later doesn't count. */
  readonly before: number;
  stated?: Source;
}

/** Characters of a message that are read, and of all messages together, the latest: a short one counts as 100 at least. */
const LONGEST = 4_000;
const WITHIN = 60_000;
const SHORTEST = 100;
/** Lengths of time that are tried, the latest. */
const MOST_LENGTHS = 8;

/**
 * How a number follows from those of one message of a user or a tool, or a day from another one and a length of time; a count
 * may be another argument that was stated, or the length of a list.
 */
export function computedFrom(
  { before, leaf, call, number: value, day }: Computable,
  sought: readonly Computable[],
  messages: readonly Message[],
): Source | undefined {
  if (day !== undefined) return dayFrom(day, leaf, messages.slice(0, before - 1));
  if (value === undefined) return undefined;
  const beside = sought.filter((one) => one.call === call && one.leaf !== leaf);
  const stated = beside.filter((one) => one.stated !== undefined || one.number === 1);
  const lists = new Map<string, number>();
  for (const { leaf: one } of stated) if (one.path.endsWith(']')) lists.set(one.path, (lists.get(one.path) ?? 0) + 1);
  const counts = [...stated.flatMap(({ number }) => number ?? []), ...lists.values()].filter((one) => one > 1);
  const own = ofArguments(stated, value, leaf.path.includes('['));
  if (own !== undefined) return own;
  const isMoney = isMoneyKey(leaf.key);
  const rows = isMoney ? rowsOf(beside) : [];
  let left = WITHIN;
  for (let at = Math.min(messages.length, before - 1) - 1; at >= 0 && left > 0; at--) {
    const message = messages[at];
    if (message === undefined || !(isHuman(message) || answersCall(message))) continue;
    const { raw } = message.content;
    left -= Math.min(Math.max(raw.length, SHORTEST), LONGEST);
    if (raw.length > LONGEST) continue;
    const formula = formulaIn(raw, value, isMoney, counts) ?? ofRows(value, rows, message);
    if (formula !== undefined) return { from: 'computed', message: at + 1, formula };
  }
  return undefined;
}

/** `184 × 0.45`, if a value is the product of two other arguments that were stated, or the sum of all entries of a list. */
function ofArguments(stated: readonly Computable[], value: number, isListed: boolean): Source | undefined {
  const same = (result: number): boolean => Math.abs(result - value) < 0.0051;
  const all = stated.filter(({ number = 0 }) => number > 1e-4);
  const message = all.flatMap(({ stated: from }) => (from !== undefined && 'message' in from ? [from.message] : []))[0];
  if (message === undefined) return undefined;
  const numbers = all.flatMap(({ number = 0, stated: from, leaf }) =>
    from === undefined || 'message' in from ? [{ number, from: from ?? { message }, leaf }] : [],
  );
  for (const [at, { number: a, from }] of numbers.slice(0, 30).entries()) {
    const b = numbers.slice(at + 1, 30).find((one) => one.number !== 1 && a !== 1 && same(a * one.number));
    if (b !== undefined) return { from: 'computed', message: from.message, formula: `${a} × ${b.number}` };
    // A total stands beside its list, not in it.
    const list = isListed ? [] : numbers.filter(({ leaf }) => leaf.path === numbers[at]?.leaf.path);
    const isFirst = list[0] === numbers[at];
    if (isFirst && list.length > 1 && same(list.reduce((sum, one) => sum + one.number, 0)))
      return { from: 'computed', message: from.message, formula: list.map(({ number }) => number).join(' + ') };
  }
  return undefined;
}

/** Messages that are read for a day, the latest. */
const FEW = 100;

/** `2026-05-03 + 14 days`, if a user names the length of time, and somebody the day. */
function dayFrom(day: number, leaf: Leaf, messages: readonly Message[]): Source | undefined {
  const said = messages
    .map((message, at) => ({ number: at + 1, message, raw: message.content.raw }))
    .filter(({ message, raw }) => raw.length <= LONGEST && (isHuman(message) || answersCall(message)))
    .slice(-FEW);
  const starts = said
    .filter(({ message }) => isHuman(message))
    .flatMap(({ raw, number }) => lengthsIn(folded(raw)).map((length) => ({ length, number })))
    .slice(-MOST_LENGTHS)
    .flatMap(({ length, number }) => startsOf(day, length).map((start) => ({ ...start, number })));
  if (starts.length === 0) return undefined;
  const scan = scanner(starts.map(({ value }) => ({ ...wantedOf({ ...leaf, value }, []), raw: value })));
  const [index] = said.flatMap(({ raw }) => [...scan(raw)]);
  const start = index === undefined ? undefined : starts[index];
  return start && { from: 'computed', message: start.number, formula: start.formula };
}

/** Numbers that stand beside an id in a tool's result, and rows of an order, at most. */
const COLUMNS = 4;
const ROWS = 20;

/** The entries of lists, each with its values; none of a long list. */
function rowsOf(beside: readonly Computable[]): readonly (readonly Leaf[])[] {
  const rows = new Map<object, Leaf[]>();
  for (const { leaf } of beside)
    if (leaf.path.includes('[].')) rows.set(leaf.holder, [...(rows.get(leaf.holder) ?? []), leaf]);
  return rows.size > ROWS ? [] : [...rows.values()];
}

/** `15 × 24.9 + 8 × 41.2`, if the arguments list ids with counts, and a tool's result has a price beside each id. */
function ofRows(value: number, rows: readonly (readonly Leaf[])[], message: Message): string | undefined {
  if (rows.length === 0 || !answersCall(message)) return undefined;
  const all = rows.map((leaves) => ({
    counts: leaves.flatMap(({ value: one }) => (typeof one === 'number' ? [one] : [])),
    prices: leaves.flatMap(({ value: one }) =>
      typeof one === 'string' && /\d/.test(one) ? [numbersBeside(message.content.raw, one)] : [],
    )[0],
  }));
  for (let column = 0; column < COLUMNS * COLUMNS; column++) {
    const terms = all.map(({ counts, prices = [] }) => [
      counts[Math.floor(column / COLUMNS)] ?? Number.NaN,
      prices[column % COLUMNS] ?? Number.NaN,
    ]);
    if (Math.abs(terms.reduce((sum, [a = 0, b = 0]) => sum + a * b, 0) - value) < 0.0051)
      return terms.map((term) => term.join(' × ')).join(' + ');
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
