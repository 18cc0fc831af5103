/**
 * The state machine of threads. The specification names the five statuses and leaves the transitions open; these are
 * the sandbox's. What a running thread does by itself is its plan (`advance.ts`).
 */
import type { ThreadStatus } from '../../platform/operations/schemas.ts';
import { badRequest } from '../http/errors.ts';

/** What a human can do to a thread. `cancel` stands for the end states FAILED, CANCELLED and TERMINATED. */
export type Command = 'pause' | 'resume' | 'approve' | 'reject' | 'postpone' | 'complete' | 'cancel';

interface Rule {
  /** Follows "can be". */
  readonly verb: string;
  /** From which status to which; every other start is illegal. */
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
 * @throws HttpError 400 with the reason where the command is illegal in the thread's status.
 */
export function statusAfter(
  thread: { readonly id: string; readonly status: ThreadStatus },
  command: Command,
): ThreadStatus {
  const { verb, moves } = TRANSITIONS[command];
  const next = moves[thread.status];
  if (next !== undefined) return next;
  const legal = Object.keys(moves).join(' or ');
  throw badRequest(`thread ${thread.id} is ${thread.status}; only a thread in ${legal} can be ${verb}`);
}
