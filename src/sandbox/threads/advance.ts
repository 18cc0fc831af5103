/**
 * How threads move on by themselves. There are no timers: what should have happened until now happens when the thread
 * is read.
 */
import { append, type Thread } from './thread.ts';

/**
 * Carries out all steps that are due.
 * @param now epoch ms
 * @param speed 1 is real time, 0 stands still.
 */
export function advance(thread: Thread, now: number, speed: number): void {
  if (speed <= 0) return;
  while (thread.status === 'RUNNING') {
    const [step, ...rest] = thread.plan;
    if (step === undefined) return;
    const due = thread.stepFrom + step.afterMs / speed;
    if (due > now) return;
    thread.plan = rest;
    thread.stepFrom = due;
    append(thread, step.messages, due);
    thread.status = step.status;
    thread.request = step.request;
  }
}
