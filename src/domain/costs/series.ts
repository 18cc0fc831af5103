/** Costs by day or month as facts and as lines, for agents and projects alike. */

import { type Item, join, Money, type Value } from '../../mcp/contract/answer.ts';
import type { CostRow } from '../../platform/parse/records.ts';
import { amount, bar, type CostSeries, type Granularity } from './costs.ts';
import type { Window } from './window.ts';

/** What a table of costs comes to. */
export function seriesFacts(
  { rows, currency, total, average, change, projection }: CostSeries,
  granularity: Granularity,
  window?: Window,
): Record<string, Value> {
  const { percent } = change ?? {};
  const before = rows.find(({ period }) => period === change?.before);
  const money = (value: number | undefined): Money | undefined =>
    value === undefined ? undefined : new Money(value, currency);
  return {
    window: window && `${window.first} to ${window.last}`,
    currency,
    windowCost: money(total),
    [granularity === 'daily' ? 'averagePerDay' : 'averagePerMonth']: money(average),
    changePercent: percent,
    changeOf:
      change &&
      `${change.period} against ${change.before}${percent === undefined ? whyNoPercent(money(before?.cost)) : ''}`,
    currentMonth: money(projection?.soFar),
    projectedMonth: money(projection?.wholeMonth),
    projectedFrom: projection && `${projection.days} of ${projection.of} days`,
  };
}

/** Why the period before has no percentage: it cost nothing, was a credit, or nothing is known of it. */
function whyNoPercent(before: Money | undefined): string {
  if (before === undefined) return ', for which nothing was sent';
  return before.amount < 0
    ? `, which was a credit of ${new Money(-before.amount, before.currency)}`
    : ', which cost nothing';
}

/** A day or month with its bar, which is drawn beside rows of its own currency. */
export function costRowItem(row: CostRow, { rows, isMixed, currency: common }: CostSeries): Item {
  const highest = rows.reduce((most, one) => (one.currency === row.currency ? Math.max(most, one.cost) : most), 0);
  const { period } = row;
  const cost = amount(row.cost);
  // A day without costs is a short line.
  const { inputTokens, outputTokens, threadCount } = cost === 0 && !row.threadCount ? {} : row;
  const currency = isMixed ? row.currency : undefined;
  const head = [period, bar(cost, highest), String(new Money(cost, row.currency ?? common))].filter(
    (part) => part !== undefined && part !== '',
  );
  return {
    data: { period, cost, currency, threadCount, inputTokens, outputTokens },
    line: join(
      head.join(' '),
      threadCount !== undefined && `threads ${threadCount}`,
      inputTokens !== undefined && `tokens in ${inputTokens}`,
      outputTokens !== undefined && `out ${outputTokens}`,
    ),
  };
}
