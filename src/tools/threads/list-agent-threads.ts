import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { dialectMayBe } from '../../domain/dialect.ts';
import { ofTenants, otherOwnerNotes } from '../../domain/filters.ts';
import { leftOutByStatus } from '../../domain/threads/left-out.ts';
import { THREAD_LINE, threadLines } from '../../domain/threads/line.ts';
import { fitsStatus, phaseOf, rejectedIn, rejectedSuffix } from '../../domain/threads/status.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { allOf, headline, platformPage, restOf } from '../../present/paging.ts';
import { agent, pageOf } from '../fields.ts';
import { records, result, shapeOf, texts } from '../results.ts';

/** Specification: GET /v1/agents/{agentId}/threads. */
export const listAgentThreads = defineTool({
  name: 'list_agent_threads',
  title: 'List agent threads',
  toolset: 'threads',
  effect: 'read',
  example: { agentId: 'agent-1' },
  description: "Lists one agent's threads (runs).",
  input: () => {
    const { status, limit, offset, tenantId, subtenantId } = operations.listAgentThreads.query().shape;
    return z.strictObject({
      agentId: agent(),
      status: status.describe('Only this status.'),
      ...pageOf({ limit, offset }),
      tenantId: tenantId.describe('Its tenant.'),
      subtenantId: subtenantId.describe('Its end user.'),
    });
  },
  output: () =>
    result(texts('currency'), {
      threads: records(shapeOf(THREAD_LINE)),
    }),
  handle: withNames(['agentId'], 'read', async ({ agentId, ...query }, context) => {
    const response = await context.call(operations.listAgentThreads, { path: { agentId }, query });
    const { status, tenantId, subtenantId } = query;
    const page = platformPage(
      response,
      query,
      restOf('list_agent_threads', { agentId, ...query }),
      allOf<Thread>(
        status && { label: status, matches: (thread) => fitsStatus(thread.status, status) },
        ofTenants(query),
      ),
    );
    const isIgnored = status !== undefined && response.items.some((thread) => !fitsStatus(thread.status, status));
    const leftOut =
      status !== undefined &&
      page.offset === 0 &&
      response.items.length === 0 &&
      (await leftOutByStatus(status, context.call, [{ id: agentId }], query));
    const isRejected = rejectedIn(context.memory);
    const { items, currency } = threadLines(page.items, await moneyOf(page.items, context), isRejected);
    const rejected = status === undefined ? 0 : page.items.filter(isRejected).length;
    const waiting = page.items.find((thread) => phaseOf(thread.status) === 'waiting');
    return {
      summary: headline(
        page,
        query,
        'thread',
        `${status ? ` with status ${status}` : ''} of agent ${agentId}`,
        rejectedSuffix(rejected, page.items.length),
      ),
      notes: [
        ...page.notes,
        ...otherOwnerNotes('agentId', agentId, page.items),
        ...(isIgnored ? [dialectMayBe(context)] : []),
        ...(leftOut
          ? [`The platform's filter leaves out ${leftOut.id}, which is ${foreign(leftOut.status).line(40)}.`]
          : []),
      ],
      facts: { currency },
      list: { name: 'threads', items, total: page.total, offset: page.offset, rest: page.rest },
      next: leftOut
        ? {
            tool: 'search_threads',
            arguments: { agentId, status, tenantId, subtenantId },
            why: 'find them by reading all',
          }
        : waiting && { tool: 'get_thread', arguments: { threadId: waiting.id }, why: 'see what it asks for' },
    };
  }),
});
