/** A thread in few words: its task, its last message, and what it asks for. */
import { isHuman, wholeText } from '../../platform/parse/messages.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { excerpt } from '../../present/excerpt.ts';
import { count } from '../../present/units.ts';
import { decidedCalls, requestOf } from './request.ts';
import { phaseOf } from './status.ts';

/** Characters of the task, of the last message, and of a waiting call's arguments. */
const ABOUT = 70;
const LAST = 90;
const ARGUMENTS = 400;

/** An excerpt of the first user message. */
export function aboutOf({ messages }: Pick<Thread, 'messages'>): string | undefined {
  const task = messages.find((message) => isHuman(message) && !message.content.isEmpty);
  return task && excerpt(task.content, ABOUT);
}

/** An excerpt of the last message that is not empty, unless it is the task. */
export function lastOf({ messages }: Pick<Thread, 'messages'>, max = LAST): string | undefined {
  const index = messages.findLastIndex((message) => !wholeText(message).isEmpty);
  const message = messages[index];
  if (message === undefined || (index === 0 && isHuman(message))) return undefined;
  return excerpt(wholeText(message), max);
}

/** The waiting call with its arguments; undefined if the thread does not wait or names no call. */
export function asksOf(thread: Thread): string | undefined {
  if (phaseOf(thread.status) !== 'waiting') return undefined;
  const [first, ...others] = decidedCalls(requestOf(thread));
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : `, and ${count(others.length, 'more call')}`;
  return `${first.name.line(80)} ${excerpt(first.argumentsText, ARGUMENTS)}${more}`;
}
