import * as z from 'zod';
import { statusAfter } from '../../domain/threads/current-thread.ts';
import { threadUnlessWaiting } from '../../domain/threads/guard.ts';
import { PAUSED, transitionResult } from '../../domain/threads/transition.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

/** POST /v1/agents/threads/{threadId}/pause. */
export const pauseThread = defineTool({
  name: 'pause_thread',
  title: 'Pause thread',
  toolset: 'threads',
  effect: 'write',
  isIdempotent: true,
  lookups: ['get_thread'],
  example: { threadId: 'running' },
  description: 'Pauses a running thread, not one that waits for approval.',
  input: () => z.strictObject({ threadId: threadId() }),
  output: () => result(texts('status')),
  async handle({ threadId }, context) {
    const check = () => threadUnlessWaiting(threadId, 'paused', context);
    const { thread } = await check();
    const sent = await context.call(
      operations.pauseThread,
      { path: { threadId } },
      { emptyAs: { id: threadId }, beforeRepeat: check },
    );
    const status = await statusAfter(threadId, sent, context);
    return transitionResult(PAUSED, threadId, { before: thread.status, status }, context);
  },
});
