/** Numbers in text as people and models write them, in six languages, and what follows from them. */

import { folded, kindOf } from './folded.ts';
import type { Span } from './input.ts';

/** A number in a text. `1,234` has two values. */
export interface FoundNumber extends Span {
  readonly values: readonly number[];
}

const NUMBER = /\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)|\d(?:[\d.,'_]*\d)?/y;
const SCALE =
  / ?(?:(k|thousand|tausend|mil|mille|千)|(万)|(m|mio|million(?:en|s|es)?|milhao|milhoes|millones))(?![a-z0-9])/y;
const SCALES = [1e3, 1e4, 1e6];

/** The possible values of a written number: two of `1,234`, none of `1.2.3`. */
export function valuesOf(written: string): readonly number[] {
  if (/^\d+$/.test(written)) return [Number(written)];
  const text = written.replace(/[ _](?=\d{3})/g, '').replace(/'(?=\d{3}(?!\d))/g, '');
  const marks = text.replace(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return [Number(text)];
  const at = text.lastIndexOf(last);
  const whole = Number(text.replace(/\D/g, ''));
  const decimal = Number(`${text.slice(0, at).replace(/\D/g, '')}.${text.slice(at + 1)}`);
  const isGrouped = (part: string): boolean => /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(part);
  // If the last mark is unique, it is the decimal point, and the marks before it group digits.
  if (marks.length === 1) return text.length - at === 4 ? [whole, decimal] : [decimal];
  if (!marks.slice(0, -1).includes(last)) return isGrouped(text.slice(0, at)) ? [decimal] : [];
  return isGrouped(text) ? [whole] : [];
}

/** The first numbers of a text, without those that are a part of a date, a time or an id. */
export function numbersIn(whole: string, most = 1_000): FoundNumber[] {
  const text = folded(whole);
  const found: FoundNumber[] = [];
  for (let at = 0; at < text.length && found.length <= most; at++) {
    if (kindOf(text.charCodeAt(at)) !== 1) continue;
    NUMBER.lastIndex = at;
    const written = NUMBER.exec(text)?.[0] ?? '';
    const digits = at + written.length;
    SCALE.lastIndex = digits;
    const scale = SCALE.exec(text);
    const size = scale === null ? 1 : (SCALES[scale.slice(1).findIndex((word) => word !== undefined)] ?? 1);
    const end = digits + (scale?.[0].length ?? 0);
    const values = valuesOf(written).map((value) => value * size);
    const before = text.slice(Math.max(0, at - 4), at);
    const isPart = /(?:[a-z_#]|[a-z\d][/-]|\d:)$/.test(before) && !/(?:^|[^a-z])(?:[a-z]{3}|r)$/.test(before);
    if (!isPart && values.length > 0 && !/^(?:th|st|nd|rd|[_/:]|-\w|[月日年])/.test(text.slice(end, end + 2)))
      found.push({ text: whole.slice(at, end), at, end, values });
    at = end - 1;
  }
  return found;
}

/** Whether a zero or a separator is too many or too few. */
export const isTenfold = (written: number, value: number): boolean =>
  [0.001, 0.01, 0.1, 10, 100, 1000].some((ten) => Math.abs(written / value / ten - 1) < 1e-9);

/**
 * Whether a value looks like a typo of a number: {@link isTenfold}, or with digits that changed places. A smaller one with one
 * digit is so by chance.
 */
export function isSlip(written: number, value: number): boolean {
  const digits = (n: number): string => String(n).replace(/\D/g, '');
  if (isTenfold(written, value)) return value > written || /[1-9].*[1-9]/.test(digits(value));
  const sorted = (n: number): string => [...digits(n)].sort().join('');
  return written !== value && digits(value).length >= 3 && sorted(written) === sorted(value);
}

/** Numbers of a message, at most: among more of them, some pair gives any value. */
const MOST = 12;
const MONEY =
  /[$€£¥₹円]|(?<![a-z])(?:eur|usd|gbp|chf|jpy|brl|mxn|cad|aud|euros?|dollars?|pesos?|reais|yen|pounds?|(?:amount|total|price|sum|cost|fee|fare|balance|betrag|preis|prix|montant|precio|importe|preco|valor)["']?\s?[:=]?)\s?$/;
const MONEY_AFTER = /^\s?(?:[$€£¥₹円]|(?:eur|usd|gbp|chf|jpy|brl|mxn|cad|aud|euro|dollar|peso|reais|yen|pound)(?!p))/;
/** Says that an amount is a unit price: otherwise a factor of ten is a slip. */
const RATE = /\b(?:each|apiece|per|je|chacun|cada|par|por)\b|\bat (?:[$€£]|[a-z]{3} ?\d|\d)|@|×|\d ?x ?\d|ずつ|1つ|1個/;

/** Percentages in folded text. Of 0 % and 100 % follows nothing: they would turn a number into itself. */
export const percentagesIn = (text: string): number[] =>
  [...text.matchAll(/(\d{1,3}(?:[.,]\d{1,2})?) ?(?:%|percent|prozent|パーセント)/g)]
    .map(([, share = '']) => Number(share.replace(',', '.')))
    .filter((share) => share > 0 && share < 100);

/** Whether a result is a percentage of a number, or the number with it added or taken off. */
export const isShare = (of: number, share: number, same: (result: number) => boolean): boolean =>
  [share / 100, 1 - share / 100, 1 + share / 100].some((times) => same(of * times));

/** What is known from elsewhere: whether the value is money, counts, and percentages that are applied to money. */
interface Elsewhere {
  readonly isMoney: boolean;
  readonly counts?: readonly number[];
  readonly percents?: readonly number[];
}

/**
 * `66 × 12`, if a value is a count times a price, a price by a count, a sum, a difference or a percentage in the text.
 */
export function formulaIn(
  whole: string,
  value: number,
  { isMoney, counts = [], percents = [] }: Elsewhere,
): string | undefined {
  const all = numbersIn(whole, MOST);
  if (all.length > MOST) return undefined;
  const text = folded(whole);
  const same = (result: number): boolean => Math.abs(result - value) < 0.0051;
  const distinct = (of: readonly FoundNumber[]): number[] => [...new Set(of.flatMap(({ values }) => values))];
  const amounts = all.filter(
    ({ at, end }) => MONEY.test(text.slice(Math.max(0, at - 12), at)) || MONEY_AFTER.test(text.slice(end, end + 7)),
  );
  const terms = isMoney && amounts.length > 1 ? amounts : all;
  const operands = distinct(terms);
  const prices = isMoney && amounts.length > 0 ? distinct(amounts) : operands;
  const isRound = (count: number): boolean => /^10+$/.test(String(count)) && !RATE.test(text);
  for (const count of [...distinct(all), ...counts].filter(
    (one) => Number.isInteger(one) && one > 1 && !isRound(one),
  )) {
    const price = prices.find((one) => one !== count && one !== 1 && !isRound(one) && same(one * count));
    if (price !== undefined) return `${count} × ${price}`;
    const whole = prices.find((one) => one !== count && same(one / count));
    if (whole !== undefined) return `${whole} ÷ ${count}`;
  }
  for (const [at, a] of operands.entries()) {
    for (const b of operands.slice(at + 1)) {
      if (same(a + b)) return `${a} + ${b}`;
      if (same(Math.abs(a - b))) return `${Math.max(a, b)} − ${Math.min(a, b)}`;
    }
  }
  for (const share of [...percentagesIn(text), ...(isMoney ? percents : [])]) {
    const of = operands.find((one) => isShare(one, share, same));
    if (of !== undefined) return `${of} and ${share} %`;
  }
  const sum = terms.map(({ values }) => values[0] ?? 0);
  if (sum.length > 2 && same(sum.reduce((a, b) => a + b, 0))) return sum.join(' + ');
  // A count and a price in each line: `30 at 8.50 and 10 at 22`.
  const ordered = all.map(({ values }) => values[0] ?? 0);
  const lines = ordered.flatMap((one, at) => (at % 2 === 0 ? [[one, ordered[at + 1] ?? 0] as const] : []));
  const inOrder = all.length % 2 === 0 ? lines : [];
  if (inOrder.length > 1 && same(inOrder.reduce((whole, [a, b]) => whole + a * b, 0)))
    return inOrder.map(([a, b]) => `${a} × ${b}`).join(' + ');
  // The counts are arguments: `five chairs at 9,800 and two desks at 24,000`.
  const factors = amounts.map(({ values: [price = 0] }, at) => [counts[at] ?? Number.NaN, price] as const);
  if (factors.length > 1 && same(factors.reduce((whole, [a, b]) => whole + a * b, 0)))
    return factors.map(([a, b]) => `${a} × ${b}`).join(' + ');
  return undefined;
}
