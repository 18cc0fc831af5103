/** What humans do to a thread: decide about a request, pause, resume, end. */
import type { Decision, END_STATES } from '../../platform/operations/schemas.ts';
import { SECOND } from '../clock.ts';
import { newId } from '../ids.ts';
import { statusAfter } from './machine.ts';
import { type ApprovalRequest, append, type Step, type Thread } from './thread.ts';

/** How long an approved thread works until it is done, at speed 1. */
const WORK_MS = 3 * SECOND;

/**
 * Applies an approval decision. APPROVED lets the thread run and finish its work; REJECTED ends it in FAILED, as
 * platforms do (the specification has no status of its own for it); PENDING leaves it waiting.
 * @throws HttpError 400 where the thread does not wait for approval.
 */
export function decide(thread: Thread, decision: Decision, comment: string | undefined, now: number): void {
  if (decision === 'PENDING') {
    thread.status = statusAfter(thread, 'postpone');
    return;
  }
  thread.status = statusAfter(thread, decision === 'APPROVED' ? 'approve' : 'reject');
  const request = thread.request;
  thread.request = undefined;
  const remark = comment === undefined || comment === '' ? '' : ` Comment: ${comment}`;
  append(thread, [{ role: 'system', content: `Approval decision: ${decision}.${remark}` }], now);
  if (decision === 'APPROVED') {
    thread.plan = [workOff(request)];
    thread.stepFrom = now;
    return;
  }
  thread.plan = [];
  thread.isRejected = true;
  const what = request === undefined ? 'the requested action' : request.tool;
  const because = remark === '' ? ' No comment was given.' : ` The reviewer wrote: “${comment}”.`;
  const stopped = `Stopped: the request to run ${what} was rejected by a human, so nothing was changed.${because}`;
  append(thread, [{ role: 'assistant', content: stopped }], now);
}

function workOff(request: ApprovalRequest | undefined): Step {
  if (request === undefined) {
    const done = 'Approved, and done as described above.';
    return { afterMs: WORK_MS, status: 'COMPLETED', messages: [{ role: 'assistant', content: done }] };
  }
  const content = JSON.stringify(request.result);
  return {
    afterMs: WORK_MS,
    status: 'COMPLETED',
    messages: [
      { role: 'tool', content, name: request.tool, tool_call_id: `call_${newId().slice(0, 8)}` },
      { role: 'assistant', content: request.summary },
    ],
  };
}

/** @throws HttpError 400 unless the thread is RUNNING. */
export function pause(thread: Thread, now: number): void {
  thread.status = statusAfter(thread, 'pause');
  thread.updatedAt = now;
}

/** The step that was interrupted starts over. @throws HttpError 400 unless the thread is PAUSED. */
export function resume(thread: Thread, now: number): void {
  thread.status = statusAfter(thread, 'resume');
  thread.updatedAt = now;
  thread.stepFrom = now;
}

/**
 * Ends a thread by hand. The specification has no status for CANCELLED and TERMINATED: they show as FAILED.
 * @throws HttpError 400 where it has ended already.
 */
export function end(thread: Thread, state: (typeof END_STATES)[number], now: number): void {
  thread.status = statusAfter(thread, state === 'COMPLETED' ? 'complete' : 'cancel');
  thread.plan = [];
  thread.request = undefined;
  append(thread, [{ role: 'system', content: `Ended by hand: ${state}.` }], now);
}
