import * as z from 'zod';
import { withOlder } from '../../domain/approvals/batch-outcome.ts';
import { decide } from '../../domain/approvals/decide.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { comment, decision, reviewToken, threadId } from '../fields.ts';
import { result, textLists, texts } from '../results.ts';

/**
 * Specification: POST /v1/agents/threads/{threadId}/approval. Why it reads before and after: docs/architecture.md, "A
 * human's decision stays a human's".
 */
export const approveThread = defineTool({
  name: 'approve_thread',
  title: 'Approve or reject a thread',
  toolset: 'threads',
  effect: 'destructive',
  isOpenWorld: true,
  decides: true,
  lookups: ['get_thread'],
  example: { threadId: 'waiting', status: 'APPROVED' },
  description:
    'Decides on a waiting thread: APPROVED lets the agent go on, REJECTED ends the thread, PENDING leaves it waiting. Where the host can ask, the human decides.',
  input: () =>
    z.strictObject({
      threadId: threadId(),
      status: decision(),
      comment: comment(),
      reviewToken: reviewToken()
        .optional()
        .meta({
          from: ['list_pending_approvals', 'get_thread'],
          description: 'Valid until the thread changes: don’t reread. Needed if the host can’t ask.',
        }),
    }),
  output: () => result(texts('decision', 'decidedBy', 'status'), textLists('olderRejected')),
  async handle(item, context) {
    return withOlder(await decide(item, context), item, context);
  },
});
