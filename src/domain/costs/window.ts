/** Which days or months a table of costs is about, and for which of them the platform sent nothing. */
import type { CostRow } from '../../platform/parse/records.ts';
import { count } from '../../present/units.ts';
import { type Granularity, outsideWindow, periodsBetween, previous } from './costs.ts';

/** What was asked for: a number of periods up to now, or the first and last one; neither is the platform's own choice. */
export interface Asked {
  readonly periods?: number | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** First and last period, both included. */
export interface Window {
  readonly first: string;
  readonly last: string;
}

const LENGTH = { daily: 10, monthly: 7 } as const;
const UNIT = { daily: 'day', monthly: 'month' } as const;
/** Gaps that are named; more are counted. */
const NAMED = 8;

/** Whether a row is of the time asked for. A platform that ignores the arguments sends its usual number of periods. */
export function isInside(
  row: CostRow,
  { periods, start, end }: Asked,
  granularity: Granularity,
  today: string,
): boolean {
  const period = row.period.slice(0, LENGTH[granularity]);
  if ((start !== undefined && period < start) || (end !== undefined && period > end)) return false;
  return periods === undefined || !outsideWindow(row, granularity, today, periods);
}

/**
 * The window that rows (in order) are of: as asked for, up to now, and wider where the platform sent more inside its own
 * time zone. Undefined where nothing was asked for, and nothing came.
 */
export function windowOf(
  rows: readonly CostRow[],
  { periods, start, end }: Asked,
  granularity: Granularity,
  today: string,
): Window | undefined {
  const now = today.slice(0, LENGTH[granularity]);
  const begin = periods === undefined ? start : earlier(now, periods - 1, granularity);
  const close = periods === undefined && start === undefined ? end : least(end ?? now, now);
  const first = least(begin ?? rows[0]?.period, rows[0]?.period);
  const last = most(close ?? rows.at(-1)?.period, rows.at(-1)?.period);
  return first === undefined || last === undefined || first > last ? undefined : { first, last };
}

/** Whether what was asked for holds all of the current month so far: what a projection is made from. */
export function holdsMonthSoFar({ start, end }: Asked, granularity: Granularity, today: string): boolean {
  const now = today.slice(0, LENGTH[granularity]);
  const begin = `${today.slice(0, 7)}-01`.slice(0, LENGTH[granularity]);
  return (start === undefined || start <= begin) && (end === undefined || end >= now);
}

function least(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}

function most(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

function earlier(period: string, by: number, granularity: Granularity): string {
  let at = period;
  for (let n = 0; n < by; n++) at = previous(at, granularity);
  return at;
}

/** The gaps of a window, as a sentence: periods without data need not have cost nothing. */
export function gapNotes(rows: readonly CostRow[], window: Window | undefined, granularity: Granularity): string[] {
  if (window === undefined) return [];
  const gaps = gapsIn(rows, window, granularity);
  if (gaps.length === 0) return [];
  const named = gaps.slice(0, NAMED).map(({ first, last }) => (first === last ? first : `${first} to ${last}`));
  const others = gaps.slice(NAMED).reduce((sum, { first, last }) => sum + periodsBetween(first, last, granularity), 0);
  const more = others > 0 ? ` and ${count(others, `more ${UNIT[granularity]}`)}` : '';
  return [`The platform sent nothing for ${named.join(', ')}${more}.`];
}

/** Runs of periods without a row, newest last. */
export function gapsIn(rows: readonly CostRow[], { first, last }: Window, granularity: Granularity): Window[] {
  const known = new Set(rows.map(({ period }) => period.slice(0, LENGTH[granularity])));
  const gaps: Window[] = [];
  let gap: Window | undefined;
  for (let period = last; period >= first; period = previous(period, granularity)) {
    if (known.has(period)) {
      if (gap !== undefined) gaps.unshift(gap);
      gap = undefined;
    } else {
      gap = { first: period, last: gap?.last ?? period };
    }
  }
  if (gap !== undefined) gaps.unshift(gap);
  return gaps;
}
