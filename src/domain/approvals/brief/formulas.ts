/** How a number follows from others: arithmetic, without knowledge of who said them. */

import { folded } from './folded.ts';
import { type FoundNumber, numbersIn } from './numbers.ts';

/** Amounts that are equal but for the rounding of cents. */
export const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 0.0051;

const MONEY =
  /[$€£¥₹円]|(?<![a-z])(?:eur|usd|gbp|chf|jpy|brl|mxn|cad|aud|euros?|dollars?|pesos?|reais|yen|pounds?|(?:amount|total|price|sum|cost|fee|fare|balance|betrag|preis|prix|montant|precio|importe|preco|valor)["']?\s?[:=]?)\s?$/;
const MONEY_AFTER = /^\s?(?:[$€£¥₹円]|(?:eur|usd|gbp|chf|jpy|brl|mxn|cad|aud|euro|dollar|peso|reais|yen|pound)(?!p))/;

/** A number in a text, and whether the text says that it is money; not asked in texts of many. */
export type Figure = FoundNumber & { readonly isAmount: boolean };

/** Numbers of a text that are read, at most: among more of them, some pair gives any value. */
const MOST = 12;

/** A text whose numbers are read once for all values. */
export interface Figures {
  /** Folded. */
  readonly text: string;
  /** The first 13, without those that are a part of a date, a time or an id. */
  readonly all: readonly Figure[];
}

/** The numbers of a text. `text`: it, folded. */
export function figuresIn(whole: string, text = folded(whole)): Figures {
  const found = numbersIn(whole, MOST, text);
  const all = found.map((one) => ({
    ...one,
    isAmount:
      found.length <= MOST &&
      (MONEY.test(text.slice(Math.max(0, one.at - 12), one.at)) || MONEY_AFTER.test(text.slice(one.end, one.end + 7))),
  }));
  return { text, all };
}

/** `2 × 890 + 1 × 60`; of many terms the first ones, and how many there are. */
export function sumText(terms: readonly (number | string)[]): string {
  const shown = terms.length <= MOST_TERMS ? terms : [...terms.slice(0, MOST_TERMS / 2), `… (${terms.length} terms)`];
  return shown.join(' + ').replaceAll('+ -', '− ');
}
const MOST_TERMS = 6;

/** Percentages in folded text. Of 0 % and 100 % follows nothing: they would turn a number into itself. */
export const percentagesIn = (text: string): number[] =>
  [
    ...text.matchAll(
      /(\d{1,3}(?:[.,]\d{1,2})?) ?(?:%|percent|prozent|パーセント)|(?:percent|percentage|pct|prozent|percentual|porcentaje|porcentagem|percentagem|pourcentage)"? ?[:=] ?(\d{1,3}(?:\.\d{1,2})?)/g,
    ),
  ]
    .map(([, share, named]) => Number((share ?? named ?? '').replace(',', '.')))
    .filter((share) => share > 0 && share < 100);

/** A percentage of a number, and the number with it added or taken off. */
export const sharesOf = (number: number, percent: number): number[] =>
  [percent / 100, 1 - percent / 100, 1 + percent / 100].map((times) => number * times);

/** Says that an amount is a unit price: otherwise a factor of ten is a slip. */
const RATE = /\b(?:each|apiece|per|je|chacun|cada|par|por)\b|\bat (?:[$€£]|[a-z]{3} ?\d|\d)|@|×|\d ?x ?\d|ずつ|1つ|1個/;

/** What is known from elsewhere: whether the value is money, counts, and percentages that are applied to money. */
interface Elsewhere {
  readonly isMoney: boolean;
  readonly counts: readonly number[];
  readonly percents: readonly number[];
}

/**
 * `66 × 12`, if a value is a count times a price, a price by a count, a sum, a difference or a percentage of numbers in one text.
 */
export function formulaIn(
  { text, all }: Figures,
  value: number,
  { isMoney, counts, percents }: Elsewhere,
): string | undefined {
  if (all.length > MOST) return undefined;
  const distinct = (of: readonly FoundNumber[]): number[] => [...new Set(of.flatMap(({ values }) => values))];
  const amounts = all.filter(({ isAmount }) => isAmount);
  // Nothing follows from a number and 0.
  const operands = distinct(isMoney && amounts.length > 1 ? amounts : all).filter((one) => one !== 0);
  const prices = isMoney && amounts.length > 0 ? distinct(amounts) : operands;
  const isRate = RATE.test(text);
  const isRound = (count: number): boolean => !isRate && /^10+$/.test(String(count));
  for (const count of [...distinct(all), ...counts].filter(
    (one) => Number.isInteger(one) && one > 1 && !isRound(one),
  )) {
    const price = prices.find((one) => one !== count && one !== 1 && !isRound(one) && isSame(one * count, value));
    if (price !== undefined) return `${count} × ${price}`;
    const divided = prices.find((one) => one !== count && isSame(one / count, value));
    if (divided !== undefined) return `${divided} ÷ ${count}`;
  }
  for (const [at, a] of operands.entries()) {
    for (const b of operands.slice(at + 1)) {
      if (isSame(a + b, value)) return `${a} + ${b}`;
      if (isSame(Math.abs(a - b), value)) return `${Math.max(a, b)} − ${Math.min(a, b)}`;
    }
  }
  for (const percent of [...percentagesIn(text), ...(isMoney ? percents : [])]) {
    const of = operands.find((one) => sharesOf(one, percent).some((share) => isSame(share, value)));
    if (of !== undefined) return `${of} and ${percent} %`;
  }
  const terms = (isMoney && amounts.length > 1 ? amounts : all).map(({ values }) => values[0] ?? 0);
  return terms.length > 2 && isSame(sum(terms), value) ? sumText(terms) : undefined;
}

/** Numbers that hardly follow from others by chance. */
export const TELLING = 100;
/** Arguments of which pairs are tried. */
const MOST_ARGUMENTS = 30;

/** `184 × 0.45` of any two arguments; `46500 and 4 %`, `690 + 90` and `690 − 90` of amounts. */
export function formulaOfPair(
  value: number,
  numbers: readonly number[],
  amounts: readonly number[],
  percents: readonly number[],
): string | undefined {
  for (const [at, a] of numbers.slice(0, MOST_ARGUMENTS).entries()) {
    const b = numbers.slice(at + 1, MOST_ARGUMENTS).find((one) => isSame(a * one, value));
    if (b !== undefined) return `${a} × ${b}`;
    // A smaller number is a percentage of another one by chance.
    const isTelling = value >= TELLING || amounts.includes(a);
    const percent = isTelling && percents.find((one) => sharesOf(a, one).some((share) => isSame(share, value)));
    if (percent) return `${a} and ${percent} %`;
  }
  for (const [at, a] of amounts.slice(0, MOST_ARGUMENTS).entries()) {
    const count = numbers.find((one) => Number.isInteger(one) && one > 1 && one !== a && isSame(a / one, value));
    if (count !== undefined) return `${a} ÷ ${count}`;
    for (const b of amounts.slice(at + 1, MOST_ARGUMENTS)) {
      if (isSame(a + b, value)) return `${a} + ${b}`;
      if (isSame(Math.abs(a - b), value)) return `${Math.max(a, b)} − ${Math.min(a, b)}`;
    }
  }
  return undefined;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((whole, one) => whole + one, 0);

/** Numbers that are tried with each other, and of which all sums and differences are: six give 3^6 = 729. */
const MOST_PAIRED = 24;
const MOST_SUMMED = 6;
/** A formula counts if it is one of so few near its result that at most one wrong value in ten would have one, too. */
const BY_CHANCE = 0.1;

/** What a number alone doesn't have. */
export const ARITHMETIC = /[+−×÷%]/;

/** Formulas that are tried for a value: they count only where few other values would follow from as many. */
export class Attempts {
  readonly #value: number;
  readonly #near = new Set<number>();
  #found: string | undefined;

  constructor(value: number) {
    this.#value = value;
  }

  isNear(result: number): boolean {
    return Math.abs(result - this.#value) <= this.#value / 10;
  }

  add(result: number, formula: () => string): void {
    if (!this.isNear(result)) return;
    this.#near.add(Math.round(result * 100));
    // A number alone is no formula.
    if (this.#found !== undefined || !isSame(result, this.#value)) return;
    const text = formula();
    if (ARITHMETIC.test(text)) this.#found = text;
  }

  /** The first that gives the value; undefined if that may be chance. */
  get found(): string | undefined {
    return this.#near.size <= (BY_CHANCE * (this.#value / 5)) / stepOf(this.#value) ? this.#found : undefined;
  }
}

/** `1450 − 120`, of any two numbers, or `66 − 6.6 + 6.5` of several amounts. */
export function formulaOfAny(
  value: number,
  numbers: readonly number[],
  amounts: readonly number[],
  percents: readonly number[],
): string | undefined {
  const attempts = new Attempts(value);
  const pool = [...new Set(numbers)].slice(0, MOST_PAIRED);
  for (const [at, a] of pool.entries()) {
    for (const percent of percents)
      for (const share of sharesOf(a, percent)) attempts.add(share, () => `${a} and ${percent} %`);
    for (const b of pool.slice(at + 1)) {
      const [most, least] = [Math.max(a, b), Math.min(a, b)];
      attempts.add(a + b, () => `${a} + ${b}`);
      attempts.add(most - least, () => `${most} − ${least}`);
      attempts.add(a * b, () => `${a} × ${b}`);
      attempts.add(most / least, () => `${most} ÷ ${least}`);
    }
  }
  for (const terms of amounts.length > MOST_SUMMED ? [] : signed(amounts))
    if (terms.length > 2)
      attempts.add(sum(terms), () =>
        terms
          .map((one) => `${one < 0 ? '− ' : '+ '}${Math.abs(one)}`)
          .join(' ')
          .slice(2),
      );
  return attempts.found;
}

/** Each number added, taken off or left out; the first isn't taken off. */
const signed = (numbers: readonly number[]): (readonly number[])[] =>
  numbers.reduce<(readonly number[])[]>(
    (all, one) => all.flatMap((terms) => [terms, [...terms, one], ...(terms.length > 0 ? [[...terms, -one]] : [])]),
    [[]],
  );

/** What one value differs from the next by, as people write them: 0.01 of 3.1, 100 of 4,300. */
function stepOf(value: number): number {
  if (!Number.isInteger(value)) return 0.01;
  let step = 1;
  while (value % (step * 10) === 0 && step < value) step *= 10;
  return step;
}
