/**
 * Numbers in text as people and models write them: `64`, `64.00`, `1,234.50`, `1.234,50`, `1 234`, `18k`, `1.2 million`,
 * `sixty-four`. An ambiguous number (`1,234`) has two values and equals both.
 */

import type { Span } from './input.ts';

export interface FoundNumber extends Span {
  /** Its possible values. */
  readonly values: readonly number[];
  /** The place value of its last digit: 0.01 of `64.00`, 1,000 of `18k`. */
  readonly unit: number;
  /** Preceded by "about", "roughly", "nearly". */
  readonly isAbout: boolean;
  readonly isPercent: boolean;
}

const DIGITS =
  /(?<![\p{L}\p{N}_][.,]?|[\p{L}\p{N}]-|\d[:/]|#)(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?![\p{N}])|\d(?:[\d.,'’_]*\d)?)/gu;
const SCALE = /^\s?(k|m|bn|thousand|million|billion)(?![\p{L}\p{N}])/iu;
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};
const PERCENT = /^\s?(?:%|per ?cent\b)/i;
const ABOUT =
  /(?:\b(?:about|around|approximately|roughly|nearly|almost|some|circa)|[~≈])\s*(?:[€$£¥]|[A-Z]{3}\s)?\s*$/i;
/** Letters directly after it make it something else: `5th`, `3y`, `0x1f`. Currencies and scales don't. */
const LETTERS_AFTER =
  /^(?!(?:k|m|bn|eur|usd|gbp|chf|[km]?g|[kmgt]b|[ckm]m|h|hrs?|min|ml)\b)(?:\p{L}|-\p{L}*\d|:\d|\/\d)/iu;

