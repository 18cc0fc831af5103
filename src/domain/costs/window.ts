/** The days or months of a table of costs: the arguments for them, and those for which nothing was sent. */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { CostRow } from '../../platform/parse/records.ts';
import { count } from '../../present/units.ts';
import { type Granularity, periodsBetween, shifted } from './costs.ts';

/** The requested window: a number of periods up to now, or the first and last one. Empty: the platform's default. */
export interface RequestedWindow {
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

/**
 * The newest period that rows of a platform show: in its time zone it may still be the day before, or already the next day, if
 * that has cost something.
 */
export function newestPeriod(rows: readonly CostRow[], granularity: Granularity, today: string): string {
  const periodOf = ({ period }: CostRow): string => period.slice(0, LENGTH[granularity]);
  const at = (days: number): string => shifted(today, days, 'daily').slice(0, LENGTH[granularity]);
  const isNow = (row: CostRow): boolean => periodOf(row) <= at(0) || (row.cost > 0 && periodOf(row) <= at(1));
  return [at(-1), ...rows.filter(isNow).map(periodOf)].sort().at(-1) ?? at(-1);
}

/** The rows in the requested window. A platform that ignores the arguments sends its default window. */
export function rowsInside(
  rows: readonly CostRow[],
  { periods, start, end }: RequestedWindow,
  granularity: Granularity,
  newest: string,
): readonly CostRow[] {
  return rows.filter((row) => {
    const period = row.period.slice(0, LENGTH[granularity]);
    if ((start !== undefined && period < start) || (end !== undefined && period > end)) return false;
    const back = periodsBetween(period, newest, granularity);
    return periods === undefined || (back >= 1 && back <= periods);
  });
}

/**
 * The window of sorted rows: as requested, up to now, and wider if the platform sent more because of its time zone.
 * Undefined if nothing was requested and no rows came.
 */
export function windowOf(
  rows: readonly CostRow[],
  { periods, start, end }: RequestedWindow,
  granularity: Granularity,
  today: string,
): Window | undefined {
  // Rows of a time zone ahead end with its own day.
  const now = sorted(today, rows.at(-1)?.period).at(-1)?.slice(0, LENGTH[granularity]) ?? today;
  const begin = periods === undefined ? start : shifted(now, 1 - periods, granularity);
  const close = periods === undefined && start === undefined ? end : sorted(end ?? now, now)[0];
  const [first] = sorted(begin, rows[0]?.period);
  const last = sorted(close, rows.at(-1)?.period).at(-1);
  return first === undefined || last === undefined || first > last ? undefined : { first, last };
}

/**
 * Whether sorted rows cover the current month so far, as a projection needs. One of its first day or before shows it: a
 * platform that leaves out days without costs looks like one that sends fewer days than requested.
 */
export function coversMonthSoFar(
  [oldest]: readonly CostRow[],
  { end }: RequestedWindow,
  granularity: Granularity,
  today: string,
): boolean {
  const now = today.slice(0, LENGTH[granularity]);
  const begin = `${today.slice(0, 7)}-01`.slice(0, LENGTH[granularity]);
  return oldest !== undefined && oldest.period <= begin && (end === undefined || end >= now);
}

const sorted = (...periods: readonly (string | undefined)[]): string[] =>
  periods.filter((period) => period !== undefined).sort();

/** A note on the gaps of a window: periods without data may still have costs. */
export function gapNotes(
  rows: readonly CostRow[],
  window: Window | undefined,
  granularity: Granularity,
  unreadable: number,
): string[] {
  if (window === undefined) return [];
  const all = periodsBetween(window.first, window.last, granularity);
  const missing = all - new Set(rows.map(({ period }) => period.slice(0, LENGTH[granularity]))).size;
  if (missing <= 0) return [];
  const what = unreadable > 0 ? 'no cost that could be read' : 'nothing';
  const which = missing === all ? 'this window' : `${missing} of the ${count(all, UNIT[granularity])}`;
  return [`The platform sent ${what} for ${which}.`];
}

/** Arguments for days go with period daily, those for months with monthly. */
export interface PeriodArguments {
  readonly days?: number | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly months?: number | undefined;
  readonly startMonth?: string | undefined;
  readonly endMonth?: string | undefined;
}

const NAMES = {
  daily: { count: 'days', start: 'startDate', end: 'endDate', form: 'YYYY-MM-DD' },
  monthly: { count: 'months', start: 'startMonth', end: 'endMonth', form: 'YYYY-MM' },
} as const;

/** The period that the arguments imply; undefined without any. */
export const periodOf = (args: PeriodArguments): Granularity | undefined =>
  (['daily', 'monthly'] as const).find((period) => firstArgument(args, period) !== undefined);

function firstArgument(args: PeriodArguments, period: Granularity): 'count' | 'start' | 'end' | undefined {
  const names = NAMES[period];
  return (['count', 'start', 'end'] as const).find((role) => args[names[role]] !== undefined);
}

/** Refuses arguments that would be ignored. @throws Refusal that names the argument to use instead */
export function refuseMisplaced(args: PeriodArguments, period: Granularity | 'summary'): void {
  for (const other of ['daily', 'monthly'] as const) {
    const role = other === period ? undefined : firstArgument(args, other);
    if (role === undefined) continue;
    const argument = NAMES[other][role];
    const instead =
      period === 'summary' || firstArgument(args, period) !== undefined
        ? `Leave out ${argument}`
        : `Give ${NAMES[period][role]}${role === 'count' ? '' : ` (${NAMES[period].form})`} instead`;
    throw new Refusal(
      `${argument} goes with period ${other}, but period is ${period}. Nothing was sent. ${instead}, or set period to ${other}.`,
    );
  }
}

/** The requested range. @throws Refusal for a number beside a range, and for an end before its start */
export function rangeOf(args: PeriodArguments, period: Granularity): RequestedWindow {
  const names = NAMES[period];
  const range = { periods: args[names.count], start: args[names.start], end: args[names.end] };
  const { periods, start, end } = range;
  if (periods !== undefined && (start ?? end) !== undefined) {
    throw new Refusal(`Give either ${names.count}, or ${names.start} and ${names.end}. Nothing was sent.`);
  }
  if (start !== undefined && end !== undefined && end < start) {
    throw new Refusal(`${names.end} must not be before ${names.start}. Nothing was sent.`);
  }
  if (start !== undefined && start > new Date(Date.now() + AHEAD_MS).toISOString().slice(0, start.length))
    throw new Refusal(`${names.start} ${start} is in the future. Nothing was sent.`);
  return range;
}

/** How far the clocks of the first time zone are ahead of UTC. */
const AHEAD_MS = 14 * 3_600_000;

/** The arguments of a window, for a call that repeats it. */
export function windowArguments(
  period: Granularity,
  { periods, start, end }: RequestedWindow,
): Record<string, string | number | undefined> {
  const names = NAMES[period];
  return { period, [names.count]: periods, [names.start]: start, [names.end]: end };
}
