/** Compares a call with the same agent's other calls of the same function, and reports the outcomes of earlier ones. */

import { parsedArguments } from '../../../platform/parse/calls.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { count } from '../../../present/units.ts';
import { type Amount, amountsOf, currencyBeside, isMoneyKey, minorUnits } from './contradict-money.ts';
import {
  type AgentHistory,
  currencyOf,
  type EarlierCall,
  identityOf,
  type Outcome,
  SHORT_TEXT,
  tookPlace,
} from './history.ts';
import { type BriefCall, type BriefInput, isListed, type Leaf, wordsOfKey } from './input.ts';

/** Earlier requests needed for a range. */
const LEAST = 3;
/** Maximum numbers of values listed for a string and of ranges reported per function. */
const LISTED = 5;
const RANGES = 3;

/** Names of arguments that always differ: identifiers and times; and periods, titles and texts. */
const IS_ID =
  /^(?:id|number|no|nr|ref|reference|code|timestamp|at|time|date|phone|zip|port|year|version|account|invoice|order|ticket|customer)$/;
const IS_TITLE =
  /^(?:month|period|quarter|week|day|year|title|subject|name|text|message|note|comment|desc\w*|summary|label)$/;
const IS_PERIOD = /(?<!\d)(?:19|20)\d\d(?!\d)|\bq[1-4]\b|\b(?:kw|week|semana|semaine) ?\d/i;
const isNamed = ({ key }: Leaf, names: RegExp): boolean => wordsOfKey(key).some((word) => names.test(word));
const isNewEachTime = (leaf: Leaf): boolean =>
  isNamed(leaf, IS_TITLE) ||
  (typeof leaf.value === 'string' && (IS_PERIOD.test(leaf.value) || leaf.value.trim().split(/\s+/).length > 2));

type Asked = Pick<BriefInput, 'calls' | 'threadId'>;

/**
 * A fact for each call that was approved before, for each value beyond the range, or not among the values, of earlier
 * requests, and for each amount far above the median; none if there are too few of them.
 */
export const unusualFacts = ({ calls, threadId }: Asked, history: AgentHistory): string[] => [
  ...calls.flatMap((call, index) => {
    const fact = approvedBefore(call, threadId, history);
    return fact === undefined ? [] : [calls.length === 1 ? fact : `calls[${index}]: ${fact}`];
  }),
  ...calls.flatMap((call) => unusualIn(call, history.beside(call.name.raw, threadId).filter(tookPlace))),
];

/** How a fact on an earlier approval begins, after the call that it is about. */
const APPROVED = 'the same was approved';
const APPROVAL_FACT = new RegExp(`^(?:calls\\[\\d+\\]: )?(${APPROVED}.*)`, 's');

/** The facts that the same was approved before, without their calls. A value in another fact may hold these words, too. */
export const approvalFacts = (unusual: readonly string[]): string[] =>
  unusual.flatMap((line) => APPROVAL_FACT.exec(line)?.[1] ?? []);

/** How often the same was approved before, by such facts. */
export const approvalsIn = (unusual: readonly string[]): number =>
  approvalFacts(unusual).reduce((sum, fact) => sum + (fact.startsWith(`${APPROVED} twice`) ? 2 : 1), 0);
/** A call that was approved this often is a routine. */
const ROUTINE = 3;

/** `the same was approved on 3 May, in thread ...`; of two times, the later one. */
function approvedBefore(call: BriefCall, threadId: string, history: AgentHistory): string | undefined {
  const identity = identityOf(call.name.raw, parsedArguments({ arguments: call.argumentsText }));
  const same = history.of(call.name.raw, threadId).filter((one) => one.identity === identity);
  const [last] = same.sort((a, b) => ((a.time ?? '') > (b.time ?? '') ? -1 : 1));
  if (last === undefined || same.length >= ROUTINE) return undefined;
  const isDated = same.every(({ time }) => time !== undefined);
  const day = isDated && last.time !== undefined ? ` on ${dayOf(last.time, history.latest)},` : '';
  const times = same.length === 1 ? (isDated ? '' : ',') : ` twice, ${isDated ? 'last' : 'once'}`;
  const where = last.threadId === threadId ? 'this thread' : `thread ${plainOrMarked(last.threadId)}`;
  return `${APPROVED}${times}${day} in ${where}`;
}

