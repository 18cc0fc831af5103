/** Where in a thread a text was found. */
import { wholeText } from '../../platform/parse/messages.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { around, holds } from '../found-text.ts';

/** Characters of an excerpt around the text that was found. */
const EXCERPT = 140;

/** Where the text was found. */
export interface Hit {
  /** Number of the message, from 1; absent for the thread's own calls and metadata. */
  readonly message?: number;
  /** Who said it; `metadata`, `pending call`. */
  readonly place: string;
  /** Absent where the first words of the thread, or the last ones, show it. */
  readonly excerpt?: string | undefined;
}

/** The newest message that holds the text, else the thread's own calls or metadata. */
export function hitIn(thread: Thread, needle: string): Hit | undefined {
  const { messages, toolCalls, metadata } = thread;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    const whole = message && wholeText(message);
    if (message !== undefined && whole !== undefined && holds(whole, needle)) {
      return { message: index + 1, place: message.role, excerpt: around(whole, needle, EXCERPT) };
    }
  }
  const calls = toolCalls && wholeText({ content: foreign(''), toolCalls });
  if (calls !== undefined && holds(calls, needle)) {
    return { place: 'pending call', excerpt: around(calls, needle, EXCERPT) };
  }
  if (metadata === undefined || !holds(metadata, needle)) return undefined;
  return { place: 'metadata', excerpt: around(metadata, needle, EXCERPT) };
}
