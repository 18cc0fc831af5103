/** Values for arguments of resources and prompts, from live data; the server caches them for half a minute. */

import { ifReadable } from '../mcp/contract/error-text.ts';
import type { Completer, CompletionValue } from '../mcp/contract/resource.ts';
import { operations } from '../platform/operations/index.ts';
import type { Agent, Thread } from '../platform/parse/records.ts';
import { mapConcurrent } from '../present/map-concurrent.ts';
import { activeAgents } from './agents/agents.ts';
import { allPages, PAGE_SIZE } from './all-pages.ts';
import { readInbox } from './threads/inbox.ts';

/** Agents whose latest threads are offered, and threads of each: a person who types expects a fast response. */
const RECENT_AGENTS = 30;
const RECENT_THREADS = 10;

/** Documentation pages, also found by title. */
export const docSlugs: Completer = async ({ call }) =>
  (await call(operations.listDocs, {})).items.map(({ slug, title }) => ({ value: slug, about: title }));

/** The first documents of the list; a search finds others. */
export const documentIds: Completer = async ({ call }) =>
  (await call(operations.listDocuments, { query: { limit: PAGE_SIZE } })).items.map(named);

/** Agents that are not archived, also found by name. */
export const agentIds: Completer = async ({ call }) => (await activeAgents(call)).items.map(named);

/** Agents with waiting threads: others have nothing to decide on. */
export const waitingAgentIds: Completer = async ({ call, settings }) =>
  (await readInbox({ call, width: settings.maxConnections })).waiting.map(({ agent }) => named(agent));

/** Waiting threads first, then the latest ones. If an agent's list can't be read, only its threads are missing. */
export const threadIds: Completer = async ({ call, settings }) => {
  const { waiting } = await readInbox({ call, width: settings.maxConnections });
  const agents = (await activeAgents(call)).items.slice(0, RECENT_AGENTS);
  const recent = await mapConcurrent(agents, settings.maxConnections, async (agent) => {
    const input = { path: { agentId: agent.id }, query: { limit: RECENT_THREADS } };
    const list = await ifReadable(call(operations.listAgentThreads, input));
    return (list?.items ?? []).map((thread) => ({ thread, agent }));
  });
  const latest = recent.flat().sort((a, b) => (since(a.thread) > since(b.thread) ? -1 : 1));
  return [...waiting, ...latest].map(({ thread, agent }) => ({ value: thread.id, about: agent.name }));
};

/** All tool servers, also found by name. */
export const toolServerIds: Completer = async ({ call }) =>
  (await allPages((offset, limit) => call(operations.listToolServers, { query: { offset, limit } }))).items.map(named);

/** Tools of the chosen tool server; none without one. */
export const toolIds: Completer = async ({ call }, { toolServerId }) => {
  if (toolServerId === undefined || toolServerId === '') return [];
  return (await call(operations.listTools, { path: { toolServerId } })).items.map(named);
};

const named = ({ id, name }: Pick<Agent, 'id' | 'name'>): CompletionValue => ({ value: id, about: name });
const since = ({ updatedAt, createdAt }: Thread): string => updatedAt ?? createdAt ?? '';
