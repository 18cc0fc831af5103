/** What users and tools said before a call, and the values of the call that may follow from it. */

import { isHuman } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { answersCall } from '../../threads/calls.ts';
import type { Leaf } from './input.ts';
import type { Source, Wanted } from './needles.ts';
import { LONGEST } from './numbers.ts';

/** A value of a call, with who stated it, if anybody did. */
export interface Computable extends Wanted {
  readonly call: number;
  readonly leaf: Leaf;
  /** Number of the call's message: what was said there or later doesn't count. */
  readonly before: number;
  stated?: Source;
}

/** What a user or a tool said. */
export interface Said {
  /** Of the message, from 1. */
  readonly number: number;
  readonly isTool: boolean;
  readonly raw: string;
}

/** Characters of all messages that are read for formulas: the latest. */
const WITHIN = 60_000;

/** The latest first, without long ones. */
export function saidIn(messages: readonly Message[]): Said[] {
  let left = WITHIN;
  return messages
    .map((message, at) => ({ message, at }))
    .reverse()
    .flatMap(({ message, at }): Said[] => {
      const isTool = answersCall(message);
      const { raw } = message.content;
      if (!(isTool || isHuman(message)) || left <= 0) return [];
      left -= Math.min(raw.length, LONGEST);
      return raw.length > LONGEST ? [] : [{ number: at + 1, isTool, raw }];
    });
}
