import * as z from 'zod';
import { dialectMayBe } from '../../domain/dialect.ts';
import { threadItem } from '../../domain/threads/line.ts';
import { phaseOf, sameStatus } from '../../domain/threads/status.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { headline, platformPage } from '../../present/paging.ts';
import { agentId, pageOf } from '../fields.ts';
import { records, result, threadLineShape } from '../results.ts';

/** Specification: GET /v1/agents/{agentId}/threads. */
export const listAgentThreads = defineTool({
  name: 'list_agent_threads',
  title: 'List agent threads',
  toolset: 'threads',
  effect: 'read',
  description: 'Lists the threads (runs) of one agent, one line each. Use search_threads to search all agents.',
  input: () => {
    const { status, limit, offset, tenantId, subtenantId } = operations.listAgentThreads.query().shape;
    return z.strictObject({
      agentId: agentId(),
      status: status.describe('Only this status.'),
      ...pageOf({ limit, offset }),
      tenantId: tenantId.describe('Only this tenant.'),
      subtenantId: subtenantId.describe('Only this end user.'),
    });
  },
  output: () =>
    result({
      threads: records(threadLineShape()),
    }),
  async handle({ agentId, ...query }, context) {
    const answer = await context.call(operations.listAgentThreads, { path: { agentId }, query });
    const { status } = query;
    const page = platformPage(
      answer,
      query,
      (offset) => ({ tool: 'list_agent_threads', arguments: { agentId, ...query, offset }, why: 'see the rest' }),
      status && { words: status, matches: (thread: Thread) => sameStatus(thread.status, status) },
    );
    const isIgnored = status !== undefined && answer.items.some((thread) => !sameStatus(thread.status, status));
    const waiting = page.items.find((thread) => phaseOf(thread.status) === 'waiting');
    return {
      summary: headline(page, query, 'thread', `${status ? ` in ${status}` : ''} of agent ${agentId}`),
      notes: [...page.notes, ...(isIgnored ? [dialectMayBe(context)] : [])],
      list: { name: 'threads', items: page.items.map(threadItem), total: page.total, rest: page.rest },
      next: waiting && { tool: 'get_thread', arguments: { threadId: waiting.id }, why: 'see what it asks for' },
    };
  },
});
