/** A conversation, which is always read whole, as a page of excerpts, newest part first, with the calls for the rest. */

import { Refusal } from '../../mcp/contract/errors.ts';
import {
  callText,
  type Item,
  type ItemList,
  join,
  type NextStep,
  present,
  structured,
  type Value,
} from '../../mcp/contract/result.ts';
import { parsedArguments } from '../../platform/parse/calls.ts';
import { foreignJson } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { wholeText } from '../../platform/parse/messages.ts';
import type { Message, Thread, ToolCall } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { excerpt, extentOf, fitting } from '../../present/excerpt.ts';
import { count, grouped, minute } from '../../present/units.ts';

/** Messages of a page, unless the caller asks for another number. */
export const NEWEST_MESSAGES = 10;
/** Characters of a message: ten messages fit the budget of a result. */
const EXCERPT = 1_000;
/** Characters of a single message that is requested alone. */
const FULL = 8_000;
/** Characters of a tool call's name, and of its arguments. */
const NAME = 80;
const ARGUMENTS = 400;
/** Calls of a message that a page shows, the first ones. */
const CALLS = 6;
/** Characters of unknown fields. */
const OTHERS = 200;

/** Which messages of a conversation are shown, and how. */
export interface PageOptions {
  readonly messages: readonly Message[];
  /** Show the messages before this number; undefined for the newest. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** A call of the same tool with other page arguments. */
  call(page: Readonly<Record<string, number>>): NextStep;
}

/** A conversation, as far as the response holds it. */
type Conversation = Pick<Thread, 'messages' | 'lacksMessages'>;

/** `3 messages`, or that the response leaves them out: an empty conversation is something else. */
export const extentText = ({ messages, lacksMessages }: Conversation): string =>
  lacksMessages ? "the platform's answer leaves out its conversation" : count(messages.length, 'message');

/** The number of messages, if the response holds them. */
export const messageCount = ({ messages, lacksMessages }: Conversation): number | undefined =>
  lacksMessages ? undefined : messages.length;

/** A page of messages, oldest of the page first, numbered from 1. */
export function conversationPage({ messages, before, limit, call }: PageOptions): ItemList {
  const end = before === undefined ? messages.length : Math.min(messages.length, before - 1);
  const start = Math.max(0, end - limit);
  return {
    name: 'messages',
    items: messages.slice(start, end).map((message, index) => pageItem(message, start + index, call)),
    keep: 'last',
    total: messages.length,
    offset: messages.length - end,
    rest: (shown) => (end - shown > 0 ? call({ before: end - shown + 1 }) : undefined),
  };
}

/** A call as data, with the beginning of what is long: of each part `most` characters, by default as many as on a page. */
export const callData = (call: ToolCall, most?: number) => ({
  name: call.name.line(most ?? NAME),
  arguments: structured(call.arguments, parsedArguments(call), excerpt(call.arguments, most ?? ARGUMENTS)),
  otherFields: call.more && structured(call.more, parsedJson(call.more.raw), excerpt(call.more, most ?? OTHERS)),
});

function pageItem(message: Message, index: number, call: PageOptions['call']): Item {
  const { role, content, rest, timestamp } = message;
  const number = index + 1;
  const { part, left } = fitting(content, 0, EXCERPT);
  const name = message.name?.line(80);
  const toolCalls = message.toolCalls?.slice(0, CALLS).map((one) => callData(one));
  const moreCalls = Math.max(0, (message.toolCalls?.length ?? 0) - CALLS);
  const others = rest && foreignJson(rest);
  const data: Record<string, Value> = {
    number,
    role,
    name,
    timestamp: timestamp && minute(timestamp),
    content: part,
    toolCalls,
    moreCalls: moreCalls > 0 ? moreCalls : undefined,
    otherFields: others && structured(others, rest, excerpt(others, OTHERS)),
    ...(left > 0 ? { charactersLeft: left } : {}),
  };
  const head = join(`#${number} ${role}`, name, timestamp && minute(timestamp));
  const lines = present(
    `${head}: ${part}`,
    ...(toolCalls ?? []).map(
      (one) => `  calls ${one.name} with ${one.arguments}${one.otherFields ? ` and ${one.otherFields}` : ''}`,
    ),
    moreCalls > 0 && `  and ${count(moreCalls, 'more call')}: ${callText(call({ message: number }))}`,
    data.otherFields !== undefined && `  otherFields ${data.otherFields}`,
    left > 0 && `  ${extentOf(0, part.length, left)}: ${callText(call({ message: number, from: part.length }))}`,
  );
  return { data, line: lines.join('\n') };
}

/** The message to show alone, and the first character. */
export interface SingleOptions extends Pick<PageOptions, 'call'> {
  readonly of: Conversation;
  /** The thread or chat: `thread abc`. */
  readonly what: string;
  /** From 1; 0 for the thread's own fields. */
  readonly number: number;
  /** The first character shown. */
  readonly from: number;
  /** The whole message as text, if it holds more than its content: calls, unknown fields. */
  readonly whole?: ForeignText | undefined;
}

/** Role, name and time are shown only with its beginning. @throws Refusal if there is no such message */
export function singleMessage({ what, of, number, from, call, whole }: SingleOptions) {
  const { messages } = of;
  const shown = messages[number - 1];
  const content = whole ?? shown?.content;
  if (content === undefined) throw noSuchMessage(what, of);
  const { part, left } = fitting(content, from, FULL);
  const which = number === 0 ? `the fields of ${what}` : `message ${number} of ${what}`;
  const isPast = from > 0 && from >= content.length;
  const isAll = from === 0 && left === 0;
  const extent = isPast ? `nothing after character ${grouped(content.length)}` : extentOf(from, part.length, left);
  const isBeginning = from === 0;
  const head =
    isBeginning && shown !== undefined
      ? { role: shown.role, name: shown.name?.line(80), timestamp: shown.timestamp && minute(shown.timestamp) }
      : {};
  return {
    summary: `${which[0]?.toUpperCase()}${which.slice(1)}${isAll ? '' : `: ${extent}`}.`,
    list: {
      name: 'messages',
      items: [
        {
          data: { number, ...head, content: part, ...(left > 0 ? { charactersLeft: left } : {}) },
          line: isBeginning
            ? `${join(`#${number} ${shown?.role ?? 'thread'}`, shown?.name?.line(80), head.timestamp)}: ${part}`
            : String(part),
        },
      ],
    },
    next: left > 0 ? call({ message: number, from: from + part.length }) : undefined,
  };
}

const noSuchMessage = (what: string, { messages: { length }, lacksMessages }: Conversation): Refusal =>
  new Refusal(
    lacksMessages
      ? `Refused: the platform's answer leaves out the messages of ${what}.`
      : length === 0
        ? `Refused: ${what} has no messages.`
        : `Refused: ${what} has ${count(length, 'message')}, ${length === 1 ? 'number 1' : `numbers 1 to ${length}`}.`,
  );

/** The whole of a message as text, or of the thread's own fields for number 0; undefined if there is none. */
export function textOfMessage(
  thread: Pick<Thread, 'messages' | 'toolCalls' | 'rest'>,
  number: number,
): ForeignText | undefined {
  const { messages, toolCalls = [], rest } = thread;
  if (number === 0) return wholeText({ content: foreign(''), toolCalls, ...(rest && { rest }) });
  const message = messages[number - 1];
  return message && wholeText(message);
}
