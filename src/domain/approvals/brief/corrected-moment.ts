/** Days and times of a call that a user named and a later message corrects: the call has the first one. */

import { plainOrMarked } from '../../../platform/text.ts';
import { folded } from './folded.ts';
import { type BriefInput, type Fact, isListed } from './input.ts';
import { LONGEST } from './turns.ts';

/** The latest messages that are read. */
const FEW = 20;

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

/** The value that a user named, if a later message of a user corrects it and the call doesn't have the correction. */
export function correctedIn<T extends { readonly at: number; readonly end: number }>(
  { calls, few, conversation: { turns } }: BriefInput,
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
  // Another argument has it: `days: ["friday"]`.
  if (few.some(({ raw }) => folded(raw) === folded(written))) return [];
  return [{ of: own, says: `message ${latest.turn.number} says ${plainOrMarked(written)}` }];
}
