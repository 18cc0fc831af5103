/**
 * Ids that a user or a tool stated and that look like one that nobody, or only the agent, did: `C-7191` beside `C-7119`. An agent
 * that mixes up two digits mostly does so in its words, too, so that they agree with its call.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { squashed } from './folded.ts';
import type { BriefInput, Fact } from './input.ts';
import { latestOf } from './turns.ts';

/** `; message 1 has C-7191`, or nothing. */
export type NearMiss = (of: Fact['of']) => string;

/** Values that are compared. */
const MOST = 20;
/** Days of one year all look alike, and an amount without its mark is another number. */
const NO_ID = /^(?:19|20)\d\d-?\d\d-?\d\d|^-?\d+(?:[.,' ]\d{3})*[.,]\d+$/;
/** An id without its marks. */
const ID = /^(?=.*\d)[a-z\d]{4,40}$/;
/** Marks within an id that another writes without, at most. */
const MARKS = 3;

/** What is near to each value, in the latest messages. */
export function nearMissIn({ calls, conversation: { turns } }: BriefInput): NearMiss {
  let left = MOST;
  return ({ call, leaf: { value } }) => {
    const own = squashed(String(value));
    if (NO_ID.test(String(value)) || !ID.test(own) || left-- <= 0) return '';
    const words = wordsLike(own);
    const { before = 0 } = calls[call] ?? {};
    const found = new Map<string, string>();
    for (const { number, raw, message } of latestOf(turns.filter(({ by }) => by === 'user' || by === 'tool'))) {
      if (number >= before) continue;
      // What is masked is not told, not even by a guess that comes near.
      for (const word of raw.match(words) ?? [])
        if (isNear(own, squashed(word)) && message.content.visible.includes(word))
          found.set(squashed(word), `message ${number} has ${plainOrMarked(word)}`);
    }
    const [first, ...others] = found.values();
    // Of ids in a row, each is near to its neighbours.
    return first === undefined || others.length > 0 ? '' : `; ${first}`;
  };
}

/** Words of an id's length, with its first or its last character: one change leaves one of them. */
function wordsLike(id: string): RegExp {
  const inner = `[A-Za-z\\d_-]{${id.length - 1},${id.length - 1 + MARKS}}`;
  return new RegExp(`(?<![\\w-])(?:${id.at(0)}${inner}|${inner}${id.at(-1)})(?![\\w-])`, 'gi');
}

/** Whether two neighbouring characters changed places, or one digit is another. */
function isNear(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const swapped = one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2);
  const isDigit = /\d/.test(one[at] ?? '') && /\d/.test(other[at] ?? '');
  return swapped === other || (isDigit && one.slice(at + 1) === other.slice(at + 1));
}
