import * as z from 'zod';
import { agentNamed } from '../../domain/agents/agents.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { agentId, agentName, ONE_AGENT, oneAgent, pageOffset } from '../fields.ts';
import { costRowShape, costShape, numbers, records, result, texts } from '../results.ts';
import { costsOfAllAgents } from './all-agents.ts';
import { costsByPeriod } from './by-period.ts';
import { costSummary } from './summary.ts';

/** GET .../costs/daily, /monthly and /summary. */
export const getAgentCosts = defineTool({
  name: 'get_agent_costs',
  title: 'Get agent costs',
  toolset: 'costs',
  effect: 'read',
  view: 'costs',
  description:
    "Shows an agent's costs by day, by month or in total, with average, change and projected month. Without agentId, compares all agents, most expensive first.",
  input: () => {
    const { days, startDate, endDate } = operations.getDailyCosts.query().shape;
    const { months, startMonth, endMonth } = operations.getMonthlyCosts.query().shape;
    return z
      .strictObject({
        agentId: agentId().optional(),
        agentName: agentName(),
        period: z.enum(['daily', 'monthly', 'summary']).optional().describe('summary: the total.'),
        days: days.describe('Days up to today.'),
        startDate: startDate.describe('Instead of days: YYYY-MM-DD.'),
        endDate: endDate.describe('Inclusive.'),
        months: months.describe('Months up to this one.'),
        startMonth: startMonth.describe('Instead of months: YYYY-MM.'),
        endMonth: endMonth.describe('Inclusive.'),
        limit: z.int().min(1).max(100).optional().describe('Rows to show; 20 agents by default.'),
        offset: pageOffset(),
      })
      .refine(oneAgent, ONE_AGENT);
  },
  output: () => costResult(),
  async handle({ agentId: given, agentName, limit, offset, period: asked, ...window }, context) {
    const { days, startDate, endDate, months, startMonth, endMonth } = window;
    const daily = { days, startDate, endDate };
    const monthly = { months, startMonth, endMonth };
    const period = asked ?? (isGiven(daily) ? 'daily' : isGiven(monthly) ? 'monthly' : 'summary');
    refuseMisplaced(daily, 'daily', period);
    refuseMisplaced(monthly, 'monthly', period);
    const agentId = agentName === undefined ? given : (await agentNamed(context.call, agentName)).id;
    if (agentId === undefined) {
      if (period === 'summary') return costsOfAllAgents({ limit: limit ?? AGENTS, offset }, context);
      throw new Refusal(
        `agentId or agentName is missing: ${period} costs are for one agent at a time. Nothing was sent. Leave out period to compare all agents.`,
      );
    }
    if (period === 'summary') return costSummary(agentId, context);
    const range =
      period === 'daily'
        ? { periods: days, start: startDate, end: endDate }
        : { periods: months, start: startMonth, end: endMonth };
    refuseContradiction(range, period);
    return costsByPeriod({ agentId, period, ...range, limit, offset }, context);
  },
});

/** Agents that are compared at once. */
const AGENTS = 20;

const isGiven = (window: Readonly<Record<string, unknown>>): boolean =>
  Object.values(window).some((value) => value !== undefined);

/** The argument that means the same for the other period. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  days: 'months',
  startDate: 'startMonth (YYYY-MM)',
  endDate: 'endMonth (YYYY-MM)',
  months: 'days',
  startMonth: 'startDate (YYYY-MM-DD)',
  endMonth: 'endDate (YYYY-MM-DD)',
};

function refuseMisplaced(window: Readonly<Record<string, unknown>>, belongsTo: string, period: string): void {
  const [argument] = Object.entries(window).find(([, value]) => value !== undefined) ?? [];
  if (argument === undefined || period === belongsTo) return;
  const counterpart = period === 'summary' ? undefined : COUNTERPARTS[argument];
  const instead = counterpart === undefined ? `Leave out ${argument}` : `Give ${counterpart} instead`;
  throw new Refusal(
    `${argument} goes with period ${belongsTo}, but period is ${period}. Nothing was sent. ${instead}, or set period to ${belongsTo}.`,
  );
}

interface Range {
  readonly periods: number | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
}

function refuseContradiction({ periods, start, end }: Range, period: 'daily' | 'monthly'): void {
  const [counted, first, last] =
    period === 'daily' ? ['days', 'startDate', 'endDate'] : ['months', 'startMonth', 'endMonth'];
  if (periods !== undefined && (start ?? end) !== undefined) {
    throw new Refusal(`Give either ${counted}, or ${first} and ${last}. Nothing was sent.`);
  }
  if (start !== undefined && end !== undefined && end < start) {
    throw new Refusal(`${last} must not be before ${first}. Nothing was sent.`);
  }
}

/** One agent's days or months, its categories, or all agents: whichever was asked for. */
const costResult = () =>
  result(
    texts('agentId', 'agentName'),
    costShape(),
    numbers('totalCost', 'today', 'totalOfAgents', 'currentMonthOfAgents', 'todayOfAgents'),
    {
      agents: records({
        ...texts('agentId', 'name', 'state', 'currency'),
        ...numbers('totalCost', 'currentMonth', 'today'),
      }),
      rows: records(costRowShape()),
      breakdown: records({ ...texts('category'), ...numbers('cost') }),
    },
  );
