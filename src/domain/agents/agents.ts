/**
 * All agents, which the platform sends only in pages, one agent by id or name, and notes on agents that could not be
 * read.
 */

import { join } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Agent, Page } from '../../platform/parse/records.ts';
import { count, firstOf } from '../../present/units.ts';
import { allPages, type Gap, type OnGap, pages } from '../all-pages.ts';
import { holds } from '../found-text.ts';
import { ifReadable } from '../optional-read.ts';

type Call = ToolContext['call'];

/** Every agent that is not archived. `onGap` is called if some may be missing. */
export const activeAgents = (call: Call, onGap?: OnGap): Promise<Agent[]> => agentsOf(call, undefined, onGap);

/** The same page by page, each agent once; with a project, those that the platform sends for it. */
export async function* activeAgentPages(
  call: Call,
  projectId: string | undefined,
  onGap: OnGap,
): AsyncGenerator<readonly Agent[], void> {
  const seen = new Set<string>();
  for await (const { items } of pages(reader(call, undefined, projectId), idOf, onGap)) {
    yield items.filter(({ id }) => !seen.has(id) && seen.add(id));
  }
}

/** Agents that are not archived and whose visible name contains the text, ignoring case. */
export async function agentsNamed(call: Call, text: string, onGap?: OnGap): Promise<Agent[]> {
  return named(await activeAgents(call, onGap), text);
}

function named(agents: readonly Agent[], text: string): Agent[] {
  const needle = text.trim().toLowerCase();
  return agents.filter(({ name }) => name !== undefined && holds(name, needle));
}

/** Agents that a refusal names. */
const REFUSAL_NAMES = 5;

/** The only agent whose name contains the text. @throws Refusal if there is none, or several */
export async function agentNamed({ call, has }: Pick<ToolContext, 'call' | 'has'>, text: string): Promise<Agent> {
  const gapTexts: string[] = [];
  const agents = await activeAgents(call, (gap) => gapTexts.push(agentListGap(gap)));
  const matching = named(agents, text);
  const wanted = text.trim().toLowerCase();
  const exact = matching.filter(({ name }) => name?.visible.trim().toLowerCase() === wanted);
  const found = exact.length > 0 ? exact : matching;
  const [agent] = found;
  if (agent !== undefined && found.length === 1) return agent;
  throw new Refusal(
    agent === undefined
      ? `Refused: no agent has a name like that.${agents.length === 0 ? '' : ` There are: ${listed(agents)}.`}${agents.length > REFUSAL_NAMES && has('list_agents') ? ' Find the others with list_agents.' : ''}${gapTexts.map((gap) => ` ${gap}`).join('')}`
      : `Refused: ${found.length} agents have a name like that: ${listed(found)}. Give the agentId of one.`,
  );
}

const listed = (agents: readonly Agent[]): string =>
  firstOf(agents, REFUSAL_NAMES, ({ id, name }) => `${id} ${name?.line(60) ?? ''}`.trim());

/** Every agent once, archived ones last. `onGap` is called if some may be missing. */
export async function allAgents(call: Call, onGap?: OnGap): Promise<Agent[]> {
  const lists = [await activeAgents(call, onGap), await agentsOf(call, true, onGap)];
  return [...new Map(lists.flat().map((agent) => [agent.id, agent])).values()];
}

/** The agent with an id, from the lists, since the API has no operation for it. Undefined if no list holds it. */
export async function findAgent(call: Call, agentId: string): Promise<Agent | undefined> {
  for (const archived of [undefined, true]) {
    for await (const { items } of pages(reader(call, archived, undefined), idOf)) {
      const found = items.find(({ id }) => id === agentId);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The same before it is changed. @throws Refusal if no list holds it */
export async function requireAgent(call: Call, agentId: string): Promise<Agent> {
  const agent = await findAgent(call, agentId);
  if (agent === undefined) throw new Refusal(`Agent ${agentId} is not in the list of agents. Nothing was sent.`);
  return agent;
}

/** The name of an agent from the lists; undefined if they can't be read. */
export const agentNameOf = async (call: Call, agentId: string): Promise<Agent['name']> =>
  (await ifReadable(findAgent(call, agentId)))?.name;

const agentsOf = (call: Call, archived: boolean | undefined, onGap?: OnGap): Promise<Agent[]> =>
  allPages(reader(call, archived, undefined), idOf, onGap);

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

/** Unreadable agents that a note names; more would bury the results. */
const NOTE_NAMES = 10;

/** Notes on the agents that could not be read, the first ten by name. */
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

/** An agent whose list of threads is incomplete. */
export interface AgentGap {
  readonly agent: Pick<Agent, 'id'>;
  readonly gap: Gap;
}

/** Notes on the agents whose lists are incomplete. */
export function gapNotes(gaps: readonly AgentGap[]): string[] {
  const of = (gap: Gap): readonly AgentGap[] => gaps.filter((one) => one.gap === gap);
  const named = (some: readonly AgentGap[]): string =>
    `${count(some.length, 'agent')} (${firstOf(some, NOTE_NAMES, ({ agent }) => agent.id)})`;
  const [unsteady, unreadable, short] = [of('unsteady'), of('unreadable'), of('short')];
  return [
    ...(unsteady.length > 0
      ? [
          `The threads of ${named(unsteady)} kept changing while they were read: some may be missing, others out of date. Call again for a fresh look.`,
        ]
      : []),
    ...(unreadable.length > 0 ? [`Some entries of the thread lists of ${named(unreadable)} could not be read.`] : []),
    ...(short.length > 0
      ? [`The platform says that there are more threads than it sent for ${named(short)}: some may be missing.`]
      : []),
  ];
}

const LIST_GAPS = {
  unsteady: ['The list of agents kept changing while it was read: some agents', ' may be missing'],
  unreadable: ['Some entries of the list of agents could not be read: those agents', ' are missing'],
  short: ['The platform says that there are more agents than it sent: some agents', ' may be missing'],
} as const satisfies Record<Gap, readonly [string, string]>;

/** A note on an incomplete list of agents. @param lost what is missing too: `, and their threads` */
export function agentListGap(gap: Gap, lost = ''): string {
  const [what, end] = LIST_GAPS[gap];
  return `${what}${lost}${end}.`;
}
