/** The calls of a conversation, and which of them a tool has answered. */
import { parsedArguments } from '../../platform/parse/calls.ts';
import type { Message, ToolCall } from '../../platform/parse/records.ts';
import type { ForeignText } from '../../platform/text.ts';
import { isTool } from '../threads/roles.ts';

/** The number under which the fields of the thread itself are read, beside its messages, which count from 1. */
export const THREAD_FIELDS = 0;

/** A call that the pending request makes, or that was made on the way to it. */
export interface PendingCall {
  readonly name: ForeignText;
  /** The arguments parsed, or the text that was sent where they are no JSON. */
  readonly arguments: unknown;
  /** The arguments as sent. */
  readonly argumentsText: ForeignText;
  /** JSON of what else the platform sent for the call. */
  readonly more: ForeignText | undefined;
  /** Whether a tool has answered it. A gate may answer, too ("needs approval"): an answered call may still be the one. */
  readonly isAnswered: boolean;
  /** Whether a decision came after it. It may have been about another call of the same message. */
  readonly isBeforeDecision: boolean;
  /** Number of its message, from 1; {@link THREAD_FIELDS} for a call that stands beside the messages. */
  readonly message: number;
}

/** The calls of one message, `index` from 0. */
export function messageCalls(
  messages: readonly Message[],
  { toolCalls }: Message,
  index: number,
  places: Places,
): PendingCall[] {
  if (toolCalls === undefined) return [];
  let anonymous = 0;
  for (let at = index + 1; at < messages.length && messages[at]?.toolCalls === undefined; at++) {
    if (isAnonymousAnswer(messages[at])) anonymous++;
  }
  let place = 0;
  return callsOf(toolCalls, index + 1, ({ id }) => isAnsweredAfter(places, index, id) || place++ < anonymous);
}

const isAnonymousAnswer = (message: Message | undefined): boolean =>
  message !== undefined && message.toolCallId === undefined && (isTool(message) || message.holdsToolResult === true);

/** Whether a call is answered before another one takes its id: then an answer may be the other's. */
function isAnsweredAfter({ answers, calls }: Places, index: number, id: string | undefined): boolean {
  if (id === undefined) return false;
  const answer = answers.get(id)?.find((at) => at > index);
  const other = calls.get(id)?.find((at) => at > index);
  return answer !== undefined && (other === undefined || answer <= other);
}

/** Where each id is answered and called, by the index of the message. */
export interface Places {
  readonly answers: ReadonlyMap<string, readonly number[]>;
  readonly calls: ReadonlyMap<string, readonly number[]>;
}
/** Made once a request: looking through all later messages for each call took a minute for a conversation of 20,000 calls. */
export function placesOf(messages: readonly Message[]): Places {
  const answers = new Map<string, number[]>();
  const calls = new Map<string, number[]>();
  const note = (of: Map<string, number[]>, id: string, at: number): void => {
    const found = of.get(id);
    if (found === undefined) of.set(id, [at]);
    else found.push(at);
  };
  for (const [at, { toolCallId, toolCalls = [] }] of messages.entries()) {
    if (toolCallId !== undefined) note(answers, toolCallId, at);
    for (const { id } of toolCalls) if (id !== undefined) note(calls, id, at);
  }
  return { answers, calls };
}

/** @param message its number, or {@link THREAD_FIELDS} */
export function callsOf(
  calls: readonly ToolCall[] | undefined,
  message: number,
  isAnswered: (call: ToolCall) => boolean,
): PendingCall[] {
  return (calls ?? []).map((call) => ({
    name: call.name,
    arguments: parsedArguments(call),
    argumentsText: call.arguments,
    more: call.more,
    isAnswered: isAnswered(call),
    isBeforeDecision: false,
    message,
  }));
}
