/**
 * Numbers in text as people and models write them: `64`, `64.00`, `1,234.50`, `1.234,50`, `1 234`, `18k`, `1.2 million`,
 * `sixty-four`. What can be read in two ways (`1,234`) has two values, and is the same as either.
 */

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
  // Groups of three; of two but for the last, as in India. `1,234` and `1.234` can be read in both ways.
  const [, whole, mark = '', cents = ''] =
    /^([1-9]\d{0,2}([.,])(?:\d{2,3}\2)*\d{3})(?:(?!\2)[.,](\d+))?$/.exec(text) ?? [];
  const [, units, fraction = ''] = /^(\d+)[.,](\d+)$/.exec(text) ?? [];
  const [first, ...others] = [
    ...(whole === undefined ? [] : [decimal(whole.replaceAll(mark, ''), cents)]),
    ...(units === undefined ? [] : [decimal(units, fraction)]),
  ];
  return first && { values: [first, ...others].map(({ value }) => value), unit: first.unit };
}

const decimal = (whole: string, fraction: string) => ({
  value: Number(`${whole}.${fraction}`),
  unit: 10 ** -fraction.length,
});

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
      ...around(text, match.index, end),
    });
  }
  const taken = (at: number): boolean => written.some((one) => at >= one.at && at < one.end);
  return [...written, ...spelledNumbers(text).filter(({ at }) => !taken(at))].sort((a, b) => a.at - b.at);
}

const around = (text: string, at: number, end: number) => ({
  isAbout: ABOUT.test(text.slice(Math.max(0, at - 24), at)),
  isPercent: PERCENT.test(text.slice(end, end + 10)),
});

/** The share by which a number after "about" may be off. */
const ABOUT_SHARE = 0.1;

/** Whether a number of the words can stand for a value: the same, rounded, about, or as a percentage of one. */
export function standsFor(found: FoundNumber, value: number): boolean {
  const wanted = found.isPercent ? [value, value * 100] : [value];
  return wanted.some((want) => found.values.some((said) => isRounded(said, Math.abs(want), found)));
}

/**
 * Whether a value looks like a slip for a number: a nought or a separator off, or the same digits in another order. Round
 * and short numbers are alike by chance.
 */
export function isSlip({ values }: FoundNumber, value: number): boolean {
  const digits = (n: number): string => String(n).replace(/\D/g, '');
  const significant = digits(value).replace(/^0+|0+$/g, '');
  return values.some((said) => {
    if (said === value || significant.length < 2) return false;
    const times = said / value;
    if ([0.001, 0.01, 0.1, 10, 100, 1000].some((ten) => Math.abs(times / ten - 1) < 1e-9)) return true;
    return digits(said).length >= 2 && [...digits(said)].sort().join('') === [...digits(value)].sort().join('');
  });
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

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, tens): [string, number] => [word, (tens + 2) * 10]),
]);
const WORD_SCALES: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);

const NUMERAL = `(?:${[...VALUES.keys(), ...WORD_SCALES.keys(), 'hundred', 'dozen'].join('|')})(?!\\p{L})`;
/** Numerals with a blank or hyphen between them, "and" after a hundred, "a" before a scale. */
const SPELLED = new RegExp(
  `(?<!\\p{L})(?:a (?=hundred|dozen|thousand|million|billion))?${NUMERAL}(?:(?:(?<=hundred|thousand) and)?[ \u00a0-]${NUMERAL})*`,
  'giu',
);
const TIME_AFTER = /^ (?:second|minute|hour|day|week|month|year)\b/;

/** All numbers in words; a single "one" only before a time, since it mostly is no number. */
const spelledNumbers = (text: string): FoundNumber[] =>
  [...text.matchAll(SPELLED)].flatMap(({ 0: written, index: at }) => {
    const end = at + written.length;
    const value = valueOfWords(written.toLowerCase().split(/[^\p{L}]+/u));
    const isPronoun = written.toLowerCase() === 'one' && !TIME_AFTER.test(text.slice(end));
    return value === undefined || isPronoun
      ? []
      : [{ text: written, at, end, values: [value], unit: 1, ...around(text, at, end) }];
  });

/** The value of the words; undefined where they make no number: `two three`. */
function valueOfWords(words: readonly string[]): number | undefined {
  let total = 0;
  let part = 0;
  let floor = Number.POSITIVE_INFINITY;
  for (const word of words) {
    if (word === 'and') continue;
    if (word === 'a') {
      part = 1;
      continue;
    }
    const scale = WORD_SCALES.get(word);
    if (scale !== undefined) {
      total += Math.max(1, part) * scale;
      part = 0;
      floor = Number.POSITIVE_INFINITY;
      continue;
    }
    if (word === 'hundred' || word === 'dozen') {
      part = Math.max(1, part) * (word === 'hundred' ? 100 : 12);
      floor = 100;
      continue;
    }
    const value = VALUES.get(word) ?? 0;
    // Each word names less than the one before: "forty nine", not "nine forty".
    if (value >= floor || (value >= 10 && floor < 100)) return undefined;
    part += value;
    floor = value >= 20 ? 10 : 1;
  }
  return total + part;
}
