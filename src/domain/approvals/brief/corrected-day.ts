/**
 * Days of a call that were corrected before it: `Friday the 19th`, then `oh hang on, the 19th is sports day, make it the 26th`,
 * and the call has the 19th. For provenance the user said it.
 */

import { correctedIn } from './corrected-moment.ts';
import { KANJI, MONTHS, NAMES_OF_WEEK, NTH } from './days.ts';
import type { BriefInput, Fact } from './input.ts';

/** The last days of a message. */
const MOST_DAYS = 30;

/** Of `date 2026-06-19`: `message 6 says ⟦the 26th⟧`. */
export const correctedDays = (input: BriefInput): Fact[] =>
  correctedIn(
    input,
    input.few.flatMap(({ call, leaf, day }) => (day === undefined ? [] : [{ call, leaf, value: day }])),
    { namedIn: daysNamed, isOn, isSame: ({ day }, other) => day !== undefined && day === other.day, apart },
  );

/** Without those that are words before a number: `set 8 places`. */
const MONTH = `(?<name>${MONTHS.flat()
  .filter((name) => !/^(?:ago|set|out)$/.test(name))
  .join('|')})`;
const DAY = '(?<day>[12]\\d|3[01]|0?[1-9])(?!\\d)';
/** What follows a day of the month: no time, no decimals, no second number, and nothing of which it is one of several. */
const END =
  "(?![\\d:/%h€]|[.,]\\d| \\d| ?(?:[ap]\\.?m|h|heures?|horas?|uhr|o['’]?clock|rue|one|option|slot|floor|appointment|termin|stock)(?![a-z]))";
/** Days as six languages name them. */
const NAMINGS = [
  `(?<![a-z]|(?<![a-z])la )(?<week>${NAMES_OF_WEEK.join('|')})s?(?![a-z]| opcao)(?: (?:(?:the|el|le|dia|den|dem) )?${DAY}${NTH}${END})?`,
  `(?<week>[${KANJI}])曜`,
  `(?<![\\d.,:/-])${DAY}${NTH} ?(?:of |de )?${MONTH}(?![a-z])`,
  `(?<![a-z])${MONTH}\\.? ${DAY}${NTH}${END}`,
  `(?<![\\d.,:/-])(?!24/7)${DAY}(?:/(?<slash>\\d\\d?)(?![\\d:,])|\\.(?<of>0?[1-9]|1[0-2])\\.(?!\\d\\d\\.\\d))`,
  `(?<![\\d年])(?:(?<month>\\d\\d?)月)?${DAY}日(?!間|分|前|後|目|以)`,
  `(?<![a-z])the ${DAY}(?:st|nd|rd|th)${END}`,
  `(?<![a-z])(?:le|du|au|el|al|del|dia) ${DAY}${END}`,
  `(?<![a-z])(?:am|bis|zum|vom|ab|den|dem) ${DAY}\\.${END}`,
].map((pattern) => new RegExp(pattern, 'g'));

/** What refuses a day: `Thursday, not on Friday`. */
const NOT_BEFORE =
  /(?<![a-z])(?:(?<!(?:why|warum|pourquoi) )(?:not|nicht|pas|nao|rather than|instead of|statt|em vez|en (?:vez|lugar)|au lieu)(?: [a-z]+){0,2}|no (?:el|na|no)) $/;
const NOT_AFTER = /^日?(?:では|じゃ)な/;

type DayMention = ReturnType<typeof daysNamed>[number];

/** The days that folded text names, in order: day of the week from Sunday, month from 0, day of the month; UTF-16 offsets. */
const daysNamed = (text: string) =>
  NAMINGS.flatMap((pattern) => [...text.matchAll(pattern)])
    .toSorted((a, b) => a.index - b.index)
    .slice(-MOST_DAYS)
    .filter(({ 0: { length }, index }) => {
      const after = text.slice(index + length, index + length + 5);
      return !NOT_BEFORE.test(text.slice(Math.max(0, index - 40), index)) && !NOT_AFTER.test(after);
    })
    .map(({ 0: { length }, index: at, groups: { week, day, name, month, slash, of } = {} }) => {
      const weekday = week && [NAMES_OF_WEEK, [...KANJI]].map((all) => all.findIndex((names) => isOneOf(names, week)));
      const named =
        name === undefined ? Number(month ?? slash ?? of) - 1 : MONTHS.findIndex((names) => names.includes(name));
      return {
        weekday: weekday ? Math.max(...weekday) : undefined,
        month: named >= 0 ? named : undefined,
        day: day === undefined ? undefined : Number(day),
        // `1/29` is the 29th of January.
        mayBeMonth: slash !== undefined,
        at,
        end: at + length,
      };
    });
const isOneOf = (names: string, name: string): boolean => names.split('|').includes(name);

/** Whether a day may be the one that is named. */
function isOn(start: number, { weekday, month, day, mayBeMonth }: DayMention): boolean {
  const date = new Date(start);
  if (day === undefined) return date.getUTCDay() === weekday;
  const [ownDay, ownMonth] = [date.getUTCDate(), date.getUTCMonth()];
  if (mayBeMonth && month !== undefined && ownDay === month + 1 && ownMonth === day - 1) return true;
  return ownDay === day && (month === undefined || ownMonth === month);
}

/** Days of the month between them; 0 where only a day of the week is named. */
const apart = (start: number, { day }: DayMention): number =>
  day === undefined ? 0 : Math.abs(new Date(start).getUTCDate() - day);
