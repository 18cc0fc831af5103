/**
 * The meaning of a thread's status. Deployments send more values than the specification's five, also in lower case; they
 * are shown as sent and interpreted here.
 */

import type { Thread } from '../../platform/parse/records.ts';

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
  SUSPENDED: 'paused',
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

/** Words for a human's consent, and words that say that it is outstanding. */
const CONSENT_WORDS =
  'APPROVALS?|APPROVERS?|APPROVE|HUMAN|HITL|CONFIRM(?:ATION)?|REVIEW|DECISION|CONSENT|PERMISSION|AUTHORI[SZ]ATION|SIGN_?OFF';
const OUTSTANDING_WORDS =
  'AWAIT(?:ING|S)?|WAIT(?:ING|S)?|PENDING|NEED(?:S|ED)?|REQUIRE(?:S|D)?|REQUEST(?:ED)?|PAUSED|SUSPENDED|HELD|HOLD|BLOCKED|INTERRUPTED|IN|UNDER|FOR';
const CONSENT = new RegExp(`(?:^|_)(?:${CONSENT_WORDS})(?:_|$)`);
const OUTSTANDING = new RegExp(`(?:^|_)(?:${OUTSTANDING_WORDS})(?:_|$)`);
const NOT = /(?:^|_)(?:NOT?|WITHOUT|NON)(?:_|$)/;
/** Words for a rejection, also at the end of others (`approvalrejected`), and for an approval unless negated. */
const NO = 'REJECT(?:ED|S|ION)?|DEN(?:Y|IED|IAL)|DECLINED?|REFUSED?|REFUSAL|VETO(?:ED)?|DISAPPROV(?:ED?|AL)|UNAPPROVED';
const YES = 'APPROVED|GRANTED|ACCEPTED';
const SAYS_NO = new RegExp(`(?:${NO})$`);
const SAYS_YES = new RegExp(`(?:${YES})$`);
const NEGATES = /^(?:NOT?|NEVER|NON|WITHOUT)$/;
const NEGATED = /^NOT?(?=[A-Z])/;
/** A request that was answered, or can no longer be: `APPROVAL_REQUEST_REJECTED`. */
const ANSWERED = new RegExp(`(?:^|_)REQUEST_(?:NOT_)?(?:${NO}|${YES}|EXPIRED|CANCELL?ED|WITHDRAWN)$`);
/** Words run together count only if there are no others: `awaitingapproval`, not `preview`. */
const WORD = new RegExp(`${CONSENT_WORDS}|${OUTSTANDING_WORDS}|MANUAL|USER`, 'g');
const RUN_TOGETHER = new RegExp(`^(?:${WORD.source})+$`);

/**
 * The phase of a status. An unlisted status counts as waiting if it says that a human's consent is outstanding: only a
 * decision may change such a thread.
 */
export function phaseOf(status: string): Phase {
  // Most are spelled as in the list, and normalizing is slow in long lists.
  const word = Object.hasOwn(PHASES, status) ? status : normal(status);
  if (Object.hasOwn(PHASES, word)) return PHASES[word] ?? 'other';
  const parts = word.split('_').map(apart).join('_');
  if (CONSENT.test(parts) && OUTSTANDING.test(parts) && !NOT.test(parts) && !ANSWERED.test(parts)) return 'waiting';
  return verdictIn(status) === 'rejected' ? 'failed' : 'other';
}

/** Whether a rejected thread may look like this: it failed, but by none of what an agent runs into by itself. */
export const endsLikeRejected = (status: string): boolean =>
  phaseOf(status) === 'failed' && !['LIMIT_EXCEEDED', 'ERROR'].includes(normal(status));

/** The decision that a status names; `NOT_APPROVED` is a rejection, `NOT_REJECTED` is neither. */
export function verdictIn(status: string): 'approved' | 'rejected' | undefined {
  const parts = normal(status).split('_');
  const verdicts = parts.map((word, index) => {
    const isNegated = NEGATED.test(word) || NEGATES.test(parts[index - 1] ?? '');
    if (SAYS_NO.test(word)) return isNegated ? undefined : 'rejected';
    return SAYS_YES.test(word) ? (isNegated ? 'rejected' : 'approved') : undefined;
  });
  return verdicts.find((one) => one === 'rejected') ?? verdicts.find((one) => one !== undefined);
}

/** The value of another status field that says that the thread waits, if its status does not. */
export function waitingClaim({
  status,
  otherStatuses = [],
}: Pick<Thread, 'status' | 'otherStatuses'>): string | undefined {
  return phaseOf(status) === 'waiting' ? undefined : otherStatuses.find((other) => phaseOf(other) === 'waiting');
}

const apart = (word: string): string => (RUN_TOGETHER.test(word) ? (word.match(WORD) ?? []).join('_') : word);

/**
 * In capitals, words joined by `_`: `awaitingApproval`, `awaiting-approval`, `⟦Awaiting approval⟧` and full-width letters
 * become the same.
 */
const normal = (status: string): string =>
  status
    .normalize('NFKC')
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/**
 * Whether a thread's status matches a filter. Deployments have their own spellings and additional statuses: one that names a
 * rejection counts as failed.
 */
export const fitsStatus = (status: string, wanted: string): boolean =>
  sameStatus(status, wanted) || phaseOf(status) === phaseOf(wanted);

/** `it is RUNNING`, or that the platform does not say: `UNKNOWN` is this program's word, and no state of a thread. */
export const itIs = (status: string): string =>
  status === 'UNKNOWN' ? 'the platform does not say its status' : `it is ${status}`;

/** A note on the status `UNKNOWN`; `subject` is the text's name for the thread. */
export const unknownStatusNotes = (status: string, subject = 'it'): string[] =>
  status === 'UNKNOWN' ? [`The platform does not say what state ${subject} is in now.`] : [];

/** A note if a thread that was ended as `asked` has another status: platforms have fewer statuses than end states. */
export const otherStatusNotes = (status: string, asked: string): string[] =>
  status === 'UNKNOWN' || sameStatus(status, asked)
    ? []
    : [`The platform accepted ${asked} and shows the thread as ${status}.`];

/** Whether two statuses differ only in spelling: `awaiting-approval` and `AWAITING_APPROVAL`. */
function sameStatus(a: string, b: string): boolean {
  return normal(a) === normal(b);
}
