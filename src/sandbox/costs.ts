/** Costs of an agent, computed from its threads by the day or month (UTC) in which they were created. */
import { DAY, isoDay, isoMonth } from './clock.ts';
import { badRequest } from './http/reply.ts';
import { dollars, microsByCategory, microsOf, type Thread } from './threads/thread.ts';

export const CURRENCY = 'USD';
/** Maximum range of a response, as in the operation's bounds. */
const MAX_DAYS = 365;
const MAX_MONTHS = 60;

/** The days of a range, oldest first; dates win over `days`. @throws HttpError 400 for an impossible range */
export function daysOf(
  range: { days?: number | undefined; startDate?: string | undefined; endDate?: string | undefined },
  now: number,
): string[] {
  const end = range.endDate ?? isoDay(now);
  const start = range.startDate ?? isoDay(Date.parse(end) - ((range.days ?? 30) - 1) * DAY);
  if (start > end) throw badRequest('startDate must not be after endDate', 'startDate');
  const count = Math.round((Date.parse(end) - Date.parse(start)) / DAY) + 1;
  if (count > MAX_DAYS) throw badRequest(`startDate must be within ${MAX_DAYS} days of endDate`, 'startDate');
  return Array.from({ length: count }, (_, index) => isoDay(Date.parse(start) + index * DAY));
}

/** The months of a range, oldest first; named ones win. @throws HttpError 400 for an impossible range */
export function monthsOf(
  range: { months?: number | undefined; startMonth?: string | undefined; endMonth?: string | undefined },
  now: number,
): string[] {
  const last = monthNumber(range.endMonth ?? isoMonth(now));
  const first = range.startMonth === undefined ? last - (range.months ?? 12) + 1 : monthNumber(range.startMonth);
  if (first > last) throw badRequest('startMonth must not be after endMonth', 'startMonth');
  const count = last - first + 1;
  if (count > MAX_MONTHS) throw badRequest(`startMonth must be within ${MAX_MONTHS} months of endMonth`, 'startMonth');
  return Array.from({ length: count }, (_, index) => monthName(first + index));
}

/** Total figures of threads. */
export function figures(threads: readonly Thread[]) {
  const sum = (of: (thread: Thread) => number) => threads.reduce((total, thread) => total + of(thread), 0);
  return {
    cost: dollars(sum(({ usage }) => microsOf(usage))),
    currency: CURRENCY,
    inputTokens: sum(({ usage }) => usage.inputTokens),
    outputTokens: sum(({ usage }) => usage.outputTokens),
    threadCount: threads.length,
  };
}

/** A row for each day or month, including those without costs. */
export const costsBy = (key: 'date' | 'month', threads: readonly Thread[], periods: readonly string[]) =>
  periods.map((period) => ({ [key]: period, ...figures(createdIn(threads, period)) }));

/** Threads that were created on a day or in a month. */
const createdIn = (threads: readonly Thread[], period: string): readonly Thread[] =>
  threads.filter(({ createdAt }) => isoDay(createdAt).startsWith(period));

/** All costs of the threads, by category, and those of today and this month. */
export function summarize(threads: readonly Thread[], now: number) {
  const breakdown: Record<string, number> = {};
  for (const { usage } of threads) {
    for (const [category, micros] of Object.entries(microsByCategory(usage))) {
      breakdown[category] = (breakdown[category] ?? 0) + micros;
    }
  }
  return {
    totalCost: figures(threads).cost,
    currency: CURRENCY,
    breakdown: Object.fromEntries(Object.entries(breakdown).map(([name, micros]) => [name, dollars(micros)])),
    today: figures(createdIn(threads, isoDay(now))),
    currentMonth: figures(createdIn(threads, isoMonth(now))),
  };
}

function monthNumber(month: string): number {
  const [year = '0', number = '1'] = month.split('-');
  return Number(year) * 12 + Number(number) - 1;
}

const monthName = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
