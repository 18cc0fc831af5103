/** The calls that wait, as facts are made of them, and the agent's words beside them. */

import type { ForeignText } from '../../../platform/text.ts';
import { decidedCalls, type Request } from '../request.ts';
import { callsInWords } from './in-words.ts';
import { type Leaf, leavesOf } from './leaves.ts';

/** A call that facts are made of, its arguments as single values. */
export interface BriefCall {
  readonly name: ForeignText;
  readonly argumentsText: ForeignText;
  readonly leaves: readonly Leaf[];
  /** `open`: nothing has answered it; `words`: the agent only says it; `answered`: a tool or a gate has answered. */
  readonly kind: 'open' | 'words' | 'answered';
}

/** What a request asks for: its calls, and what the agent says of them. */
export interface Asked {
  readonly calls: readonly BriefCall[];
  /** What the agent says in the messages that ask, without the calls in it. */
  readonly words: string;
}

/** Characters of the agent's words that are compared: a longer text says too much for anything to be sure. */
const MOST_WORDS = 8_000;
/** Calls that are compared. */
const MOST_CALLS = 20;

/** The calls that are decided on, and the agent's words beside them. */
export function askedOf({ calls, says }: Pick<Request, 'calls' | 'says'>): Asked {
  const texts = says.filter(({ isAgent }) => isAgent).map(({ text }) => text.raw.slice(0, MOST_WORDS));
  return {
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
