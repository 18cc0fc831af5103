/** Counts, shares, durations, and numbers of orders and the like that the agent's words and its calls say differently. */

import { type BriefCall, type Finding, type Leaf, stem, wordsOfKey } from './asked.ts';
import { amountsOf } from './contradict-money.ts';
import { type FoundNumber, isSlip, standsFor } from './numbers.ts';
import { isAside, isInAction, isOfNow, type Words } from './words.ts';

/** Words of names that say nothing about what is counted. */
const GENERIC = new Set(
  'count quantity qty number num no nr total size limit amount value n id ref reference code key max min new old is has the of in to percent percentage pct share rate'.split(
    ' ',
  ),
);
/** Numbers of how something is done: what is counted in the words may well be ten times as much. */
const TECHNICAL = new Set(
  'limit max min size batch chunk page offset per interval port priority level retry'.split(' '),
);
const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  millisecond: 0.001,
  second: 1,
  sec: 1,
  minute: 60,
  min: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
};

/** Counts, shares, durations and codes of calls against what the words say of the same thing; money is not looked at. */
export function numberFindings(calls: readonly BriefCall[], words: Words): Finding[] {
  const codes = new Set(calls.flatMap(({ leaves }) => leaves.map(({ value }) => bare(String(value)))));
  return calls.flatMap((call) => {
    const money = new Set(amountsOf(call).map(({ leaf }) => leaf));
    return call.leaves
      .filter((leaf) => !money.has(leaf))
      .flatMap((leaf): Finding[] => {
        const said = differing(call, leaf, codes, words);
        return said === undefined ? [] : [{ said, call, path: leaf.path, value: leaf.value }];
      });
  });
}

/** What the words say instead of an argument. `codes` are all values of the calls. */
function differing(
  call: BriefCall,
  { key, value }: Leaf,
  codes: ReadonlySet<string>,
  words: Words,
): string | undefined {
  const names = wordsOfKey(key);
  const unit = names.find((name) => Object.hasOwn(SECONDS, name));
  if (typeof value === 'number' && unit !== undefined) return otherDuration(value, unit, words);
  const own = names.filter((name) => !GENERIC.has(name));
  const labels = new Set(own.length > 0 ? own : wordsOfKey(call.name.raw));
  if (typeof value === 'string') return isCode(value) ? otherCode(value, labels, codes, words) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (names.some((name) => name === 'id' || name === 'number')) return otherCode(String(value), labels, codes, words);
  const isShare = names.some((name) => /^(?:percent|percentage|pct|share|rate)$/.test(name));
  return isShare ? otherShare(value, labels, words) : otherCount(value, names, labels, words);
}

function otherShare(value: number, labels: ReadonlySet<string>, words: Words): string | undefined {
  const { numbers, text } = words;
  if (numbers.some((found) => standsFor(found, value))) return undefined;
  const last = numbers.findLast((found) => found.isPercent && isLabelled(found, labels, text) && isOfNow(words, found));
  const asked = numbers.filter(({ at, isPercent }) => isPercent && isInAction(words, at));
  return withUnit(last ?? (asked.length === 1 ? asked[0] : undefined), text);
}

function otherCount(
  value: number,
  names: readonly string[],
  labels: ReadonlySet<string>,
  words: Words,
): string | undefined {
  const { numbers, money, text } = words;
  const counts = numbers.filter(
    (found) => !found.isPercent && secondsOf(found, text) === undefined && !money.some(({ at }) => at === found.at),
  );
  const same = (found: FoundNumber): boolean => standsFor(found, value);
  if (isReckoned(value, counts) || names.some((name) => TECHNICAL.has(name))) return undefined;
  const labelled = counts.filter(
    (found) => isLabelled(found, labels, text) && isOfNow(words, found) && !isAside(words, found),
  );
  const acting = labelled.filter(({ at, end }) => isInAction(words, at) || PARTITIVE.test(text.slice(end, end + 40)));
  // What will be done counts before what else is said of it.
  if (acting.length > 0 && !acting.some(same)) return withUnit(acting.at(-1), text);
  if (numbers.some(same)) return undefined;
  if (labelled.length > 0) return withUnit(labelled.at(-1), text);
  return withUnit(
    counts.find((found) => isSlip(found, value)),
    text,
  );
}

/** Whether the value is a sum or a difference of numbers that are named. */
function isReckoned(value: number, numbers: readonly FoundNumber[]): boolean {
  const values = [...new Set(numbers.flatMap((found) => found.values))].slice(0, 24);
  return values.some((a, index) => values.some((b, other) => index !== other && (a + b === value || a - b === value)));
}

/** Words that may stand between a number and what it counts. */
const REACH = 3;
/** `two of the nine nodes`: two are counted. */
const PARTITIVE = /^ of (?:the|these|those|our|all) [\p{L}\d-]+/u;

