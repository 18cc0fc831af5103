import * as z from 'zod';
import { otherOwnerNotes } from '../../domain/filters.ts';
import { checkPinnedTenant } from '../../domain/threads/guard.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { EVALUATION, isPending } from '../../platform/parse/threads.ts';
import { fromOffset, localPage } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { count } from '../../present/units.ts';
import { pageLimit, pageOffset, threadId } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** GET .../evaluations. The platform sends it whole, so it is paged here. */
export const listThreadEvaluations = defineTool({
  name: 'list_thread_evaluations',
  title: 'List thread evaluations',
  toolset: 'evaluations',
  effect: 'read',
  example: { threadId: 'thread-1' },
  description: 'Lists the evaluations of a thread, newest first.',
  input: () => z.strictObject({ threadId: threadId(), limit: pageLimit(20), offset: pageOffset() }),
  output: () => result({ evaluations: records(shapeOf(EVALUATION)) }),
  async handle({ threadId, ...query }, { call, settings }) {
    await checkPinnedTenant(threadId, { call, settings });
    const response = await call(operations.listThreadEvaluations, { path: { threadId } });
    const items = response.items.toSorted((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? '') || 0);
    const page = localPage({ ...response, items }, query, (offset) => ({
      tool: 'list_thread_evaluations',
      arguments: { threadId, ...query, offset },
      why: 'see the rest',
    }));
    const isOrdered = items.length > 1 && items.every(({ createdAt }) => createdAt !== undefined);
    const pending = items.filter(isPending).length;
    return {
      summary: `${items.length === 0 ? 'No evaluations' : count(items.length, 'evaluation')} of thread ${threadId}${isOrdered ? ', newest first' : ''}${pending > 0 ? `, ${pending} pending` : ''}${fromOffset(query)}.`,
      notes: [
        ...page.notes,
        ...otherOwnerNotes(
          'thread',
          threadId,
          items.map((one) => one.threadId),
        ),
      ],
      list: listOf('evaluations', EVALUATION, page),
      next: items.length === 0 ? { tool: 'evaluate_thread', arguments: { threadId }, why: 'evaluate it' } : undefined,
    };
  },
});
