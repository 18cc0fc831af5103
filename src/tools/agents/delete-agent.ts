import * as z from 'zod';
import { findAgent, requireAgent } from '../../domain/agents/agents.ts';
import { withNames } from '../../domain/by-name.ts';
import { deleteWithConsent } from '../../domain/deletion.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { entryCount, isLastPage } from '../../present/paging.ts';
import { agent } from '../fields.ts';
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
  description: 'Deletes an agent permanently. Its threads remain.',
  input: () => z.strictObject({ agentId: agent() }),
  output: () => result(texts('agentId', 'name', 'threads', 'platformMessage'), flags('deleted')),
  handle: withNames(['agentId'], 'write', async ({ agentId }, context) => {
    const { call } = context;
    const page = await call(operations.listAgentThreads, { path: { agentId }, query: { limit: READ } });
    const { name, description, state } = await requireAgent(call, agentId);
    // Unreadable entries and those of other tenants are threads too.
    const received = entryCount(page);
    const isMore = page.total === undefined && !isLastPage(page, { offset: 0, limit: READ });
    const threads = isMore ? `${received} or more` : String(page.total ?? received);
    return deleteWithConsent(
      {
        subject: `delete_agent ${agentId}`,
        kind: 'agent',
        id: agentId,
        name,
        losses: [
          ...(description ? [`Purpose: ${description.line(300)}`] : []),
          ...(state ? [`State: ${state}`] : []),
          received === 0 && threads === '0'
            ? 'It has no threads.'
            : `Its threads remain: ${threads}${byStatus(page.items)}. The agent can no longer run them.`,
        ],
        // Without the threads' statuses: they change while the human reads, and the threads stay anyway.
        shown: [description, state, threads],
        facts: { agentId, name: name?.line(100), threads },
        remove: () => call(operations.deleteAgent, { path: { agentId } }),
        find: () => findAgent(call, agentId),
      },
      context,
    );
  }),
});

/** ` (RUNNING 3, COMPLETED 12)`. */
function byStatus(threads: readonly Thread[]): string {
  const counts = new Map<string, number>();
  for (const { status } of threads) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, n]) => `${status} ${n}`);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}
