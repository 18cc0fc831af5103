/**
 * The meaning of a thread's status. Deployments send more values than the specification's five, also in lower case; they
 * are shown as sent and interpreted here.
 */

import type { Thread } from '../../platform/parse/records.ts';

export type Phase = 'running' | 'waiting' | 'paused' | 'completed' | 'failed' | 'other';

/** By their letters alone: platforms differ in case and separators. */
const PHASES: Readonly<Record<string, Phase>> = {
  RUNNING: 'running',
  QUEUED: 'running',
  PROCESSING: 'running',
  PENDING: 'running',
  STARTING: 'running',
  ACTIVE: 'running',
  AWAITINGAPPROVAL: 'waiting',
  PAUSED: 'paused',
  SUSPENDED: 'paused',
  COMPLETED: 'completed',
  COMPLETE: 'completed',
  DONE: 'completed',
  SUCCEEDED: 'completed',
  FAILED: 'failed',
  ERROR: 'failed',
  CANCELLED: 'failed',
  TERMINATED: 'failed',
  LIMITEXCEEDED: 'failed',
};

/** A human's consent, and that it is outstanding: `PAUSED_FOR_APPROVAL`, `needs-review`, not `APPROVED_PENDING_EXECUTION`. */
const CONSENT = /^(?!APPROVED).*(?:APPROV|HUMAN|HITL|REVIEW|CONFIRM|CONSENT|DECISION|PERMISSION|AUTHORI[SZ]|SIGNOFF)/;
const OUTSTANDING =
  /WAIT|PENDING|NEED|REQUIRE|REQUESTED|PAUSED|SUSPENDED|INTERRUPTED|BLOCKED|H[EO]LD|(?:IN|UNDER)REVIEW/;
/** A decision: `APPROVAL_REJECTED`. */
const NO = /^REJECTED|(?:REJECTED|DENIED|DECLINED|REFUSED|(?:NOT|UN|DIS)APPROVED)$/;
const YES = /^APPROVED|APPROVED$/;

/**
 * The phase of a status. An unlisted status counts as waiting if it says that a human's consent is outstanding: only a
 * decision may change such a thread.
 */
export function phaseOf(status: string): Phase {
  // Most are spelled as in the list, and normalizing is slow in long lists.
  const letters = Object.hasOwn(PHASES, status) ? status : lettersOf(status);
  if (Object.hasOwn(PHASES, letters)) return PHASES[letters] ?? 'other';
  if (NO.test(letters)) return 'failed';
  return CONSENT.test(letters) && OUTSTANDING.test(letters) ? 'waiting' : 'other';
}

/** Whether nothing can change any more. */
export const hasEnded = (status: string): boolean => ['completed', 'failed'].includes(phaseOf(status));

/** Whether a rejected thread may have this status: it failed, but not by an error or limit, which need no human. */
export const endsLikeRejected = (status: string): boolean =>
  phaseOf(status) === 'failed' && !['LIMITEXCEEDED', 'ERROR'].includes(lettersOf(status));

/**
 * Whether a thread may have this status without having been approved: `BLOCKED`, `VETOED`, `EXPIRED`, or a word that nobody
 * knows. One that runs, has completed, or ended by an error or limit went on.
 */
export function provesNoApproval(status: string): boolean {
  if (verdictIn(status) === 'approved') return false;
  return ['paused', 'other'].includes(phaseOf(status)) || endsLikeRejected(status);
}

/** The decision that a status names. */
export function verdictIn(status: string): 'approved' | 'rejected' | undefined {
  const letters = lettersOf(status);
  return NO.test(letters) ? 'rejected' : YES.test(letters) ? 'approved' : undefined;
}

/** The value of another status field that says that the thread waits, if its status does not. */
export function waitingClaim({
  status,
  otherStatuses = [],
}: Pick<Thread, 'status' | 'otherStatuses'>): string | undefined {
  return phaseOf(status) === 'waiting' ? undefined : otherStatuses.find((other) => phaseOf(other) === 'waiting');
}

/** `awaitingApproval`, `awaiting-approval`, `⟦Awaiting approval⟧` and full-width letters become the same. */
const lettersOf = (status: string): string =>
  status
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '');

/**
 * Whether a thread's status matches a filter. Deployments have their own spellings and additional statuses: one that names a
 * rejection counts as failed.
 */
export const fitsStatus = (status: string, wanted: string): boolean =>
  lettersOf(status) === lettersOf(wanted) || phaseOf(status) === phaseOf(wanted);

/** `it is RUNNING`, or that the platform does not say: `UNKNOWN` is this program's word, not a state of a thread. */
export const itIs = (status: string): string =>
  status === 'UNKNOWN' ? 'the platform gives no status for it' : `it is ${status}`;

/** A note on the status `UNKNOWN`; `subject` is the text's name for the thread. */
export const unknownStatusNotes = (status: string, subject = 'it'): string[] =>
  status === 'UNKNOWN' ? [`The platform does not say what state ${subject} is in now.`] : [];

/** A note if a thread that was ended as `asked` has another status: platforms have fewer statuses than end states. */
export const otherStatusNotes = (status: string, asked: string): string[] =>
  status === 'UNKNOWN' || lettersOf(status) === lettersOf(asked)
    ? []
    : [`The platform accepted ${asked} and shows the thread as ${status}.`];
