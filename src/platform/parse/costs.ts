/** Costs by day, by month and in total (docs/platform-notes.md, "Costs"). */
import { type ForeignText, foreign } from '../text.ts';
import { compact, currencyOf, isObject, number, object, pick, text } from './coerce.ts';
import type { RecordOf, Table } from './table.ts';

/** One day or month of costs. */
export const COST_ROW = {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  period: { from: ['date', 'month'], read: periodOf, required: true, show: {} },
  cost: { from: ['cost', 'totalCost'], read: number, required: true, show: {} },
  currency: { read: currencyOf, show: {} },
  threadCount: { read: number, show: {} },
  inputTokens: { read: number, show: {} },
  outputTokens: { read: number, show: {} },
} as const satisfies Table;
export type CostRow = RecordOf<typeof COST_ROW>;

function periodOf(value: unknown): string | undefined {
  return /^\d{4}-\d{2}(-\d{2})?/.exec(text(value) ?? '')?.[0];
}

/** The costs of an agent so far. A figure is absent if the response lacks it; `breakdown` is empty then. */
export type CostSummary = NonNullable<ReturnType<typeof readCostSummary>>;

/** A figure or category that names another currency, so that no sum and no comparison includes it. */
export interface OtherAmount {
  /** A figure's name, or a category. */
  readonly of: 'today' | 'currentMonth' | ForeignText;
  readonly cost: number;
  readonly currency: string;
}

/** `{totalCost, currency, breakdown{category: cost}}` or `{today{…}, currentMonth{…}}`. */
export function readCostSummary(value: unknown) {
  const { totalCost, today, currentMonth, breakdown, ...rest } = object(value);
  const categories = new Set(Object.values(object(breakdown)).map((part) => currencyOf(object(part).currency)));
  const [ofAll] = categories.size === 1 ? categories : [];
  const currency = currencyOf(rest.currency ?? object(today).currency ?? object(currentMonth).currency ?? ofAll);
  const others: OtherAmount[] = [];
  const amount = (of: OtherAmount['of'], sent: unknown): number | undefined => {
    const cost = number(isObject(sent) ? pick(sent, 'totalCost', 'cost') : sent);
    const itsCurrency = currencyOf(object(sent).currency) ?? currency;
    if (cost === undefined || itsCurrency === undefined || itsCurrency === currency) return cost;
    others.push({ of, cost, currency: itsCurrency });
    return undefined;
  };
  const summary = compact({
    totalCost: number(totalCost),
    /** Of every amount but `others`. */
    currency,
    today: amount('today', today),
    currentMonth: amount('currentMonth', currentMonth),
    breakdown: Object.entries(object(breakdown)).flatMap(([name, entry]) => {
      const category = foreign(name);
      const cost = amount(category, entry);
      return cost === undefined ? [] : [{ category, cost }];
    }),
    // Filled by the fields above.
    others: others.length > 0 ? others : undefined,
  });
  const figures = [summary.totalCost, summary.today, summary.currentMonth, summary.breakdown[0], summary.others];
  return figures.every((figure) => figure === undefined) ? undefined : summary;
}
