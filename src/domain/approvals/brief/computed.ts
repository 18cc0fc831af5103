/** Values that nobody said as they are, but that follow from what was said. */

import { groupBy } from '../../../basics/maps.ts';
import { duration } from '../../../present/units.ts';
import { isIdKey, isMoneyKey, isShareKey, namesMoney } from './contradict-money.ts';
import { monthsOf, startsOf } from './days.ts';
import { formulaIn, formulaOfAny, formulaOfPair, TELLING } from './formulas.ts';
import { type CallValue, isListed, type Leaf } from './input.ts';
import { lengthFrom, minutesOf, stepsTo } from './moments.ts';
import type { Source } from './needles.ts';
import { wantedOf } from './notations.ts';
import { receiptOf } from './receipts.ts';
import { type Said, saidIn } from './said.ts';
import { scanner } from './scan.ts';
import type { Turn } from './turns.ts';

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

/** Lengths of time that are tried, the latest. */
const MOST_LENGTHS = 8;

/** Values that are looked for in records, those outside lists first; percentages that are tried for each. */
const MOST_TOTALS = 8;
const MOST_PERCENTS = 4;

/** Monthly payments. */
const MOST_PARTS = 60;

/** Arguments that are tried as counts of a price. */
const MOST_COUNTS = 30;

/** Values for which sums and products are tried: of more, a list is long that nobody computed. */
const MOST_COMPUTED = 50;

/**
 * Notes on values that follow from others: from the numbers of one message of a user, a tool or the platform, from the records
 * that the call names, from any two numbers of arguments and messages, or a day from another one and a length of time. A wrong
 * tax and a wrong total follow from a wrong price, and only the price is worth a look: what follows from a value that nobody said
 * is computed, too.
 */
export function compute(sought: readonly Computable[], turns: readonly Turn[]): void {
  const left = sought
    .filter(
      ({ is, stated, confirmed, leaf }) =>
        is !== 'free' && is !== 'common' && stated === undefined && confirmed === undefined && !isIdKey(leaf.key),
    )
    .slice(0, MOST_COMPUTED);
  if (left.length === 0) return;
  const said = saidIn(turns);
  const numbers = left.filter(({ number }) => number !== undefined);
  const ordered = numbers.toSorted((a, b) => Number(isListed(a.leaf)) - Number(isListed(b.leaf)));
  const totals = new Set(ordered.slice(0, MOST_TOTALS));
  // Twice, since a total may stand before the amounts that it is of; then what follows from nothing is the beginning of the rest.
  let roots = 0;
  for (const pass of ['first', 'second', 'last']) {
    for (const one of left) {
      if (one.computed !== undefined) continue;
      const beside = argumentsBeside(one, sought, said);
      const isAsked = pass === 'first' || roots > 0;
      const inOne = isAsked ? ofConversation(one, beside, said) : undefined;
      const found =
        inOne ??
        (pass !== 'first' && totals.has(one) ? fromRecords(one, beside, sought, said) : undefined) ??
        ofSeries(one, beside) ??
        ofParts(one, beside) ??
        dayFrom(one, beside, said) ??
        momentFrom(one, beside, said) ??
        ofNumbers(one, beside, said) ??
        withTax(one, beside);
      if (found !== undefined) one.computed = found;
      else if (pass === 'last') {
        one.isRoot = true;
        roots += 1;
      }
    }
  }
  // What follows in one call is often repeated in the next.
  for (const one of left) {
    const same = left.find(
      ({ leaf, number, computed }) =>
        computed && number !== undefined && leaf.key === one.leaf.key && number === one.number,
    );
    if (one.computed === undefined && same?.computed !== undefined) one.computed = same.computed;
  }
}

/** What a value of a call may follow from. */
interface Beside {
  /** The call's other arguments, and of them the numbers that are known, or follow from what is. */
  readonly all: readonly Computable[];
  readonly known: readonly Known[];
  /** The same, with 0 and 1: nobody says that there is one of something. */
  readonly summable: ReadonlyMap<Leaf, number>;
  /** The lengths of lists of single values. */
  readonly lists: readonly number[];
  readonly percents: readonly number[];
}

const isKnown = ({ stated, confirmed, told, computed, isRoot }: Computable): boolean =>
  isRoot === true || [stated, confirmed, told, computed].some((one) => one !== undefined);

interface Known {
  readonly number: number;
  readonly leaf: Leaf;
}

