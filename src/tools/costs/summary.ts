import { agentNameOf } from '../../domain/agents/agents.ts';
import { amount, currentDay, otherAmounts, projectFrom } from '../../domain/costs/costs.ts';
import { Money, present, type ToolResult } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';

/** One agent in total: today, this month, and by category. */
export async function costSummary(agentId: string, { call }: ToolContext): Promise<ToolResult> {
  const [{ totalCost, currency, today, currentMonth, breakdown, others = [] }, name] = await Promise.all([
    call(operations.getCostSummary, { path: { agentId } }),
    agentNameOf(call, agentId),
  ]);
  const money = (value: number): Money => new Money(amount(value), currency);
  const projection = currentMonth === undefined ? undefined : projectFrom(currentMonth, currentDay());
  const parts = present(
    totalCost !== undefined && `${money(totalCost)} in total`,
    currentMonth !== undefined && `${money(currentMonth)} this month`,
    today !== undefined && `${money(today)} today`,
  );
  return {
    summary: `Agent ${name === undefined ? agentId : name.line(80)} cost ${parts.length > 0 ? parts.join(', ') : 'the amounts below'}.`,
    notes: others.length > 0 ? [`In another currency, not summed: ${otherAmounts(others)}.`] : [],
    facts: {
      agentId,
      agentName: name?.line(80),
      currency,
      totalCost: totalCost === undefined ? undefined : money(totalCost),
      today: today === undefined ? undefined : money(today),
      currentMonth: projection && money(projection.soFar),
      projectedMonth: projection && money(projection.wholeMonth),
      projectedFrom: projection && `${projection.days} of ${projection.of} days`,
    },
    list: {
      name: 'breakdown',
      items: breakdown
        .toSorted((a, b) => b.cost - a.cost)
        .map((entry) => {
          const category = entry.category.line(80);
          const cost = money(entry.cost);
          return { data: { category, cost }, line: `${category} ${cost}` };
        }),
    },
  };
}
