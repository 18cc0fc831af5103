/** Pausing and resuming: one request, and the check that it had its effect. */
import type { Answer } from '../../mcp/contract/answer.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { type Phase, phaseOf } from './status.ts';

/**
 * The answer to a transition. `status` is the one that the thread has afterwards.
 * @throws EffectError when the thread's status is still the one that it was to leave
 */
export function transitionAnswer(done: string, threadId: string, status: string, mustLeave: Phase): Answer {
  if (phaseOf(status) === mustLeave) {
    throw new EffectError(
      `The platform accepted the request, but thread ${threadId} is still ${status}. Look with get_thread ${JSON.stringify({ threadId })}.`,
    );
  }
  return {
    summary: `${done} thread ${threadId}: it is now ${status}.`,
    notes: status === 'UNKNOWN' ? ['The platform does not say in what state it is now.'] : [],
    facts: { threadId, status },
  };
}
