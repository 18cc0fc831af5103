/** Ends a thread that somebody agreed to end: alone, once, and only while it neither waits for a decision nor has ended. */

import { withCall } from '../../mcp/contract/answer.ts';
import { EffectError, Refusal } from '../../mcp/contract/errors.ts';
import type { DecidedBy } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { effectIn } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { END_STATES } from '../../platform/operations/schemas.ts';
import { reviewDigest } from '../approvals/review-token.ts';
import { type CurrentThread, statusAfter } from './current-thread.ts';
import { threadUnlessWaiting } from './guard.ts';
import { phaseOf } from './status.ts';

/** How a thread is to end, and who agreed to it. */
export interface Ending {
  readonly threadId: string;
  readonly state: (typeof END_STATES)[number];
  readonly by: DecidedBy;
  /** When what was agreed to was read, as `instant` counts. */
  readonly asOf: number;
}

/** The thread, which has not ended and does not wait. @throws Refusal otherwise; PlatformError where it can't be read */
export async function threadUnlessEnded(threadId: string, context: ToolContext): Promise<CurrentThread> {
  const current = await threadUnlessWaiting(threadId, 'ended', context);
  const { status } = current.thread;
  if (!hasEnded(status)) return current;
  throw new Refusal(`Refused: thread ${threadId} has already ended; it is ${status}. Nothing was sent.`);
}

const hasEnded = (status: string): boolean => ['completed', 'failed'].includes(phaseOf(status));

/** @returns the status afterwards. @throws Refusal where nothing was sent, EffectError where it did not end */
export function endThread({ threadId, state, by, asOf }: Ending, context: ToolContext): Promise<string> {
  return context.turns.alone(threadId, async (turn) => {
    const { thread } = await threadUnlessEnded(threadId, context);
    if (turn.last !== undefined && turn.last.at >= asOf) {
      throw new Refusal(
        `Refused: ${turn.last.decision} was sent to thread ${threadId} while this was being decided. Nothing was sent now. Read it again${withCall(context.has, 'get_thread', { threadId })}.`,
      );
    }
    await turn.begin({ decision: state, by, digest: reviewDigest(thread) });
    try {
      const body = { state };
      const sent = await context.call(
        operations.completeThread,
        { path: { threadId }, body },
        { emptyAs: { id: threadId }, beforeRepeat: () => threadUnlessEnded(threadId, context) },
      );
      const status = await statusAfter(threadId, sent, context);
      if (!['running', 'waiting', 'paused'].includes(phaseOf(status))) return status;
      const accepted = context.isForLater() ? 'accepted the request for later (202), and' : 'accepted the request, but';
      const yet = context.isForLater() ? ' and has not ended yet' : '';
      throw new EffectError(
        `The platform ${accepted} thread ${threadId} is still ${status}${yet}. Check${withCall(context.has, 'get_thread', { threadId })}.`,
      );
    } catch (error) {
      if (!(error instanceof EffectError) && effectIn(error) !== 'unknown') await turn.undo();
      throw error;
    }
  });
}
