/** Decisions on one thread, on several, and from a card. */
import * as z from 'zod';
import { batchResult, withOlder } from '../../domain/approvals/batch-outcome.ts';
import { decide, decideAll } from '../../domain/approvals/decide.ts';
import { isConfirmed } from '../../domain/approvals/outcome.ts';
import { MOST_THREADS } from '../../domain/approvals/read-items.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { MAX_COMMENT } from '../../mcp/contract/question.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { comment, decision, groupToken, reviewToken, threadId, waitingThreadId } from '../fields.ts';
import { flags, records, result, textLists, texts } from '../results.ts';

const DECIDES = { toolset: 'threads', effect: 'destructive', isOpenWorld: true, decides: true } as const;

/** POST .../approval. Why it reads before and after: docs/architecture.md, "A human's decision stays a human's". */
export const approveThread = defineTool({
  name: 'approve_thread',
  title: 'Approve or reject a thread',
  ...DECIDES,
  lookups: ['get_thread'],
  example: { threadId: 'waiting', status: 'APPROVED' },
  description:
    'Decides on a waiting thread: APPROVED lets the agent go on, REJECTED ends the thread, PENDING leaves it waiting. Where the host can ask, the human decides.',
  input: () =>
    z.strictObject({
      threadId: waitingThreadId(),
      status: decision(),
      comment: comment(),
      reviewToken: reviewToken()
        .optional()
        .meta({
          from: ['list_pending_approvals', 'get_thread'],
          description: 'Valid until the thread changes. Needed if the host can’t ask.',
        }),
    }),
  output: () => result(texts('decision', 'decidedBy', 'status'), textLists('olderRejected')),
  handle: async (item, context) => withOlder(await decide(item, context), item, context),
});

/** The platform has no operation for this: after one question about all requests, each decision is sent separately. */
export const decideApprovals = defineTool({
  name: 'decide_approvals',
  title: 'Decide on threads',
  ...DECIDES,
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
              threadId: waitingThreadId(),
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
          .describe('Alike ones, by table.'),
      })
      .refine(({ items, groups }) => groups.length + items.length > 0, {
        path: ['items'],
        message: 'it must name a thread, or groups a group',
      }),
  output: () => result({ decisions: records(texts('threadId', 'gist', 'outcome', 'decision', 'status', 'detail')) }),
  handle: async ({ items, groups }, context) => batchResult(await decideAll(items, groups, context), context),
});

/**
 * Approve and Reject of a card. A host that can ask is asked anyway, since nothing tells a card's call from a model's. When a
 * press suffices: docs/approvals-and-safety.md, "Decisions in a card".
 */
export const decideFromCard = defineTool({
  name: 'decide_from_card',
  title: 'Decide in the card',
  ...DECIDES,
  forCardsWith: 'approve_thread',
  lookups: ['get_thread'],
  description: [
    'For the card of a request: sends the decision that a human pressed there.',
    { text: 'Models call approve_thread instead.', tools: ['approve_thread'] },
  ],
  input: () =>
    z.strictObject({
      threadId: threadId().optional(),
      decision: z.enum(['APPROVED', 'REJECTED']).describe('What was pressed.'),
      comment: z.string().max(MAX_COMMENT).optional().describe('The comment typed with it.'),
      reviewToken: reviewToken()
        .optional()
        .meta({ from: ['read_request_for_card'] }),
      groupToken: groupToken()
        .optional()
        .meta({ label: 'Instead of a thread: a group', from: ['read_request_for_card'] }),
    }),
  // `sent` and `confirmed` are for the card, which doesn't read sentences.
  output: () =>
    result(texts('decision', 'decidedBy', 'status'), flags('sent', 'confirmed'), textLists('olderRejected'), {
      decisions: records(texts('threadId', 'gist', 'outcome', 'decision', 'status', 'detail')).optional(),
    }),
  async handle({ decision, threadId, reviewToken, groupToken, comment }, context) {
    if (!context.client.drawsCards)
      throw new Refusal('Refused: this client draws no cards. Nothing was sent. Use approve_thread.');
    if (groupToken !== undefined && threadId === undefined) {
      if (!context.has('decide_approvals'))
        throw new Refusal('Refused: this server decides on one thread at a time. Nothing was sent. Give threadId.');
      const decided = await decideAll([], [{ groupToken, status: decision, comment }], context, 'card');
      const sent = decided.some(({ decided: { kind } }) => kind !== 'left' && kind !== 'refused' && kind !== 'planned');
      const confirmed = decided.every(({ decided: one }) => isConfirmed(one));
      const result = batchResult(decided, context);
      return { ...result, facts: { ...result.facts, decision, sent, confirmed } };
    }
    if (threadId === undefined || reviewToken === undefined || groupToken !== undefined)
      throw new Refusal('Refused: give threadId and reviewToken, or groupToken. Nothing was sent.');
    const item = { threadId, reviewToken, comment, status: decision };
    const both = await decide(item, context, 'card');
    const { decided } = both;
    const result = withOlder(both, item, context);
    const facts = { ...result.facts, sent: decided.kind !== 'left', confirmed: isConfirmed(decided) };
    return { ...result, facts };
  },
});
