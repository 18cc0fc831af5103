/** All agents, which the platform only gives page by page, and one of them. */

import { join } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Agent, Page } from '../../platform/parse/records.ts';
import { count, firstOf } from '../../present/units.ts';
import { allPages, pages } from '../all-pages.ts';
import { holds } from '../found-text.ts';

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
const REFUSAL_NAMES = 5;

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
      ? `Refused: no agent has a name like that.${agents.length === 0 ? '' : ` There are: ${listed(agents)}.`}${agents.length > REFUSAL_NAMES && has('list_agents') ? ' Find the others with list_agents.' : ''}${isUnsteady ? ` ${unsteadyList()}` : ''}`
      : `Refused: ${found.length} agents have a name like that: ${listed(found)}. Give the agentId of one.`,
  );
}

const listed = (agents: readonly Agent[]): string =>
  firstOf(agents, REFUSAL_NAMES, ({ id, name }) => `${id} ${name?.line(60) ?? ''}`.trim());

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

/** An agent whose threads could not be read, and why. */
export interface UnreadAgent {
  readonly agent: Pick<Agent, 'id' | 'name'>;
  readonly why: string;
}

/** Agents that failed are named up to here; more would bury what was found. */
const NOTE_NAMES = 10;

/** Notes on the agents that could not be read, the first ten by name; none if all could. */
export function unreadNotes(failures: readonly UnreadAgent[]): string[] {
  if (failures.length === 0) return [];
  const named = failures
    .slice(0, NOTE_NAMES)
    .map(({ agent, why }) => `${join(agent.id, agent.name?.line(60))}: ${why}`);
  const more = failures.length - named.length;
  return [
    `${count(failures.length, 'agent')} could not be read, so this list may be incomplete.`,
    ...named,
    ...(more > 0 ? [`... and ${count(more, 'more agent')}.`] : []),
  ];
}

/** Notes on the agents whose lists shrank whenever they were read; none where none did. */
export function unsteadyNotes(agents: readonly Pick<Agent, 'id'>[]): string[] {
  if (agents.length === 0) return [];
  const whose = firstOf(agents, NOTE_NAMES, ({ id }) => id);
  return [
    `The threads of ${count(agents.length, 'agent')} (${whose}) kept changing while they were read: some may be missing, others out of date. Call again for a fresh look.`,
  ];
}

/** What is said where the list of agents shrank whenever it was read. @param lost what would be missing with them: `, and their threads` */
export const unsteadyList = (lost = ''): string =>
  `The list of agents kept changing while it was read: some agents may be missing${lost}.`;
