import { agentState, allAgents } from '../../domain/agents/agents.ts';
import { amount } from '../../domain/costs/costs.ts';
import { type Answer, type Item, join, type NextStep, type Value } from '../../mcp/contract/answer.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Agent, CostSummary } from '../../platform/parse/records.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { fromOffset } from '../../present/paging.ts';
import { count } from '../../present/units.ts';

interface AgentCosts {
  readonly agent: Agent;
  readonly costs: CostSummary;
}

interface Failure {
  readonly agent: Agent;
  readonly error: PlatformError;
}

/** Failed agents that a note names. */
const NAMED = 10;

/** One line an agent, most expensive first. An agent that can't be read is named and does not stop the rest. */
export async function costsOfAllAgents(offset: number, context: ToolContext): Promise<Answer> {
  const { call, settings, progress } = context;
  const agents = await allAgents(call);
  let done = 0;
  const results = await mapConcurrent(agents, settings.maxConnections, async (agent): Promise<AgentCosts | Failure> => {
    const result = await costsOf(agent, call);
    progress(++done, agents.length, 'costs of agents');
    return result;
  });
  const failures = results.filter((result) => 'error' in result);
  // Nothing was read: that is no comparison of no agents.
  if (failures.length === agents.length && failures[0]) throw failures[0].error;
  const read = results.filter((result) => 'costs' in result).sort((a, b) => weight(b) - weight(a));
  const currencies = new Set(read.map(({ costs }) => costs.currency).filter((currency) => currency !== undefined));
  const isMixed = currencies.size > 1;
  const currency = isMixed ? undefined : [...currencies][0];
  const totals = isMixed ? {} : sums(read);
  const unit = currency === undefined ? '' : ` ${currency}`;
  const total = totals.totalCost === undefined ? '' : `: ${totals.totalCost}${unit} in total`;
  return {
    summary: `Costs of ${failures.length > 0 ? `${read.length} of ` : ''}${count(agents.length, 'agent')}${total}${fromOffset({ offset })}.`,
    notes: [
      ...failureNotes(failures),
      ...(isMixed ? ['The amounts are in several currencies, so there is no total.'] : []),
    ],
    facts: { currency, ...totals },
    list: {
      name: 'agents',
      items: read.slice(offset).map((entry) => costItem(entry, isMixed)),
      rest: (shown): NextStep | undefined =>
        offset + shown < read.length
          ? { tool: 'get_agent_costs', arguments: { offset: offset + shown }, why: 'see the rest' }
          : undefined,
    },
    next: read[0] && {
      tool: 'get_agent_costs',
      arguments: { agentId: read[0].agent.id, period: 'daily' },
      why: 'see the most expensive one by day',
    },
  };
}

async function costsOf(agent: Agent, call: ToolContext['call']): Promise<AgentCosts | Failure> {
  try {
    return { agent, costs: await call(operations.getCostSummary, { path: { agentId: agent.id } }) };
  } catch (error) {
    if (error instanceof PlatformError) return { agent, error };
    throw error;
  }
}

const weight = ({ costs }: AgentCosts): number => costs.totalCost ?? costs.currentMonth ?? costs.today ?? 0;

function sums(read: readonly AgentCosts[]): { totalCost?: number; currentMonth?: number; today?: number } {
  const sum = (key: 'totalCost' | 'currentMonth' | 'today'): { [key: string]: number } => {
    const values = read.map(({ costs }) => costs[key]).filter((value) => value !== undefined);
    return values.length > 0 ? { [key]: amount(values.reduce((total, value) => total + value, 0)) } : {};
  };
  return { ...sum('totalCost'), ...sum('currentMonth'), ...sum('today') };
}

function costItem({ agent, costs }: AgentCosts, isMixed: boolean): Item {
  const rounded = (value: number | undefined): number | undefined => (value === undefined ? undefined : amount(value));
  const name = agent.name?.line(80);
  const state = agentState(agent);
  const figures: Record<string, Value> = {
    totalCost: rounded(costs.totalCost),
    currentMonth: rounded(costs.currentMonth),
    today: rounded(costs.today),
    currency: isMixed ? costs.currency : undefined,
  };
  const words = Object.entries(figures).map(([key, value]) => value !== undefined && `${key} ${value}`);
  return { data: { agentId: agent.id, name, ...figures, state }, line: join(agent.id, name, ...words, state) };
}

/** A note for each kind of failure, so that one outage is one line. */
function failureNotes(failures: readonly Failure[]): string[] {
  const whatOf = ({ error }: Failure): string => error.facts.what;
  return [...new Set(failures.map(whatOf))].map((what) => {
    const ids = failures.filter((failure) => whatOf(failure) === what).map(({ agent }) => agent.id);
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
    return `The costs of ${count(ids.length, 'agent')} could not be read: ${ids.slice(0, NAMED).join(', ')}${more}. ${what}`;
  });
}
