import * as z from 'zod';
import { statusAfter } from '../../domain/threads/look.ts';
import { transitionAnswer } from '../../domain/threads/transition.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { threadId } from '../fields.ts';

/** POST /v1/agents/threads/{threadId}/resume. */
export const resumeThread = defineTool({
  name: 'resume_thread',
  title: 'Resume thread',
  toolset: 'threads',
  effect: 'write',
  isIdempotent: true,
  description: 'Lets a paused thread go on. It does not decide on one that waits for approval.',
  input: () => z.strictObject({ threadId: threadId() }),
  output: () => z.looseObject({ threadId: z.string(), status: z.string() }),
  async handle({ threadId }, context) {
    const sent = await context.call(operations.resumeThread, { path: { threadId } }, { emptyAs: { id: threadId } });
    const answer = transitionAnswer('Resumed', threadId, await statusAfter(threadId, sent, context), 'paused');
    return {
      ...answer,
      next: { tool: 'wait_for_thread', arguments: { threadIds: [threadId] }, why: 'see how it ends' },
    };
  },
});
