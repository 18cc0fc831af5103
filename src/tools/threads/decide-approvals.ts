import * as z from 'zod';
import { batchAnswer } from '../../domain/approvals/batch-outcome.ts';
import { decideAll, MOST_THREADS } from '../../domain/approvals/decide.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
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
  description:
    'Decides on up to 50 waiting threads, after one question to the human with a choice for each, or for each group. Rejected ones become FAILED.',
  input: () =>
    z.strictObject({
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
        .meta({
          description: 'One per thread.',
          hint: { text: 'Decide on one with approve_thread.', tools: ['approve_thread'] },
        }),
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
        .describe('One per table of alike requests: a decision on all of them.'),
    }),
  output: () => result({ decisions: records(texts('threadId', 'gist', 'outcome', 'decision', 'status', 'detail')) }),
  async handle({ items, groups }, context) {
    if (groups.length === 0 && items.length < 2) {
      throw new Refusal(
        `Refused: name two threads or more in items, or a group. Nothing was sent.${items.length === 1 ? ' Decide on one with approve_thread.' : ''}`,
      );
    }
    return batchAnswer(await decideAll(items, groups, context), context);
  },
});
