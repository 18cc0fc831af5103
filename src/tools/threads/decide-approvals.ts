import * as z from 'zod';
import { batchAnswer } from '../../domain/approvals/batch-outcome.ts';
import { decide } from '../../domain/approvals/decide.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { comment, decision, reviewToken, threadId } from '../fields.ts';
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
    'Decides on 2 to 20 waiting threads, after one question to the human with a choice for each. Rejected ones become FAILED.',
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
        .min(2)
        .max(20)
        .meta({
          description: 'One per thread.',
          hint: { text: 'Decide on one with approve_thread.', tools: ['approve_thread'] },
        }),
    }),
  output: () => result({ decisions: records(texts('threadId', 'gist', 'outcome', 'decision', 'status', 'detail')) }),
  async handle({ items }, context) {
    const ids = items.map((item) => item.threadId.toLowerCase());
    const twice = items.find((_, index) => ids.indexOf(ids[index] ?? '') !== index);
    if (twice !== undefined) {
      throw new Refusal(
        `Refused: thread ${twice.threadId} is in the list twice. Nothing was sent. Name each thread once.`,
      );
    }
    return batchAnswer(items, await decide(items, context), context);
  },
});
