import * as z from 'zod';
import { agentNamed } from '../../domain/agents/agents.ts';
import type { Granularity } from '../../domain/costs/costs.ts';
import { periodOf, type RequestedWindow, rangeOf, refuseMisplaced } from '../../domain/costs/window.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { COST_ROW } from '../../platform/parse/costs.ts';
import { agentId, agentName, ONE_AGENT, oneAgent, pageOffset } from '../fields.ts';
import { costShape, numbers, records, result, shapeOf, texts } from '../results.ts';
import { costsOfAllAgents } from './all-agents.ts';
import { costsByPeriod } from './by-period.ts';
import { costSummary } from './summary.ts';

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
    const costs =
      period === 'summary'
        ? await costSummary(agentId, context)
        : await costsByPeriod({ agentId, period, ...rangeOf(window, period), limit, offset }, context);
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
