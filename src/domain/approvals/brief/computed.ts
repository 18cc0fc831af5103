/** Values that nobody said as they are, but that follow from what a user or a tool said. */

import { isHuman } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { count, DAY_MS } from '../../../present/units.ts';
import { answersCall } from '../../threads/calls.ts';
import { isMoneyKey } from './contradict-money.ts';
import { lengthsIn } from './days.ts';
import { folded } from './folded.ts';
import type { Leaf } from './input.ts';
import type { Source, Wanted } from './needles.ts';
import { wantedOf } from './notations.ts';
import { formulaIn } from './numbers.ts';
import { scanner } from './scan.ts';

/** A value of a call, with who stated it, if anybody did. */
export interface Computable extends Wanted {
  readonly call: number;
  readonly leaf: Leaf;
  /** Number of the call's message: what was said there or later doesn't count. */
  readonly before: number;
  stated?: Source;
}

/** Characters of a message that are read for sums and products, and of all messages together: the latest. */
const LONGEST = 4_000;
const WITHIN = 60_000;

/**
 * How a number follows from those of one message of a user or a tool, or a day from another one there; a count may be another
 * argument that was stated, or the length of a list.
 */
export function computedFrom(
  { before, leaf, call, number: value, day }: Computable,
  sought: readonly Computable[],
  messages: readonly Message[],
): Source | undefined {
  if (value === undefined && day === undefined) return undefined;
  const stated = sought.filter((one) => one.call === call && one.stated !== undefined);
  const lists = new Map<string, number>();
  for (const { leaf: one } of stated) if (one.path.endsWith(']')) lists.set(one.path, (lists.get(one.path) ?? 0) + 1);
  const counts = [...stated.flatMap(({ number }) => number ?? []), ...lists.values()].filter((one) => one > 1);
  const own = ofArguments(stated, value);
  if (own !== undefined) return own;
  let left = WITHIN;
  for (let at = Math.min(messages.length, before - 1) - 1; at >= 0 && left > 0; at--) {
    const message = messages[at];
    if (message === undefined || !(isHuman(message) || answersCall(message))) continue;
    const { raw } = message.content;
    left -= Math.min(raw.length, LONGEST);
    const isLong = raw.length > LONGEST;
    const ofDay = day === undefined || isLong ? undefined : daysFrom(raw, day, leaf);
    const formula = value === undefined || isLong ? ofDay : formulaIn(raw, value, isMoneyKey(leaf.key), counts);
    if (formula !== undefined) return { from: 'computed', message: at + 1, formula };
  }
  return undefined;
}

/** `184 × 0.45`, if a value is the product of two other arguments that were stated, or the sum of all entries of a list. */
function ofArguments(stated: readonly Computable[], value = Number.NaN): Source | undefined {
  const same = (result: number): boolean => Math.abs(result - value) < 0.0051;
  const numbers = stated.flatMap(({ number, stated: from, leaf }) =>
    number !== undefined && number > 1e-4 && from !== undefined && 'message' in from ? [{ number, from, leaf }] : [],
  );
  for (const [at, { number: a, from }] of numbers.slice(0, 30).entries()) {
    const b = numbers.slice(at + 1, 30).find((one) => one.number !== 1 && a !== 1 && same(a * one.number));
    if (b !== undefined) return { from: 'computed', message: from.message, formula: `${a} × ${b.number}` };
    const list = numbers.filter(({ leaf }) => leaf.path === numbers[at]?.leaf.path);
    const isFirst = list[0] === numbers[at];
    if (isFirst && list.length > 1 && same(list.reduce((sum, one) => sum + one.number, 0)))
      return { from: 'computed', message: from.message, formula: list.map(({ number }) => number).join(' + ') };
  }
  return undefined;
}

/** `2026-05-03 + 14 days`, if a text names the one and the other. */
function daysFrom(raw: string, day: number, leaf: Leaf): string | undefined {
  for (const days of lengthsIn(folded(raw))) {
    for (const [sign, from] of [
      ['+', day - days * DAY_MS],
      ['−', day + days * DAY_MS],
    ] as const) {
      const value = new Date(from).toISOString().slice(0, 10);
      if (scanner([{ ...wantedOf({ ...leaf, value }, []), raw: value }])(raw).size > 0)
        return `${value} ${sign} ${count(days, 'day')}`;
    }
  }
  return undefined;
}
