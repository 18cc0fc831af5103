/**
 * Ids that a user or a tool stated and that look like one that nobody, or only the agent, did: `C-7191` beside `C-7119`. An agent
 * that mixes up two digits mostly does so in its words, too, so that they agree with its call.
 */

import { isHuman } from '../../../platform/parse/messages.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { answersCall } from '../../threads/calls.ts';
import { squashed } from './folded.ts';
import type { BriefInput, Leaf } from './input.ts';

/** `; message 1 has C-7191`, or nothing. */
export type NearMiss = (of: { readonly call: number; readonly leaf: Leaf }) => string;

/** Characters of a message that are read, from its beginning. */
const LONGEST = 20_000;
/** Values that are compared. */
const MOST = 20;
/** Days of one year all look alike. */
const DAY = /^(?:19|20)\d\d-?\d\d-?\d\d/;
/** Words with a digit, from four characters on. Cap: 40 characters. */
const IDS =
  /(?<![\p{L}\p{N}_-])(?=[\p{L}_-]{0,12}\d)[\p{L}\p{N}](?:[\p{L}\p{N}_-]{2,38}[\p{L}\p{N}])(?![\p{L}\p{N}_-])/gu;

/** Reads the messages when it is first asked. */
export function nearMissIn({ calls, conversation: { messages } }: BriefInput): NearMiss {
  const stated = new Map<string, { readonly text: string; readonly message: number }>();
  let isRead = false;
  let left = MOST;
  return ({ call, leaf: { value } }) => {
    const own = squashed(String(value));
    if (
      DAY.test(String(value)) ||
      !/^(?=.*\d)[\p{L}\p{N}]{4,40}$/u.test(own) ||
      typeof value === 'boolean' ||
      left-- <= 0
    )
      return '';
    if (!isRead) {
      isRead = true;
      for (const [at, message] of messages.entries()) {
        if (!isHuman(message) && !answersCall(message)) continue;
        for (const [text] of message.content.raw.slice(0, LONGEST).matchAll(IDS)) {
          const word = squashed(text);
          if (!stated.has(word)) stated.set(word, { text, message: at + 1 });
        }
      }
    }
    const before = calls[call]?.message || Number.POSITIVE_INFINITY;
    const hits = [...stated].filter(([word, { message }]) => message < before && isNear(own, word));
    const [hit] = hits;
    // Of ids in a row, each is near to its neighbours.
    if (hit === undefined || hits.length > 1) return '';
    return `; message ${hit[1].message} has ${plainOrMarked(hit[1].text)}`;
  };
}

/** Whether two neighbouring characters changed places, or one digit is another. */
function isNear(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const swapped = one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2);
  const isDigit = /\d/.test(one[at] ?? '') && /\d/.test(other[at] ?? '');
  return swapped === other || (isDigit && one.slice(at + 1) === other.slice(at + 1));
}
