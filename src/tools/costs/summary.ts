import { amount, projectFrom } from '../../domain/costs/costs.ts';
import type { Answer } from '../../mcp/contract/answer.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';

/** Breakdowns longer than this are cut: categories are few. */
const CATEGORIES = 50;

/** One agent in total: today, this month, and by category. */
export async function costSummary(agentId: string, { call }: ToolContext): Promise<Answer> {
  const { totalCost, currency, today, currentMonth, breakdown } = await call(operations.getCostSummary, {
    path: { agentId },
  });
  const unit = currency === undefined ? '' : ` ${currency}`;
  const projection =
    currentMonth === undefined ? undefined : projectFrom(currentMonth, new Date().toISOString().slice(0, 10));
  const parts = [
    totalCost !== undefined && `${amount(totalCost)}${unit} in total`,
    currentMonth !== undefined && `${amount(currentMonth)}${unit} this month`,
    today !== undefined && `${amount(today)}${unit} today`,
  ].filter((part) => part !== false);
  const categories = breakdown.toSorted((a, b) => b.cost - a.cost);
  return {
    summary: `Agent ${agentId} cost ${parts.length > 0 ? parts.join(', ') : 'what is listed by category'}.`,
    notes:
      categories.length > CATEGORIES
        ? [`Only the ${CATEGORIES} most expensive of ${categories.length} categories are shown.`]
        : [],
    facts: {
      agentId,
      currency,
      totalCost: totalCost === undefined ? undefined : amount(totalCost),
      today: today === undefined ? undefined : amount(today),
      currentMonth: projection?.soFar,
      projectedMonth: projection?.wholeMonth,
      projectedFrom: projection && `${projection.days} of ${projection.of} days`,
    },
    list: {
      name: 'breakdown',
      items: categories.slice(0, CATEGORIES).map((entry) => {
        const category = entry.category.line(80);
        const cost = amount(entry.cost);
        return { data: { category, cost }, line: `${category} ${cost}` };
      }),
    },
    next: {
      tool: 'get_agent_costs',
      arguments: { agentId, period: 'daily' },
      why: 'see it by day',
    },
  };
}
