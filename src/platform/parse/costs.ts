/** Costs by day, by month and in total (docs/platform-notes.md, "Costs"). */
import { type ForeignText, foreign } from '../text.ts';
import { compact, isObject, label, number, object, pick, text } from './coerce.ts';
import { type RecordOf, readerOf, type Table } from './table.ts';

/** One day or month of costs. */
export const COST_ROW = {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  period: { from: ['date', 'month'], read: periodOf, required: true, show: {} },
  cost: { from: ['cost', 'totalCost'], read: number, required: true, show: {} },
  currency: { read: label, show: {} },
  threadCount: { read: number, show: {} },
  inputTokens: { read: number, show: {} },
  outputTokens: { read: number, show: {} },
} as const satisfies Table;
export type CostRow = RecordOf<typeof COST_ROW>;

/** Undefined without a period or an amount. */
export const readCostRow = readerOf(COST_ROW);

function periodOf(value: unknown): string | undefined {
  return /^\d{4}-\d{2}(-\d{2})?/.exec(text(value) ?? '')?.[0];
}

/** The costs of an agent so far. A figure is absent if the answer lacks it; `breakdown` is empty then. */
export interface CostSummary {
  readonly totalCost?: number;
  readonly currency?: string;
  readonly today?: number;
  readonly currentMonth?: number;
  readonly breakdown: readonly { readonly category: ForeignText; readonly cost: number }[];
}

const amount = (value: unknown): number | undefined =>
  isObject(value) ? number(pick(value, 'totalCost', 'cost')) : number(value);

/** `{totalCost, currency, breakdown{category: cost}}` or `{today{…}, currentMonth{…}}`. */
export function readCostSummary(value: unknown): CostSummary | undefined {
  const { totalCost, currency, today, currentMonth, breakdown } = object(value);
  const summary = compact({
    totalCost: number(totalCost),
    currency: label(currency ?? object(today).currency ?? object(currentMonth).currency),
    today: amount(today),
    currentMonth: amount(currentMonth),
    breakdown: Object.entries(object(breakdown)).flatMap(([category, entry]) => {
      const cost = amount(entry);
      return cost === undefined ? [] : [{ category: foreign(category), cost }];
    }),
  });
  const figures = [summary.totalCost, summary.today, summary.currentMonth];
  return figures.every((figure) => figure === undefined) && summary.breakdown.length === 0 ? undefined : summary;
}
