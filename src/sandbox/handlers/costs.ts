/** Costs of an agent by day, by month, and in total. */
import { operations } from '../../platform/operations/index.ts';
import { isoDay, isoMonth } from '../clock.ts';
import { daysOf, figures, monthsOf, summarize } from '../costs.ts';
import { plain, querying } from '../http/handler.ts';
import { json } from '../http/reply.ts';
import type { Thread } from '../threads/thread.ts';
import { theAgent } from './find.ts';

/** Every day of the range, also those without any cost. */
export const getDailyCosts = querying(operations.getDailyCosts.query, (call, query) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  const byDay = grouped(threads, isoDay);
  return json(daysOf(query, call.world.now()).map((date) => ({ date, ...figures(byDay.get(date) ?? []) })));
});

/** Every month of the range, also those without any cost. */
export const getMonthlyCosts = querying(operations.getMonthlyCosts.query, (call, query) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  const byMonth = grouped(threads, isoMonth);
  return json(monthsOf(query, call.world.now()).map((month) => ({ month, ...figures(byMonth.get(month) ?? []) })));
});

export const getCostSummary = plain((call) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  return json(summarize(threads, call.world.now()));
});

/** Threads by the day or month in which they were created. */
function grouped(threads: readonly Thread[], period: (epochMs: number) => string): Map<string, Thread[]> {
  const groups = new Map<string, Thread[]>();
  for (const thread of threads) {
    const key = period(thread.createdAt);
    groups.set(key, [...(groups.get(key) ?? []), thread]);
  }
  return groups;
}