/** `3 May`, with its year unless the agent's threads changed last in the same. */
function dayOf(iso: string, latest: string | undefined): string {
  const year = latest?.slice(0, 4) === iso.slice(0, 4) ? {} : { year: 'numeric' as const };
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC', ...year });
}

/** {@link unusualFacts} about the values of one call. @param beside the agent's other requests for its function */
export function unusualIn(call: BriefCall, beside: readonly EarlierCall[]): string[] {
  const earlier = beside.filter(({ outcome }) => outcome !== 'waits');
  const currency = currencyOf(call.leaves);
  const amounts = new Map(amountsOf(call).map((one) => [one.leaf, one]));
  const known = new Map<string, Before>();
  const at = (path: string): Before => {
    const before = known.get(path) ?? beforeAt(path, earlier, currency);
    known.set(path, before);
    return before;
  };
  const amountsBeside = amountsByPlace(beside);
  return call.leaves.flatMap((leaf) => {
    const amount = amounts.get(leaf);
    const had =
      unlikeEarlier(leaf, { leaves: call.leaves, earlier, at }) ??
      // The lines of an order have different prices.
      (amount === undefined || isListed(leaf)
        ? undefined
        : farAboveMedian(amount, amountsBeside.get(placeOf(leaf.path, amount.currency))));
    return had === undefined ? [] : [`${plainOrMarked(leaf.path)} ${plainOrMarked(String(leaf.value))}; ${had}`];
  });
}

/** What earlier requests had at a path: the same for all values of a list, of which a call may have 1,000. */
interface Before {
  readonly isNew: boolean;
  readonly having: readonly EarlierCall[];
  readonly counts: ReadonlyMap<string, number>;
  /** How many values. */
  readonly size: number;
  /** Those with the call's currency: amounts in different ones have no common range. */
  readonly alike: readonly EarlierCall[];
  /** The values of those that nobody rejected: what was refused once is no precedent. */
  readonly alikeValues: readonly Leaf['value'][];
}

function beforeAt(path: string, earlier: readonly EarlierCall[], currency: string | undefined): Before {
  // What a list had beyond its first values is not known.
  const kept = isListed({ path }) ? earlier.filter(({ isWhole }) => isWhole) : earlier;
  const having = kept.filter(({ leaves }) => leaves.some((leaf) => leaf.path === path));
  const values = valuesAt(path, having);
  const counts = new Map<string, number>();
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const alike = having.filter((call) => call.currency === currency);
  const isNew = earlier.every(({ paths }) => paths?.has(path) === false);
  return { isNew, having, counts, size: values.length, alike, alikeValues: valuesAt(path, alike.filter(isPrecedent)) };
}

const isPrecedent = ({ outcome }: EarlierCall): boolean => outcome !== 'rejected';

const placeOf = (path: string, currency: string | undefined): string => `${path} ${currency}`;

/** The amounts of other requests, by their argument and currency. */
function amountsByPlace(beside: readonly EarlierCall[]): ReadonlyMap<string, readonly number[]> {
  const known = new Map<string, number[]>();
  for (const { path, currency, value } of beside.filter(isPrecedent).flatMap(({ amounts }) => amounts)) {
    const same = known.get(placeOf(path, currency));
    if (same === undefined) known.set(placeOf(path, currency), [value]);
    else same.push(value);
  }
  return known;
}

interface Earlier {
  /** All of the call. */
  readonly leaves: readonly Leaf[];
  readonly earlier: readonly EarlierCall[];
  at(path: string): Before;
}

