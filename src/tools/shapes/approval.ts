/** What a thread asks a human for, and since when. */
import type { Message, Thread } from '../../platform/reading/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';

/**
 * The request itself: the last assistant or tool message, with the calls it wants to make. Not the first user message,
 * which is the task the agent was given. A thread without either asks by its last message.
 */
export function pendingRequest(thread: Thread): ForeignText | undefined {
  const message =
    thread.messages.findLast(({ role }) => role === 'assistant' || role === 'tool') ?? thread.messages.at(-1);
  return message && foreign(requestText(message));
}

function requestText({ content, toolCalls = [] }: Message): string {
  const calls = toolCalls.map((call) => `calls ${call.name.raw} with ${call.arguments.raw}`);
  return [content.raw, ...calls].filter((part) => part.trim() !== '').join('\n');
}

/** ISO time since when it waits: its last change, which is the change to waiting. */
export function waitingSince(thread: Thread): string | undefined {
  return thread.updatedAt ?? thread.createdAt;
}
