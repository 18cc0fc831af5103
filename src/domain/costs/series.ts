/** Costs by day or month as facts and as lines, for agents and projects alike. */

import { type Item, join, type Value } from '../../mcp/contract/answer.ts';
import type { CostRow } from '../../platform/parse/records.ts';
import { amount, bar, type CostSeries, type Granularity } from './costs.ts';

/** What a table of costs comes to. */
export function seriesFacts(
  { currency, total, average, change, projection }: CostSeries,
  granularity: Granularity,
): Record<string, Value> {
  const { percent } = change ?? {};
  return {
    currency,
    totalCost: total,
    [granularity === 'daily' ? 'averagePerDay' : 'averagePerMonth']: average,
    changePercent: percent,
    changeOf:
      change && `${change.period} against ${change.before}${percent === undefined ? ', which cost nothing' : ''}`,
    currentMonth: projection?.soFar,
    projectedMonth: projection?.wholeMonth,
    projectedFrom: projection && `${projection.days} of ${projection.of} days`,
  };
}

/** A day or month with its bar. */
export function costRowItem(row: CostRow, highest: number, isMixed: boolean): Item {
  const { period } = row;
  const cost = amount(row.cost);
  // A day without costs is a short line.
  const { inputTokens, outputTokens, threadCount } = cost === 0 && !row.threadCount ? {} : row;
  const currency = isMixed ? row.currency : undefined;
  const head = [period, bar(cost, highest), `${cost}`, currency].filter((part) => part !== undefined && part !== '');
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
