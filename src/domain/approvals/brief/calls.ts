/** Takes a request for approval out of a thread: its calls, and the agent's words beside them. */

import type { Thread } from '../../../platform/parse/records.ts';
import { foreign } from '../../../platform/text.ts';
import { mayBeAgent } from '../../threads/roles.ts';
import { requestOf } from '../request.ts';
import { type Asked, type BriefCall, leavesOf } from './asked.ts';
import { callsInWords } from './in-words.ts';

/** Characters of the agent's words that are compared: a longer text says too much for anything to be sure. */
const MOST_WORDS = 8_000;
/** Calls that are compared. */
const MOST_CALLS = 20;

/**
 * Open calls; where there are none, those that the words name; where there are none of these, the answered ones of the
 * messages that ask.
 */
export function askedBy(thread: Thread): Asked {
  const { calls, from, to } = requestOf(thread);
  const said = thread.messages.slice(from, to).filter(mayBeAgent);
  const texts = said.map(({ content }) => content.raw.slice(0, MOST_WORDS));
  const named = texts.map(callsInWords);
  const words = texts
    .map((text, index) => without(text, named[index] ?? []))
    .join('\n')
    .slice(0, MOST_WORDS);
  const read = calls
    .slice(0, MOST_CALLS)
    .map(
      ({ name, argumentsText, arguments: given, isAnswered, message }): BriefCall & { readonly message: number } => ({
        name,
        argumentsText,
        leaves: leavesOf(given),
        kind: isAnswered ? 'answered' : 'open',
        message,
      }),
    );
  const open = read.filter(({ kind }) => kind === 'open');
  if (open.length > 0) return { threadId: thread.id, calls: open, words };
  const inWords = named.flat().map(
    (call): BriefCall => ({
      name: foreign(call.name),
      argumentsText: foreign(call.argumentsText),
      leaves: leavesOf(call.arguments),
      kind: 'words',
    }),
  );
  return {
    threadId: thread.id,
    calls: inWords.length > 0 ? inWords : read.filter(({ message }) => message > from),
    words,
  };
}

function without(text: string, calls: readonly { readonly at: number; readonly end: number }[]): string {
  let left = text;
  for (const { at, end } of [...calls].reverse()) left = `${left.slice(0, at)}…${left.slice(end)}`;
  return left;
}
