/** The numbers of a conversation, read once for all values of a request. */

import { isHuman, mayBeAgent } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { answersCall } from '../../threads/calls.ts';
import { type Length, lengthsIn } from './days.ts';
import { type Figure, type Figures, figuresIn, percentagesIn } from './formulas.ts';

/** Characters of a message that are read, and of all messages together, the latest: a short one counts as 100 at least. */
export const LONGEST = 4_000;
const WITHIN = 60_000;
const SHORTEST = 100;

/** Whether somebody else than the agent wrote it: a user, a tool, or the platform. */
export const isStated = (message: Message): boolean => isHuman(message) || answersCall(message) || !mayBeAgent(message);

/** Percentages and numbers that are tried, the latest. */
const MOST_SHARES = 6;
const MOST_NUMBERS = 60;

/** Half or twice as much, there and back. */
const HALVES =
  /(?<![a-z])(?:half|halves|double|twice|round ?trip|halbe[nrs]?|halfte|doppelt|hin und zuruck|moitie|aller-retour|pareil|mitad|doble|ida y vuelta|metade|dobro|ida e volta)(?![a-z])|半分|半額|倍|往復/;

/** What the messages say in figures, the latest first. */
export interface Said {
  /** Somebody speaks of half or twice as much. */
  readonly isHalved: boolean;
  readonly messages: readonly {
    readonly number: number;
    readonly message: Message;
    readonly figures: Figures;
    readonly isStated: boolean;
    /** A user wrote after it, or it isn't the agent's. */
    readonly isTold: boolean;
  }[];
  readonly percents: readonly { readonly percent: number; readonly message: number }[];
  readonly lengths: readonly { readonly length: Length; readonly message: number }[];
  readonly numbers: readonly (Pick<Figure, 'isAmount'> & {
    readonly number: number;
    readonly message: number;
    readonly isTold: boolean;
  })[];
}

export function saidIn(messages: readonly Message[]): Said {
  const last = messages.findLastIndex((message) => isHuman(message) && !answersCall(message));
  let left = WITHIN;
  const read: Said['messages'][number][] = [];
  for (const [at, message] of [...messages.entries()].reverse()) {
    const { raw } = message.content;
    left -= Math.min(Math.max(raw.length, SHORTEST), LONGEST);
    if (left < 0) break;
    const isOfOthers = isStated(message);
    if (raw.length <= LONGEST)
      read.push({
        number: at + 1,
        message,
        figures: figuresIn(raw),
        isStated: isOfOthers,
        isTold: isOfOthers || at < last,
      });
  }
  return {
    isHalved: read.some((one) => one.isStated && HALVES.test(one.figures.text)),
    messages: read,
    percents: read
      .filter((one) => one.isStated)
      .flatMap(({ figures, number }) => percentagesIn(figures.text).map((percent) => ({ percent, message: number })))
      .slice(0, MOST_SHARES),
    lengths: read
      .filter((one) => one.isStated)
      .flatMap(({ figures, number }) => lengthsIn(figures.text).map((length) => ({ length, message: number }))),
    numbers: read
      .flatMap(({ figures, number: message, isTold }) =>
        figures.all.flatMap(({ values: [number = 0], isAmount }) =>
          number > 1 ? [{ number, isAmount, message, isTold }] : [],
        ),
      )
      .slice(0, MOST_NUMBERS),
  };
}
