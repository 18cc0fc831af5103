/** Evaluations of threads: a score from 0 to 1 that depends only on the thread. */
import type { ThreadStatus } from '../platform/operations/schemas.ts';
import { isoTime } from './clock.ts';
import { fractionFor, newId } from './ids.ts';
import type { Thread } from './threads/thread.ts';

/** As it is stored and sent. */
export type Evaluation = ReturnType<typeof evaluate>;

/** The request was rejected: nothing failed, but the goal was not reached. */
const REJECTED = {
  from: 0.3,
  to: 0.5,
  feedback: 'The goal was not reached: a human rejected the request. The agent stopped, and nothing was changed.',
};

const VERDICTS: Readonly<Record<ThreadStatus, typeof REJECTED>> = {
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

/** Evaluates the current thread. `now` in epoch ms. */
export function evaluate(thread: Thread, now: number) {
  const { from, to, feedback } = thread.isRejected === true ? REJECTED : VERDICTS[thread.status];
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
