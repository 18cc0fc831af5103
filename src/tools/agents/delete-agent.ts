import * as z from 'zod';
import { findAgent } from '../../domain/agents/agents.ts';
import { deleteWithConsent } from '../../domain/deletion.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { entryCount, isLastPage } from '../../present/paging.ts';
import { agentId } from '../fields.ts';
import { flags, result, texts } from '../results.ts';

/** Threads that are read, one page: more are "100 or more". */
const READ = 100;

/** DELETE /v1/agents/{id}; its threads stay. */
export const deleteAgent = defineTool({
  name: 'delete_agent',
  title: 'Delete agent',
  toolset: 'agents-admin',
  effect: 'destructive',
  isIdempotent: true,
  example: { agentId: 'agent-9' },
  description: 'Deletes an agent permanently, after asking the human if the host can. Its threads remain.',
  input: () => z.strictObject({ agentId: agentId() }),
  output: () => result(texts('agentId', 'name', 'threads', 'platformMessage'), flags('deleted')),
  async handle({ agentId }, context) {
    const { call } = context;
    // For an unknown id the list of threads answers 404.
    const page = await call(operations.listAgentThreads, { path: { agentId }, query: { limit: READ } });
    const agent = await findAgent(call, agentId);
    const read = [...new Map(page.items.map((thread) => [thread.id, thread])).values()];
    // Unreadable entries and those of other tenants are threads too.
    const received = entryCount(page) - (page.items.length - read.length);
    const isMore = page.total === undefined && !isLastPage(page, { offset: 0, limit: READ });
    const threads = isMore ? `${received} or more` : String(page.total ?? received);
    const state = agent?.state;
    return deleteWithConsent(
      {
        subject: `delete_agent ${agentId}`,
        kind: 'agent',
        id: agentId,
        name: agent?.name,
        losses: [
          ...(agent?.description ? [`Purpose: ${agent.description.line(300)}`] : []),
          ...(state ? [`State: ${state}`] : []),
          received === 0 && threads === '0'
            ? 'It has no threads.'
            : `Its threads remain: ${threads}${byStatus(read, agentId)}. The agent can no longer run them.`,
        ],
        // Without the threads' statuses: they change while the human reads, and the threads stay anyway.
        shown: [agent?.description, state, threads],
        facts: { agentId, name: agent?.name?.line(100), threads },
        remove: () => call(operations.deleteAgent, { path: { agentId } }),
        find: () => findAgent(call, agentId),
      },
      context,
    );
  },
});

/** ` (RUNNING 3, COMPLETED 12)`; another agent that a thread names may be another id of this one. */
function byStatus(threads: readonly Thread[], asked: string): string {
  const counts = new Map<string, number>();
  for (const { status } of threads) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, n]) => `${status} ${n}`);
  const others = threads.filter(({ agentId = asked }) => agentId.toLowerCase() !== asked.toLowerCase()).length;
  const named = `; ${others} ${others === 1 ? 'names another agent as its own' : 'name another agent as theirs'}`;
  return parts.length > 0 ? ` (${parts.join(', ')}${others === 0 ? '' : named})` : '';
}
