import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { otherOwnerNotes } from '../../domain/filters.ts';
import { checkPinnedTenant } from '../../domain/threads/current-thread.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { EVALUATION, isPending, newestFirst } from '../../platform/parse/threads.ts';
import { fromOffset, localPage, restOf } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { count } from '../../present/units.ts';
import { agent, pageLimit, pageOffset, threadId } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';
import { EVALUATED, evaluationsOfAgent } from './of-agent.ts';

/** GET .../evaluations. The platform sends it whole, so it is paged here. */
export const listThreadEvaluations = defineTool({
  name: 'list_thread_evaluations',
  title: 'List thread evaluations',
  toolset: 'evaluations',
  effect: 'read',
  example: { agentId: 'agent-1' },
  description: "Lists a thread's evaluations, or the newest of each of an agent's threads, lowest score first.",
  input: () =>
    z
      .strictObject({
        threadId: threadId().optional(),
        agentId: agent().optional(),
        limit: pageLimit(20),
        offset: pageOffset(),
      })
      .refine((args) => (args.threadId === undefined) !== (args.agentId === undefined), {
        path: ['threadId'],
        message: 'give either threadId or agentId',
      }),
  output: () => result({ evaluations: records(shapeOf(EVALUATED)) }),
  handle: withNames(['agentId'], 'read', async ({ threadId, agentId, ...query }, context) => {
    const { call, settings } = context;
    // The schema takes one of them.
    if (threadId === undefined) return evaluationsOfAgent(agentId ?? '', query, context);
    await checkPinnedTenant(threadId, { call, settings });
    const response = await call(operations.listThreadEvaluations, { path: { threadId } });
    const items = newestFirst(response.items);
    const page = localPage({ ...response, items }, query, restOf('list_thread_evaluations', { threadId, ...query }));
    const isOrdered = items.length > 1 && items.every(({ createdAt }) => createdAt !== undefined);
    const pending = items.filter(isPending).length;
    return {
      summary: `${items.length === 0 ? 'No evaluations' : count(items.length, 'evaluation')} of thread ${threadId}${isOrdered ? ', newest first' : ''}${pending > 0 ? `, ${pending} pending` : ''}${fromOffset(query)}.`,
      notes: [...page.notes, ...otherOwnerNotes('threadId', threadId, items)],
      list: listOf('evaluations', EVALUATION, page),
      next: items.length === 0 ? { tool: 'evaluate_thread', arguments: { threadId }, why: 'evaluate it' } : undefined,
    };
  }),
});
