/**
 * The meaning of a thread's status, and how platforms record a human's decision: in it, in notes in the conversation, or in a
 * record. Deployments send more statuses than the specification's five, also in lower case; they are shown as sent and
 * interpreted here.
 */
import type { Memory } from '../../mcp/contract/tool.ts';
import { isObject, metadataOf, pick, text, time } from '../../platform/parse/coerce.ts';
import { isHuman, isSystem } from '../../platform/parse/messages.ts';
import type { Message, Thread } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { minute } from '../../present/units.ts';

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

/** An unlisted status counts as waiting if it says that consent is outstanding: only a decision may change such a thread. */
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

/** Whether a status is this word, in any spelling. */
export const isSpelled = (status: string, word: string): boolean => lettersOf(status) === lettersOf(word);

/** Whether a status matches a filter. Deployments have more of them; one that names a rejection is a failure. */
export const fitsStatus = (status: string, wanted: string): boolean =>
  isSpelled(status, wanted) || phaseOf(status) === phaseOf(wanted);

/** `it is RUNNING`, or that the platform does not say: `UNKNOWN` is this program's word, not a state of a thread. */
export const itIs = (status: string): string =>
  status === 'UNKNOWN' ? 'the platform gives no status for it' : `it is ${status}`;

/** A note on the status `UNKNOWN`; `subject` is the text's name for the thread. */
export const unknownStatusNotes = (status: string, subject = 'it'): string[] =>
  status === 'UNKNOWN' ? [`The platform does not say what state ${subject} is in now.`] : [];

/** A note if a thread that was ended as `asked` has another status: platforms have fewer statuses than end states. */
export const otherStatusNotes = (status: string, asked: string): string[] =>
  status === 'UNKNOWN' || isSpelled(status, asked)
    ? []
    : [`The platform accepted ${asked} and shows the thread as ${status}.`];

/**
 * The decision that a platform keeps in an object `approval`, of a thread or in its metadata. Whoever starts a thread may write
 * its metadata: what stands there is the record's own words, and nothing but a list of decisions takes it for one.
 */
export type DecisionRecord = NonNullable<ReturnType<typeof recordIn>>;

/** The record of a thread's decision; the thread's own before that of its metadata. */
export const decisionRecord = ({ rest = {} }: Pick<Thread, 'rest'>): DecisionRecord | undefined =>
  recordIn(rest.approval, false) ?? recordIn(metadataOf(rest).approval, true);

function recordIn(value: unknown, isInMetadata: boolean) {
  if (!isObject(value)) return undefined;
  const said = (...keys: string[]): ForeignText | undefined => {
    const found = text(pick(value, ...keys));
    return found === undefined || found.trim() === '' ? undefined : foreign(found);
  };
  const verdict = verdictIn(said('decision', 'status', 'action')?.raw ?? '');
  if (verdict === undefined) return undefined;
  return {
    verdict,
    /** Whom it names, which need not be a human. */
    by: said('decidedBy', 'by', 'user'),
    /** ISO time. */
    at: time(pick(value, 'decidedAt', 'at', 'timestamp')),
    comment: said('comment', 'message', 'reason'),
    isInMetadata,
  };
}

/** Characters of a name and of a comment. */
const NAME = 40;
const COMMENT = 80;

/** `its metadata says: rejected by ⟦m.keller⟧, 2026-11-22T09:00Z, ⟦We use our own crane.⟧`. */
export function recordText({ verdict, by, at, comment, isInMetadata }: DecisionRecord): string {
  const whom = by === undefined ? '' : ` by ${by.line(NAME)}`;
  const said = [`${verdict}${whom}`, at && minute(at), comment && String(comment.line(COMMENT))].filter(Boolean);
  return `${isInMetadata ? 'its metadata says' : 'its record says'}: ${said.join(', ')}`;
}

