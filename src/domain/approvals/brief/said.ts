/** The numbers of a conversation, read once for all values of a request. */

import { isRefusal } from './agreement.ts';
import { lengthsIn } from './days.ts';
import { type Entry, entriesOf } from './entries.ts';
import { figuresIn, percentagesIn } from './formulas.ts';
import { LONGEST, latestOf, type Turn } from './turns.ts';

/** Percentages and numbers that are tried, the latest. */
const MOST_SHARES = 6;
const MOST_NUMBERS = 60;

/** Half or twice as much, there and back. */
const HALVES =
  /(?<![a-z])(?:half|halves|double|twice|round ?trip|halbe[nrs]?|halfte|doppelt|hin und zuruck|moitie|deux fois (?:moins|plus)|aller-retour|pareil|mitad|doble|ida y vuelta|metade|dobro|ida e volta)(?![a-z])|半分|半額|倍|往復/;

export type Said = ReturnType<typeof saidIn>;

/** What the messages say in figures, the latest first. */
export function saidIn(turns: readonly Turn[]) {
  const last = turns.findLast(({ by }) => by === 'user')?.number ?? 0;
  const read = latestOf(turns.filter(({ raw }) => raw.length <= LONGEST)).map((turn) => {
    let entries: readonly Entry[] | undefined;
    return {
      turn,
      figures: figuresIn(turn.raw, turn.text),
      /** Somebody else than the agent wrote it. */
      isStated: turn.by !== 'agent',
      /** Its records, read when they are first asked for. */
      get entries(): readonly Entry[] {
        entries ??= turn.by === 'user' || turn.by === 'tool' ? entriesOf(turn) : [];
        return entries;
      },
    };
  });
  const records = new Map<number, Records>();
  const stated = read.filter((one) => one.isStated);
  return {
    /** The records of the messages before a call. */
    recordsBefore(before: number): Records {
      const known = records.get(before) ?? recordsOf(read, before);
      records.set(before, known);
      return known;
    },
    /** Somebody speaks of half or twice as much. */
    isHalved: stated.some(({ turn }) => HALVES.test(turn.text)),
    turns: read,
    // Those that the agent told the user, who didn't refuse them, come last.
    percents: [...stated, ...read.filter((one) => !one.isStated && isTold(one.turn, turns))]
      .flatMap(({ turn }) => percentagesIn(turn.text).map((percent) => ({ percent, message: turn.number })))
      .slice(0, MOST_SHARES),
    lengths: stated.flatMap(({ turn }) => lengthsIn(turn.text).map((length) => ({ length, message: turn.number }))),
    /** `isTold`: a user wrote after it, or it isn't the agent's. */
    numbers: read
      .flatMap(({ turn, figures, isStated }) =>
        figures.all.flatMap(({ values: [number = 0], isAmount }) =>
          number > 1 ? [{ number, isAmount, message: turn.number, isTold: isStated || turn.number < last }] : [],
        ),
      )
      .slice(0, MOST_NUMBERS),
  };
}

/** Whether a user wrote after the agent, and refused nothing. */
function isTold({ number }: Turn, turns: readonly Turn[]): boolean {
  const reply = turns.find((one) => one.by === 'user' && one.number > number);
  return reply !== undefined && !isRefusal(reply.text);
}

/** Records of messages, and numbers that somebody speaks of, once each: the latest first. */
interface Records {
  readonly entries: readonly Entry[];
  readonly spoken: readonly number[];
}

interface Read {
  readonly turn: Turn;
  readonly figures: ReturnType<typeof figuresIn>;
  readonly entries: readonly Entry[];
}

/** Spoken of are the numbers of users, and those of the agent, also beside its call, that a tool's result shows. */
function recordsOf(all: readonly Read[], before: number): Records {
  const read = all.filter(({ turn }) => turn.number < before);
  const entries = read.flatMap((one) => one.entries);
  const shown = new Set([
    ...entries.flatMap(({ numbers }) => [...numbers.values()]),
    ...read.flatMap(({ turn, figures }) => (turn.by === 'tool' ? figures.all.flatMap(({ values }) => values) : [])),
  ]);
  const spoken = all.flatMap(({ turn: { by, number: at }, figures }) =>
    figures.all.flatMap(({ values: [number = 0] }) => {
      const isSpoken = (by === 'user' && at < before) || (by === 'agent' && at <= before && shown.has(number));
      return isSpoken && number > 1 ? number : [];
    }),
  );
  return { entries, spoken: [...new Set(spoken)] };
}
