/** Pausing and resuming: one request, and the check that it had its effect. */
import { type Answer, withCall } from '../../mcp/contract/answer.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { type Phase, phaseOf, unknownStatusNotes } from './status.ts';

/** What a thread is asked to do, and what must come of it. */
export interface Transition {
  /** `Paused`: how the answer begins. */
  readonly done: string;
  /** Where the thread must be afterwards; a status that nobody knows may be there too. */
  readonly into: readonly Phase[];
}

/** An agent that goes on may be done, fail or ask before anybody can look: it has gone on all the same. */
export const RESUMED: Transition = { done: 'Resumed', into: ['running', 'waiting', 'completed', 'failed', 'other'] };
/** Wherever else it is known to be, it was not paused. */
export const PAUSED: Transition = { done: 'Paused', into: ['paused', 'other'] };

/**
 * The answer to a transition. `before` is the status that the thread had, `status` the one that it has afterwards.
 * @throws EffectError when the thread is in another state than asked for
 */
export function transitionAnswer(
  { done, into }: Transition,
  threadId: string,
  { before, status }: { readonly before: string; readonly status: string },
  { has, platform }: Pick<ToolContext, 'has' | 'platform'>,
): Answer {
  const isUnmoved = status === before && !['running', 'paused'].includes(phaseOf(status));
  if (status !== 'UNKNOWN' && (isUnmoved || !into.includes(phaseOf(status)))) {
    const asBefore = isUnmoved ? ', as before' : '';
    const fact = platform.isForLater()
      ? `The platform accepted the request for later (202): thread ${threadId} is not ${done.toLowerCase()} yet, it is ${status}${asBefore}.`
      : `The platform accepted the request, but thread ${threadId} was not ${done.toLowerCase()}: it is ${status}${asBefore}.`;
    throw new EffectError(`${fact} Check${withCall(has, 'get_thread', { threadId })}.`);
  }
  return {
    summary:
      status === 'UNKNOWN'
        ? `The platform accepted the request; whether thread ${threadId} is ${done.toLowerCase()} could not be seen.`
        : `${done} thread ${threadId}: it is now ${status}.`,
    notes: unknownStatusNotes(status),
    facts: { status },
  };
}
