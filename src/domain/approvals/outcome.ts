/**
 * What became of a decision. A deployment was seen to answer 200 and not apply it, or to apply the opposite: so the
 * thread's status is read, and decides what is said.
 */

import type { Answer } from '../../mcp/contract/answer.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { HOST_ONLY } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { statusAfter } from '../threads/look.ts';
import { phaseOf } from '../threads/status.ts';

export interface Outcome {
  readonly before: Thread;
  /** What the platform answered to the decision. */
  readonly answer: Thread;
  readonly decision: Decision;
  /** What the model asked for; another one where the human chose otherwise. */
  readonly proposed: Decision;
  readonly by: 'human' | 'host' | 'off';
  readonly isFromList: boolean;
  readonly context: ToolContext;
}

const DONE: Readonly<Record<Decision, string>> = {
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  PENDING: 'Left pending',
};

/** @throws EffectError when the decision did not take, or the thread is in a state that contradicts it */
export async function decisionOutcome(outcome: Outcome): Promise<Answer> {
  const { decision, proposed, by, before, context } = outcome;
  const { id } = before;
  const status = await statusAfter(id, outcome.answer, context);
  const problem = contradiction(decision, status);
  if (problem !== undefined) throw new EffectError(`${problem} ${lookAgain(id, context)}`);
  const chosen = by === 'human' && decision !== proposed ? `, as the human chose instead of ${proposed}` : '';
  return {
    summary: `${DONE[decision]}${chosen}: thread ${id} is now ${status}.`,
    notes: [
      ...(by === 'host' ? [HOST_ONLY] : []),
      ...(outcome.isFromList
        ? [
            'This platform does not offer reading a single thread: what was decided on comes from its list, so it could not be looked at first.',
          ]
        : []),
      ...(status === 'UNKNOWN' ? ['The platform does not say in what state the thread is now.'] : []),
    ],
    facts: { threadId: id, decision, decidedBy: by, status, statusBefore: before.status },
    next:
      phaseOf(status) === 'running'
        ? { tool: 'wait_for_thread', arguments: { threadIds: [id] }, why: 'see how it ends' }
        : undefined,
  };
}

/** Statuses that name a decision, whatever phase they stand for. */
const NAMES_REJECTION = /reject|den(?:y|ied)|declin/i;
const NAMES_APPROVAL = /approved/i;

function contradiction(decision: Decision, status: string): string | undefined {
  const phase = phaseOf(status);
  if (decision === 'PENDING') {
    if (phase === 'waiting' || status === 'UNKNOWN') return undefined;
    return `The platform accepted ${decision}, but the thread is ${status}, although it was to be left waiting.`;
  }
  if (phase === 'waiting') {
    return `The decision did NOT take: the platform accepted ${decision}, but the thread is still ${status}.`;
  }
  if (decision === 'APPROVED' && (phase === 'failed' || NAMES_REJECTION.test(status))) {
    return `The platform accepted ${decision}, but the thread is ${status}, which contradicts an approval.`;
  }
  if (decision === 'REJECTED' && (phase === 'running' || NAMES_APPROVAL.test(status))) {
    return `The platform accepted ${decision}, but the thread is ${status}, which contradicts a rejection: the agent may be going on.`;
  }
  return undefined;
}

function lookAgain(threadId: string, { has }: ToolContext): string {
  const call = `get_thread ${JSON.stringify({ threadId })}`;
  return has('get_thread')
    ? `It was sent once. Look with ${call} before deciding again.`
    : 'It was sent once. Look before deciding again.';
}
