/** Pausing and resuming a thread, each with the check that the request took effect. */
import * as z from 'zod';
import { statusAfter, threadUnlessWaiting } from '../../domain/threads/current-thread.ts';
import { type Phase, phaseOf, unknownStatusNotes } from '../../domain/threads/status.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { type ToolResult, withCall } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

/** A change of a thread's state. */
interface Transition {
  readonly operation: typeof operations.pauseThread | typeof operations.resumeThread;
  /** `Paused`: how the result begins. */
  readonly done: string;
  /** The phases that the thread may be in afterwards; `other` is an unknown status. */
  readonly into: readonly Phase[];
}

const PAUSED: Transition = { operation: operations.pauseThread, done: 'Paused', into: ['paused', 'other'] };
/** A resumed agent may end, fail or ask before its status is read. */
const RESUMED: Transition = {
  operation: operations.resumeThread,
  done: 'Resumed',
  into: ['running', 'waiting', 'completed', 'failed', 'other'],
};

const BOTH = {
  toolset: 'threads',
  effect: 'write',
  isIdempotent: true,
  lookups: ['get_thread'],
  input: () => z.strictObject({ threadId: threadId() }),
  output: () => result(texts('status')),
} as const;

/** POST /v1/agents/threads/{threadId}/pause. */
export const pauseThread = defineTool({
  ...BOTH,
  name: 'pause_thread',
  title: 'Pause thread',
  example: { threadId: 'running' },
  description: 'Pauses a running thread, not one that waits for approval.',
  handle: async ({ threadId }, context) => (await move(threadId, PAUSED, context)).report,
});

/** POST /v1/agents/threads/{threadId}/resume. */
export const resumeThread = defineTool({
  ...BOTH,
  name: 'resume_thread',
  title: 'Resume thread',
  isOpenWorld: true,
  example: { threadId: 'paused' },
  description: 'Resumes a paused thread, not one that waits for approval.',
  async handle({ threadId }, context) {
    const { report, status } = await move(threadId, RESUMED, context);
    return {
      ...report,
      next:
        phaseOf(status) === 'waiting'
          ? { tool: 'get_thread', arguments: { threadId }, why: 'see what it asks for' }
          : { tool: 'wait_for_thread', arguments: { threadIds: [threadId] }, why: 'see how it ends' },
    };
  },
});

/** @throws EffectError if the thread is in another state than requested */
async function move(
  threadId: string,
  { operation, done, into }: Transition,
  context: ToolContext,
): Promise<{ readonly report: ToolResult; readonly status: string }> {
  const verb = done.toLowerCase();
  const check = () => threadUnlessWaiting(threadId, verb, context);
  const thread = await check();
  const sent = await context.call(
    operation,
    { path: { threadId } },
    { emptyAs: { id: threadId }, beforeRepeat: check },
  );
  const status = await statusAfter(threadId, sent, context);
  const phase = phaseOf(status);
  const isUnmoved = status === thread.status && !['running', 'paused'].includes(phase);
  if (status !== 'UNKNOWN' && (isUnmoved || !into.includes(phase))) {
    const asBefore = isUnmoved ? ', as before' : '';
    const fact = context.platform.isDeferred()
      ? `The platform accepted the request for later (202): thread ${threadId} is not ${verb} yet, it is ${status}${asBefore}.`
      : `The platform accepted the request, but thread ${threadId} was not ${verb}: it is ${status}${asBefore}.`;
    throw new EffectError(`${fact} Check${withCall(context.has, 'get_thread', { threadId })}.`);
  }
  const accepted = 'The platform accepted the request;';
  const summary =
    status === 'UNKNOWN'
      ? `${accepted} it could not be verified that thread ${threadId} is ${verb}.`
      : status === thread.status
        ? `${accepted} thread ${threadId} is ${status}, as it was before the request.`
        : phase === 'other'
          ? `${accepted} thread ${threadId} is now ${status}, and whether that is ${verb} is not known.`
          : `${done} thread ${threadId}: it is now ${status}.`;
  return { status, report: { summary, notes: unknownStatusNotes(status), facts: { status } } };
}
