/** Values that nobody said as they are, but that follow from what a user or a tool said. */

import { groupBy } from '../../../basics/group-by.ts';
import { isHuman } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { answersCall } from '../../threads/calls.ts';
import { isMoneyKey, namesMoney } from './contradict-money.ts';
import { lengthsIn, startsOf } from './days.ts';
import { folded } from './folded.ts';
import type { Leaf } from './input.ts';
import type { Source, Wanted } from './needles.ts';
import { wantedOf } from './notations.ts';
import { formulaIn, isShare, numbersIn, percentagesIn } from './numbers.ts';
import { scanner } from './scan.ts';

/** A value of a call, with who stated it, if anybody did. */
export interface Computable extends Wanted {
  readonly call: number;
  readonly leaf: Leaf;
  /** Number of the call's message: what was said there or later doesn't count. */
  readonly before: number;
  stated?: Source;
  /** Number of the message in which a user agreed to it. */
  confirmed?: number;
  /** How it follows from what was said. */
  computed?: Source;
}

/** Characters of a message that are read, and of all messages together, the latest: a short one counts as 100 at least. */
const LONGEST = 4_000;
const WITHIN = 60_000;
const SHORTEST = 100;
/** Lengths of time that are tried, the latest. */
const MOST_LENGTHS = 8;

/** Values for which sums and products are tried: of more, a list is long that nobody computed. */
const MOST_COMPUTED = 50;

/**
 * Notes on values how they follow: from other arguments that were stated or follow themselves, from the numbers of one message of
 * a user or a tool, or a day from another one and a length of time.
 */
export function compute(sought: readonly Computable[], messages: readonly Message[]): void {
  const left = sought
    .filter(
      ({ is, stated, confirmed }) =>
        is !== 'free' && is !== 'common' && stated === undefined && confirmed === undefined,
    )
    .slice(0, MOST_COMPUTED);
  const shares = sharesIn(messages);
  const each = (source: (one: Computable, beside: Beside) => Source | undefined): void => {
    for (const one of left) {
      const found = one.computed ?? source(one, argumentsBeside(one, sought, shares));
      if (found !== undefined) one.computed = found;
    }
  };
  each(ofArguments);
  each((one, beside) => ofConversation(one, beside, messages));
  // Twice: a total may stand before the amounts that it is of.
  each(ofArguments);
  each(ofArguments);
}

/** A percentage that a user names. */
interface Share {
  readonly percent: number;
  readonly message: number;
}

/** Percentages that are tried, the latest. */
const MOST_SHARES = 4;
const sharesIn = (messages: readonly Message[]): readonly Share[] =>
  messages
    .flatMap((message, at) =>
      isHuman(message) && message.content.raw.length <= LONGEST
        ? percentagesIn(folded(message.content.raw)).map((percent) => ({ percent, message: at + 1 }))
        : [],
    )
    .slice(-MOST_SHARES);

/** What a value of a call may follow from. */
interface Beside {
  /** The call's other arguments, and of them the numbers that were stated, or follow from what was. */
  readonly all: readonly Computable[];
  readonly known: readonly Known[];
  /** Numbers at the same place in each entry of a list, all of which are known. */
  readonly columns: readonly (readonly Known[])[];
  /** The lengths of lists of single values. */
  readonly lists: readonly number[];
  readonly percents: readonly number[];
}

interface Known {
  readonly number: number;
  readonly leaf: Leaf;
  readonly message: number;
}

/** Columns of lists that are added up, and numbers of which pairs are tried: more than an order has. */
const MOST_COLUMNS = 8;
const MOST_PAIRED = 30;

function argumentsBeside(
  { call, leaf, before }: Computable,
  sought: readonly Computable[],
  shares: readonly Share[],
): Beside {
  const all = sought.filter((one) => one.call === call && one.leaf !== leaf);
  const said = all.flatMap(({ number = 0, leaf: of, stated, confirmed, computed }): Known[] => {
    const source = stated ?? computed;
    const message = source === undefined ? confirmed : 'message' in source ? source.message : 0;
    return number > 1e-4 && number !== 1 && message !== undefined ? [{ number, leaf: of, message }] : [];
  });
  // Nobody says that there is one of something.
  const single = said
    .slice(0, 1)
    .flatMap((first) =>
      all.filter(({ number }) => number === 1).map((one) => ({ ...first, number: 1, leaf: one.leaf })),
    );
  const known = [...said, ...single];
  const entries = groupBy(all, (one) => one.leaf.path);
  const added = groupBy(
    all.filter(({ number }) => number !== 0),
    (one) => one.leaf.path,
  );
  return {
    all,
    known,
    columns: [...groupBy(known, (one) => one.leaf.path)]
      .flatMap(([path, column]) => (column.length > 1 && column.length === added.get(path)?.length ? [column] : []))
      .slice(0, MOST_COLUMNS),
    lists: [...entries].flatMap(([path, { length }]) => (path.endsWith(']') ? length : [])),
    percents: shares.flatMap(({ percent, message }) => (message < before ? percent : [])),
  };
}

