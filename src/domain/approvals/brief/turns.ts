/** The conversation as the rules read it: who wrote each message, and its text, folded once for all of them. */

import { isHuman, mayBeAgent, spokenText } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { clean } from '../../../platform/text.ts';
import { holdsResult } from '../../threads/calls.ts';
import { folded } from './folded.ts';

/** A message of the conversation. */
export interface Turn {
  /** From 1. */
  readonly number: number;
  /** `tool`: a tool's result, whatever its role. */
  readonly by: 'user' | 'tool' | 'agent' | 'platform';
  readonly message: Message;
  /** A tool's result, or what was said, with its parts. */
  readonly raw: string;
  /** The same, folded: its offsets are those of `raw`. */
  readonly text: string;
}

export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  return messages.map((message, at) => {
    const by = writerOf(message);
    // As it is read: people see no soft hyphen, and one letter where two code points make it.
    const raw = clean(by === 'tool' ? message.content.raw : spokenText(message)).normalize('NFC');
    let text: string | undefined;
    return {
      number: at + 1,
      by,
      message,
      raw,
      get text() {
        text ??= folded(raw);
        return text;
      },
    };
  });
}

function writerOf(message: Message): Turn['by'] {
  if (holdsResult(message)) return 'tool';
  if (isHuman(message)) return 'user';
  return mayBeAgent(message) ? 'agent' : 'platform';
}

/** Characters of messages in which rules look for other values. */
const WITHIN = 60_000;
/** What a short message counts as. */
const SHORTEST = 100;

/** The latest first, as many as fit; one that is too long for the room left is skipped, and shorter ones before it are not. */
export function latestOf(turns: readonly Turn[]): readonly Turn[] {
  let left = WITHIN;
  return turns.toReversed().filter(({ raw }) => {
    const length = Math.max(raw.length, SHORTEST);
    if (length > left) return false;
    left -= length;
    return true;
  });
}

/** Characters of a message that people wrote to be read; a longer one is a document. */
export const LONGEST = 4_000;

/** Characters that are read of what somebody said, together. */
export const MOST_SAID = 20_000;

/** The latest that the users said. */
export const saidByUsers = (turns: readonly Turn[]): string =>
  turns
    .flatMap(({ by, raw }) => (by === 'user' ? raw : []))
    .join('\n')
    .slice(-MOST_SAID);
