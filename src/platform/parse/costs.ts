/** Reads costs by day, by month and in total. */
import { foreign } from '../text.ts';
import { compact, isObject, label, number, object, pick, text } from './coerce.ts';
import type { CostRow, CostSummary } from './records.ts';

/** A day or month: `{date|month, cost|totalCost, currency?, inputTokens?, outputTokens?, threadCount?}`. */
export function readCostRow(value: unknown): CostRow | undefined {
  const source = object(value);
  const period = /^\d{4}-\d{2}(-\d{2})?/.exec(text(pick(source, 'date', 'month', 'day', 'period')) ?? '')?.[0];
  const cost = number(pick(source, 'cost', 'totalCost', 'amount'));
  if (period === undefined || cost === undefined) return undefined;
  return compact({
    period,
    cost,
    currency: label(pick(source, 'currency')),
    inputTokens: number(pick(source, 'inputTokens')),
    outputTokens: number(pick(source, 'outputTokens')),
    threadCount: number(pick(source, 'threadCount')),
  });
}

const amount = (value: unknown): number | undefined =>
  isObject(value) ? number(pick(value, 'totalCost', 'cost', 'total', 'amount')) : number(value);

/** `{totalCost, currency, breakdown}` or `{today{...}, currentMonth{...}}`. */
export function readCostSummary(value: unknown): CostSummary | undefined {
  const source = object(value);
  const inner = isObject(source.summary) ? source.summary : source;
  const today = pick(inner, 'today');
  const month = pick(inner, 'currentMonth', 'month');
  const summary = compact({
    totalCost: number(pick(inner, 'totalCost', 'cost', 'total')),
    currency: label(pick(inner, 'currency') ?? pick(object(today), 'currency') ?? pick(object(month), 'currency')),
    today: amount(today),
    currentMonth: amount(month),
    breakdown: readBreakdown(pick(inner, 'breakdown', 'categories')),
  });
  const empty = summary.totalCost === undefined && summary.today === undefined && summary.currentMonth === undefined;
  return empty && summary.breakdown.length === 0 ? undefined : summary;
}

/** Costs under the names of their categories, or a list of `{category, cost}`. */
function readBreakdown(value: unknown): CostSummary['breakdown'] {
  const named = Array.isArray(value)
    ? value.map((entry): [string | undefined, unknown] => [
        text(pick(object(entry), 'category', 'name', 'type')),
        entry,
      ])
    : Object.entries(object(value));
  return named.flatMap(([category, entry]) => {
    const cost = amount(entry);
    return category === undefined || cost === undefined ? [] : [{ category: foreign(category), cost }];
  });
}
