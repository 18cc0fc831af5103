/** The tools that create, change and delete agents. */
import { groupBy } from '../../basics/maps.ts';
import { findAgent, requireAgent } from '../../domain/agents/agents.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { present } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { AGENT } from '../../platform/parse/agents.ts';
import { foreignText, object } from '../../platform/parse/coerce.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import type { Table } from '../../platform/parse/table.ts';
import { entryCount, isLastPage, mayBeCapped } from '../../present/paging.ts';
import { facts } from '../../present/record.ts';
import { agent, described } from '../fields.ts';
import { creates, deletes, updates } from '../record-tools.ts';
import { flags, result, texts } from '../results.ts';

const AGENTS = {
  kind: 'agent',
  toolset: 'agents-admin',
  idArgument: 'agentId',
  ids: () => ({ agentId: agent() }),
  named: ['agentId'],
  table: AGENT,
} as const;

const SPECIALIZATION = 'presets (system prompt), model, provider';

const FIELDS = {
  name: 'Display name.',
  description: 'What it is for.',
  provider: 'Model provider.',
  llm: 'Model.',
  assistantSpecialization: `${SPECIALIZATION}, temperature, availableToolsGroupsUids, enabledTools.`,
  maxExecutionToolCalls: 'Tool calls per run.',
  maxExecutionInputTokens: 'Input tokens per run.',
  evaluationConfig: 'Evaluation: {"enabled":true}.',
};

/** A new agent with its instructions as the answer shows them: lists leave them out. */
const CREATED = { ...AGENT, instructions: { read: foreignText, show: { max: 500 } } } as const satisfies Table;

/** POST /v1/agents. */
export const createAgent = creates(
  { ...AGENTS, table: CREATED },
  {
    name: 'create_agent',
    title: 'Create agent',
    lookups: ['list_agents'],
    example: { name: 'New' },
    description: 'Creates an agent from its settings.',
    fields: () => described(operations.createAgent.body(), FIELDS),
    plan: (body, { call }) => ({
      send: () => call(operations.createAgent, { body }),
      facts: (created: Agent) => {
        const instructions = foreignText(object(created.source.assistantSpecialization).presets);
        return facts(CREATED, { ...created, instructions });
      },
      next: ({ id }) => ({
        tool: 'create_thread',
        arguments: { agentId: id, message: '‹its first task›' },
        why: 'run it',
      }),
    }),
  },
);

/** PATCH /v1/agents/{id}. */
export const updateAgent = updates(AGENTS, {
  name: 'update_agent',
  title: 'Update agent',
  lookups: ['list_agents'],
  example: { agentId: 'agent-1', description: 'Better.' },
  description: 'Updates fields of an agent.',
  fields: () =>
    described(operations.updateAgent.body(), {
      ...FIELDS,
      assistantSpecialization: `${SPECIALIZATION} and others: give all, what is left out may be dropped.`,
      disabled: 'true turns it off.',
      archived: 'true archives it.',
    }),
  plan: async ({ agentId, ...body }, { call }) => {
    const read = () => requireAgent(call, agentId, ' Nothing was sent.');
    const record = await read();
    const note = body.archived === true && record.state !== 'archived' ? await archivalNote(agentId, call) : false;
    return {
      record,
      read,
      requested: body,
      details: async () => present(note),
      send: (options) => call(operations.updateAgent, { path: { agentId }, body }, options),
      notes: () => present(note),
    };
  },
});

/** Who archives an agent may not know that its threads wait. */
async function archivalNote(agentId: string, call: ToolContext['call']): Promise<string | false> {
  const threads = await ifReadable(threadsOf(agentId, call));
  const rule = 'The inbox leaves out archived agents, unless it is asked for one by its id or name.';
  if (threads === undefined) return `Its threads could not be read. ${rule}`;
  return !threads.isNone && `Its threads: ${threads.text}. ${rule}`;
}

/** Threads that are read, one page: more are "100 or more". */
const READ = 100;

/** DELETE /v1/agents/{id}; its threads stay. */
export const deleteAgent = deletes(AGENTS, {
  name: 'delete_agent',
  title: 'Delete agent',
  lookups: ['list_agents'],
  example: { agentId: 'agent-9' },
  description: 'Deletes an agent permanently. Its threads remain.',
  output: () => result(texts('agentId', 'name', 'threads', 'platformMessage'), flags('deleted')),
  plan: async ({ agentId }, { call }) => {
    const { count: threads, isNone, text } = await threadsOf(agentId, call);
    const { name, description, state } = await requireAgent(call, agentId, ' Nothing was sent.');
    return {
      name,
      losses: present(
        description && `Purpose: ${description.line(300)}`,
        state !== undefined && `State: ${state}`,
        isNone ? 'It has no threads.' : `Its threads remain: ${text}. The agent can no longer run them.`,
      ),
      // Without the threads' statuses: they change while the human reads, and the threads stay anyway.
      shown: [description, state, threads],
      facts: { threads },
      remove: () => call(operations.deleteAgent, { path: { agentId } }),
      find: () => findAgent(call, agentId),
    };
  },
});

/** How many threads an agent has, and `12 (RUNNING 3, COMPLETED 9)`. */
async function threadsOf(agentId: string, call: ToolContext['call']) {
  const page = await call(operations.listAgentThreads, { path: { agentId }, query: { limit: READ } });
  // Unreadable entries and those of other tenants are threads too.
  const received = entryCount(page);
  const query = { offset: 0, limit: READ };
  const isMore = page.total === undefined && (!isLastPage(page, query) || mayBeCapped(page, query));
  const count = isMore ? `${received} or more` : String(page.total ?? received);
  return { count, isNone: received === 0 && count === '0', text: `${count}${byStatus(page.items)}` };
}

/** ` (RUNNING 3, COMPLETED 12)`. */
function byStatus(threads: readonly Thread[]): string {
  const parts = [...groupBy(threads, ({ status }) => status)].map(([status, { length }]) => `${status} ${length}`);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}
