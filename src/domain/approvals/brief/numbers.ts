/**
 * Numbers in text as people and models write them: `64`, `64.00`, `1,234.50`, `1.234,50`, `1 234`, `18k`, `1.2 million`,
 * `sixty-four`. What can be read in two ways (`1,234`) has two values, and is the same as either.
 */
import { spelledNumbers } from './spelled-numbers.ts';

export interface FoundNumber {
  /** As it is written. */
  readonly text: string;
  /** Where it begins, and where it ends. */
  readonly at: number;
  readonly end: number;
  /** What it can mean. */
  readonly values: readonly number[];
  /** What a one in its last digit is worth: 0.01 of `64.00`, 1,000 of `18k`. */
  readonly unit: number;
  /** "about", "roughly", "nearly" stand before it. */
  readonly isAbout: boolean;
  readonly isPercent: boolean;
}

const DIGITS =
  /(?<![\p{L}\p{N}_][.,]?|[\p{L}\p{N}]-|\d[:/]|#)(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?(?![\p{N}])|\d(?:[\d.,'’_]*\d)?)/gu;
const SCALE = /^\s?(k|m|mn|mio|bn|thousand|million|billion)(?![\p{L}\p{N}])/iu;
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};
const PERCENT = /^\s?(?:%|percent\b|per cent\b|pct\b)/i;
const ABOUT =
  /(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.|over|more than|just under)|[~≈])\s*(?:[€$£¥]|[A-Z]{3}\s)?\s*$/i;
/** Letters right after it make it something else: `5th`, `3y`, `0x1f`. Currencies and scales do not. */
const LETTERS_AFTER = /^(?!(?:k|m|mn|mio|bn|eur|usd|gbp|chf)\b)(?:\p{L}|-\p{L}*\d|:\d|\/\d)/iu;

/** The values of a written number, and what its last digit is worth; undefined for anything else: `1.2.3`, `10.0.0.1`. */
export function readNumber(written: string): { values: readonly number[]; unit: number } | undefined {
  const text = written.replace(/[ \u00a0\u202f](?=\d{3})/g, '').replace(/['’_](?=\d{3}(?!\d))/g, '');
  if (/^\d+$/.test(text)) return { values: [Number(text)], unit: 1 };
  const marks = text.replace(/\d/g, '');
  const last = marks.at(-1);
  if (last === undefined || /[^.,]/.test(marks)) return undefined;
  const places = text.length - text.lastIndexOf(last) - 1;
  const others = marks.slice(0, -1);
  // The last mark alone of its kind ends the whole part; whatever stands before it groups digits.
  if (others !== '' && !others.includes(last)) {
    const other = others[0] ?? '';
    if ([...others].some((mark) => mark !== other)) return undefined;
    const [whole = '', fraction = ''] = [text.slice(0, -places - 1), text.slice(-places)];
    return isGrouped(whole, other) ? decimal(whole.replaceAll(other, ''), fraction) : undefined;
  }
  if (others !== '')
    return isGrouped(text, last) ? { values: [Number(text.replaceAll(last, ''))], unit: 1 } : undefined;
  const [whole = '', fraction = ''] = text.split(last);
  const asDecimal = decimal(whole, fraction);
  if (places !== 3 || whole.length > 3 || /^0/.test(whole)) return asDecimal;
  // `1,234` and `1.234`: a thousand and something, or one and something.
  return { values: [Number(whole + fraction), ...asDecimal.values], unit: 1 };
}

const decimal = (whole: string, fraction: string) => ({
  values: [Number(`${whole}.${fraction}`)],
  unit: 10 ** -fraction.length,
});

/** Groups of three; of two but for the last, as in India. */
function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...groups] = text.split(mark);
  const isFirst = first.length >= 1 && first.length <= 3;
  const last = groups.at(-1);
  const between = groups.slice(0, -1);
  return (
    isFirst &&
    last?.length === 3 &&
    (between.every(({ length }) => length === 3) || between.every(({ length }) => length === 2))
  );
}

/** All numbers of a text, in order. */
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
  const taken = (at: number): boolean => written.some((one) => at >= one.at && at < one.end);
  const spelled = spelledNumbers(text)
    .filter(({ at }) => !taken(at))
    .map(({ value, ...where }) => ({
      ...where,
      values: [value],
      unit: 1,
      isAbout: ABOUT.test(text.slice(Math.max(0, where.at - 24), where.at)),
      isPercent: PERCENT.test(text.slice(where.end, where.end + 10)),
    }));
  return [...written, ...spelled].sort((a, b) => a.at - b.at);
}

/** The share by which a number after "about" may be off. */
const ABOUT_SHARE = 0.1;

/** Whether a number of the words can stand for a value: the same, rounded, about, or as a percentage of one. */
export function standsFor(found: FoundNumber, value: number): boolean {
  const wanted = found.isPercent ? [value, value * 100] : [value];
  return wanted.some((want) => found.values.some((said) => isRounded(said, Math.abs(want), found)));
}

function isRounded(said: number, value: number, { unit, isAbout }: FoundNumber): boolean {
  const off = Math.abs(said - value);
  if (off <= Number.EPSILON * 8 * Math.max(1, value)) return true;
  if (isAbout) return off <= ABOUT_SHARE * value;
  // Rounded to what its last digit is worth, or cut there; whole numbers stand for fractions next to them alone.
  return off < unit * 0.5000001 && lastDigit(value) < unit;
}

/** What a one in the last digit of a value is worth. */
function lastDigit(value: number): number {
  const [, fraction = ''] = String(value).split('.');
  return Number.isInteger(value) ? 1 : 10 ** -fraction.length;
}
