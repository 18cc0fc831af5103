/**
 * A message to a thread. As deployments were seen to do it (docs/platform-notes.md, "Deployments that read other words"):
 * one that has ended or waits for approval goes on with it, a running one reads it in its next turn.
 */
import { planFor } from './plan.ts';
import { append, type Step, type Thread } from './thread.ts';

export function takeMessage(thread: Thread, content: string, now: number): void {
  append(thread, [{ role: 'user', content }], now);
  const answer = planFor(content);
  // A paused one stays paused: it reads the message once it is resumed.
  if (thread.status === 'RUNNING' || thread.status === 'PAUSED') {
    thread.plan = followedBy(thread.plan, answer);
    return;
  }
  thread.status = 'RUNNING';
  thread.request = undefined;
  thread.isRejected = false;
  thread.plan = answer;
  thread.stepFrom = now;
}

/** A plan that ends goes on instead; one that ends in a question is answered by a human first. */
function followedBy(plan: readonly Step[], next: readonly Step[]): readonly Step[] {
  const last = plan.at(-1);
  if (last === undefined) return next;
  if (last.status === 'AWAITING_APPROVAL') return plan;
  return [...plan.slice(0, -1), { ...last, status: 'RUNNING' }, ...next];
}
