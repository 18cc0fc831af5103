import { agentIds } from '../domain/completers.ts';
import { call, DATA_RULE, type PromptSpec, steps } from '../mcp/contract/prompt.ts';

export const reviewCosts: PromptSpec = {
  name: 'review-costs',
  title: 'Review costs',
  description: 'Shows what agents cost, how that changes, and what stands out.',
  arguments: [
    {
      name: 'agentId',
      description: 'Only this agent; all agents, most expensive first, if left out.',
      isRequired: false,
      complete: agentIds,
    },
  ],
  tools: ['get_agent_costs'],
  text({ agentId }, { has }) {
    const plan = steps(
      agentId === undefined
        ? `Call ${call('get_agent_costs')} for all agents, then for each of the three most expensive call get_agent_costs with its agentId, once with period "daily" and once with "monthly".`
        : `Call ${call('get_agent_costs', { agentId, period: 'summary' })}, then the same with period "daily" and with "monthly".`,
      has('list_agent_threads') &&
        'For a day or month that stands out, call list_agent_threads with the agentId, and look for threads from that period whose cost explains it.',
      'Show me a table: agent, total, this month, change from the previous period, projection for the month. Below it, one line each, what stands out and its likely reason; if the data gives no reason, say so.',
      'Take every figure from the results unchanged, with its currency: totals, averages, changes and projections are computed there. Do not add up amounts in different currencies.',
    );
    const scope = agentId === undefined ? 'my agents cost' : `agent ${agentId} costs`;
    return `Review what ${scope}.\n\n${plan}\n\n${DATA_RULE}`;
  },
};
