import * as z from 'zod';
import { statusAfter } from '../../domain/threads/current-thread.ts';
import { threadUnlessWaiting } from '../../domain/threads/guard.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import { RESUMED, transitionResult } from '../../domain/threads/transition.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

/** POST /v1/agents/threads/{threadId}/resume. */
export const resumeThread = defineTool({
  name: 'resume_thread',
  title: 'Resume thread',
  toolset: 'threads',
  effect: 'write',
  isIdempotent: true,
  isOpenWorld: true,
  lookups: ['get_thread'],
  example: { threadId: 'paused' },
  description: 'Resumes a paused thread, not one that waits for approval.',
  input: () => z.strictObject({ threadId: threadId() }),
  output: () => result(texts('status')),
  async handle({ threadId }, context) {
    const check = () => threadUnlessWaiting(threadId, 'resumed', context);
    const { thread } = await check();
    const sent = await context.call(
      operations.resumeThread,
      { path: { threadId } },
      { emptyAs: { id: threadId }, beforeRepeat: check },
    );
    const status = await statusAfter(threadId, sent, context);
    return {
      ...transitionResult(RESUMED, threadId, { before: thread.status, status }, context),
      next:
        phaseOf(status) === 'waiting'
          ? { tool: 'get_thread', arguments: { threadId }, why: 'see what it asks for' }
          : { tool: 'wait_for_thread', arguments: { threadIds: [threadId] }, why: 'see how it ends' },
    };
  },
});
