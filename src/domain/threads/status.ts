/**
 * What a thread's status means. Deployments send more values than the specification's five, in lower case
 * too: they are shown as they came, and understood here.
 */
export type Phase = 'running' | 'waiting' | 'paused' | 'completed' | 'failed' | 'other';

const PHASES: Readonly<Record<string, Phase>> = {
  RUNNING: 'running',
  QUEUED: 'running',
  PROCESSING: 'running',
  PENDING: 'running',
  STARTING: 'running',
  ACTIVE: 'running',
  AWAITING_APPROVAL: 'waiting',
  PAUSED_FOR_APPROVAL: 'waiting',
  WAITING_FOR_APPROVAL: 'waiting',
  PENDING_APPROVAL: 'waiting',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  COMPLETE: 'completed',
  DONE: 'completed',
  SUCCEEDED: 'completed',
  APPROVAL_REJECTED: 'failed',
  FAILED: 'failed',
  ERROR: 'failed',
  CANCELLED: 'failed',
  TERMINATED: 'failed',
  LIMIT_EXCEEDED: 'failed',
};

export function phaseOf(status: string): Phase {
  return PHASES[status.toUpperCase().replace(/[\s-]/g, '_')] ?? 'other';
}

/** Whether two statuses are the same but for spelling: `awaiting-approval` and `AWAITING_APPROVAL`. */
export function sameStatus(a: string, b: string): boolean {
  const normal = (status: string): string => status.toUpperCase().replace(/[\s-]/g, '_');
  return normal(a) === normal(b);
}