/** The values of a written number and the place value of its last digit; undefined for `1.2.3`, `10.0.0.1` and the like. */
export function readNumber(written: string): { values: readonly number[]; unit: number } | undefined {
  const text = written.replace(/[ \u00a0\u202f](?=\d{3})/g, '').replace(/['’_](?=\d{3}(?!\d))/g, '');
  const marks = text.replace(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined) return { values: [Number(text)], unit: 1 };
  const places = text.length - text.lastIndexOf(last) - 1;
  const others = marks.slice(0, -1);
  // If the last mark is unique, it is the decimal point, and the marks before it group digits.
  if (others !== '' && !others.includes(last)) {
    const other = others[0] ?? '';
    const [whole = '', fraction = ''] = [text.slice(0, -places - 1), text.slice(-places)];
    return isGrouped(whole, other) ? decimal(whole.replaceAll(other, ''), fraction) : undefined;
  }
  if (others !== '')
    return isGrouped(text, last) ? { values: [Number(text.replaceAll(last, ''))], unit: 1 } : undefined;
  const [whole = '', fraction = ''] = text.split(last);
  const asDecimal = decimal(whole, fraction);
  if (places !== 3) return asDecimal;
  // `1,234` and `1.234`: more than a thousand, or a little more than one.
  return { values: [Number(whole + fraction), ...asDecimal.values], unit: 1 };
}

const decimal = (whole: string, fraction: string) => ({
  values: [Number(`${whole}.${fraction}`)],
  unit: 10 ** -fraction.length,
});

/** Groups of three digits; or, as in India, groups of two and a last one of three. */
function isGrouped(text: string, mark: string): boolean {
  const [, ...groups] = text.split(mark);
  const last = groups.at(-1);
  const between = groups.slice(0, -1);
  return (
    last?.length === 3 && (between.every(({ length }) => length === 3) || between.every(({ length }) => length === 2))
  );
}

/** All numbers in a text, in order. */
export function numbersIn(text: string): FoundNumber[] {
  const written: FoundNumber[] = [];
  for (const match of text.matchAll(DIGITS)) {
    const [digits] = match;
    const read = readNumber(digits);
    const after = text.slice(match.index + digits.length, match.index + digits.length + 20);
    if (read === undefined || LETTERS_AFTER.test(after)) continue;
    const scaleWord = SCALE.exec(after);
    const scale = SCALES[scaleWord?.[1]?.toLowerCase() ?? ''] ?? 1;
    const end = match.index + digits.length + (scaleWord?.[0].length ?? 0);
    written.push({
      text: text.slice(match.index, end),
      at: match.index,
      end,
      values: read.values.map((value) => value * scale),
      unit: read.unit * scale,
      isAbout: ABOUT.test(text.slice(Math.max(0, match.index - 24), match.index)),
      isPercent: PERCENT.test(text.slice(end, end + 10)),
    });
  }
  const spelled = [...text.matchAll(SPELLED)]
    .filter(({ index }) => !written.some((one) => index >= one.at && index < one.end))
    .map(({ 0: numeral, index: at }) => ({
      ...{ text: numeral, at, end: at + numeral.length, unit: 1 },
      values: [valueOfNumeral(numeral.toLowerCase().split(/[^a-z]/))],
      isAbout: ABOUT.test(text.slice(Math.max(0, at - 24), at)),
      isPercent: PERCENT.test(text.slice(at + numeral.length, at + numeral.length + 10)),
    }));
  return [...written, ...spelled].sort((a, b) => a.at - b.at);
}

/** Tolerance of a number after "about". */
const ABOUT_SHARE = 0.1;

/** Whether a number in the text can mean a value: equal, rounded, about, or as a percentage. */
export function standsFor(found: FoundNumber, value: number): boolean {
  const wanted = found.isPercent ? [value, value * 100] : [value];
  return wanted.some((want) => found.values.some((one) => isRounded(one, Math.abs(want), found)));
}

/**
 * Whether a value looks like a typo of a number: off by a zero or a separator, or transposed digits. Round and short
 * numbers are excluded: they resemble each other by chance.
 */
export function isSlip({ values }: FoundNumber, value: number): boolean {
  const digits = (n: number): string => String(n).replace(/\D/g, '');
  const significant = digits(value).replace(/^0+|0+$/g, '');
  return values.some((written) => {
    if (written === value || significant.length < 2) return false;
    if (isTenfold(written, value)) return true;
    return digits(written).length >= 3 && [...digits(written)].sort().join('') === [...digits(value)].sort().join('');
  });
}

/** Whether a zero or a separator is too many or too few. */
export const isTenfold = (written: number, value: number): boolean =>
  [0.001, 0.01, 0.1, 10, 100, 1000].some((ten) => Math.abs(written / value / ten - 1) < 1e-9);

/** Whether a value is written as a number that is rounded to its last digit, or about the same. */
const isRounded = (written: number, value: number, { unit, isAbout }: FoundNumber): boolean =>
  Math.abs(written - value) <= (isAbout ? ABOUT_SHARE * value : unit * 0.5000001);

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES: ReadonlyMap<string, number> = new Map(
  [...UNITS.entries(), ...TENS.map((ten, n) => [n * 10, ten] as const)].map(([n, word]) => [word, n]),
);
/** A hundred multiplies what is directly before it, a thousand all since the last such word. */
const FACTORS: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);
const NUMERAL = [...VALUES.keys(), ...FACTORS.keys()].join('|');
/** Numerals with a blank or a hyphen between them, "and" after a hundred; a lone "one" only before a unit of time. */
const SPELLED = new RegExp(
  `(?<!\\p{L})(?!one(?!\\p{L}|[ \\u00a0-](?:${NUMERAL})\\b| (?:second|minute|hour|day|week|month|year)s?\\b))(?:${NUMERAL})(?:(?:[ \\u00a0-]|(?<=hundred|thousand) and )(?:${NUMERAL}))*(?!\\p{L})`,
  'giu',
);

/** The value of a spelled-out number. */
function valueOfNumeral(parts: readonly string[]): number {
  let total = 0;
  let part = 0;
  for (const word of parts) {
    const factor = FACTORS.get(word);
    part = factor === undefined ? part + (VALUES.get(word) ?? 0) : Math.max(1, part) * factor;
    if (factor === undefined || factor < 1000) continue;
    total += part;
    part = 0;
  }
  return total + part;
}
