/** Counts, shares and codes (such as order numbers) that differ between the agent's text and its calls. */

import { amountsOf } from './contradict-money.ts';
import { findingsOf } from './differences.ts';
import { type BriefCall, type Finding, type Leaf, stem, wordsOfKey } from './input.ts';
import { type FoundNumber, isSlip, standsFor } from './numbers.ts';
import { isBoundOrPast, isCurrent, isInAction, type Prose } from './prose.ts';
import { quantityOf, unitOf } from './quantities.ts';

/** Words of argument names that don't name the thing counted. */
const GENERIC = new Set(
  'count quantity qty number no total size limit amount value id ref reference code key max min new old is has the of in to'.split(
    ' ',
  ),
);
/** Names of technical parameters: a count in the text may well be ten times as large. */
const TECHNICAL = new Set(
  'limit max min size batch chunk page offset per interval port priority level retry'.split(' '),
);

/** Compares counts, shares and codes of calls with those in the text; ignores money and quantities with a unit. */
export function numberFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const codes = new Set(calls.flatMap(({ leaves }) => leaves.map(({ value }) => bare(String(value)))));
  const money = new Set(calls.flatMap((call) => amountsOf(call).map(({ leaf }) => leaf)));
  return findingsOf(calls, (leaf, call) => (money.has(leaf) ? undefined : conflictingText(call, leaf, codes, prose)));
}

/** The part of the text that contradicts an argument. `codes` are all values of the calls. */
function conflictingText(call: BriefCall, leaf: Leaf, codes: ReadonlySet<string>, prose: Prose): string | undefined {
  const { key, value } = leaf;
  const names = wordsOfKey(key);
  if (quantityOf(leaf) !== undefined) return undefined;
  const named = names.filter((name) => !GENERIC.has(name));
  const labels = new Set(
    named.length > 0 && !names.includes('version') ? named : [...named, ...wordsBeside(leaf, call)],
  );
  if (typeof value === 'string') return isCode(value) ? otherCode(value, labels, codes, prose) : undefined;
  if (typeof value !== 'number') return undefined;
  if (names.some((name) => name === 'id' || name === 'number')) return otherCode(String(value), labels, codes, prose);
  const isShare = names.some((name) => /^(?:percent|percentage|pct|rate)$/.test(name));
  return isShare ? otherShare(value, prose) : otherCount(value, names, { labels, ofCalls: codes }, prose);
}

/** The labels of a count whose own name has none, such as `quantity`: the function's name and the texts beside it. */
const wordsBeside = ({ holder }: Leaf, { name, leaves }: BriefCall): string[] =>
  [name.raw, ...leaves.filter((one) => one.holder === holder).map(({ value }) => String(value))]
    .filter(({ length }) => length <= 40)
    .flatMap(wordsOfKey);

function otherShare(value: number, prose: Prose): string | undefined {
  const { numbers, text } = prose;
  if (numbers.some((found) => standsFor(found, value))) return undefined;
  const asked = numbers.filter((found) => found.isPercent && isCurrent(prose, found) && !isBoundOrPast(prose, found));
  return withUnit(asked.length === 1 ? asked[0] : undefined, text);
}

function otherCount(
  value: number,
  names: readonly string[],
  { labels, ofCalls }: { readonly labels: ReadonlySet<string>; readonly ofCalls: ReadonlySet<string> },
  prose: Prose,
): string | undefined {
  const { numbers, money, text } = prose;
  const isTarget = ({ at, values }: FoundNumber): boolean =>
    TARGET_BEFORE.test(text.slice(Math.max(0, at - 60), at)) && !values.some((one) => ofCalls.has(String(one)));
  const counts = numbers.filter(
    (found) => !found.isPercent && unitOf(found, prose) === undefined && !money.some(({ at }) => at === found.at),
  );
  const same = (found: FoundNumber): boolean => standsFor(found, value);
  if (isDerived(value, counts) || names.some((name) => TECHNICAL.has(name))) return undefined;
  const labelled = counts.filter(
    (found) =>
      (isLabelled(found, labels, text) || isTarget(found)) &&
      (CHANGE.test(text) ? isInAction(prose, found.at) : isCurrent(prose, found)) &&
      !isBoundOrPast(prose, found),
  );
  const acting = labelled.filter(({ at, end }) => isInAction(prose, at) || PARTITIVE.test(text.slice(end, end + 40)));
  // The count of the action takes precedence over the others.
  if (acting.length > 0 && !acting.some(same)) return withUnit(acting.at(-1), text);
  if (numbers.some(same)) return undefined;
  if (labelled.length > 0) return withUnit(labelled.at(-1), text);
  return withUnit(
    counts.find((found) => isSlip(found, value)),
    text,
  );
}

