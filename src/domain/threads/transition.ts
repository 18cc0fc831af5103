/** Pausing and resuming: the check that the request took effect. */

import { EffectError } from '../../mcp/contract/errors.ts';
import { type ToolResult, withCall } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { type Phase, phaseOf, unknownStatusNotes } from './status.ts';

/** A change of a thread's state. */
export interface Transition {
  /** `Paused`: how the result begins. */
  readonly done: string;
  /** The phases that the thread may be in afterwards; `other` is an unknown status. */
  readonly into: readonly Phase[];
}

/** A resumed agent may end, fail or ask before its status is read. */
export const RESUMED: Transition = { done: 'Resumed', into: ['running', 'waiting', 'completed', 'failed', 'other'] };
export const PAUSED: Transition = { done: 'Paused', into: ['paused', 'other'] };

function summaryOf(done: string, threadId: string, before: string, status: string): string {
  const accepted = 'The platform accepted the request;';
  if (status === 'UNKNOWN')
    return `${accepted} it could not be verified that thread ${threadId} is ${done.toLowerCase()}.`;
  if (status === before) return `${accepted} thread ${threadId} is ${status}, as it was before the request.`;
  return phaseOf(status) === 'other'
    ? `${accepted} thread ${threadId} is now ${status}, and whether that is ${done.toLowerCase()} is not known.`
    : `${done} thread ${threadId}: it is now ${status}.`;
}

/**
 * The result of a transition. `before` and `status` are the thread's status before and after it.
 * @throws EffectError if the thread is in another state than requested
 */
export function transitionResult(
  { done, into }: Transition,
  threadId: string,
  { before, status }: { readonly before: string; readonly status: string },
  { has, platform }: Pick<ToolContext, 'has' | 'platform'>,
): ToolResult {
  const isUnmoved = status === before && !['running', 'paused'].includes(phaseOf(status));
  if (status !== 'UNKNOWN' && (isUnmoved || !into.includes(phaseOf(status)))) {
    const asBefore = isUnmoved ? ', as before' : '';
    const fact = platform.isDeferred()
      ? `The platform accepted the request for later (202): thread ${threadId} is not ${done.toLowerCase()} yet, it is ${status}${asBefore}.`
      : `The platform accepted the request, but thread ${threadId} was not ${done.toLowerCase()}: it is ${status}${asBefore}.`;
    throw new EffectError(`${fact} Check${withCall(has, 'get_thread', { threadId })}.`);
  }
  return {
    summary: summaryOf(done, threadId, before, status),
    notes: unknownStatusNotes(status),
    facts: { status },
  };
}
