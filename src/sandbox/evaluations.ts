/** Evaluations of threads: a score from 0 to 1 that depends only on the thread. */
import type { ThreadStatus } from '../platform/operations/schemas.ts';
import { isoTime } from './clock.ts';
import { fractionFor, newId } from './ids.ts';
import type { Thread } from './threads/thread.ts';

export interface Evaluation {
  readonly id: string;
  readonly threadId: string;
  /** 0 (worst) to 1 (best), two digits. */
  readonly score: number;
  readonly status: 'COMPLETED';
  readonly feedback: string;
  /** ISO date-time. */
  readonly createdAt: string;
}

interface Verdict {
  readonly from: number;
  readonly to: number;
  readonly feedback: string;
}

const VERDICTS: Readonly<Record<ThreadStatus, Verdict>> = {
  COMPLETED: { from: 0.78, to: 0.98, feedback: 'The goal was reached, and every claim is backed by a tool result.' },
  AWAITING_APPROVAL: { from: 0.7, to: 0.9, feedback: 'The request for approval names the call and its arguments.' },
  RUNNING: { from: 0.5, to: 0.7, feedback: 'Judged before its end: the plan is sound so far.' },
  PAUSED: { from: 0.5, to: 0.65, feedback: 'Judged while paused: the work done so far is consistent.' },
  FAILED: {
    from: 0.12,
    to: 0.35,
    feedback: 'The goal was missed; the cause is stated, but there was no second attempt.',
  },
};

/** The request was rejected: nothing failed, but the goal was not reached. */
const REJECTED: Verdict = {
  from: 0.3,
  to: 0.5,
  feedback: 'The goal was not reached: a human rejected the request. The agent stopped, and nothing was changed.',
};
const APPROVED: Verdict = {
  from: 0.8,
  to: 0.98,
  feedback: 'The goal was reached as a human approved it, and every claim is backed by a tool result.',
};

/** A completed thread is judged by its last decision, if there was one. */
function verdictOn({ status, messages, isRejected }: Thread): Verdict {
  if (isRejected === true) return REJECTED;
  if (status !== 'COMPLETED') return VERDICTS[status];
  const decision = messages
    .map(({ role, content }) => (role === 'system' ? DECISION.exec(String(content))?.[1] : undefined))
    .filter((found) => found !== undefined)
    .at(-1);
  return decision === 'APPROVED' ? APPROVED : VERDICTS.COMPLETED;
}

/** As `threads/decide.ts` records it. */
const DECISION = /^Approval decision: (APPROVED|REJECTED)\./;

/** Evaluates the current thread. `now` in epoch ms. */
export function evaluate(thread: Thread, now: number): Evaluation {
  const { from, to, feedback } = verdictOn(thread);
  const score = from + (to - from) * fractionFor(`score:${thread.id}:${thread.status}`);
  return {
    id: newId(),
    threadId: thread.id,
    score: Math.round(score * 100) / 100,
    status: 'COMPLETED',
    feedback: `${feedback} (${thread.messages.length} messages read.)`,
    createdAt: isoTime(now),
  };
}
