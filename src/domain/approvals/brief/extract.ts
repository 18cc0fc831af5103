/** Extracts the input of a brief from a request. */

import { decidedCalls, type Request } from '../request.ts';
import { callsInWords } from './calls-in-text.ts';
import { type Asked, leavesOf } from './input.ts';

/** Characters of the agent's text that are compared: a longer text gives no certain findings. */
const MOST_WORDS = 8_000;
/** Calls that are compared. */
const MOST_CALLS = 20;

/** The calls to decide on, and the agent's text around them. */
export function askedOf({ thread, calls, says }: Pick<Request, 'thread' | 'calls' | 'says'>): Asked {
  const texts = says.filter(({ isAgent }) => isAgent).map(({ text }) => text.raw.slice(0, MOST_WORDS));
  return {
    threadId: thread.id,
    calls: decidedCalls({ calls })
      .slice(0, MOST_CALLS)
      .map(({ name, argumentsText, arguments: given, state }) => ({
        name,
        argumentsText,
        leaves: leavesOf(given),
        kind: state === 'words' || state === 'answered' ? state : 'open',
      })),
    words: texts
      .map((text) => without(text, callsInWords(text)))
      .join('\n')
      .slice(0, MOST_WORDS),
  };
}

function without(text: string, calls: readonly { readonly at: number; readonly end: number }[]): string {
  let left = text;
  for (const { at, end } of [...calls].reverse()) left = `${left.slice(0, at)}…${left.slice(end)}`;
  return left;
}
