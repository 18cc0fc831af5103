/** What humans do to a thread. The specification leaves the transitions open; these are the sandbox's. */
import type { Decision, END_STATES, ThreadStatus } from '../../platform/operations/schemas.ts';
import { SECOND } from '../clock.ts';
import { badRequest } from '../http/reply.ts';
import { newId } from '../ids.ts';
import { type ApprovalRequest, append, latestCallOf, type Step, type Thread, type ThreadMessage } from './thread.ts';

/** How long an approved thread works until it completes, at speed 1. */
const WORK_MS = 3 * SECOND;

/** A human's decision. */
interface Decided {
  readonly decision: Decision;
  readonly comment: string | undefined;
}

/**
 * Applies an approval decision. APPROVED lets the thread run and finish its work; REJECTED ends it in FAILED, as
 * platforms do (the specification has no status for it); PENDING leaves it waiting.
 * @throws HttpError 400 if the thread does not wait for approval.
 */
export function decide(thread: Thread, { decision, comment }: Decided, now: number): void {
  if (decision === 'PENDING') {
    move(thread, 'decided', WAITING, 'AWAITING_APPROVAL');
    return;
  }
  move(thread, decision.toLowerCase(), WAITING, decision === 'APPROVED' ? 'RUNNING' : 'FAILED');
  const { request } = thread;
  if (request === undefined) throw new Error(`Thread ${thread.id} waits for nothing.`);
  const remark = comment === undefined || comment === '' ? '' : ` Comment: ${comment}`;
  append(thread, [{ role: 'system', content: `Approval decision: ${decision}.${remark}` }], now);
  thread.request = undefined;
  if (decision === 'APPROVED') {
    thread.plan = [workOff(request, thread.messages)];
    thread.stepFrom = now;
    return;
  }
  thread.plan = [];
  thread.isRejected = true;
  const remarkText = remark === '' ? ' No comment was given.' : ` The comment says: “${comment}”.`;
  const stopped = `Stopped: the request to run ${request.tool} was rejected, so nothing was changed.${remarkText}`;
  append(thread, [{ role: 'assistant', content: stopped }], now);
}

const workOff = ({ tool, result, summary }: ApprovalRequest, messages: readonly ThreadMessage[]): Step => ({
  afterMs: WORK_MS,
  status: 'COMPLETED',
  messages: [
    {
      role: 'tool',
      content: JSON.stringify(result),
      name: tool,
      tool_call_id: latestCallOf(tool, messages) ?? `call_${newId().slice(0, 8)}`,
    },
    { role: 'assistant', content: summary },
  ],
});

/** @throws HttpError 400 unless the thread is RUNNING. */
export function pause(thread: Thread, now: number): void {
  move(thread, 'paused', ['RUNNING'], 'PAUSED');
  thread.updatedAt = now;
}

/** The interrupted step starts over. @throws HttpError 400 unless the thread is PAUSED. */
export function resume(thread: Thread, now: number): void {
  move(thread, 'resumed', ['PAUSED'], 'RUNNING');
  thread.updatedAt = now;
  thread.stepFrom = now;
}

/** CANCELLED and TERMINATED show as FAILED: the specification has no status for them. @throws HttpError 400 */
export function end(thread: Thread, state: (typeof END_STATES)[number], now: number): void {
  move(thread, 'ended', OPEN, state === 'COMPLETED' ? 'COMPLETED' : 'FAILED');
  thread.plan = [];
  thread.request = undefined;
  append(thread, [{ role: 'system', content: `Ended by hand: ${state}.` }], now);
}

const WAITING = ['AWAITING_APPROVAL'] as const;
const OPEN = ['RUNNING', 'PAUSED', ...WAITING] as const;

/** Changes the status. `verb` follows "can be". @throws HttpError 400 with the reason in any other status than `from` */
function move(thread: Thread, verb: string, from: readonly ThreadStatus[], to: ThreadStatus): void {
  const { id, status } = thread;
  if (!from.includes(status)) {
    throw badRequest(`thread ${id} is ${status}; only a thread in ${from.join(' or ')} can be ${verb}`);
  }
  thread.status = to;
}
