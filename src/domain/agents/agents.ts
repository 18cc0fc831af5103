/** All agents, which the platform only gives page by page, and one of them. */

import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Agent, Page } from '../../platform/parse/records.ts';
import { firstOf } from '../../present/units.ts';
import { allPages, pages } from '../all-pages.ts';
import { holds } from '../found-text.ts';
import { unsteadyList } from './unread.ts';

type Call = ToolContext['call'];

/** Every agent that is not archived. `onUnsteady` is called where some may be missing. */
export const activeAgents = (call: Call, onUnsteady?: () => void): Promise<Agent[]> =>
  agentsOf(call, undefined, onUnsteady);

/** The same as they come, page by page, each agent once; with a project, those that the platform gives for it. */
export async function* activeAgentPages(
  call: Call,
  projectId: string | undefined,
  onUnsteady: () => void,
): AsyncGenerator<readonly Agent[], void> {
  const seen = new Set<string>();
  for await (const { items } of pages(reader(call, undefined, projectId), idOf, onUnsteady)) {
    yield items.filter(({ id }) => !seen.has(id) && seen.add(id));
  }
}

/** Agents, not archived, whose name holds the words as they can be seen, upper and lower case alike. */
export async function agentsNamed(call: Call, words: string, onUnsteady?: () => void): Promise<Agent[]> {
  return named(await activeAgents(call, onUnsteady), words);
}

function named(agents: readonly Agent[], words: string): Agent[] {
  const needle = words.trim().toLowerCase();
  return agents.filter(({ name }) => name !== undefined && holds(name, needle));
}

/** Agents that a refusal names. */
const NAMED = 5;

/** The one agent whose name contains the words. @throws Refusal where there is none, or several */
export async function agentNamed({ call, has }: Pick<ToolContext, 'call' | 'has'>, words: string): Promise<Agent> {
  let isUnsteady = false;
  const agents = await activeAgents(call, () => {
    isUnsteady = true;
  });
  const fitting = named(agents, words);
  const same = words.trim().toLowerCase();
  const exactly = fitting.filter(({ name }) => name?.visible.trim().toLowerCase() === same);
  const found = exactly.length > 0 ? exactly : fitting;
  const [agent] = found;
  if (agent !== undefined && found.length === 1) return agent;
  throw new Refusal(
    agent === undefined
      ? `Refused: no agent has a name like that.${agents.length === 0 ? '' : ` There are: ${listed(agents)}.`}${agents.length > NAMED && has('list_agents') ? ' Find the others with list_agents.' : ''}${isUnsteady ? ` ${unsteadyList()}` : ''}`
      : `Refused: ${found.length} agents have a name like that: ${listed(found)}. Give the agentId of one.`,
  );
}

const listed = (agents: readonly Agent[]): string =>
  firstOf(agents, NAMED, ({ id, name }) => `${id} ${name?.line(60) ?? ''}`.trim());

/** Every agent, archived ones last, each once. `onUnsteady` is called where some may be missing. */
export async function allAgents(call: Call, onUnsteady?: () => void): Promise<Agent[]> {
  const lists = [await activeAgents(call, onUnsteady), await agentsOf(call, true, onUnsteady)];
  return [...new Map(lists.flat().map((agent) => [agent.id, agent])).values()];
}

/** The agent of that id: the API has no operation for one. Undefined where no list holds it. */
export async function findAgent(call: Call, agentId: string): Promise<Agent | undefined> {
  const isIt = ({ id }: Agent): boolean => id === agentId;
  return (await agentsOf(call, undefined)).find(isIt) ?? (await agentsOf(call, true)).find(isIt);
}

/**
 * The agent before it is changed; undefined where no list tells of it, or none can be read.
 * @throws PlatformError for an id that the platform does not know
 */
export async function agentToChange(call: Call, agentId: string): Promise<Agent | undefined> {
  const agent = await findAgent(call, agentId).catch(() => undefined);
  if (agent !== undefined) return agent;
  // The list of its threads answers 404 to an id that does not exist; what else it says decides nothing.
  await call(operations.listAgentThreads, { path: { agentId }, query: { limit: 1 } }).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.facts.status === 404) throw error;
  });
  return undefined;
}

/** Pages of agents that are read for a name: it only helps. */
const NAME_PAGES = 20;

/** The name of an agent, if a list tells it; undefined whatever goes wrong. @throws CancelledError */
export async function agentNameOf(call: Call, agentId: string): Promise<Agent['name']> {
  try {
    for (const archived of [undefined, true]) {
      let read = 0;
      for await (const { items } of pages(reader(call, archived, undefined), idOf)) {
        const found = items.find(({ id }) => id === agentId);
        if (found !== undefined) return found.name;
        if (++read === NAME_PAGES) break;
      }
    }
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
  }
  return undefined;
}

const agentsOf = (call: Call, archived: boolean | undefined, onUnsteady?: () => void): Promise<Agent[]> =>
  allPages(reader(call, archived, undefined), idOf, onUnsteady);

const reader =
  (call: Call, archived: boolean | undefined, projectId: string | undefined) =>
  (offset: number, limit: number): Promise<Page<Agent>> =>
    call(operations.listAgents, { query: { offset, limit, archived, projectId } });

const idOf = ({ id }: Agent): string => id;
