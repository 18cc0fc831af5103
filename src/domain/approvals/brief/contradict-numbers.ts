/** Counts, shares, durations and codes (such as order numbers) that differ between the agent's text and its calls. */

import { amountsOf } from './contradict-money.ts';
import { type BriefCall, type Finding, type Leaf, stem, wordsOfKey } from './input.ts';
import { type FoundNumber, isSlip, standsFor } from './numbers.ts';
import { isBoundOrPast, isCurrent, isInAction, type Prose } from './prose.ts';

/** Words of argument names that don't name the thing counted. */
const GENERIC = new Set(
  'count quantity qty number num no nr total size limit amount value n id ref reference code key max min new old is has the of in to percent percentage pct share rate'.split(
    ' ',
  ),
);
/** Names of technical parameters: a count in the text may well be ten times as large. */
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

/** Compares counts, shares, durations and codes of calls with those in the text; ignores money. */
export function numberFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const codes = new Set(calls.flatMap(({ leaves }) => leaves.map(({ value }) => bare(String(value)))));
  return calls.flatMap((call) => {
    const money = new Set(amountsOf(call).map(({ leaf }) => leaf));
    return call.leaves
      .filter((leaf) => !money.has(leaf))
      .flatMap((leaf): Finding[] => {
        const quote = conflictingText(call, leaf, codes, prose);
        return quote === undefined ? [] : [{ quote, call, path: leaf.path, value: leaf.value }];
      });
  });
}

/** The part of the text that contradicts an argument. `codes` are all values of the calls. */
function conflictingText(
  call: BriefCall,
  { key, value }: Leaf,
  codes: ReadonlySet<string>,
  prose: Prose,
): string | undefined {
  const names = wordsOfKey(key);
  const unit = names.find((name) => Object.hasOwn(SECONDS, name));
  if (typeof value === 'number' && unit !== undefined) return otherDuration(value, unit, prose);
  const named = names.filter((name) => !GENERIC.has(name));
  const labels = new Set(named.length > 0 ? named : wordsOfKey(call.name.raw));
  if (typeof value === 'string') return isCode(value) ? otherCode(value, labels, codes, prose) : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (names.some((name) => name === 'id' || name === 'number')) return otherCode(String(value), labels, codes, prose);
  const isShare = names.some((name) => /^(?:percent|percentage|pct|share|rate)$/.test(name));
  return isShare ? otherShare(value, labels, prose) : otherCount(value, names, labels, prose);
}

function otherShare(value: number, labels: ReadonlySet<string>, prose: Prose): string | undefined {
  const { numbers, text } = prose;
  if (numbers.some((found) => standsFor(found, value))) return undefined;
  const last = numbers.findLast(
    (found) => found.isPercent && isLabelled(found, labels, text) && isCurrent(prose, found),
  );
  const asked = numbers.filter(({ at, isPercent }) => isPercent && isInAction(prose, at));
  return withUnit(last ?? (asked.length === 1 ? asked[0] : undefined), text);
}

function otherCount(
  value: number,
  names: readonly string[],
  labels: ReadonlySet<string>,
  prose: Prose,
): string | undefined {
  const { numbers, money, text } = prose;
  const counts = numbers.filter(
    (found) => !found.isPercent && secondsOf(found, text) === undefined && !money.some(({ at }) => at === found.at),
  );
  const same = (found: FoundNumber): boolean => standsFor(found, value);
  if (isDerived(value, counts) || names.some((name) => TECHNICAL.has(name))) return undefined;
  const labelled = counts.filter(
    (found) => isLabelled(found, labels, text) && isCurrent(prose, found) && !isBoundOrPast(prose, found),
  );
  const acting = labelled.filter(({ at, end }) => isInAction(prose, at) || PARTITIVE.test(text.slice(end, end + 40)));
  // What will be done counts before what else is said of it.
  if (acting.length > 0 && !acting.some(same)) return withUnit(acting.at(-1), text);
  if (numbers.some(same)) return undefined;
  if (labelled.length > 0) return withUnit(labelled.at(-1), text);
  return withUnit(
    counts.find((found) => isSlip(found, value)),
    text,
  );
}

/** Whether the value is a sum or a difference of numbers in the text. */
function isDerived(value: number, numbers: readonly FoundNumber[]): boolean {
  const values = [...new Set(numbers.flatMap((found) => found.values))].slice(0, 24);
  return values.some((a, index) => values.some((b, other) => index !== other && (a + b === value || a - b === value)));
}

/** Words allowed between a number and the thing it counts. */
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
  // In `two of the nine nodes`, two is the count; `40 of 50 GB` is a fill level.
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

/** The unit after a number, in seconds. */
function secondsOf({ end }: FoundNumber, text: string): number | undefined {
  const [word] = wordsIn(text.slice(end, end + 20));
  return /^[\s-]/.test(text.slice(end)) && word !== undefined ? SECONDS[word] : undefined;
}

function otherDuration(value: number, unit: string, prose: Prose): string | undefined {
  const { numbers, text } = prose;
  const seconds = value * (SECONDS[unit] ?? 1);
  const said = numbers.flatMap((found) => {
    const size = secondsOf(found, text);
    return size === undefined ? [] : [{ found, seconds: (found.values[0] ?? 0) * size }];
  });
  const single = [...text.matchAll(/\ban? (\p{L}+)/giu)].map(([, word = '']) => SECONDS[word.toLowerCase()] ?? 0);
  // Tolerant: months and years have no fixed length.
  const isNamed = [...said.map((one) => one.seconds), ...single].some((one) => Math.abs(one / seconds - 1) < 0.04);
  if (isNamed || numbers.some((found) => standsFor(found, value))) return undefined;
  const meant = said.filter(({ found }) => !isBoundOrPast(prose, found));
  const acting = meant.filter(({ found: { at } }) => isInAction(prose, at));
  const other =
    acting.length === 1
      ? acting[0]
      : meant.find((one) => [0.001, 0.1, 10, 1000].some((ten) => Math.abs(one.seconds / seconds / ten - 1) < 1e-9));
  return withUnit(other?.found, text);
}

/** An identifier: `10482`, `INV-20931`, `4.12.0`. */
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
  prose: Prose,
): string | undefined {
  const { text, money } = prose;
  const wanted = bare(value);
  const codes = [...text.matchAll(CODE)].filter(
    ({ 0: code, index }) =>
      isCode(code) &&
      !/[\p{L}\p{N}.,]/u.test(text[index - 1] ?? '') &&
      !money.some(({ at, end }) => index >= at && index < end),
  );
  const same = codes.filter(({ 0: code }) => isSameCode(bare(code), wanted));
  if (same.length > 0) {
    // The text names it, but asks for another code of the same shape.
    if (same.some(({ index }) => isInAction(prose, index))) return undefined;
    return codes.findLast(
      ({ 0: code, index }) => isInAction(prose, index) && shape(code) === shape(value) && !ofCalls.has(bare(code)),
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
    return isNear && isCurrent(prose, { at: index, end: index + code.length }) && !/\bfrom\s+\S*\s*$/i.test(before);
  })?.[0];
}

/** `INV-20931` and `20931`, `2.7` and `2.7.0`. */
const isSameCode = (a: string, b: string): boolean => plain(a) === plain(b);
const plain = (code: string): string => code.replace(/^[a-z]+/, '').replace(/(?:\.0)+$/, '');
