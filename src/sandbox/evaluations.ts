/** Evaluations of threads: a score from 0 to 1 that depends only on the thread. */
import { isoTime } from './clock.ts';
import { fractionFor, newId } from './ids.ts';
import type { Thread } from './threads/thread.ts';

/** As it is stored and sent. */
export type Evaluation = ReturnType<typeof evaluate>;

const REACHED = {
  from: 0.78,
  to: 0.98,
  feedback: 'The goal was reached, and every claim is backed by a tool result.',
};
const NOT_REACHED = { from: 0.12, to: 0.5, feedback: 'The goal has not been reached.' };

/** Evaluates the current thread. `now` in epoch ms. */
export function evaluate(thread: Thread, now: number) {
  const { from, to, feedback } = thread.status === 'COMPLETED' ? REACHED : NOT_REACHED;
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
