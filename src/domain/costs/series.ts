/** Costs by day or month as facts and lines, for agents and projects. */

import { type Item, join, Money, type Value } from '../../mcp/contract/answer.ts';
import type { CostRow } from '../../platform/parse/records.ts';
import { count } from '../../present/units.ts';
import { amount, bar, type CostSeries, type Granularity } from './costs.ts';
import { gapNotes, type Window } from './window.ts';

/** The figures of a table of costs. */
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

/** What there is to know about a table's figures: currencies, and periods for which nothing was sent. */
export function seriesNotes(
  { rows, isMixed, currency, assumed, average }: CostSeries,
  granularity: Granularity,
  window: Window | undefined,
): string[] {
  const gaps = gapNotes(rows, window, granularity);
  const [name, unit] = granularity === 'daily' ? ['averagePerDay', 'day'] : ['averagePerMonth', 'month'];
  return [
    ...(isMixed ? ['The amounts are in several currencies, so there is no total.'] : []),
    ...(assumed ? [`For ${count(assumed, 'amount')} the platform sent no currency: ${currency} is assumed.`] : []),
    ...gaps,
    ...(gaps.length > 0 && average !== undefined ? [`${name} is of what was sent: ${count(rows.length, unit)}.`] : []),
  ];
}

/** Why there is no percentage: the period before cost nothing, was a credit, or is unknown. */
function whyNoPercent(before: Money | undefined): string {
  if (before === undefined) return ', for which nothing was sent';
  return before.amount < 0
    ? `, which was a credit of ${new Money(-before.amount, before.currency)}`
    : ', which cost nothing';
}

/** Days or months, each with a bar relative to all rows in its currency. */
export function costRowItems(shown: readonly CostRow[], { rows, isMixed, currency }: CostSeries): Item[] {
  const highest = new Map<string | undefined, number>();
  for (const row of rows) highest.set(row.currency, Math.max(highest.get(row.currency) ?? 0, row.cost));
  return shown.map((row) =>
    costRowItem(row, bar(row.cost, highest.get(row.currency) ?? 0), {
      inLine: row.currency ?? currency,
      inData: isMixed ? row.currency : undefined,
    }),
  );
}

/** The currency in the line and in the data; a currency that all rows share is a fact of the result instead. */
function costRowItem(
  row: CostRow,
  drawn: string,
  { inLine, inData }: { readonly inLine: string | undefined; readonly inData: string | undefined },
): Item {
  const { period } = row;
  const cost = amount(row.cost);
  // A day without costs gets a short line.
  const { inputTokens, outputTokens, threadCount } = cost === 0 && !row.threadCount ? {} : row;
  const head = [period, drawn, String(new Money(cost, inLine))].filter((part) => part !== '');
  return {
    data: { period, cost, currency: inData, threadCount, inputTokens, outputTokens },
    line: join(
      head.join(' '),
      threadCount !== undefined && `threads ${threadCount}`,
      inputTokens !== undefined && `tokens in ${inputTokens}`,
      outputTokens !== undefined && `out ${outputTokens}`,
    ),
  };
}
