/** What a thread is about, in few words: what it was asked to do, what was said last, what it asks for, and whether a human rejected it. */
import { wholeText } from '../../platform/parse/messages.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { excerpt } from '../../present/excerpt.ts';
import { count } from '../../present/units.ts';
import { askedBy } from '../approvals/brief/calls.ts';
import { phaseOf } from './status.ts';

/** Characters of the first words of a task, of the last message, and of the arguments of a call that waits. */
const ABOUT = 70;
const LAST = 90;
const ARGUMENTS = 400;

const IS_USER = /^(?:user|human)$/i;

/** The first words of the first user message. */
export function aboutOf({ messages }: Pick<Thread, 'messages'>): string | undefined {
  const said = messages.find(({ role, content }) => IS_USER.test(role) && !content.isEmpty);
  return said && excerpt(said.content, ABOUT);
}

/** The first words of the last message that says or calls anything, unless that is the first one. */
export function lastOf({ messages }: Thread): string | undefined {
  const index = messages.findLastIndex((message) => !wholeText(message).isEmpty);
  const message = messages[index];
  if (message === undefined || (index === 0 && IS_USER.test(message.role))) return undefined;
  return excerpt(wholeText(message), LAST);
}

/** The call that waits, with its arguments; undefined where the thread does not wait, or names none. */
export function asksOf(thread: Thread): string | undefined {
  if (phaseOf(thread.status) !== 'waiting') return undefined;
  const [first, ...others] = askedBy(thread).calls;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : `, and ${count(others.length, 'more call')}`;
  return `${first.name.line(80)} ${excerpt(first.argumentsText, ARGUMENTS)}${more}`;
}

/** `; 2 of them were rejected by a human`. */
export const rejectedWords = (rejected: number): string =>
  rejected === 0 ? '' : `; ${rejected} of them ${rejected === 1 ? 'was' : 'were'} rejected by a human`;

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