function unlikeEarlier(leaf: Leaf, { leaves, earlier, at }: Earlier): string | undefined {
  // Long strings aren't kept, so there is nothing to compare.
  const isLong = typeof leaf.value === 'string' && leaf.value.length > SHORT_TEXT;
  if (earlier.length < LEAST || isNewEachTime(leaf) || isLong) return undefined;
  const before = at(leaf.path);
  if (before.isNew && !isNamed(leaf, IS_ID)) return `${count(earlier.length, 'earlier request')} had no such argument`;
  return typeof leaf.value === 'number' ? rangeExceeded(leaf, leaf.value, leaves, before) : otherValues(leaf, before);
}

/** Amounts needed for a median, the asked one included. */
const LEAST_AMOUNTS = 5;
/** An amount that is so many times a median is far above it. */
export const FAR = 5;

/** `10 times the median of 22 waiting or earlier amounts, 64 EUR`; undefined unless it is five times as much. */
function farAboveMedian({ value, currency }: Amount, others: readonly number[] = []): string | undefined {
  const sorted = [value, ...others].sort((a, b) => a - b);
  const { length } = sorted;
  const [low = 0, high = 0] = [sorted[Math.floor((length - 1) / 2)], sorted[Math.floor(length / 2)]];
  const median = (low + high) / 2;
  if (length < LEAST_AMOUNTS || median === 0 || value < FAR * median) return undefined;
  const times = Number((value / median).toPrecision(2));
  const unit = currency === undefined ? '' : ` ${plainOrMarked(currency)}`;
  return `${times} times the median of ${length} waiting or earlier amounts, ${Math.round(median * 100) / 100}${unit}`;
}

/** `8 earlier requests had 12 to 64 GBP, 7 approved, 1 rejected`; undefined unless the value is far outside. */
function rangeExceeded(
  leaf: Leaf,
  value: number,
  leaves: readonly Leaf[],
  { having, alike, alikeValues }: Before,
): string | undefined {
  const range = rangeOf(alikeValues);
  if (range === undefined || alikeValues.length < LEAST || isNamed(leaf, IS_ID)) return undefined;
  // A negative number is far off below the range: `delta -38`.
  const end = value < 0 ? range.min : range.max;
  const room = Math.max((range.max - range.min) / 2, Math.abs(end) / 4);
  if (value < 0 ? value >= end - room : value <= end + room) return undefined;
  const within = withinRange(leaf.path, alike, range);
  const which =
    within.length === having.length
      ? count(within.length, 'earlier request')
      : `${within.length} of ${having.length} earlier requests`;
  return `${which} had ${spread(range, leaf, leaves)}${outcomeCounts(within)}`;
}

/** The calls all of whose numbers at a path are within a range. */
const withinRange = (path: string, calls: readonly EarlierCall[], { min, max }: Range): EarlierCall[] =>
  calls.filter((call) =>
    valuesAt(path, [call]).every((value) => typeof value !== 'number' || (value >= min && value <= max)),
  );

const valuesAt = (path: string, calls: readonly EarlierCall[]): Leaf['value'][] =>
  calls.flatMap(({ leaves }) => leaves.filter((leaf) => leaf.path === path).map(({ value }) => value));

interface Range {
  readonly min: number;
  readonly max: number;
}

/** The least and greatest number among the values; undefined if there is none. */
function rangeOf(values: readonly Leaf['value'][]): Range | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? undefined : { min: Math.min(...numbers), max: Math.max(...numbers) };
}

/** `12 to 120 EUR`; `12` if both are equal; without a currency if it isn't an amount, or one in cents. */
function spread({ min, max }: Range, leaf: Leaf, leaves: readonly Leaf[]): string {
  const currency = isMoneyKey(leaf.key) ? currencyBeside(leaf, leaves) : undefined;
  const unit = currency !== undefined && minorUnits(leaf.key, currency) === 1 ? ` ${plainOrMarked(currency)}` : '';
  return `${min === max ? min : `${min} to ${max}`}${unit}`;
}