function argumentsBeside({ call, leaf, before }: Computable, sought: readonly Computable[], said: Said): Beside {
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

/** From the numbers of one message that isn't the agent's. */
function ofConversation(
  { before, leaf, number: value }: Computable,
  { known, lists, percents }: Beside,
  said: Said,
): Source | undefined {
  if (value === undefined) return undefined;
  const counts = [
    ...known.slice(0, MOST_COUNTS).map(({ number }) => number),
    ...lists,
    ...(said.isHalved && value >= TELLING ? [2] : []),
  ].filter((one) => one > 1);
  const isMoney = isMoneyKey(leaf.key);
  for (const { turn, figures, isStated } of said.turns) {
    if (turn.number >= before || !isStated) continue;
    const formula = formulaIn(figures, value, { isMoney, counts, percents });
    if (formula !== undefined) return { from: 'computed', message: turn.number, formula };
  }
  return undefined;
}

/** From the records that the call names, or those of another one: an order, and then its payment. */
function fromRecords(
  { leaf, number: value, before, call }: Computable,
  { summable, percents }: Beside,
  sought: readonly Computable[],
  { recordsBefore }: Said,
): Source | undefined {
  if (value === undefined) return undefined;
  for (const of of [call, ...new Set(sought.flatMap((one) => (one.call === call ? [] : one.call)))]) {
    const receipt = receiptOf(value, {
      leaf,
      all: sought.flatMap((one) => (one.call === of && one.leaf !== leaf ? one.leaf : [])),
      known: of === call ? summable : numbersOf(sought, of),
      ...recordsBefore(before),
      percents: percents.slice(0, MOST_PERCENTS),
    });
    if (receipt !== undefined) return { from: 'computed', ...receipt };
  }
  return undefined;
}

/** The numbers of a call that are known. */
const numbersOf = (sought: readonly Computable[], call: number): ReadonlyMap<Leaf, number> =>
  new Map(
    sought.flatMap((one) =>
      one.call === call && one.number !== undefined && isKnown(one) ? [[one.leaf, one.number]] : [],
    ),
  );

/** From a few numbers of arguments and of several messages. */
function ofNumbers(
  { number: value, leaf, before }: Computable,
  { known, percents }: Beside,
  { numbers, isHalved }: Said,
): Source | undefined {
  if (value === undefined || known.length === 0) return undefined;
  const from = (formula: string | undefined): Source | undefined =>
    formula === undefined ? undefined : { from: 'computed', message: 0, formula };
  const summed = known.filter((one) => !isListed(one.leaf)).map(({ number }) => number);
  const told = numbers.filter(({ message, isTold }) => isTold && message < before);
  const any = (isMoney: boolean): string | undefined =>
    formulaOfAny(
      value,
      [
        ...known.filter((one) => !isMoney || namesMoney(one.leaf.key)),
        ...told.filter(({ isAmount }) => !isMoney || isAmount),
      ].map(({ number }) => number),
      summed,
      percents,
      isHalved,
    );
  const isMoney = namesMoney(leaf.key);
  const numbersOf = (of: readonly Known[]): number[] => of.map(({ number }) => number);
  const amounts = isMoney ? numbersOf(known.filter((one) => namesMoney(one.leaf.key))) : [];
  return from(
    formulaOfPair(value, numbersOf(known), amounts, percents) ?? (isMoney ? any(true) : undefined) ?? any(false),
  );
}

/** Rates of value added tax and sales tax, which nobody says: the usual ones of countries that speak the six languages. */
const TAX_RATES = [4, 5, 5.5, 6, 7, 8, 8.1, 10, 13, 16, 18, 19, 20, 21, 22, 23];
const TAXED =
  /(?:^|_)(?:vat|iva|mwst|ust|tva|ttc|igv|gst)(?:_|$)|[a-z](?:Vat|Iva|Mwst|Tva|Ttc)|(?:tax|imp(?:ue|o)sto|steuer)s?(?:_|$)|税/;

/** `20406 and 16 %`, of another amount of the call, where the argument's name says that it is a tax, or has one in it. */
function withTax({ number: value, leaf }: Computable, { known }: Beside): Source | undefined {
  if (value === undefined || !TAXED.test(leaf.key)) return undefined;
  const amounts = known.filter((one) => namesMoney(one.leaf.key) && !isListed(one.leaf)).map(({ number }) => number);
  const formula = formulaOfPair(value, amounts, amounts, TAX_RATES);
  return formula === undefined ? undefined : { from: 'computed', message: 0, formula };
}

/** `2026-05-03 + 14 days`, if anybody but the agent says the length of time; and the day, unless another argument has it. */
function dayFrom({ day, leaf, before }: Computable, { all }: Beside, said: Said): Source | undefined {
  if (day === undefined) return undefined;
  const starts = said.lengths
    .filter(({ message }) => message < before)
    .slice(0, MOST_LENGTHS)
    .flatMap(({ length, message }) => startsOf(day, length).map((start) => ({ ...start, message })));
  if (starts.length === 0) return undefined;
  const scan = scanner(starts.map(({ value }) => ({ ...wantedOf({ ...leaf, value }, []), raw: value })));
  const stated = said.turns.filter(({ turn, isStated }) => isStated && turn.number < before);
  const [index] = stated.flatMap(({ turn }) => [...scan(turn.raw)]);
  const beside = new Set(all.filter(isKnown).map((one) => one.day));
  const start = starts[index ?? starts.findIndex(({ value }) => beside.has(Date.parse(value)))];
  return start && { from: 'computed', message: start.message, formula: start.formula };
}

/** One of a list of days at equal distances, of which the first and the last are known: a weekly appointment. */
function ofSeries({ day, leaf, raw }: Computable, { all }: Beside): Source | undefined {
  if (day === undefined || !isListed(leaf)) return undefined;
  const others = all.filter((one) => one.leaf.path === leaf.path && one.day !== undefined);
  const days = [...others.map((one) => one.day ?? 0), day].toSorted((a, b) => a - b);
  const [first, last] = [0, -1].map((at) => others.find((one) => one.day === days.at(at) && isKnown(one)));
  const step = (days[1] ?? 0) - (days[0] ?? 0);
  const isEven = step > 0 && days.every((one, at) => one === (days[0] ?? 0) + at * step);
  if (first === undefined || last === undefined || !isEven || raw.slice(10) !== first.raw.slice(10)) return undefined;
  return {
    from: 'computed',
    message: 0,
    formula: `${first.raw.slice(0, 10)} to ${last.raw.slice(0, 10)}, every ${duration(step)}`,
  };
}

/** `2026-06-15 + 5 months`: the last of six monthly payments, of which another argument has the first. */
function ofParts({ day }: Computable, { all, known }: Beside): Source | undefined {
  if (day === undefined) return undefined;
  const starts = new Set(all.filter(isKnown).map((one) => one.day));
  const counts = known.flatMap(({ number }) => (Number.isInteger(number) && number <= MOST_PARTS ? number : []));
  for (const count of counts) {
    const [start] = startsOf(day, monthsOf(count - 1));
    if (start !== undefined && starts.has(Date.parse(start.value)))
      return { from: 'computed', message: 0, formula: start.formula };
  }
  return undefined;
}

/** `10:00 + 1 h 30 min`, if another argument or anybody but the agent says the length of time; `09:00 − 06:00` of a length. */
function momentFrom({ leaf, number, before }: Computable, { all }: Beside, said: Said): Source | undefined {
  const known = all.filter(isKnown);
  const others = known.map((one) => one.leaf);
  const ofArguments = (formula: string | undefined): Source | undefined =>
    formula === undefined ? undefined : { from: 'computed', message: 0, formula };
  if (number !== undefined) return ofArguments(lengthFrom(leaf, number, others));
  const steps = stepsTo(leaf, others);
  if (steps.length === 0) return undefined;
  const lengths = known.map((one) => minutesOf(one.leaf, one.number));
  const own = steps.find(({ minutes }) => lengths.includes(minutes));
  if (own !== undefined) return ofArguments(own.formula);
  const scan = scanner(
    steps.map(({ minutes }) => {
      const value = `${minutes} min`;
      return { ...wantedOf({ ...leaf, value }, []), raw: value };
    }),
  );
  for (const { turn, isStated } of said.turns) {
    if (turn.number >= before || !isStated) continue;
    const whole = minutesIn(turn.text);
    // Half an hour is a part of `2 h 30 min`.
    const [index = -1] = scan(turn.text.replace(HOURS, ' '));
    const step = steps.find(({ minutes }) => whole.includes(minutes)) ?? steps[index];
    if (step !== undefined) return { from: 'computed', message: turn.number, formula: step.formula };
  }
  return undefined;
}

/** Hours with minutes: `1 h 30 min`, `1時間30分`. */
const HOURS =
  /(?<![\d.,:])(\d{1,2}) ?(?:h|hrs?|hours?|stunden?|std|heures?|horas?|時間)\.? ?(?:and |und |et |y |e )?(\d{1,2}) ?(?:min[a-z]*|m|分)?(?![a-z\d:])/g;
/** `"minutes": 60`, `"duration_min": 45`. */
const MINUTES = /["_ ]min(?:utes?|uten|utos)?"? ?[:=] ?"?(\d{1,3})(?!\d|[.,]\d)/g;
const minutesIn = (text: string): number[] => [
  ...[...text.matchAll(HOURS)].slice(0, MOST_LENGTHS).map(([, hours, minutes]) => 60 * Number(hours) + Number(minutes)),
  ...[...text.matchAll(MINUTES)].slice(0, MOST_LENGTHS).map(([, minutes]) => Number(minutes)),
];
