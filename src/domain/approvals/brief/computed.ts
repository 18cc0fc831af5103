/** Values that nobody said as they are, but that follow from what was said. */

import { argumentsBeside, type Beside, type Computable, type Known, MOST_PERCENTS } from './computable.ts';
import { fromMoments } from './computed-moment.ts';
import { isIdKey, isMoneyKey, namesMoney } from './contradict-money.ts';
import { formulaIn, formulaOfAny, formulaOfPair, TELLING } from './formulas.ts';
import { isListed } from './input.ts';
import type { Source } from './needles.ts';
import { receiptOf } from './receipts.ts';
import { type Said, saidIn } from './said.ts';
import type { Turn } from './turns.ts';

/** Values that are looked for in records, those outside lists first. */
const MOST_TOTALS = 8;

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
        (pass !== 'first' && totals.has(one) ? fromRecords(one, beside, said) : undefined) ??
        fromMoments(one, beside, said) ??
        ofNumbers(one, beside, said);
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

/** From the records that the call names. */
function fromRecords(
  { leaf, number: value, before }: Computable,
  { all, summable, percents }: Beside,
  { recordsBefore }: Said,
): Source | undefined {
  if (value === undefined) return undefined;
  const receipt = receiptOf(value, {
    leaf,
    all: all.map((one) => one.leaf),
    known: summable,
    ...recordsBefore(before),
    percents: percents.slice(0, MOST_PERCENTS),
  });
  return receipt && { from: 'computed', ...receipt };
}

/** From a few numbers of arguments and of several messages. */
function ofNumbers(
  { number: value, leaf, before }: Computable,
  { known, percents }: Beside,
  { numbers }: Said,
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
    );
  const isMoney = namesMoney(leaf.key);
  const numbersOf = (of: readonly Known[]): number[] => of.map(({ number }) => number);
  const amounts = isMoney ? numbersOf(known.filter((one) => namesMoney(one.leaf.key))) : [];
  return from(
    formulaOfPair(value, numbersOf(known), amounts, percents) ?? (isMoney ? any(true) : undefined) ?? any(false),
  );
}
