/** How platforms record a human's decision: in a thread's status, or in notes in its conversation. */

import type { Memory } from '../../mcp/contract/tool.ts';
import { isHuman, isSystem } from '../../platform/parse/messages.ts';
import type { Message, Thread } from '../../platform/parse/records.ts';
import { decisionRecord } from './decision-record.ts';
import { hasEnded, phaseOf, verdictIn } from './status.ts';

/**
 * A note on a decision, at the beginning of a message; leaving a request pending is not one. Prompts of the role system speak of
 * decisions, too ("Review approved vendors"), so nothing else may stand between the noun, the verdict and the end of a clause.
 */
const DECISION =
  /^\s{0,9}(?:(?:human |manual |the )?(?:approval decision:?|(?:approval|decision|review|request)(?: (?:decision|status|result|outcome))?(?::| =| was| has been)) {0,3})?(approved|rejected|denied|declined)(?=\s{0,9}$|[.!]\s| by \w| ?[:–—-] | {0,3}\n|\.$)/i;
const VERDICT_ALONE = /^\s{0,9}\w+[.!]?\s{0,9}$/;

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
  // Without a noun before it, the verdict has to be all of the message.
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

/** `; 2 of them were rejected`: by whom, the platform may not say. */
export const rejectedSuffix = (rejected: number): string =>
  rejected === 0 ? '' : `; ${rejected} of them ${rejected === 1 ? 'was' : 'were'} rejected`;