/** Announces a change: a count outside that sentence is the old one. */
const CHANGE = /\b(?:raise|increase|extend|lower|reduce|double) (?:it|them|the)\b/i;

/** "Raise the alert to": the number after it needs no label. */
const TARGET_BEFORE = /\b(?:raise|increase|lower|reduce) [^.;,?!]*\bto $/i;

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
  // In `two of the nine nodes`, two is the count.
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

/** An identifier: `10482`, `INV-20931`, `4.12.0`. */
const isCode = (value: string): boolean =>
  /^(?![A-Z]{2}\d{12})[A-Za-z]{0,6}[-_#]?\d[\w.-]{1,30}$/.test(value) &&
  /\d{2}|\d\.\d/.test(value) &&
  !/^\d{4}-\d{2}-\d{2}/.test(value);
const CODE = /(?:[A-Z]{2,3} (?=\d{3,5}\b)|[A-Za-z]{0,6}[-_#]?)\d[\w-]*(?:\.\d[\w-]*)*/g;
const bare = (code: string): string => code.toLowerCase().replace(/[^a-z0-9.]/g, '');
const shape = (code: string): string => bare(code).replace(/\d/g, '9');

function otherCode(
  value: string,
  labels: ReadonlySet<string>,
  ofCalls: ReadonlySet<string>,
  prose: Prose,
): string | undefined {
  const { text, money, numbers } = prose;
  const wanted = bare(value);
  const series = /^([a-z]{3,})\d+\./.exec(wanted)?.[1];
  const codes = [...text.matchAll(CODE)].filter(
    ({ 0: code, index }) =>
      isCode(code.replace(' ', '')) &&
      !/[\p{L}\p{N}.,]/u.test(text[index - 1] ?? '') &&
      !money.some(({ at, end }) => index < end && index + code.length > at) &&
      !numbers.some((one) => one.at === index && (one.isPercent || unitOf(one, prose) !== undefined)),
  );
  const same = codes.filter(({ 0: code }) => isSameCode(bare(code), wanted));
  const others = codes.filter(({ 0: code }) => !ofCalls.has(bare(code)));
  const alike = others.filter(({ 0: code }) => shape(code) === shape(value));
  if (same.length > 0) {
    // The text names it, but asks for another code of the same shape.
    const isAsked = same.some(({ index }) => isInAction(prose, index));
    return isAsked ? undefined : alike.findLast(({ index }) => isInAction(prose, index))?.[0];
  }
  const slip = alike.find(({ 0: code }) => sorted(code) === sorted(value));
  if (slip !== undefined) return slip[0];
  const open = others.filter(
    ({ index: at }) => isCurrent(prose, { at }) && !/\bfrom\s+\S*\s*$/i.test(text.slice(Math.max(0, at - 40), at)),
  );
  // The only one of a series: `SUP-77412`.
  const isSeries = codes.length > others.length || !/^[a-z]{2}/.test(wanted);
  const only = isSeries ? undefined : open.find((one) => alike.includes(one));
  if (only !== undefined) return only[0];
  return open.findLast(({ index }) => {
    const [before = ''] = text
      .slice(Math.max(0, index - 40), index)
      .split(/[.;!?()\n]/)
      .slice(-1);
    const near = wordsIn(before).slice(-2);
    return near.some((word) => labels.has(word) || word === series);
  })?.[0];
}

/** To tell whether digits changed places. */
const sorted = (code: string): string => [...bare(code)].sort().join('');

/** `INV-20931` and `20931`, `2.7.0` and `2.7`, `1.29` and its release `1.29.4`. */
const isSameCode = (a: string, b: string): boolean => plain(a) === plain(b) || plain(b).startsWith(`${plain(a)}.`);
const plain = (code: string): string => code.replace(/^[a-z]+/, '').replace(/(?:\.0)+$/, '');
