/** What of a call differs from the earlier calls of the same function by the same agent. */

import { foreign } from '../../../platform/text.ts';
import { count } from '../../../present/units.ts';
import type { BriefCall } from './calls.ts';
import { currencyOf, type EarlierCall, type Outcome, SHORT_TEXT } from './history.ts';
import { type Leaf, wordsOfKey } from './leaves.ts';

/** Fewer earlier requests than this have no range. */
const LEAST = 3;
/** Values of a text that are listed. */
const LISTED = 5;

/** Names of numbers that differ each time without meaning anything by it. */
const IS_ID = new Set([
  'id',
  'number',
  'no',
  'nr',
  'ref',
  'reference',
  'code',
  'timestamp',
  'ts',
  'at',
  'time',
  'date',
  'phone',
  'zip',
  'port',
  'year',
  'version',
  'key',
  'token',
  'account',
  'iban',
  'invoice',
  'order',
  'ticket',
  'customer',
]);

const isId = ({ key }: Pick<Leaf, 'key'>): boolean => wordsOfKey(key).some((word) => IS_ID.has(word));

/** A name that an agent chose, marked. */
export const named = (path: string): string => String(foreign(path).line(60));
/** A number as it is. */
const plainNumber = (value: number): string => String(value);

/** Facts about one call beside its earlier ones; none where there are too few of them. */
export function unusualIn(call: BriefCall, earlier: readonly EarlierCall[]): string[] {
  if (earlier.length < LEAST) return [];
  const facts: string[] = [];
  const seen = new Set<string>();
  for (const leaf of call.leaves) {
    if (seen.has(leaf.path) && typeof leaf.value !== 'number') continue;
    seen.add(leaf.path);
    const fact = differing(leaf, currencyOf(call.leaves), earlier);
    if (fact !== undefined) facts.push(fact);
  }
  return facts;
}

function differing(leaf: Leaf, currency: string | undefined, earlier: readonly EarlierCall[]): string | undefined {
  const having = earlier.filter(({ leaves }) => leaves.some(({ path }) => path === leaf.path));
  if (having.length === 0) {
    // Texts that are long are not kept, so nothing is known of them.
    if (typeof leaf.value === 'string' && leaf.value.length > SHORT_TEXT) return undefined;
    if (isId(leaf)) return undefined;
    return `${named(leaf.path)} ${shown(leaf.value)}; not given in ${count(earlier.length, 'earlier request')}`;
  }
  if (typeof leaf.value === 'number') return isId(leaf) ? undefined : beyond(leaf, leaf.value, currency, having);
  if (typeof leaf.value === 'string' && leaf.value.length > SHORT_TEXT) return undefined;
  return unknownValue(leaf, having);
}

function beyond(
  leaf: Leaf,
  value: number,
  currency: string | undefined,
  having: readonly EarlierCall[],
): string | undefined {
  // Amounts of two currencies have no range in common.
  const alike = having.filter((call) => call.currency === currency);
  const before = alike.flatMap(({ leaves }) => leaves.filter(({ path }) => path === leaf.path).map((one) => one.value));
  const range = rangeOf(before);
  if (range === undefined || before.length < LEAST) return undefined;
  const { min, max } = range;
  const room = Math.max((max - min) / 2, Math.abs(max) / 4);
  const isBeyond = value > max + room || value < Math.min(min - room, min > 0 ? min / 4 : min - room);
  const isSmall = min > 0 && value >= 0 && value < min / 4;
  if (!isBeyond && !isSmall) return undefined;
  return `${named(leaf.path)} ${plainNumber(value)}; earlier ${spread(range)} in ${count(alike.length, 'request')}${outcomeWords(alike)}`;
}

/** The least and the greatest number among the values; undefined without any. */
export function rangeOf(values: readonly (string | number | boolean)[]): { min: number; max: number } | undefined {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === 0 ? undefined : { min: Math.min(...numbers), max: Math.max(...numbers) };
}

/** `12 to 120`; `12` where both are the same. */
export const spread = ({ min, max }: { min: number; max: number }): string =>
  min === max ? plainNumber(min) : `${plainNumber(min)} to ${plainNumber(max)}`;

/** A text or a yes that no earlier request had, where they had few of them. */
function unknownValue(leaf: Leaf, having: readonly EarlierCall[]): string | undefined {
  if (having.length < LEAST) return undefined;
  const counts = new Map<string, number>();
  const before = having.flatMap(({ leaves }) => leaves.filter(({ path }) => path === leaf.path));
  for (const { value } of before) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  // Half of them repeated: the values are a choice, not names or sentences.
  if (counts.has(String(leaf.value)) || counts.size > before.length / 2 || counts.size > LISTED) return undefined;
  const known = [...counts].sort(([, a], [, b]) => b - a).map(([value, times]) => `${shown(value)} (${times})`);
  return `${named(leaf.path)} ${shown(leaf.value)}; earlier ${known.join(', ')}`;
}

const shown = (value: string | number | boolean): string =>
  typeof value === 'string' ? String(foreign(value).line(SHORT_TEXT)) : String(value);

const OUTCOMES: readonly (readonly [Outcome, string])[] = [
  ['approved', 'approved'],
  ['rejected', 'rejected'],
  ['ran', 'carried out'],
  ['unknown', 'of unknown outcome'],
];

/** `, 6 approved, 1 rejected`. */
export function outcomeWords(calls: readonly EarlierCall[]): string {
  return OUTCOMES.map(([outcome, words]) => [calls.filter((call) => call.outcome === outcome).length, words] as const)
    .filter(([times]) => times > 0)
    .map(([times, words]) => `, ${times} ${words}`)
    .join('');
}
