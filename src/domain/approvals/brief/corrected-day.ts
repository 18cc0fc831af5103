/**
 * Days of a call that were corrected before it: `Friday the 19th`, then `oh hang on, the 19th is sports day, make it the 26th`,
 * and the call has the 19th. For provenance the user said it.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { KANJI, MONTHS, NAMES_OF_WEEK, NTH } from './days.ts';
import { type BriefInput, type Fact, isListed } from './input.ts';
import { LONGEST } from './turns.ts';

/** The latest messages of users that are read, and the last days of each. */
const FEW = 20;
const MOST_DAYS = 30;

/** How a correction begins: a day that is named without one is often of something else. */
const CORRECTS =
  /(?<![a-z])(?:no(?! (?:problem|rush|need|worries|hurry|hay|pasa))|not|wait|actually|instead|rather|sorry|oops|(?:hang|hold) on|make (?:it|that)|better|nein|ne|nicht|moment|warte|doch|lieber|statt(?= (?!und |oder )[a-z\d])|stattdessen|besser|au lieu|e[mn] vez|en lugar|non|attend[sz]?|zut|mince|plutot|finalement|alors|mieux|esper[ae]n?|mejor|perdon|al final|nao(?! (?:ha|tem) )|melhor|na verdade|desculpe?a?|alias|afinal)(?![a-z])|やっぱり|やはり|ではなく|じゃなく|変更|待って|すみません/;

/** How days, or times, are named in folded text. `end`: UTF-16 offset behind it. */
export interface Naming<T extends { readonly at: number; readonly end: number }> {
  /** In their order. */
  namedIn(text: string): readonly T[];
  /** Whether a value of a call may be the one that is named. */
  isOn(value: number, named: T): boolean;
  isSame(one: T, other: T): boolean;
  apart(value: number, named: T): number;
}

/** A day or a time of a call, as a number. */
type Moment = Fact['of'] & { readonly value: number };

/** Of `date 2026-06-19`: `message 6 says ⟦the 26th⟧`. */
export const correctedDays = (input: BriefInput): Fact[] =>
  correctedIn(
    input,
    input.few.flatMap(({ call, leaf, day }) => (day === undefined ? [] : [{ call, leaf, value: day }])),
    { namedIn: daysNamed, isOn, isSame: ({ day }, other) => day !== undefined && day === other.day, apart },
  );

/** The value that a user named, if a later message of a user corrects it and the call doesn't have the correction. */
export function correctedIn<T extends { readonly at: number; readonly end: number }>(
  { calls, conversation: { turns } }: BriefInput,
  values: readonly Moment[],
  { namedIn, isOn, isSame, apart }: Naming<T>,
): Fact[] {
  if (values.length === 0) return [];
  const before = Math.min(...calls.map((call) => call.before));
  const users = turns.filter(({ by, number }) => by === 'user' && number < before);
  const named = users
    .slice(-FEW)
    .filter(({ raw }) => raw.length <= LONGEST)
    .map((turn) => ({ turn, all: namedIn(turn.text) }))
    .filter(({ all }) => all.length > 0);
  const latest = named.at(-1);
  const now = latest?.all.at(-1);
  if (latest === undefined || now === undefined) return [];
  // The call has what was named last, or is the first to have something of it.
  const isNamedIn = (value: number, of: typeof named): boolean =>
    of.some(({ all }) => all.some((one) => isOn(value, one)));
  const earlier = named.slice(0, -1);
  if (values.some(({ value }) => isOn(value, now) || (isNamedIn(value, [latest]) && !isNamedIn(value, earlier))))
    return [];
  // The agent named it again, and the user went on.
  const since = turns
    .slice(latest.turn.number, users.at(-1)?.number)
    .slice(-FEW)
    .flatMap(({ by, text }) => (by === 'agent' ? namedIn(text.slice(0, LONGEST)) : []));
  // `When is the deadline?` asks for a day of something else.
  const asked = turns[latest.turn.number - 2];
  const isAnswer =
    asked?.by === 'agent' && /[?？]/.test(asked.text) && namedIn(asked.text.slice(0, LONGEST)).length === 0;
  if (!CORRECTS.test(latest.turn.text) && (isAnswer || !since.some((one) => isSame(one, now)))) return [];
  const chosen = values.filter(
    ({ leaf, value }) => !isListed(leaf) && isNamedIn(value, earlier) && !since.some((said) => isOn(value, said)),
  );
  // Of a beginning and an end, the nearer one.
  const [own, other] = chosen.toSorted((a, b) => apart(a.value, now) - apart(b.value, now));
  if (own === undefined || (other !== undefined && apart(own.value, now) === apart(other.value, now))) return [];
  const written = latest.turn.raw.slice(now.at, now.end);
  return [{ of: own, says: `message ${latest.turn.number} says ${plainOrMarked(written)}` }];
}

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
  `(?<![\\d.,:/-])(?!24/7)${DAY}(?:/(?<slash>\\d\\d?)(?![\\d:,])|\\.(?<of>\\d\\d?)\\.)`,
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
