/** Days and times that follow from another one of a call and a length of time, and the lengths between two of them. */

import { DAY_MS, duration, MINUTE_MS } from '../../../present/units.ts';
import type { Leaf } from './input.ts';
import { timeUnitOf } from './quantities.ts';

/** A day, a time of day, or both; `ms` counts from 1970, or from midnight. */
interface Moment {
  readonly form: 'day' | 'time' | 'both';
  readonly ms: number;
  readonly text: string;
}

/** Moments of a call of which each two are tried. */
const MOST_MOMENTS = 12;

function momentsIn(leaves: readonly Leaf[]): readonly Moment[] {
  return leaves.flatMap((leaf) => momentOf(leaf) ?? []).slice(0, MOST_MOMENTS);
}

function momentOf({ value }: Pick<Leaf, 'value'>): Moment | undefined {
  const [text, day, time, zone = 'Z'] =
    /^(?=.)(\d{4}-\d\d-\d\d)?(?:(?:^|[T ])(\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(String(value)) ?? [];
  const ms = Date.parse(`${day ?? '1970-01-01'}T${time ?? '00:00'}${zone}`);
  if (text === undefined || Number.isNaN(ms)) return undefined;
  return { form: day === undefined ? 'time' : time === undefined ? 'day' : 'both', ms, text };
}

/** What leads to a moment from another one of the call. */
export interface Step {
  readonly minutes: number;
  /** `10:00 + 1 h 30 min` */
  readonly formula: string;
}

/** The steps to a value from other values of its call; none where it is no moment. */
export function stepsTo(leaf: Leaf, others: readonly Leaf[]): readonly Step[] {
  const to = momentOf(leaf);
  if (to === undefined) return [];
  return momentsIn(others)
    .filter(({ form }) => form === to.form)
    .flatMap(({ ms, text }) =>
      [1, -1].flatMap((sign): Step[] => {
        const apart = sign * (to.ms - ms);
        // A time may be of the next day.
        const whole = to.form === 'time' ? (apart + DAY_MS) % DAY_MS : apart;
        return whole <= 0
          ? []
          : [{ minutes: whole / MINUTE_MS, formula: `${text} ${sign > 0 ? '+' : '−'} ${duration(whole)}` }];
      }),
    );
}

/** A length of time of the call in minutes, if its name has a unit. */
export function minutesOf({ key }: Leaf, number = Number.NaN): number {
  const [, , , seconds = Number.NaN] = timeUnitOf(key) ?? [];
  return (number * seconds) / 60;
}

/** Days, hours and whole months between two moments of a call or of an entry of a list; of days also with both included. */
export function spansOf(leaves: readonly Leaf[]): readonly number[] {
  const moments = momentsIn(leaves);
  const spans = moments.flatMap((from) =>
    moments.flatMap((to): number[] => {
      const apart = to.ms - from.ms;
      if (to.form !== from.form || apart <= 0) return [];
      if (to.form === 'time') return [apart / (60 * MINUTE_MS)];
      const days = Math.round(apart / DAY_MS);
      const months = (days + 1) / (365.25 / 12);
      return [days, days + 1, ...(Math.abs(months - Math.round(months)) < 0.1 ? [Math.round(months)] : [])];
    }),
  );
  return [...new Set(spans)].filter((span) => span > 0);
}
