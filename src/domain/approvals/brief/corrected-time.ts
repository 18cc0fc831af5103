/** Times of a call that were corrected before it: `9.20`, then `make it 10.20`, and the call has 09:20. */

import { correctedIn } from './corrected-moment.ts';
import type { BriefInput, Fact } from './input.ts';

/** The last times of a message. */
const MOST_TIMES = 30;

const VALUE = /^(?:\d{4}-\d\d-\d\d[T ])?(\d\d):(\d\d)(?::00)?$/;
/** Hours and minutes with a mark between them, or an hour with a sign; no price, no length (`1h`) and no day. */
const NAMED =
  /(?<![\d.,:/-]|[€$£¥] ?)(?<hour>[01]?\d|2[0-4])(?:(?:[:.]| ?h ?|時)(?<minute>[0-5]\d)分?(?!\d|[.,/-]\d)|(?<half>時半)|時(?!間|半|\d)| ?(?:uhr|o'?clock)|(?<=[5-9]|\d\d)h(?=[\s,.!?]|$))?(?<of> ?[ap]\.?m(?![a-z]))?(?! ?(?:[€$£¥%円]|(?:eur|usd|gbp|chf|kg|km|per)(?![a-z])))/g;

/** Of `start 09:20`: `message 10 says 10.20`. */
export const correctedTimes = (input: BriefInput): Fact[] =>
  correctedIn(
    input,
    input.few.flatMap(({ call, leaf }) => {
      const [, hour, minute] = VALUE.exec(String(leaf.value)) ?? [];
      return hour === undefined ? [] : [{ call, leaf, value: Number(hour) * 60 + Number(minute) }];
    }),
    {
      namedIn: timesNamed,
      isOn: isOneOf,
      isSame: (one, other) => one.minute === other.minute && one.hour % 12 === other.hour % 12,
      apart: (value, { hour, minute }) => {
        const apart = Math.abs(value - hour * 60 - minute) % 720;
        return Math.min(apart, 720 - apart);
      },
    },
  );

/** `am 10.12.` */
const DAY = /(?<![a-z])(?:am|de[nmr]|vom|zum) \d\d?\.(?:0[1-9]|1[0-2])\.$/;

type TimeMention = ReturnType<typeof timesNamed>[number];

/** A bare number is no time. */
const timesNamed = (text: string) =>
  [...text.matchAll(NAMED)]
    .filter(
      ({ 0: all, index }) => /\D/.test(all) && !DAY.test(text.slice(Math.max(0, index - 4), index + all.length + 1)),
    )
    .slice(-MOST_TIMES)
    .map(({ 0: { length }, index: at, groups: { hour, minute, half, of } = {} }) => ({
      hour: Number(hour),
      minute: half === undefined ? Number(minute ?? 0) : 30,
      of: of?.trim().charAt(0),
      at,
      end: at + length,
    }));

/** Whether a time of day, in minutes, may be the one that is named: `2.15` is also a quarter past two in the afternoon. */
function isOneOf(value: number, { hour, minute, of }: TimeMention): boolean {
  const own = Math.floor(value / 60);
  if (minute !== value % 60 || own % 12 !== hour % 12) return false;
  return of === undefined ? own === hour || hour <= 12 : own < 12 === (of === 'a');
}