/** From the numbers of one message of a user or a tool, or a day from another one and a length of time. */
function ofConversation(
  { before, leaf, number: value, day }: Computable,
  { all, known, lists, percents }: Beside,
  messages: readonly Message[],
): Source | undefined {
  if (day !== undefined) return dayFrom(day, leaf, messages.slice(0, before - 1));
  if (value === undefined) return undefined;
  const counts = [...known.map(({ number }) => number), ...lists].filter((one) => one > 1);
  const isMoney = isMoneyKey(leaf.key);
  const rows = isMoney ? rowsOf(all) : [];
  let left = WITHIN;
  for (let at = Math.min(messages.length, before - 1) - 1; at >= 0 && left > 0; at--) {
    const message = messages[at];
    if (message === undefined || !(isHuman(message) || answersCall(message))) continue;
    const { raw } = message.content;
    left -= Math.min(Math.max(raw.length, SHORTEST), LONGEST);
    if (raw.length > LONGEST) continue;
    const formula = formulaIn(raw, value, { isMoney, counts, percents }) ?? ofRows(value, rows, message);
    if (formula !== undefined) return { from: 'computed', message: at + 1, formula };
  }
  return undefined;
}

/**
 * `184 × 0.45`, if a value is the product of two other arguments that are known, the sum of a list, `2 × 890 + 1 × 60`, or
 * `46500 and 4 %`; of money also a sum, a difference or a share of two.
 */
function ofArguments(
  { number: value, leaf: { path, key } }: Computable,
  { known, columns, percents }: Beside,
): Source | undefined {
  // What the platform stated is in no message.
  const first = known.find(({ message }) => message > 0)?.message;
  if (first === undefined || value === undefined) return undefined;
  const same = (result: number): boolean => Math.abs(result - value) < 0.0051;
  const from = (formula: string, message = 0): Source => ({ from: 'computed', message: message || first, formula });
  // A total stands beside its list, not in it.
  for (const [at, column] of path.includes('[') ? [] : columns.entries()) {
    const numbers = column.map(({ number }) => number);
    if (same(sum(numbers))) return from(numbers.join(' + '));
    for (const other of columns.slice(at + 1)) {
      const beside = new Map(other.map(({ number, leaf }) => [leaf.holder, number]));
      const rows = column.map(({ number, leaf }) => [number, beside.get(leaf.holder) ?? Number.NaN]);
      if (same(sum(rows.map(([a = 0, b = 0]) => a * b)))) return from(rows.map((row) => row.join(' × ')).join(' + '));
    }
  }
  const isMoney = namesMoney(key);
  // Of one, that nobody says, follows no amount.
  const paired = known.filter(({ number }) => number !== 1).slice(0, MOST_PAIRED);
  for (const [at, { number: a, leaf, message }] of paired.entries()) {
    const percent = isMoney ? percents.find((one) => isShare(a, one, same)) : undefined;
    if (percent !== undefined) return from(`${a} and ${percent} %`, message);
    for (const { number: b, leaf: other } of paired.slice(at + 1)) {
      if (same(a * b)) return from(`${a} × ${b}`, message);
      if (!isMoney) continue;
      const [most, least] = [Math.max(a, b), Math.min(a, b)];
      if (namesMoney(leaf.key) && namesMoney(other.key)) {
        if (same(a + b)) return from(`${a} + ${b}`, message);
        if (same(most - least)) return from(`${most} − ${least}`, message);
      } else if (Number.isInteger(least) && same(most / least)) return from(`${most} ÷ ${least}`, message);
    }
  }
  return undefined;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, one) => whole + one, 0);

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
