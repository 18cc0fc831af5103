/** Costs of an agent by day, by month, and in total. */
import { operations } from '../../platform/operations/index.ts';
import { costsByDay, costsByMonth, daysOf, monthsOf, summarize } from '../costs.ts';
import { plain, querying } from '../http/handler.ts';
import { json } from '../http/reply.ts';
import { theAgent } from './find.ts';

/** Every day of the range, also those without any cost. */
export const getDailyCosts = querying(operations.getDailyCosts.query, (call, query) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  return json(costsByDay(threads, daysOf(query, call.world.now())));
});

/** Every month of the range, also those without any cost. */
export const getMonthlyCosts = querying(operations.getMonthlyCosts.query, (call, query) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  return json(costsByMonth(threads, monthsOf(query, call.world.now())));
});

export const getCostSummary = plain((call) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  return json(summarize(threads, call.world.now()));
});
