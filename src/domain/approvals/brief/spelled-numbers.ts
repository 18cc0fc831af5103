/** English numbers in words: `sixty-four`, `two hundred and forty-nine`, `a dozen`. */

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, tens): [string, number] => [word, tens * 10]),
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);

export interface SpelledNumber {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  readonly value: number;
}

interface Word {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

const isNumeral = (word: string): boolean =>
  VALUES.has(word) || SCALES.has(word) || word === 'hundred' || word === 'dozen';

/** All numbers in words; a single "one" is left out, since it mostly is no number. */
export function spelledNumbers(text: string): SpelledNumber[] {
  const words: Word[] = [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => ({
    text: word.toLowerCase(),
    at: index,
    end: index + word.length,
  }));
  const found: SpelledNumber[] = [];
  for (let index = 0; index < words.length; index++) {
    const run = runFrom(text, words, index);
    if (run.length === 0) continue;
    index += run.length - 1;
    const [first, last] = [run[0], run.at(-1)];
    const value = valueOfWords(run.map((word) => word.text));
    if (first === undefined || last === undefined || value === undefined) continue;
    if (run.length === 1 && (first.text === 'one' || first.text === 'a')) continue;
    found.push({ text: text.slice(first.at, last.end), at: first.at, end: last.end, value });
  }
  return found;
}

/** Words of one number: numerals with a blank or hyphen between them, "and" after a hundred, "a" before a scale. */
function runFrom(text: string, words: readonly Word[], start: number): Word[] {
  const run: Word[] = [];
  for (let index = start; index < words.length; index++) {
    const word = words[index];
    const before = run.at(-1);
    if (word === undefined) break;
    if (before !== undefined && !/^[ \u00a0-]$/.test(text.slice(before.end, word.at))) break;
    const next = words[index + 1]?.text ?? '';
    const isArticle =
      word.text === 'a' && run.length === 0 && (next === 'hundred' || next === 'dozen' || SCALES.has(next));
    const isJoint = word.text === 'and' && /^(?:hundred|thousand)$/.test(before?.text ?? '') && VALUES.has(next);
    if (!isNumeral(word.text) && !isArticle && !isJoint) break;
    run.push(word);
  }
  return run;
}

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
    const scale = SCALES.get(word);
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
