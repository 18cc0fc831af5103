/**
 * Actions of humans on a thread: decide on a request, pause, resume, end. The specification names the five statuses and
 * leaves the transitions open; these are the sandbox's.
 */
import type { Decision, END_STATES, ThreadStatus } from '../../platform/operations/schemas.ts';
import { SECOND } from '../clock.ts';
import { badRequest } from '../http/reply.ts';
import { newId } from '../ids.ts';
import { type ApprovalRequest, append, type Step, type Thread } from './thread.ts';

/** How long an approved thread works until it completes, at speed 1. */
const WORK_MS = 3 * SECOND;

/** A human's decision, and the human's name where the sandbox knows it. */
interface Decided {
  readonly decision: Decision;
  readonly comment: string | undefined;
  readonly by: string | undefined;
}

/**
 * Applies an approval decision. APPROVED lets the thread run and finish its work; REJECTED ends it in FAILED, as
 * platforms do (the specification has no status for it); PENDING leaves it waiting.
 * @throws HttpError 400 if the thread does not wait for approval.
 */
export function decide(thread: Thread, { decision, comment, by }: Decided, now: number): void {
  if (decision === 'PENDING') {
    thread.status = statusAfter(thread, 'postpone');
    return;
  }
  thread.status = statusAfter(thread, decision === 'APPROVED' ? 'approve' : 'reject');
  const request = thread.request;
  thread.request = undefined;
  const remark = comment === undefined || comment === '' ? '' : ` Comment: ${comment}`;
  const decider = by === undefined ? '' : ` Decided by ${by}.`;
  append(thread, [{ role: 'system', content: `Approval decision: ${decision}.${decider}${remark}` }], now);
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

/** The interrupted step starts over. @throws HttpError 400 unless the thread is PAUSED. */
export function resume(thread: Thread, now: number): void {
  thread.status = statusAfter(thread, 'resume');
  thread.updatedAt = now;
  thread.stepFrom = now;
}

/**
 * Ends a thread by hand. The specification has no status for CANCELLED and TERMINATED: they show as FAILED.
 * @throws HttpError 400 if it has already ended.
 */
export function end(thread: Thread, state: (typeof END_STATES)[number], now: number): void {
  thread.status = statusAfter(thread, state === 'COMPLETED' ? 'complete' : 'cancel');
  thread.plan = [];
  thread.request = undefined;
  append(thread, [{ role: 'system', content: `Ended by hand: ${state}.` }], now);
}

/** What a human can do to a thread. `cancel` stands for the end states FAILED, CANCELLED and TERMINATED. */
type Command = 'pause' | 'resume' | 'approve' | 'reject' | 'postpone' | 'complete' | 'cancel';

interface Rule {
  /** Follows "can be". */
  readonly verb: string;
  /** Allowed transitions; every other starting status is illegal. */
  readonly moves: Partial<Readonly<Record<ThreadStatus, ThreadStatus>>>;
}

const TRANSITIONS: Readonly<Record<Command, Rule>> = {
  pause: { verb: 'paused', moves: { RUNNING: 'PAUSED' } },
  resume: { verb: 'resumed', moves: { PAUSED: 'RUNNING' } },
  approve: { verb: 'approved', moves: { AWAITING_APPROVAL: 'RUNNING' } },
  reject: { verb: 'rejected', moves: { AWAITING_APPROVAL: 'FAILED' } },
  postpone: { verb: 'decided', moves: { AWAITING_APPROVAL: 'AWAITING_APPROVAL' } },
  complete: {
    verb: 'completed',
    moves: { RUNNING: 'COMPLETED', PAUSED: 'COMPLETED', AWAITING_APPROVAL: 'COMPLETED' },
  },
  cancel: { verb: 'ended', moves: { RUNNING: 'FAILED', PAUSED: 'FAILED', AWAITING_APPROVAL: 'FAILED' } },
};

/**
 * The status that a command leads to.
 * @throws HttpError 400 with the reason if the command is illegal in the thread's status.
 */
function statusAfter(thread: { readonly id: string; readonly status: ThreadStatus }, command: Command): ThreadStatus {
  const { verb, moves } = TRANSITIONS[command];
  const next = moves[thread.status];
  if (next !== undefined) return next;
  const legal = Object.keys(moves).join(' or ');
  throw badRequest(`thread ${thread.id} is ${thread.status}; only a thread in ${legal} can be ${verb}`);
}
