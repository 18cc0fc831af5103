import * as z from 'zod';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { agentId } from '../fields.ts';
import { numbers, records, result, texts } from '../results.ts';
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
    "Shows what an agent costs by day, by month or in total, with average, change and a projection of the month. Without agentId it compares all agents' totals, most expensive first.",
  input: () =>
    z.strictObject({
      agentId: agentId().optional(),
      period: z.enum(['daily', 'monthly', 'summary']).default('summary'),
      days: operations.getDailyCosts.query().shape.days.describe('With daily; 30 if left out.'),
      months: operations.getMonthlyCosts.query().shape.months.describe('With monthly; 12 if left out.'),
      offset: z.int().min(0).default(0).describe('Skip this many rows.'),
    }),
  output: () => costResult(),
  async handle({ agentId, period, days, months, offset }, context) {
    if (days !== undefined && period !== 'daily') throw misplaced('days', 'daily', period);
    if (months !== undefined && period !== 'monthly') throw misplaced('months', 'monthly', period);
    if (agentId === undefined) {
      if (period === 'summary') return costsOfAllAgents(offset, context);
      throw new Refusal(`agentId is missing: ${period} costs are those of one agent. Leave period out to compare all.`);
    }
    if (period === 'summary') return costSummary(agentId, context);
    return costsByPeriod({ agentId, period, periods: period === 'daily' ? days : months, offset }, context);
  },
});

const misplaced = (argument: string, belongsTo: string, period: string): Refusal =>
  new Refusal(
    `${argument} goes with period ${belongsTo}, but period is ${period}. Leave ${argument} out, or set period to ${belongsTo}.`,
  );

/** One agent's days or months, its categories, or all agents: whichever was asked for. */
const costResult = () =>
  result(
    texts('agentId', 'currency', 'changeOf', 'projectedFrom'),
    numbers(
      'totalCost',
      'today',
      'currentMonth',
      'projectedMonth',
      'averagePerDay',
      'averagePerMonth',
      'changePercent',
    ),
    {
      agents: records({
        ...texts('agentId', 'name', 'state', 'currency'),
        ...numbers('totalCost', 'currentMonth', 'today'),
      }),
      rows: records({
        ...texts('period', 'currency'),
        ...numbers('cost', 'threadCount', 'inputTokens', 'outputTokens'),
      }),
      breakdown: records({ ...texts('category'), ...numbers('cost') }),
    },
  );
