/** Extracts the input of a brief from a request. */

import { decidedCalls, type Request } from '../request.ts';
import { callsInText } from './calls-in-text.ts';
import { type BriefInput, leavesOf } from './input.ts';

/** Characters of the agent's text that are compared: a longer text gives no certain findings. */
const MAX_CHARACTERS = 8_000;
/** Calls that are compared. */
const MAX_CALLS = 20;

/** The calls to decide on, and the agent's text around them. */
export function briefInputOf({
  thread,
  calls,
  statements,
}: Pick<Request, 'thread' | 'calls' | 'statements'>): BriefInput {
  const texts = statements.filter(({ isAgent }) => isAgent).map(({ text }) => text.raw.slice(0, MAX_CHARACTERS));
  return {
    threadId: thread.id,
    calls: decidedCalls({ calls })
      .slice(0, MAX_CALLS)
      .map(({ name, argumentsText, arguments: args, state }) => ({
        name,
        argumentsText,
        leaves: leavesOf(args),
        kind: state === 'in-text' || state === 'answered' ? state : 'open',
      })),
    prose: texts
      .map((text) => without(text, callsInText(text)))
      .join('\n')
      .slice(0, MAX_CHARACTERS),
  };
}

function without(text: string, calls: readonly { readonly at: number; readonly end: number }[]): string {
  let left = text;
  for (const { at, end } of [...calls].reverse()) left = `${left.slice(0, at)}…${left.slice(end)}`;
  return left;
}
