import { activeAgents } from '../domain/agents/agents.ts';
import { agentIds } from '../domain/completers.ts';
import type { ReadContext, ResourceEntry, ResourceSpec } from '../mcp/contract/resource.ts';
import { isIdentifier } from '../platform/identifier.ts';
import type { Agent } from '../platform/parse/records.ts';

const VIEWS = [
  {
    period: 'summary',
    title: 'Cost summary',
    description: 'What an agent costs in total, this month and by category.',
  },
  { period: 'daily', title: 'Costs by day', description: 'What an agent costs by day, with average and projection.' },
  {
    period: 'monthly',
    title: 'Costs by month',
    description: 'What an agent costs by month, with change and projection.',
  },
] as const;

type View = (typeof VIEWS)[number];

const uri = (agentId: string, { period }: View): string => `agent-platform://agents/${agentId}/costs/${period}`;

/** All three views of each agent, which are read once. */
async function listed({ call }: ReadContext): Promise<readonly ResourceEntry[]> {
  const { items } = await activeAgents(call);
  return items.filter(({ id }) => isIdentifier(id)).flatMap((agent) => VIEWS.map((view) => entry(agent, view)));
}

function entry({ id, name }: Agent, view: View): ResourceEntry {
  return {
    uri: uri(id, view),
    name: `agents/${id}/costs/${view.period}`,
    title: `${view.title}${name === undefined ? '' : ` of ${name.line(60)}`}`,
    description: view.description,
  };
}

export const costResources: readonly ResourceSpec[] = VIEWS.map((view) => ({
  name: `agent-costs-${view.period}`,
  title: view.title,
  description: view.description,
  uri: uri('{agentId}', view),
  mimeType: 'text/plain',
  tool: 'get_agent_costs',
  arguments: ({ agentId }) => ({ agentId, period: view.period }),
  complete: { agentId: agentIds },
  ...(view.period === 'summary' ? { list: listed } : {}),
}));