/** `6 earlier requests had staging` for a new string or boolean; undefined if earlier values vary too much. */
function otherValues(leaf: Leaf, { having, counts, size }: Before): string | undefined {
  if (having.length < LEAST) return undefined;
  // At least two uses per value on average: the values are a choice, not names or sentences.
  if (counts.has(String(leaf.value)) || counts.size > size / 2 || counts.size > LISTED) return undefined;
  const known = [...counts].sort(([, a], [, b]) => b - a);
  const listed = known.map(([value, times]) => plainOrMarked(value) + (known.length === 1 ? '' : ` (${times})`));
  return `${count(having.length, 'earlier request')} had ${listed.join(', ')}`;
}

const UNRECORDED = 'outcome not recorded';
/** `waits` is left out: see {@link AgentHistory.of}. A tool's result may be a refusal. */
const OUTCOMES: readonly (readonly [Outcome, string])[] = [
  ['approved', 'approved'],
  ['rejected', 'rejected'],
  ['ran', 'answered by a tool'],
  ['unknown', UNRECORDED],
  ['named', "named in the agent's text only"],
];

/** `, 6 approved, 1 rejected`. */
const outcomeCounts = (calls: readonly EarlierCall[]): string =>
  OUTCOMES.map(([outcome, label]) => [calls.filter((call) => call.outcome === outcome).length, label] as const)
    .filter(([times]) => times > 0)
    .map(([times, label]) => (times === calls.length && label === UNRECORDED ? `, ${label}` : `, ${times} ${label}`))
    .join('');

/** A line for each function about its earlier requests. */
export function earlierFacts({ calls, threadId }: Asked, history: AgentHistory): string[] {
  const names = new Set(calls.map(({ name }) => name.raw));
  return calls
    .filter(({ name }) => names.delete(name.raw))
    .flatMap((call) => {
      const earlier = history.of(call.name.raw, threadId);
      if (earlier.length > 0) return [earlierFact(call, earlier)];
      const latest = `the first of its kind in the agent's latest ${count(history.threads, 'thread')}`;
      // Of the same calls that wait, and of those beyond the ones that are kept, this may be the last.
      const isFirst = history.isWhole && history.beside(call.name.raw, threadId).length === 0;
      return history.threads === 0 || !isFirst ? [] : [`${plainOrMarked(call.name.raw)}: ${latest}`];
    });
}

/** `create_refund: 6 earlier requests, 5 approved, 1 rejected; amount 12 to 120 EUR`. */
function earlierFact(call: BriefCall, earlier: readonly EarlierCall[]): string {
  const currency = currencyOf(call.leaves);
  const alike = earlier.filter((one) => tookPlace(one) && one.currency === currency);
  const numbers = new Map(call.leaves.flatMap((leaf) => (typeof leaf.value === 'number' ? [[leaf.path, leaf]] : [])));
  const ranges = [...numbers.values()].slice(0, RANGES).flatMap((leaf) => {
    const known = alike.filter(
      ({ leaves, isWhole }) => (isWhole || !isListed(leaf)) && leaves.some(({ path }) => path === leaf.path),
    );
    const range = rangeOf(valuesAt(leaf.path, known.some(isPrecedent) ? known.filter(isPrecedent) : known));
    if (range === undefined) return [];
    const within = withinRange(leaf.path, known, range);
    const of = within.length === earlier.length ? '' : ` in ${within.length} of them`;
    return [`${plainOrMarked(leaf.path)} ${spread(range, leaf, call.leaves)}${of}`];
  });
  const head = `${plainOrMarked(call.name.raw)}: ${count(earlier.length, 'earlier request')}${outcomeCounts(earlier)}`;
  return [head, ...ranges].join('; ');
}
