/** The numbers of a conversation, read once for all values of a request. */

import { type Length, lengthsIn } from './days.ts';
import { type Figure, type Figures, figuresIn, percentagesIn } from './formulas.ts';
import { LONGEST, latestOf, type Turn } from './turns.ts';

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
  readonly turns: readonly {
    readonly turn: Turn;
    readonly figures: Figures;
    /** Somebody else than the agent wrote it. */
    readonly isStated: boolean;
  }[];
  readonly percents: readonly { readonly percent: number; readonly message: number }[];
  readonly lengths: readonly { readonly length: Length; readonly message: number }[];
  readonly numbers: readonly (Pick<Figure, 'isAmount'> & {
    readonly number: number;
    readonly message: number;
    /** A user wrote after it, or it isn't the agent's. */
    readonly isTold: boolean;
  })[];
}

export function saidIn(turns: readonly Turn[]): Said {
  const last = turns.findLast(({ by }) => by === 'user')?.number ?? 0;
  const read = latestOf(turns.filter(({ raw }) => raw.length <= LONGEST)).map((turn) => ({
    turn,
    figures: figuresIn(turn.raw, turn.text),
    isStated: turn.by !== 'agent',
  }));
  const stated = read.filter((one) => one.isStated);
  return {
    isHalved: stated.some(({ turn }) => HALVES.test(turn.text)),
    turns: read,
    percents: stated
      .flatMap(({ turn }) => percentagesIn(turn.text).map((percent) => ({ percent, message: turn.number })))
      .slice(0, MOST_SHARES),
    lengths: stated.flatMap(({ turn }) => lengthsIn(turn.text).map((length) => ({ length, message: turn.number }))),
    numbers: read
      .flatMap(({ turn, figures, isStated }) =>
        figures.all.flatMap(({ values: [number = 0], isAmount }) =>
          number > 1 ? [{ number, isAmount, message: turn.number, isTold: isStated || turn.number < last }] : [],
        ),
      )
      .slice(0, MOST_NUMBERS),
  };
}
