/** Counts, shares, durations, and numbers of orders and the like that the agent's words and its calls say differently. */

import type { BriefCall } from './calls.ts';
import { amountsOf } from './contradict-money.ts';
import { contradiction, type Evidence } from './evidence.ts';
import { type Leaf, stem, wordsOfKey } from './leaves.ts';
import { type FoundNumber, standsFor } from './numbers.ts';
import { isSaidOfNow, sentenceAt } from './sentences.ts';

/** Words of names that say nothing about what is counted. */
const GENERIC = new Set(
  'count quantity qty number num no nr total size limit amount value n id ref reference code key max min new old is has the of in to percent percentage pct share rate'.split(
    ' ',
  ),
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
export function numberContradictions(calls: readonly BriefCall[], evidence: Evidence): string[] {
  return calls.flatMap((call) => {
    const money = new Set(amountsOf(call).map(({ leaf }) => leaf));
    return call.leaves
      .filter((leaf) => !money.has(leaf))
      .flatMap((leaf) => {
        const said = differing(call, leaf, evidence);
        return said === undefined ? [] : [contradiction(said, call, leaf)];
      });
  });
}

/** What the words say instead of an argument. */
function differing(call: BriefCall, leaf: Leaf, evidence: Evidence): string | undefined {
  const words = wordsOfKey(leaf.key);
  const unit = words.find((word) => Object.hasOwn(SECONDS, word));
  if (typeof leaf.value === 'number' && unit !== undefined) return otherDuration(leaf.value, unit, evidence);
  const own = words.filter((word) => !GENERIC.has(word));
  const labels = new Set(own.length > 0 ? own : wordsOfKey(call.name.raw));
  if (typeof leaf.value === 'string') return isCode(leaf.value) ? otherCode(leaf.value, labels, evidence) : undefined;
  if (typeof leaf.value !== 'number' || !Number.isFinite(leaf.value)) return undefined;
  if (words.some((word) => word === 'id' || word === 'number')) return otherCode(String(leaf.value), labels, evidence);
  const isShare = words.some((word) => /^(?:percent|percentage|pct|share|rate)$/.test(word));
  return otherCount(leaf.value, labels, isShare, evidence);
}

/** A hundred percent in words. */
const ALL = /\b(?:all|whole|entire|every|full|fully|completely|everybody|everyone)\b/i;

function otherCount(
  value: number,
  labels: ReadonlySet<string>,
  isShare: boolean,
  evidence: Evidence,
): string | undefined {
  const { numbers, money, text, sentences } = evidence;
  const plain = numbers.filter(({ at }) => !money.some((one) => one.at === at));
  const alike = isShare ? plain.filter(({ isPercent }) => isPercent) : plain.filter(({ isPercent }) => !isPercent);
  const same = (found: FoundNumber): boolean => standsFor(found, value);
  const labelled = alike.filter((found) => isLabelled(found, labels, text) && isSaidOfNow(sentences, found.at));
  const acting = labelled.filter(({ at }) => sentenceAt(sentences, at)?.isAction);
  // What will be done counts before what else is said of it.
  if (acting.length > 0 && !acting.some(same) && !isReckoned(value, plain)) return wordsAround(acting.at(-1), text);
  if (numbers.some(same) || isReckoned(value, plain)) return undefined;
  if (isShare && value === 100 && ALL.test(text)) return undefined;
  const said = labelled.at(-1) ?? (isShare ? undefined : alike.find((found) => isSlip(found, value)));
  return wordsAround(said, text);
}

/** Whether the value is a sum or a difference of numbers that are named. */
function isReckoned(value: number, numbers: readonly FoundNumber[]): boolean {
  const values = [...new Set(numbers.flatMap((found) => found.values))].slice(0, 24);
  if (values.length > 1 && values.reduce((a, b) => a + b, 0) === value) return true;
  return values.some((a, index) => values.some((b, other) => index !== other && (a + b === value || a - b === value)));
}

/** The same digits in another order, or a nought too many or too few. */
function isSlip({ values }: FoundNumber, value: number): boolean {
  const digits = (n: number): string => [...String(n).replace(/\D/g, '')].sort().join('');
  return values.some((said) => {
    if (said < 100 || value < 10 || said === value) return false;
    const times = said / value;
    return (
      [0.001, 0.01, 0.1, 10, 100, 1000].some((ten) => Math.abs(times / ten - 1) < 1e-9) ||
      digits(said) === digits(value)
    );
  });
}

/** Words that may stand between a number and what it counts. */
const REACH = 3;

function isLabelled({ at, end }: FoundNumber, labels: ReadonlySet<string>, text: string): boolean {
  const clause = /[.,;:!?()\n]/;
  const after = text.slice(end, end + 50).split(clause)[0] ?? '';
  const before =
    text
      .slice(Math.max(0, at - 50), at)
      .split(clause)
      .at(-1) ?? '';
  return (
    wordsIn(after)
      .slice(0, REACH)
      .some((word) => labels.has(word)) ||
    wordsIn(before)
      .slice(-REACH)
      .some((word) => labels.has(word))
  );
}

const wordsIn = (text: string): string[] => (text.match(/\p{L}+/gu) ?? []).map((word) => stem(word.toLowerCase()));

function wordsAround(found: FoundNumber | undefined, text: string): string | undefined {
  if (found === undefined) return undefined;
  const after = /^(?:\s?%|\s\p{L}+)?/u.exec(text.slice(found.end, found.end + 30))?.[0] ?? '';
  return `${found.text}${after}`;
}

function otherDuration(value: number, unit: string, { numbers, text, sentences }: Evidence): string | undefined {
  const seconds = value * (SECONDS[unit] ?? 1);
  const said = numbers.flatMap((found) => {
    const [word] = wordsIn(text.slice(found.end, found.end + 20));
    const size = /^[\s-]/.test(text.slice(found.end)) && word !== undefined ? SECONDS[word] : undefined;
    return size === undefined ? [] : [{ found, seconds: (found.values[0] ?? 0) * size }];
  });
  // A month and a year have no fixed length.
  if (
    numbers.some((found) => standsFor(found, value)) ||
    said.some((one) => Math.abs(one.seconds / seconds - 1) < 0.04)
  )
    return undefined;
  const acting = said.filter(({ found }) => sentenceAt(sentences, found.at)?.isAction);
  return acting.length === 1 ? wordsAround(acting[0]?.found, text) : undefined;
}

/** `10482`, `INV-20931`, `4.12.0`: what names something. */
const isCode = (value: string): boolean =>
  /^[A-Za-z]{0,6}[-_#]?\d[\w.-]{1,30}$/.test(value) && /\d{2}|\d\.\d/.test(value) && !/^\d{4}-\d{2}-\d{2}/.test(value);
const CODE = /[A-Za-z]{0,6}[-_#]?\d[\w-]*(?:\.\d[\w-]*)*/g;
const bare = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, '')
    .replace(/^v(?=\d)/, '');

function otherCode(value: string, labels: ReadonlySet<string>, { text, sentences }: Evidence): string | undefined {
  const wanted = bare(value);
  const codes = [...text.matchAll(CODE)].filter(
    ({ 0: code, index }) => isCode(code) && !/[\p{L}\p{N}.,]/u.test(text[index - 1] ?? ''),
  );
  if (codes.some(({ 0: code }) => isSameCode(bare(code), wanted))) return undefined;
  const named = codes.filter(({ index }) => {
    const before =
      text
        .slice(Math.max(0, index - 40), index)
        .split(/[.;!?()\n](?=\s)/)
        .at(-1) ?? '';
    const near = wordsIn(before).slice(-2);
    return near.some((word) => labels.has(word)) && isSaidOfNow(sentences, index) && !/\bfrom\s+\S*\s*$/i.test(before);
  });
  return named.at(-1)?.[0];
}

/** `INV-20931` and `20931`, `2.7` and `2.7.0`. */
function isSameCode(a: string, b: string): boolean {
  if (a === b || a.replace(/^[a-z]+/, '') === b.replace(/^[a-z]+/, '')) return true;
  return a.replace(/(?:\.0)+$/, '') === b.replace(/(?:\.0)+$/, '');
}