function isLabelled({ at, end }: FoundNumber, labels: ReadonlySet<string>, text: string): boolean {
  const clause = /[.,;:!?()\n]/;
  const from = end + (PARTITIVE.exec(text.slice(end, end + 40))?.[0].length ?? 0);
  const after = text.slice(from, from + 50).split(clause)[0] ?? '';
  const [before = ''] = text
    .slice(Math.max(0, at - 50), at)
    .split(clause)
    .slice(-1);
  // Of a part and its whole, the part is counted; `40 of 50 GB` tells how full something is.
  if (/^ of \d/.test(text.slice(end, end + 5))) return false;
  if (/[\p{L}\d] of (?:(?:the|these|those|our|all) )?$/u.test(before)) return false;
  const near = [...wordsIn(after).slice(0, REACH), ...wordsIn(before).slice(-REACH)];
  return near.some((word) => labels.has(word));
}

const wordsIn = (text: string): string[] => (text.match(/\p{L}+/gu) ?? []).map((word) => stem(word.toLowerCase()));

function withUnit(found: FoundNumber | undefined, text: string): string | undefined {
  if (found === undefined) return undefined;
  const after = /^(?:\s?%|\s\p{L}+)?/u.exec(text.slice(found.end, found.end + 30))?.[0] ?? '';
  return `${found.text}${after}`;
}

/** Seconds of the unit that stands after a number. */
function secondsOf({ end }: FoundNumber, text: string): number | undefined {
  const [word] = wordsIn(text.slice(end, end + 20));
  return /^[\s-]/.test(text.slice(end)) && word !== undefined ? SECONDS[word] : undefined;
}

function otherDuration(value: number, unit: string, words: Words): string | undefined {
  const { numbers, text } = words;
  const seconds = value * (SECONDS[unit] ?? 1);
  const said = numbers.flatMap((found) => {
    const size = secondsOf(found, text);
    return size === undefined ? [] : [{ found, seconds: (found.values[0] ?? 0) * size }];
  });
  const single = [...text.matchAll(/\ban? (\p{L}+)/giu)].map(([, word = '']) => SECONDS[word.toLowerCase()] ?? 0);
  // A month and a year have no fixed length.
  const isNamed = [...said.map((one) => one.seconds), ...single].some((one) => Math.abs(one / seconds - 1) < 0.04);
  if (isNamed || numbers.some((found) => standsFor(found, value))) return undefined;
  const meant = said.filter(({ found }) => !isAside(words, found));
  const acting = meant.filter(({ found: { at } }) => isInAction(words, at));
  const other =
    acting.length === 1
      ? acting[0]
      : meant.find((one) => [0.001, 0.1, 10, 1000].some((ten) => Math.abs(one.seconds / seconds / ten - 1) < 1e-9));
  return withUnit(other?.found, text);
}

/** `10482`, `INV-20931`, `4.12.0`: what names something. */
const isCode = (value: string): boolean =>
  /^(?![A-Z]{2}\d{12})[A-Za-z]{0,6}[-_#]?\d[\w.-]{1,30}$/.test(value) &&
  /\d{2}|\d\.\d/.test(value) &&
  !/^\d{4}-\d{2}-\d{2}/.test(value);
const CODE = /[A-Za-z]{0,6}[-_#]?\d[\w-]*(?:\.\d[\w-]*)*/g;
const bare = (code: string): string => code.toLowerCase().replace(/[^a-z0-9.]/g, '');
const shape = (code: string): string => bare(code).replace(/\d/g, '9');

function otherCode(
  value: string,
  labels: ReadonlySet<string>,
  ofCalls: ReadonlySet<string>,
  words: Words,
): string | undefined {
  const { text, money } = words;
  const wanted = bare(value);
  const codes = [...text.matchAll(CODE)].filter(
    ({ 0: code, index }) =>
      isCode(code) &&
      !/[\p{L}\p{N}.,]/u.test(text[index - 1] ?? '') &&
      !money.some(({ at, end }) => index >= at && index < end),
  );
  const same = codes.filter(({ 0: code }) => isSameCode(bare(code), wanted));
  if (same.length > 0) {
    // Named, but not in what is asked for, which names another of its kind.
    if (same.some(({ index }) => isInAction(words, index))) return undefined;
    return codes.findLast(
      ({ 0: code, index }) => isInAction(words, index) && shape(code) === shape(value) && !ofCalls.has(bare(code)),
    )?.[0];
  }
  return codes.findLast(({ 0: code, index }) => {
    const before =
      text
        .slice(Math.max(0, index - 40), index)
        .split(/[.;!?()\n](?=\s)/)
        .at(-1) ?? '';
    const isNear = wordsIn(before)
      .slice(-2)
      .some((word) => labels.has(word));
    return isNear && isOfNow(words, { at: index, end: index + code.length }) && !/\bfrom\s+\S*\s*$/i.test(before);
  })?.[0];
}

/** `INV-20931` and `20931`, `2.7` and `2.7.0`. */
const isSameCode = (a: string, b: string): boolean => plain(a) === plain(b);
const plain = (code: string): string => code.replace(/^[a-z]+/, '').replace(/(?:\.0)+$/, '');
