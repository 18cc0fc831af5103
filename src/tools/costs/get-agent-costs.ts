/** Costs of one agent, by period and in total, or of all. */
import * as z from 'zod';
import { agentNamed, agentNameOf } from '../../domain/agents/agents.ts';
import { ofListed } from '../../domain/by-name.ts';
import { amount, currentDay, type Granularity, otherAmounts, projectFrom } from '../../domain/costs/costs.ts';
import { costTable } from '../../domain/costs/series.ts';
import {
  periodOf,
  type RequestedWindow,
  rangeOf,
  refuseMisplaced,
  windowArguments,
} from '../../domain/costs/window.ts';
import { Money, present, type ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { COST_ROW } from '../../platform/parse/costs.ts';
import type { Agent } from '../../platform/parse/records.ts';
import { agentId, agentName, ONE_AGENT, oneAgent, pageOffset } from '../fields.ts';
import { costShape, numbers, records, result, shapeOf, texts } from '../results.ts';
import { costsOfAllAgents, readCosts } from './all-agents.ts';

/** GET .../costs/daily, /monthly and /summary. */
export const getAgentCosts = defineTool({
  name: 'get_agent_costs',
  title: 'Get agent costs',
  toolset: 'costs',
  effect: 'read',
  example: { agentId: 'agent-1' },
  view: 'costs',
  description:
    "Shows an agent's costs by day, by month or in total, with average, change and projection. Without an agent, compares all, dearest first, in total or in a period.",
  input: () => {
    const { days, startDate, endDate } = operations.getDailyCosts.query().shape;
    const { months, startMonth, endMonth } = operations.getMonthlyCosts.query().shape;
    return z
      .strictObject({
        agentId: agentId().optional(),
        agentName: agentName(),
        period: z.enum(['daily', 'monthly', 'summary']).optional().describe('summary: the total.'),
        days: days.describe('Days up to today.'),
        startDate: startDate.describe('Or since YYYY-MM-DD.'),
        endDate: endDate.describe('Last: YYYY-MM-DD.'),
        months: months.describe('Months up to now.'),
        startMonth: startMonth.describe('Or since YYYY-MM.'),
        endMonth: endMonth.describe('Last: YYYY-MM.'),
        limit: z.int().min(1).max(100).optional().describe('Rows; 20 agents by default.'),
        offset: pageOffset(),
      })
      .refine(oneAgent, ONE_AGENT);
  },
  output: () =>
    result(
      texts('agentId', 'agentName'),
      costShape(),
      numbers('totalCost', 'today', 'totalOfAgents', 'currentMonthOfAgents', 'todayOfAgents'),
      {
        agents: records({
          ...texts('agentId', 'name', 'state', 'currency'),
          ...numbers('windowCost', 'totalCost', 'currentMonth', 'today'),
        }),
        rows: records(shapeOf(COST_ROW)),
        breakdown: records({ ...texts('category'), ...numbers('cost') }),
      },
    ),
  async handle({ agentId: id, agentName, limit, offset, period: requestedPeriod, ...window }, context) {
    const period = requestedPeriod ?? periodOf(window) ?? 'summary';
    refuseMisplaced(window, period);
    const named = agentName === undefined ? undefined : await agentNamed(agentName, context);
    const agentId = named === undefined ? id : named.found.id;
    if (agentId === undefined) {
      const compared =
        period === 'summary' ? undefined : { period, range: withDefault(rangeOf(window, period), period) };
      const costs = await costsOfAllAgents({ limit: limit ?? AGENTS, offset }, compared, context);
      const isSplit = requestedPeriod === 'monthly' || requestedPeriod === 'daily';
      return { ...costs, notes: [...(costs.notes ?? []), ...(isSplit ? [WHOLE_WINDOW] : [])] };
    }
    const agent = { agentId, known: named?.found.name };
    const costs = await (period === 'summary'
      ? costSummary(agent, context)
      : costsByPeriod({ ...agent, period, ...rangeOf(window, period), limit, offset }, context)
    ).catch((error: unknown) => {
      throw named === undefined ? error : ofListed(error, agentId, 'agent');
    });
    return { ...costs, notes: [...(named?.notes ?? []), ...(costs.notes ?? [])] };
  },
});

/** The comparison has one figure an agent. */
const WHOLE_WINDOW =
  'Each figure is of the whole window; with agentId or agentName, each of its days or months is shown.';
/** Agents on a page of the comparison. */
const AGENTS = 20;
/** Days or months that are compared, unless the caller names some: as many as a platform sends of one agent. */
const COMPARED = { daily: 30, monthly: 12 } as const;

const withDefault = (range: RequestedWindow, period: Granularity): RequestedWindow =>
  Object.values(range).every((value) => value === undefined) ? { periods: COMPARED[period] } : range;

/** An agent, with its name if that has been read. */
interface NamedAgent {
  readonly agentId: string;
  readonly known: Agent['name'];
}

interface PeriodQuery extends NamedAgent, RequestedWindow {
  readonly period: Granularity;
  readonly limit: number | undefined;
  readonly offset: number;
}

/** A table of days or months with bars, newest last. */
async function costsByPeriod(requested: PeriodQuery, { call }: ToolContext): Promise<ToolResult> {
  const { agentId, known, period, limit, offset } = requested;
  const [page, name] = await Promise.all([
    readCosts(agentId, period, requested, call),
    known ?? agentNameOf(call, agentId),
  ]);
  const same = windowArguments(period, requested);
  const lastOf = (rows: readonly unknown[]): number => Math.max(0, rows.length - offset);
  return costTable({
    who: `Agent ${name === undefined ? agentId : name.line(80)}`,
    ids: { agentId, agentName: name?.line(80) },
    period,
    range: { periods: requested.periods, start: requested.start, end: requested.end },
    page,
    part: (rows) => rows.slice(limit === undefined ? 0 : Math.max(0, lastOf(rows) - limit), lastOf(rows)),
    earlier: (rows, shown) =>
      lastOf(rows) - shown > 0
        ? {
            tool: 'get_agent_costs',
            arguments: { agentId, ...same, limit, offset: offset + shown },
            why: 'see earlier ones',
          }
        : undefined,
  });
}

/** One agent in total: today, this month, and by category. */
async function costSummary({ agentId, known }: NamedAgent, { call }: ToolContext): Promise<ToolResult> {
  const [{ totalCost, currency, today, currentMonth, breakdown, others = [] }, name] = await Promise.all([
    call(operations.getCostSummary, { path: { agentId } }),
    known ?? agentNameOf(call, agentId),
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
