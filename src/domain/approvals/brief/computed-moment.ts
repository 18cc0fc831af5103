/** Days and times that follow from others. */

import { type Beside, type Computable, isKnown } from './computable.ts';
import { startsOf } from './days.ts';
import { minutesOf, stepsTo } from './moments.ts';
import type { Source } from './needles.ts';
import { wantedOf } from './notations.ts';
import type { Said } from './said.ts';
import { scanner } from './scan.ts';

/** Lengths of time that are tried, the latest. */
const MOST_LENGTHS = 8;

/** A day or a time of a call, from its other arguments and from what was said. */
export const fromMoments = (one: Computable, beside: Beside, said: Said): Source | undefined =>
  dayFrom(one, beside, said) ?? momentFrom(one, beside, said);

/** `2026-05-03 + 14 days`, if anybody but the agent says the length of time; and the day, unless another argument has it. */
function dayFrom({ day, leaf, before }: Computable, { all }: Beside, said: Said): Source | undefined {
  if (day === undefined) return undefined;
  const starts = said.lengths
    .filter(({ message }) => message < before)
    .slice(0, MOST_LENGTHS)
    .flatMap(({ length, message }) => startsOf(day, length).map((start) => ({ ...start, message })));
  if (starts.length === 0) return undefined;
  const scan = scanner(starts.map(({ value }) => ({ ...wantedOf({ ...leaf, value }, []), raw: value })));
  const stated = said.turns.filter(({ turn, isStated }) => isStated && turn.number < before);
  const [index] = stated.flatMap(({ turn }) => [...scan(turn.raw)]);
  const beside = new Set(all.filter(isKnown).map((one) => one.day));
  const start = starts[index ?? starts.findIndex(({ value }) => beside.has(Date.parse(value)))];
  return start && { from: 'computed', message: start.message, formula: start.formula };
}

/** `10:00 + 1 h 30 min`, if another argument or anybody but the agent says the length of time. */
function momentFrom({ leaf, before }: Computable, { all }: Beside, said: Said): Source | undefined {
  const known = all.filter(isKnown);
  const others = known.map((one) => one.leaf);
  const steps = stepsTo(leaf, others);
  if (steps.length === 0) return undefined;
  const lengths = known.map((one) => minutesOf(one.leaf, one.number));
  const own = steps.find(({ minutes }) => lengths.includes(minutes));
  if (own !== undefined) return { from: 'computed', message: 0, formula: own.formula };
  const scan = scanner(
    steps.map(({ minutes }) => {
      const value = `${minutes} min`;
      return { ...wantedOf({ ...leaf, value }, []), raw: value };
    }),
  );
  for (const { turn, isStated } of said.turns) {
    if (turn.number >= before || !isStated) continue;
    const whole = minutesIn(turn.text);
    // Half an hour is a part of `2 h 30 min`.
    const [index = -1] = scan(turn.text.replace(HOURS, ' '));
    const step = steps.find(({ minutes }) => whole.includes(minutes)) ?? steps[index];
    if (step !== undefined) return { from: 'computed', message: turn.number, formula: step.formula };
  }
  return undefined;
}

/** Hours with minutes: `1 h 30 min`, `1時間30分`. */
const HOURS =
  /(?<![\d.,:])(\d{1,2}) ?(?:h|hrs?|hours?|stunden?|std|heures?|horas?|時間)\.? ?(?:and |und |et |y |e )?(\d{1,2}) ?(?:min[a-z]*|m|分)?(?![a-z\d:])/g;
/** `"minutes": 60`, `"duration_min": 45`. */
const MINUTES = /["_ ]min(?:utes?|uten|utos)?"? ?[:=] ?"?(\d{1,3})(?!\d|[.,]\d)/g;
const minutesIn = (text: string): number[] => [
  ...[...text.matchAll(HOURS)].slice(0, MOST_LENGTHS).map(([, hours, minutes]) => 60 * Number(hours) + Number(minutes)),
  ...[...text.matchAll(MINUTES)].slice(0, MOST_LENGTHS).map(([, minutes]) => Number(minutes)),
];
