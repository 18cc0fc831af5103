import * as z from 'zod';
import { decideThread } from '../../domain/approvals/decide.ts';
import { decisionAnswer } from '../../domain/approvals/outcome.ts';
import { reviewDigest } from '../../domain/approvals/review-token.ts';
import { MAX_COMMENT } from '../../mcp/contract/question.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

/**
 * Approve and Reject of a card, in hosts that can't ask. It never asks: what a card calls must end with a result. Why a
 * ticket is needed, and how far it goes: docs/approvals-and-safety.md, "Decisions in a card".
 */
export const decideFromCard = defineTool({
  name: 'decide_from_card',
  title: 'Decide in the card',
  toolset: 'threads',
  effect: 'destructive',
  forCardsWith: 'approve_thread',
  description: [
    'For the card of a request: sends the decision that a human pressed there, with the ticket that the card’s own read issued. Refused without a ticket.',
    { text: 'Models call approve_thread instead.', tools: ['approve_thread'] },
  ],
  input: () =>
    z.strictObject({
      threadId: threadId(),
      decision: z.enum(['APPROVED', 'REJECTED']).describe('What was pressed.'),
      comment: z.string().max(MAX_COMMENT).optional().describe('The comment typed with it.'),
      ticket: z
        .string()
        .min(1)
        .max(2_000)
        .meta({ from: ['read_request_for_card'] }),
    }),
  output: () => result(texts('decision', 'decidedBy', 'status')),
  async handle({ threadId, decision, comment, ticket }, context) {
    const said = comment === undefined || comment.trim() === '' ? undefined : comment;
    const decided = await decideThread(
      { threadId, proposed: decision, comment: said },
      ({ thread }) =>
        context.tickets.redeem(ticket, {
          threadId: thread.id,
          digest: reviewDigest(thread),
          choice: decision,
          comment: said,
        }),
      context,
    );
    return decisionAnswer(decided, { threadId, proposed: decision, comment: said }, context);
  },
});
