/** The calls of a conversation, and which of them a tool has answered. */
import { parsedArguments } from '../../platform/parse/calls.ts';
import { isTool } from '../../platform/parse/messages.ts';
import type { Message, ToolCall } from '../../platform/parse/records.ts';
import type { ForeignText } from '../../platform/text.ts';

/** The number under which the fields of the thread itself are shown, beside its messages, which count from 1. */
export const THREAD_FIELDS = 0;

/** A call that an agent made. */
export interface MadeCall {
  readonly name: ForeignText;
  /** The arguments parsed, or the text that was sent if they are not JSON. */
  readonly arguments: unknown;
  /** The arguments as sent. */
  readonly argumentsText: ForeignText;
  /** JSON of what else the platform sent for the call. */
  readonly more: ForeignText | undefined;
  /** Whether a tool has answered it. A gate may answer, too ("needs approval"): an answered call may still be the one. */
  readonly isAnswered: boolean;
  /** Number of its message, from 1; {@link THREAD_FIELDS} for a call that stands beside the messages. */
  readonly message: number;
}

/** All calls: those beside the messages, which nothing can have answered, then those in them. */
export function callsOf(messages: readonly Message[], beside: readonly ToolCall[] = []): MadeCall[] {
  const places = entryCount(messages);
  return [
    ...beside.map((call) => made(call, THREAD_FIELDS, false)),
    ...messages.flatMap((message, index) => {
      if (message.toolCalls === undefined) return [];
      // Answers without an id belong to the calls before them, one each.
      let anonymous = anonymousAnswers(messages, index);
      return message.toolCalls.map((call) =>
        made(call, index + 1, isAnsweredAfter(places, index, call.id) || anonymous-- > 0),
      );
    }),
  ];
}

const made = (call: ToolCall, message: number, isAnswered: boolean): MadeCall => ({
  name: call.name,
  arguments: parsedArguments(call),
  argumentsText: call.arguments,
  more: call.more,
  isAnswered,
  message,
});

/** Answers without an id between a message that calls and the next one that does. */
function anonymousAnswers(messages: readonly Message[], index: number): number {
  let count = 0;
  for (let at = index + 1; at < messages.length && messages[at]?.toolCalls === undefined; at++) {
    const message = messages[at];
    if (message?.toolCallId === undefined && message !== undefined && answersCall(message)) count++;
  }
  return count;
}

/** Whether a message is a tool's answer, whatever its role says. */
export const answersCall = (message: Message): boolean => isTool(message) || message.holdsToolResult === true;

/** Whether a call is answered before another one takes its id: then an answer may be the other's. */
function isAnsweredAfter({ answers, calls }: Places, index: number, id: string | undefined): boolean {
  if (id === undefined) return false;
  const answer = answers.get(id)?.find((at) => at > index);
  const other = calls.get(id)?.find((at) => at > index);
  return answer !== undefined && (other === undefined || answer <= other);
}

/** Where each id is answered and called, by the index of the message. */
interface Places {
  readonly answers: ReadonlyMap<string, readonly number[]>;
  readonly calls: ReadonlyMap<string, readonly number[]>;
}

/** Collected once: searching all later messages for each call is quadratic. */
function entryCount(messages: readonly Message[]): Places {
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
