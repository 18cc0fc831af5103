/** How `get_thread` shows a waiting thread: the whole request if it fits, otherwise with the call that reads on. */
import { jsonText } from '../../platform/parse/json-text.ts';
import { wholeText } from '../../platform/parse/messages.ts';
import type { Message } from '../../platform/parse/records.ts';
import type { ForeignText } from '../../platform/text.ts';
import { isWhole } from '../../present/excerpt.ts';
import {
  callsShown,
  EXCERPT,
  isCallWhole,
  type MessageView,
  NEWEST_MESSAGES,
  OTHERS,
  unreadFrom,
} from '../threads/conversation.ts';
import { arePendingCallsWhole, OTHER_FIELDS } from '../threads/line.ts';
import { shownArguments } from './brief/brief.ts';
import { briefInputOf } from './brief/extract.ts';
import { THREAD_FIELDS } from './calls.ts';
import type { Request, RequestCall } from './request.ts';

/** Characters of all messages of the request together. */
const REQUEST = 6_000;
/**
 * Characters of the request as JSON, where quotes and line breaks count twice: more would leave a result no room for the
 * rest of the thread, and it would drop the first messages.
 */
const AS_JSON = 8_500;
/** Characters of a message beside what it says: its number, role and time. */
const AROUND = 100;

/** As much of the request as fits, newest first, and no call twice. */
export function requestView(request: Request): MessageView {
  const { from, thread } = request;
  const { messages } = thread;
  const rooms = new Map<number, number>();
  let left = REQUEST;
  for (let index = messages.length - 1; index >= from; index--) {
    const room = Math.max(EXCERPT, left);
    rooms.set(index, room);
    left -= Math.min(room, messages[index]?.content.length ?? 0);
  }
  return {
    room: (index) => rooms.get(index) ?? EXCERPT,
    isAbove: inBrief(request),
  };
}

/** Whether the brief above the messages shows all of a call's arguments. */
function inBrief({ thread, calls }: Request): MessageView['isAbove'] {
  const shown = shownArguments(briefInputOf({ thread, calls, statements: [] }).calls);
  return ({ name, arguments: args }) => shown.has(`${name.raw} ${args.raw}`);
}

/**
 * The arguments of get_thread that continue the newest cut message of the request, of the messages before `before`.
 * Undefined if none is cut: the request has been read.
 */
export function readOnArguments(
  request: Request,
  before = Number.POSITIVE_INFINITY,
): Record<string, number> | undefined {
  const view = requestView(request);
  const { messages } = request.thread;
  for (let index = Math.min(messages.length, before - 1) - 1; index >= request.from; index--) {
    const message = messages[index];
    const from = message && unreadFrom(message, index, view);
    if (from !== undefined) return { message: index + 1, from };
  }
  return undefined;
}

/** Whether a call of get_thread with this limit shows all of the request, without reading on. */
export function isShownAtOnce(request: Request, limit = NEWEST_MESSAGES): boolean {
  const { thread, from, calls, extras } = request;
  const isAbove = inBrief(request);
  const isBeside = arePendingCallsWhole(thread);
  const isOnPage = (message: number): boolean => message > thread.messages.length - limit;
  const isShown = ({ message, name, argumentsText, more }: RequestCall): boolean => {
    const call = { name, arguments: argumentsText, ...(more && { more }) };
    const { toolCalls = [] } = thread.messages[message - 1] ?? {};
    const isBelow =
      message !== THREAD_FIELDS && isOnPage(message) && callsShown(toolCalls, isAbove) === toolCalls.length;
    if (isBelow) return isCallWhole(call, isAbove(call));
    return (message === THREAD_FIELDS && isBeside) || (isAbove(call) && more === undefined);
  };
  const textOf = ({ toolCalls = [], ...message }: Message): ForeignText =>
    wholeText({ ...message, toolCalls: toolCalls.filter((call) => !isAbove(call)) });
  const texts = thread.messages.slice(from).map(textOf);
  const callTexts = calls.map(({ name, argumentsText, more }) => [name, argumentsText, more]);
  // The other fields are as sent, and may be nested thousands of levels deep.
  const asJson = JSON.stringify([texts, callTexts]).length + jsonText(thread.rest).length;
  return (
    isOnPage(from + 1) &&
    texts.reduce((sum, { length }) => sum + length, 0) <= REQUEST &&
    asJson + AROUND * texts.length <= AS_JSON &&
    readOnArguments(request) === undefined &&
    // Calls in the text are part of it.
    calls.every((call) => call.state === 'in-text' || isShown(call)) &&
    extras.every(({ message, json }) =>
      message === THREAD_FIELDS ? isWhole(json, OTHER_FIELDS) : isOnPage(message) && isWhole(json, OTHERS),
    )
  );
}
