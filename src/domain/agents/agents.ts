/**
 * All agents, which the platform sends only in pages, one agent by id or name, and notes on agents that could not be
 * read. Those that were read a moment ago are kept, so that what a thread's agent is called and whether it runs need no further
 * request.
 */
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { join, present } from '../../mcp/contract/result.ts';
import type { Memory, ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { compact } from '../../platform/parse/coerce.ts';
import type { Agent, Page } from '../../platform/parse/records.ts';
import { tooLargeNote } from '../../present/paging.ts';
import { failureNotes, type Unread } from '../../present/read-each.ts';
import { count, firstOf } from '../../present/units.ts';
import { allPages, pages, together, type WholeList } from '../all-pages.ts';
import { AGENT, namedLike, noneNamed, onlyNamed, UnknownRecord } from '../named.ts';

type Call = ToolContext['call'];

/** Every agent that is not archived; with a project, those that the platform sends for it. */
export const activeAgents = (call: Call, projectId?: string): Promise<WholeList<Agent>> =>
  allPages(reader(call, undefined, projectId));

/** Those whose name has the text, or else all its words. @param among default: archived ones only if no other has it @throws Refusal */
export async function agentsNamed(
  text: string,
  { call, has }: Pick<ToolContext, 'call' | 'has'>,
  among: Promise<WholeList<Agent>> = agentsFor(text, call),
): Promise<WholeList<Agent>> {
  const all = await among;
  const items = namedLike(text, all.items);
  if (items.length === 0) throw noneNamed(all, AGENT, { has }, text);
  return { ...all, items };
}

/** The agent with a name, an archived one only if no other has it. @throws Refusal if there is none, or several */
export const agentNamed = async (text: string, { call, has }: Pick<ToolContext, 'call' | 'has'>) =>
  onlyNamed(text, await agentsFor(text, call), AGENT, { has });

/** The agents to look in for a name. */
async function agentsFor(text: string, call: Call): Promise<WholeList<Agent>> {
  const active = await activeAgents(call);
  return namedLike(text, active.items).length > 0 ? active : together([active, await allAgents(call, true)]);
}

/** Every agent once, archived ones last, or only one kind. */
export async function allAgents(call: Call, archived?: boolean): Promise<WholeList<Agent>> {
  const active = archived === true ? [] : [await activeAgents(call)];
  return together([...active, ...(archived === false ? [] : [await allPages(reader(call, true))])]);
}

/** From the lists, since the API has no operation for it. `onRead` gets every agent that is read on the way. */
export async function findAgent(
  call: Call,
  agentId: string,
  onRead?: (agent: Agent) => void,
): Promise<Agent | undefined> {
  for (const archived of [undefined, true]) {
    for await (const items of pages(reader(call, archived))) {
      if (onRead !== undefined) items.forEach(onRead);
      const found = items.find(({ id }) => id === agentId);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The same. @param effect follows what is wrong: ` Nothing was sent.` @throws Refusal if no list holds it */
export async function requireAgent(call: Call, agentId: string, effect = ''): Promise<Agent> {
  const agent = await findAgent(call, agentId);
  if (agent !== undefined) return agent;
  throw new UnknownRecord(
    `Refused: agent ${agentId} is in no list of agents.${effect} Take the agentId exactly as a list gave it.`,
  );
}

/** The name of an agent from the lists; undefined if they can't be read. */
export const agentNameOf = async (call: Call, agentId: string): Promise<Agent['name']> =>
  (await ifReadable(findAgent(call, agentId)))?.name;

const reader =
  (call: Call, archived?: boolean, projectId?: string) =>
  (offset: number, limit: number): Promise<Page<Agent>> =>
    call(operations.listAgents, { query: { offset, limit, archived, projectId } });

/** Agents that a note names; more would bury the results. */
const NOTE_NAMES = 10;

/** Notes on the agents whose threads could not be read, by reason. */
export const unreadNotes = (failures: readonly Unread<Pick<Agent, 'id' | 'name'>>[]): string[] =>
  failures.length === 0
    ? []
    : [
        ...failureNotes(failures, 'agent', ({ id, name }) => join(id, name?.line(60))),
        'So this list may be incomplete.',
      ];

/** An agent whose list of threads is incomplete, and why. */
export interface ThreadGap extends Pick<Agent, 'id'>, Pick<WholeList<never>, 'hasGap' | 'oversized'> {}

/** A note on the agents whose lists of threads are incomplete. */
export function gapNote(gaps: readonly ThreadGap[]): string | false {
  if (gaps.length === 0) return false;
  const oversized = gaps.reduce((sum, one) => sum + (one.oversized ?? 0), 0);
  const why = present(
    gaps.some(({ hasGap }) => hasGap) && 'some threads may be missing or out of date. Call again for a fresh look.',
    oversized > 0 && tooLargeNote(oversized, 'thread'),
  );
  return `The thread lists of ${count(gaps.length, 'agent')} (${firstOf(gaps, NOTE_NAMES, ({ id }) => id)}) could not be read completely: ${why.join(' ')}`;
}

/** A note on an incomplete list of agents. @param lost what is missing too: `, and their threads,` */
export const agentListGap = (lost: string): string =>
  `The list of agents could not be read completely: some agents${lost} may be missing.`;

/** What is kept of an agent. */
export type AgentNote = Pick<Agent, 'id' | 'name' | 'state'>;

/** Undefined inside if no list holds it. */
class KeptAgent {
  readonly agent: AgentNote | undefined;
  constructor(found: AgentNote | undefined) {
    this.agent = found && compact({ id: found.id, name: found.name, state: found.state });
  }
}

/** A sheet is read once to ask and once more with the reply: the agent is kept for as long as its history is. */
const KEPT_MS = 60_000;

const keyOf = (agentId: string): string => `agent ${agentId}`;

/** @param agent undefined if no list holds it */
export function keepAgent(id: string, agent: AgentNote | undefined, memory: Memory): AgentNote | undefined {
  const fresh = new KeptAgent(agent);
  memory.set(keyOf(id), fresh, KEPT_MS);
  return fresh.agent;
}

/** The agent as it was kept; undefined if nothing is. */
export function keptAgent(id: string, memory: Memory): { readonly agent: AgentNote | undefined } | undefined {
  const kept = memory.get(keyOf(id));
  return kept instanceof KeptAgent ? kept : undefined;
}

/** `disabled`, `archived`; undefined for an agent that is enabled, or of which that isn't known. */
export const hindranceOf = (agent: Pick<Agent, 'state'> | undefined): string | undefined =>
  agent?.state === 'enabled' ? undefined : agent?.state;
