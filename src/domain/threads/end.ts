/** Ends a thread that somebody agreed to end: only while it neither waits for a decision nor has ended. */

import { withCall } from '../../mcp/contract/answer.ts';
import { EffectError, Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { END_STATES } from '../../platform/operations/schemas.ts';
import { type CurrentThread, statusAfter } from './current-thread.ts';
import { threadUnlessWaiting } from './guard.ts';
import { phaseOf } from './status.ts';

/** How a thread is to end. */
export interface Ending {
  readonly threadId: string;
  readonly state: (typeof END_STATES)[number];
}

/** The thread, which has not ended and does not wait. @throws Refusal otherwise; PlatformError where it can't be read */
export async function threadUnlessEnded(threadId: string, context: ToolContext): Promise<CurrentThread> {
  const current = await threadUnlessWaiting(threadId, 'ended', context);
  const { status } = current.thread;
  if (!hasEnded(status)) return current;
  throw new Refusal(`Refused: thread ${threadId} has already ended; it is ${status}. Nothing was sent.`);
}

const hasEnded = (status: string): boolean => ['completed', 'failed'].includes(phaseOf(status));

/**
 * Ends it if it still neither waits nor has ended, with nothing between that look and the sending.
 * @returns the status afterwards. @throws Refusal if nothing was sent, EffectError if it did not end
 */
export function endThread({ threadId, state }: Ending, context: ToolContext): Promise<string> {
  return context.platform.reserve(async (call) => {
    const reserved: ToolContext = { ...context, call };
    const check = () => threadUnlessEnded(threadId, reserved);
    const { thread } = await check();
    const sent = await call(
      operations.completeThread,
      { path: { threadId }, body: { state } },
      { emptyAs: { id: threadId }, beforeRepeat: check },
    );
    const status = await statusAfter(threadId, sent, reserved);
    // A word that nobody knows may be an end, unless it was there before.
    const isUnmoved = status === thread.status && status !== 'UNKNOWN';
    if (!isUnmoved && !['running', 'waiting', 'paused'].includes(phaseOf(status))) return status;
    const isForLater = context.platform.isForLater();
    const accepted = isForLater ? 'accepted the request for later (202), and' : 'accepted the request, but';
    const yet = isForLater ? ' and has not ended yet' : '';
    throw new EffectError(
      `The platform ${accepted} thread ${threadId} is still ${status}${isUnmoved && phaseOf(status) === 'other' ? ', as before' : ''}${yet}. Check${withCall(context.has, 'get_thread', { threadId })}.`,
    );
  });
}
