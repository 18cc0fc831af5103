/** What a thread is about, in few words: what it was asked to do, what was said last, and what it asks for. */
import { isHuman, wholeText } from '../../platform/parse/messages.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { excerpt } from '../../present/excerpt.ts';
import { count } from '../../present/units.ts';
import { decidedCalls, requestOf } from '../approvals/request.ts';
import { phaseOf } from './status.ts';

/** Characters of the first words of a task, of the last message, and of the arguments of a call that waits. */
const ABOUT = 70;
const LAST = 90;
const ARGUMENTS = 400;

/** The first words of the first user message. */
export function aboutOf({ messages }: Pick<Thread, 'messages'>): string | undefined {
  const said = messages.find((message) => isHuman(message) && !message.content.isEmpty);
  return said && excerpt(said.content, ABOUT);
}

/** The first words of the last message that says or calls anything, unless that is the first one. */
export function lastOf({ messages }: Pick<Thread, 'messages'>, max = LAST): string | undefined {
  const index = messages.findLastIndex((message) => !wholeText(message).isEmpty);
  const message = messages[index];
  if (message === undefined || (index === 0 && isHuman(message))) return undefined;
  return excerpt(wholeText(message), max);
}

/** The call that waits, with its arguments; undefined where the thread does not wait, or names none. */
export function asksOf(thread: Thread): string | undefined {
  if (phaseOf(thread.status) !== 'waiting') return undefined;
  const [first, ...others] = decidedCalls(requestOf(thread));
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : `, and ${count(others.length, 'more call')}`;
  return `${first.name.line(80)} ${excerpt(first.argumentsText, ARGUMENTS)}${more}`;
}
