import * as z from 'zod';
import { batchResult } from '../../domain/approvals/batch-outcome.ts';
import { decideAll } from '../../domain/approvals/decide.ts';
import { MOST_THREADS } from '../../domain/approvals/read-items.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { comment, decision, groupToken, reviewToken, threadId } from '../fields.ts';
import { records, result, texts } from '../results.ts';

/** The platform has no operation for this: after one question about all requests, each decision is sent separately. */
export const decideApprovals = defineTool({
  name: 'decide_approvals',
  title: 'Decide on threads',
  toolset: 'threads',
  effect: 'destructive',
  isOpenWorld: true,
  decides: true,
  example: {
    items: ['together-1', 'together-2'].map((threadId) => ({ threadId, status: 'APPROVED', reviewToken: '1-abc' })),
  },
  description: 'Decides on up to 50 waiting threads, after one question to the human. Rejected ones end.',
  input: () =>
    z
      .strictObject({
        items: z
          .array(
            z.strictObject({
              threadId: threadId(),
              status: decision(),
              comment: comment(),
              reviewToken: reviewToken().meta({ label: 'Its token', from: ['get_thread', 'list_pending_approvals'] }),
            }),
          )
          .max(MOST_THREADS)
          .default([])
          .describe('One per thread.'),
        groups: z
          .array(
            z.strictObject({
              groupToken: groupToken().meta({ label: 'Its token', from: ['list_pending_approvals'] }),
              status: decision(),
              comment: comment(),
            }),
          )
          .max(MOST_THREADS / 2)
          .default([])
          .describe('One per table.'),
      })
      .refine(({ items, groups }) => groups.length + items.length > 0, {
        path: ['items'],
        message: 'it must name a thread, or groups a group',
      }),
  output: () => result({ decisions: records(texts('threadId', 'gist', 'outcome', 'decision', 'status', 'detail')) }),
  handle: async ({ items, groups }, context) => batchResult(await decideAll(items, groups, context), context),
});
