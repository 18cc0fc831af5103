import * as z from 'zod';
import { decideThread } from '../../domain/approvals/decide.ts';
import { decisionAnswer } from '../../domain/approvals/outcome.ts';
import { approvalQuestion } from '../../domain/approvals/question.ts';
import { sentAs } from '../../domain/dialect.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { comment, decision, reviewToken, threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

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
    'Decides on a waiting thread: APPROVED lets the agent go on, REJECTED stops it (it becomes FAILED), PENDING leaves it waiting. Where the host can ask, the human decides. Refused if the thread is not waiting.',
  input: () =>
    z.strictObject({
      threadId: threadId(),
      status: decision(),
      comment: comment(),
      reviewToken: reviewToken()
        .optional()
        .meta({
          from: ['get_thread', 'list_pending_approvals'],
          description:
            'Covers the whole thread, read or not: any change since refuses the decision. Counts once. Without one, whatever it asks for now is decided on.',
        }),
    }),
  output: () => result(texts('decision', 'decidedBy', 'status')),
  async handle({ threadId, status, comment, reviewToken }, context) {
    const decided = await decideThread(
      { threadId, proposed: status, comment, reviewToken },
      async ({ thread, asOf }) => {
        const body = { status };
        // What leaves it waiting may never be sent.
        const wire =
          status === 'PENDING'
            ? ''
            : await sentAs(operations.handleThreadApproval, { path: { threadId }, body }, context);
        return context.ask({ ...approvalQuestion(thread, { status, comment, sentAs: wire }, context), asOf });
      },
      context,
    );
    return decisionAnswer(decided, { threadId, proposed: status, comment }, context);
  },
});
