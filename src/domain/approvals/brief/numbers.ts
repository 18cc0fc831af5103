/** Numbers in text as people and models write them, in six languages. */

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
  // Most have one mark, and not three digits behind it.
  if (/^\d+\.(?:\d\d?|\d{4,})$/.test(written)) return [Number(written)];
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

/** The first numbers of a text, without those that are a part of a date, a time or an id. `text`: it, folded. */
export function numbersIn(whole: string, most = 1_000, text = folded(whole)): FoundNumber[] {
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
