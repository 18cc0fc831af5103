/**
 * Days of a call that were corrected before it: `Friday the 19th`, then `oh hang on, the 19th is sports day, make it the 26th`,
 * and the call has the 19th. For provenance the user said it.
 */

import { isHuman, spokenText } from '../../../platform/parse/messages.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { answersCall } from '../../threads/calls.ts';
import { KANJI, MONTHS, NAMES_OF_WEEK, NTH } from './days.ts';
import { folded } from './folded.ts';
import { type BriefInput, isListed } from './input.ts';
import { callValues } from './notations.ts';
import { sourceKey } from './provenance.ts';
import { LONGEST } from './said.ts';

/** Values of calls that are compared, and the latest messages of users that are read. */
const MOST_VALUES = 60;
const FEW = 20;

/** How a correction begins: a day that is named without one is often of something else. */
const CORRECTS =
  /(?<![a-z])(?:no|not|wait|actually|instead|rather|sorry|oops|(?:hang|hold) on|make (?:it|that)|better|nein|ne|nicht|moment|warte|doch|lieber|stattdessen|besser|non|attend[sz]?|zut|plutot|finalement|alors|mieux|espere?n?|espera|mejor|perdon|al final|nao|espere|melhor|na verdade|desculpe?a?|alias|afinal)(?![a-z])|やっぱり|やはり|ではなく|じゃなく|変更|待って/;

/** `date 2026-06-19`, and `message 6 says ⟦the 26th⟧`. */
export function correctedDays({ calls, conversation: { messages } }: BriefInput): [of: string, fact: string][] {
  const days = callValues(calls, MOST_VALUES).flatMap(({ call, leaf, raw, day }) =>
    day === undefined ? [] : [{ call, leaf, raw, day }],
  );
  if (days.length === 0) return [];
  const before = Math.min(...calls.map(({ message }) => message || messages.length + 1));
  const named = messages
    .flatMap((one, at) => (at + 1 < before && isHuman(one) && !answersCall(one) ? [{ raw: spokenText(one), at }] : []))
    .slice(-FEW)
    .filter(({ raw }) => raw.length <= LONGEST)
    .map(({ raw, at }): Named => ({ message: at + 1, raw, all: daysNamed(folded(raw)) }))
    .filter(({ all }) => all.length > 0);
  const latest = named.at(-1);
  const now = latest?.all.at(-1);
  if (latest === undefined || now === undefined || !CORRECTS.test(folded(latest.raw))) return [];
  // The call has what was named last, or is the first to have something of it.
  const isNamedIn = (day: number, of: readonly Named[]): boolean =>
    of.some(({ all }) => all.some((one) => isOn(day, one)));
  const earlier = named.slice(0, -1);
  if (days.some(({ day }) => isOn(day, now) || (isNamedIn(day, [latest]) && !isNamedIn(day, earlier)))) return [];
  const chosen = days.filter(({ leaf, day }) => !isListed(leaf) && isNamedIn(day, earlier));
  // Of a beginning and an end, the nearer one.
  const [own, other] = chosen.toSorted((a, b) => apart(a.day, now) - apart(b.day, now));
  if (own === undefined || (other !== undefined && apart(own.day, now) === apart(other.day, now))) return [];
  return [
    [
      `${sourceKey(own, calls.length)} ${plainOrMarked(own.raw)}`,
      `message ${latest.message} says ${plainOrMarked(latest.raw.slice(now.at, now.end))}`,
    ],
  ];
}

/** A user's message, and the days that it names. */
interface Named {
  readonly message: number;
  readonly raw: string;
  readonly all: readonly DayMention[];
}

/** A day that a text names: its day of the week from Sunday, its month from 0, its day of the month; and its UTF-16 offsets. */
interface DayMention {
  readonly weekday: number | undefined;
  readonly month: number | undefined;
  readonly day: number | undefined;
  readonly at: number;
  readonly end: number;
}

const MONTH = `(?<name>${MONTHS.flat().join('|')})`;
const DAY = `(?<day>\\d\\d?)`;
/** What follows a day of the month: no time, no decimals, no second number. */
const END = '(?![\\d:/%h€]|[.,]\\d| \\d)';
/** Days as six languages name them. */
const NAMINGS = [
  `(?<![a-z])(?<week>${NAMES_OF_WEEK.join('|')})s?(?![a-z])(?: (?:(?:the|el|le|dia|den|dem) )?${DAY}${NTH}${END})?`,
  `(?<week>[${KANJI}])曜`,
  `(?<![\\d.,:/-])${DAY}${NTH} ?(?:of |de )?${MONTH}(?![a-z])`,
  `(?<![a-z])${MONTH}\\.? ${DAY}${NTH}${END}`,
  `(?<![\\d.,:/-])${DAY}(?:/(?<month>\\d\\d?)(?![\\d:,])|\\.(?<of>\\d\\d?)\\.)`,
  `(?<![\\d年])(?:(?<month>\\d\\d?)月)?${DAY}日(?!間|分|前|後|目|以)`,
  `(?<![a-z])(?:the|le|du|au|el|al|del|dia) ${DAY}(?:st|nd|rd|th)?${END}`,
  `(?<![a-z])(?:am|bis|zum|vom|ab|den|dem) ${DAY}\\.(?!\\d)`,
].map((pattern) => new RegExp(pattern, 'g'));

/** The days that folded text names as those of a week, a month or a year, in order. */
const daysNamed = (text: string): DayMention[] =>
  NAMINGS.flatMap((pattern) => [...text.matchAll(pattern)])
    .toSorted((a, b) => a.index - b.index)
    .map(({ 0: { length }, index: at, groups: { week, day, name, month, of } = {} }) => {
      const weekday = week && [NAMES_OF_WEEK, [...KANJI]].map((all) => all.findIndex((names) => isOneOf(names, week)));
      const named = name === undefined ? Number(month ?? of) - 1 : MONTHS.findIndex((names) => names.includes(name));
      return {
        weekday: weekday ? Math.max(...weekday) : undefined,
        month: named >= 0 ? named : undefined,
        day: day === undefined ? undefined : Number(day),
        at,
        end: at + length,
      };
    });
const isOneOf = (names: string, name: string): boolean => names.split('|').includes(name);

/** Whether a day may be the one that is named. */
function isOn(start: number, { weekday, month, day }: DayMention): boolean {
  const date = new Date(start);
  if (day === undefined) return date.getUTCDay() === weekday;
  return date.getUTCDate() === day && (month === undefined || date.getUTCMonth() === month);
}

/** Days of the month between them; 0 where only a day of the week is named. */
const apart = (start: number, { day }: DayMention): number =>
  day === undefined ? 0 : Math.abs(new Date(start).getUTCDate() - day);