/**
 * A note on a decision, at the beginning of a message; leaving a request pending is not one. Prompts of the role system speak of
 * decisions, too ("Review approved vendors"), so nothing else may stand between the noun, the verdict and the end of a clause.
 * After "review", which may be a verb, the verdict needs a colon or an auxiliary.
 */
const DECISION =
  /^\s{0,9}(?:(?:human |manual |the )?(?:approval decision:?|(?:approval|decision|review|request)(?: (?:decision|status|result|outcome))?(?::| =| was| has been|(?<!review)(?= ))) {0,3})?(approved|rejected|denied|declined)(?=\s{0,9}$|[.!]\s| by \S| ?[:–—-] | {0,3}\n|\.$| \([^()]{1,2000}\)\.?\s{0,9}$)/i;
/** A verdict, perhaps with a name of up to four words; after an account's name, such as `m.keller`, there may be a reason. */
const VERDICT_ALONE =
  /^\s{0,9}\w+(?:(?: by(?: [^\s:;,(–—-][^\s:;,]{0,80}(?<![.!?])){1,4})?[.!]?\s{0,9}$| by [^\s:;,]{1,80}[.@_][^\s:;,]{1,80}(?:: | [–—-] ))/;

/** Whether a status names a rejection: `APPROVAL_REJECTED`, `DENY`, `not approved`. */
export const namesRejection = (status: string): boolean => verdictIn(status) === 'rejected';

/** The decision that a system message records: `Approval decision: REJECTED.`, `Approval: DENIED - too much`. */
export function decisionNotedIn({
  role,
  content,
}: Pick<Message, 'role' | 'content'>): 'approved' | 'rejected' | undefined {
  const found = isSystem({ role }) ? DECISION.exec(content.raw) : null;
  if (found === null) return undefined;
  const [all, word = ''] = found;
  // Without a noun before it, prompts begin so, too.
  if (all.trim().length === word.length && !VERDICT_ALONE.test(content.raw)) return undefined;
  return word.toLowerCase() === 'approved' ? 'approved' : 'rejected';
}

/**
 * Whether a rejection ended the thread: by its status, or else by the last decision recorded in its conversation or in a
 * field of its own. False if the platform shows none of these: its metadata may be anybody's words.
 */
export function wasRejected(thread: Thread): boolean {
  const { status, messages } = thread;
  if (namesRejection(status)) return true;
  if (!hasEnded(status)) return false;
  const noted = messages.findLast((message) => decisionNotedIn(message) !== undefined);
  if (noted !== undefined) return decisionNotedIn(noted) === 'rejected';
  const record = decisionRecord(thread);
  return record?.verdict === 'rejected' && !record.isInMetadata;
}

/** How long a rejection is remembered: as long as somebody looks at the list it came from. */
const REMEMBERED_MS = 3_600_000;

/** Under it is how many messages a thread had that a rejection ended. */
const keyOf = (threadId: string): string => `rejected ${threadId}`;

/**
 * Remembers a rejection made here: some platforms show the thread as FAILED and record no decision. Only one that ended the
 * thread counts, since a thread that went on may fail by itself.
 * @param status the thread's after the decision
 */
export function rememberRejection({ id, messages }: Thread, status: string, memory: Memory): void {
  if (phaseOf(status) === 'failed') memory.set(keyOf(id), messages.length, REMEMBERED_MS);
}

/** {@link wasRejected}, or rejected here and not continued by a message since. */
export const rejectedIn =
  (memory: Memory) =>
  (thread: Thread): boolean => {
    if (wasRejected(thread)) return true;
    if (phaseOf(thread.status) !== 'failed') return false;
    const before = memory.get(keyOf(thread.id));
    return typeof before === 'number' && !thread.messages.slice(before).some(isHuman);
  };

/** `; 2 of them were rejected`, of a single one `; it was rejected`: by whom, the platform may not say. */
export const rejectedSuffix = (rejected: number, of: number): string =>
  rejected === 0 ? '' : `; ${of === 1 ? 'it was' : `${rejected} of them ${rejected === 1 ? 'was' : 'were'}`} rejected`;
