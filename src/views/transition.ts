/** Pausing and resuming: one request, and the check that it had its effect. */
import type { Thread } from '../platform/reading/records.ts';
import type { Answer } from '../server/answer.ts';
import { EffectError } from '../server/error-text.ts';
import { type Phase, phaseOf } from './status.ts';

/**
 * The answer to a transition. Deployments answer with the thread or with `{threadId, state}`.
 * @throws EffectError when the thread's status is still the one that it was to leave
 */
export function transitionAnswer(done: string, thread: Thread, mustLeave: Phase): Answer {
  const { id, status } = thread;
  if (phaseOf(status) === mustLeave) {
    throw new EffectError(
      `The platform accepted the request, but thread ${id} is still ${status}. Look with get_thread ${JSON.stringify({ threadId: id })}.`,
    );
  }
  return {
    summary: `${done} thread ${id}: it is now ${status}.`,
    notes: status === 'UNKNOWN' ? ['The platform does not say in what state it is now.'] : [],
    facts: { threadId: id, status },
  };
}
