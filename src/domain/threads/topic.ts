/** What a thread is about, in few words: what it was asked to do, what was said last, and whether a human rejected it. */
import { wholeText } from '../../platform/parse/messages.ts';
import type { Thread } from '../../platform/parse/records.ts';
import type { ForeignText } from '../../platform/text.ts';
import { phaseOf } from './status.ts';

/** Characters of the first words of a task, and of the last message. */
const ABOUT = 70;
const LAST = 90;

const IS_USER = /^(?:user|human)$/i;

/** The first words of the first user message. */
export function aboutOf({ messages }: Thread): ForeignText | undefined {
  const said = messages.find(({ role, content }) => IS_USER.test(role) && !content.isEmpty);
  return said?.content.line(ABOUT);
}

/** The first words of the last message that says or calls anything, unless that is the first one. */
export function lastOf({ messages }: Thread): ForeignText | undefined {
  const index = messages.findLastIndex((message) => !wholeText(message).isEmpty);
  const message = messages[index];
  if (message === undefined || (index === 0 && IS_USER.test(message.role))) return undefined;
  return wholeText(message).line(LAST);
}

const NAMES_REJECTION = /reject|denied|declined/i;
/** How platforms note a decision in the conversation. */
const DECISION = /^\s*approval decision:?\s*(approved|rejected)\b/i;

/**
 * Whether a human's rejection ended the thread: by its status where that names it, else by the last decision noted in its
 * conversation. A platform that shows neither leaves it unknown, which is false here.
 */
export function wasRejected({ status, messages }: Thread): boolean {
  if (NAMES_REJECTION.test(status)) return true;
  if (!['failed', 'completed'].includes(phaseOf(status))) return false;
  const decision = messages.findLast(({ role, content }) => /^system$/i.test(role) && DECISION.test(content.raw));
  return decision !== undefined && DECISION.exec(decision.content.raw)?.[1]?.toLowerCase() === 'rejected';
}
