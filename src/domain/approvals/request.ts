/** What a thread asks a human for, and since when. */
import type { Message, Thread } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';

/**
 * The request itself: the last assistant message, with the calls it wants to make and all that was said since. Where it
 * holds no call, but the assistant's message right before it does, that one belongs to it: talk after a call must not
 * hide the call. Not the first user message, which is the task the agent was given.
 */
export function pendingMessages({ messages }: Thread): readonly Message[] {
  let first = messages.findLastIndex(({ role }) => role === 'assistant');
  if (first < 0) first = messages.findLastIndex(({ role }) => role === 'tool');
  if (first < 0) return messages.slice(-1);
  let begin = first;
  while (messages[begin]?.role === 'assistant' && messages[begin]?.toolCalls === undefined) begin--;
  return messages.slice(messages[begin]?.role === 'assistant' ? begin : first);
}

/** What it asks for, in the order it was said. */
export function pendingRequest(thread: Thread): ForeignText | undefined {
  const parts = pendingMessages(thread).flatMap((message) => [message.content.raw, ...callsOf(message)]);
  return parts.length === 0 ? undefined : foreign(parts.filter((part) => part.trim() !== '').join('\n'));
}

/** The calls that it wants to make, with their arguments. */
export function pendingCalls(thread: Thread): ForeignText | undefined {
  const calls = pendingMessages(thread).flatMap(callsOf);
  return calls.length === 0 ? undefined : foreign(calls.join('\n'));
}

/** The calls that it made last, where they are no part of the request: their answers may be "needs approval". */
export function callsBefore(thread: Thread): ForeignText | undefined {
  const before = thread.messages.slice(0, thread.messages.length - pendingMessages(thread).length);
  const message = before.findLast(({ toolCalls }) => toolCalls !== undefined);
  return message && foreign(callsOf(message).join('\n'));
}

const callsOf = ({ toolCalls = [] }: Message): string[] =>
  toolCalls.map((call) => `calls ${call.name.raw} with ${call.arguments.raw}`);

/** ISO time since when it waits: its last change, which is the change to waiting. */
export function waitingSince(thread: Thread): string | undefined {
  return thread.updatedAt ?? thread.createdAt;
}
