/**
 * A conversation as a page of excerpts, newest part first, with the calls that page on to the beginning and that give
 * the rest of a long message: the platform sends the whole conversation at each read. Used for threads and chats alike.
 */

import type { Item, ItemList, NextStep, Value } from '../../mcp/contract/answer.ts';
import { callText, join } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { wordsOfJson } from '../../platform/parse/coerce.ts';
import type { Message } from '../../platform/parse/records.ts';
import type { ForeignText } from '../../platform/text.ts';
import { count } from '../../present/units.ts';

/** Characters of a message shown at once: ten of them fit the budget of a result. */
export const EXCERPT = 1_000;
/** Characters of one message when it is asked for alone. */
export const FULL = 8_000;
/** Characters of a tool call's arguments. */
const ARGUMENTS = 400;
/** Characters of the fields that nobody foresaw. */
const OTHERS = 200;

export interface PageOptions {
  readonly messages: readonly Message[];
  /** Show the messages before this number; undefined for the newest. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** The call of this very tool with other page arguments. */
  call(page: Readonly<Record<string, number>>): NextStep;
}

/** A page of messages, oldest of the page first, numbered from 1. */
export function conversationPage({ messages, before, limit, call }: PageOptions): ItemList {
  const end = Math.min(messages.length, before === undefined ? messages.length : before - 1);
  const start = Math.max(0, end - limit);
  const items = messages.slice(start, end).map((message, index) => {
    const number = start + index + 1;
    return messageItem(message, number, 0, EXCERPT, (from) => call({ message: number, from }));
  });
  return {
    name: 'messages',
    items,
    keep: 'last',
    total: messages.length,
    rest: (shown) => (end - shown > 0 ? call({ before: end - shown + 1 }) : undefined),
  };
}

export interface SingleOptions extends Pick<PageOptions, 'messages' | 'call'> {
  /** Whose message it is, for the refusal: `thread abc`. */
  readonly what: string;
  /** From 1. */
  readonly number: number;
  /** The first character shown. */
  readonly from: number;
  /** All of the message as text, where it holds more than it says: calls, fields that nobody foresaw. */
  readonly whole?: ForeignText | undefined;
}

/**
 * One message alone, from a character on.
 * @throws Refusal where the conversation has no such message
 */
export function singleMessage({ what, messages, number, from, call, whole }: SingleOptions): ItemList {
  const said = messages[number - 1];
  // Its calls and other fields are in the whole text, which is paged; beside it they would be cut.
  const message = whole === undefined ? said : bare(said, whole);
  if (message === undefined) throw noSuchMessage(what, messages.length);
  const items = [messageItem(message, number, from, FULL, (next) => call({ message: number, from: next }))];
  const end = from + FULL;
  const left = message.content.length > end;
  return {
    name: 'messages',
    items,
    total: messages.length,
    rest: () => (left ? call({ message: number, from: end }) : undefined),
  };
}

/** The message with that text for its content; without a message it is that of the thread's own fields. */
function bare(said: Message | undefined, content: ForeignText): Message {
  const { toolCalls: _, rest: __, ...others } = said ?? { role: 'thread' };
  return { ...others, content };
}

const noSuchMessage = (what: string, length: number): Refusal =>
  new Refusal(
    length === 0
      ? `Refused: ${what} has no messages.`
      : `Refused: ${what} has ${count(length, 'message')}; message must be 1 to ${length}.`,
  );

function messageItem(
  message: Message,
  number: number,
  from: number,
  max: number,
  more: (from: number) => NextStep,
): Item {
  const content = message.content.slice(from, max);
  const left = Math.max(0, message.content.length - from - max);
  const toolCalls = message.toolCalls?.map((call) => ({
    name: call.name.line(80),
    arguments: call.arguments.line(ARGUMENTS),
  }));
  const data: Record<string, Value> = {
    number,
    role: message.role,
    name: message.name?.line(80),
    toolCallId: message.toolCallId,
    timestamp: message.timestamp,
    content,
    toolCalls,
    otherFields: message.rest && wordsOfJson(message.rest)?.line(OTHERS),
    ...(left > 0 ? { charactersLeft: left } : {}),
  };
  const head = join(
    `#${number} ${message.role}`,
    message.name?.line(80),
    message.toolCallId && `call ${message.toolCallId}`,
    message.timestamp,
  );
  const calls = (toolCalls ?? []).map((call) => `  calls ${call.name} with ${call.arguments}`);
  const tail = left > 0 ? [`  charactersLeft ${left}: ${callText(more(from + max))}`] : [];
  const others = data.otherFields === undefined ? [] : [`  otherFields ${data.otherFields}`];
  return { data, line: [`${head}: ${content}`, ...calls, ...others, ...tail].join('\n') };
}
