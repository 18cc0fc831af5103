import * as z from 'zod';
import { decisionOutcome } from '../../domain/approvals/outcome.ts';
import { approvalQuestion, LEAVE } from '../../domain/approvals/question.ts';
import { changedSince } from '../../domain/approvals/review-token.ts';
import { lookAt } from '../../domain/threads/look.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import type { Answer } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { threadId } from '../fields.ts';

/**
 * Specification: POST /v1/agents/threads/{threadId}/approval. Why it reads before and after: docs/architecture.md, "A
 * human's decision stays a human's".
 */
export const approveThread = defineTool({
  name: 'approve_thread',
  title: 'Approve or reject a thread',
  toolset: 'threads',
  effect: 'destructive',
  description:
    'Decides on a thread that waits for approval: APPROVED lets the agent go on, REJECTED stops it, PENDING leaves it waiting. The decision is the human’s: where the host can ask, they are asked and their choice is sent. A thread that does not wait, or changed since the reviewToken, is refused.',
  input: () => {
    const { status, comment } = operations.handleThreadApproval.body().shape;
    return z.strictObject({
      threadId: threadId(),
      status: status.describe('The decision.'),
      comment: comment.describe('Why, for the record.'),
      reviewToken: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('From get_thread or list_pending_approvals: decide on exactly what was shown.'),
    });
  },
  output: () => z.looseObject({ threadId: z.string(), decision: z.string(), status: z.string() }),
  async handle({ threadId, status, comment, reviewToken }, context) {
    const { thread, isFromList } = await lookAt(threadId, context);
    refuseUnlessWaiting(thread);
    refuseIfChanged(thread, reviewToken);
    const answer = await context.ask(approvalQuestion(thread, { status, comment }, context));
    if (answer.kind !== 'decided') return nothingSent(thread, `The human ${answer.kind} the question`);
    if (answer.choice === LEAVE) return nothingSent(thread, 'The human chose to leave it waiting');
    const decision = answer.choice as Decision;
    // The model's comment was shown with the model's decision; it goes with no other.
    const said = answer.comment ?? (decision === status ? comment : undefined);
    const sent = await context.call(
      operations.handleThreadApproval,
      { path: { threadId }, body: { status: decision, ...(said === undefined ? {} : { comment: said }) } },
      { emptyAs: { id: threadId } },
    );
    const { by } = answer;
    return decisionOutcome({ before: thread, answer: sent, decision, proposed: status, by, isFromList, context });
  },
});

function refuseUnlessWaiting({ id, status }: Thread): void {
  if (phaseOf(status) === 'waiting') return;
  throw new Refusal(`Refused: thread ${id} is ${status} and does not wait for approval. Nothing was sent.`);
}

function refuseIfChanged(thread: Thread, token: string | undefined): void {
  const change = token === undefined ? undefined : changedSince(token, thread);
  if (change === undefined) return;
  throw new Refusal(
    `Refused: thread ${thread.id} is not what the reviewToken was made for: ${change}. Nothing was sent. Read it again with get_thread ${JSON.stringify({ threadId: thread.id })}, and decide on what it asks for now.`,
  );
}

function nothingSent(thread: Thread, why: string): Answer {
  return {
    summary: `${why}: nothing was sent, and thread ${thread.id} still waits.`,
    facts: { threadId: thread.id, decision: 'none', status: thread.status },
  };
}
