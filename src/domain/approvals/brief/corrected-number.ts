/**
 * Numbers of a call that were corrected before it: the user orders 32 boxes, then 36, and the call has 32. Agents go back to the
 * first number that they read, and for provenance the user said it.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { isRefusal } from './agreement.ts';
import { MONTHS } from './days.ts';
import { folded } from './folded.ts';
import { type BriefInput, type Fact, FEW_VALUES, isListed, wordsOfKey } from './input.ts';
import { numbersIn } from './numbers.ts';
import { LONGEST } from './turns.ts';

/** What is counted: a word after a number, or a sign; no hour and no month. */
const COUNTED = new RegExp(
  `^ ?(?!(?:${['uhr', 'heures?', 'horas?', "o'?clock", ...MONTHS.flat()].join('|')})(?![a-z])|[時日月])(%|[a-z]{3,}|[\\u3041-\\u30ff\\u3400-\\u9fff])`,
);
/** Letters that make a word and its plural equal. */
const STEM = 5;
/** The latest messages that are read, and numbers of each. */
const FEW = 40;
const MOST_NUMBERS = 30;

/** Of `quantity 23`: `message 9 says 26 boxes`. */
export function correctedNumbers({ calls, values: all, conversation: { turns } }: BriefInput): Fact[] {
  const numeric = all.flatMap((of) => (typeof of.leaf.value === 'number' ? [{ of, value: of.leaf.value }] : []));
  if (numeric.length === 0) return [];
  const own = new Set(numeric.map(({ value }) => value));
  // Numbers that somebody says, with what is counted.
  const numbers = turns.slice(-FEW).flatMap(({ number: message, by, raw, text }) => {
    const isUser = by === 'user';
    if (raw.length > LONGEST || !(isUser || by === 'agent')) return [];
    return numbersIn(raw, MOST_NUMBERS, text).map(({ values, end, text: written }) => {
      const [counted = '', unit] = COUNTED.exec(text.slice(end, end + 20)) ?? [];
      const said = written + raw.slice(end, end + counted.length);
      return { message, isUser, values, unit: unit?.slice(0, STEM), text: said };
    });
  });
  const counts = numbers.flatMap(({ unit, ...one }) => (unit === undefined ? [] : [{ ...one, unit }]));
  // Each entry of a list has a number of its own.
  const single = numeric.filter(({ of }) => !isListed(of.leaf)).slice(0, FEW_VALUES);
  return single.flatMap(({ of, value }): Fact[] => {
    const { before = 0 } = calls[of.call] ?? {};
    const first = counts.find((one) => one.isUser && one.message < before && one.values.includes(value));
    if (first === undefined) return [];
    // `88 adults` is of `adults`, whatever the 95 before were called.
    const names = wordsOfKey(of.leaf.key).map((word) => folded(word).slice(0, STEM));
    const last = counts.findLast(
      ({ message: at, isUser, unit, values: [other = 0] }) =>
        (unit === first.unit || (isUser && names.includes(unit))) &&
        at > first.message &&
        at < before &&
        other > 1 &&
        other !== value,
    );
    if (last === undefined || own.has(last.values[0] ?? 0)) return [];
    const isRepeated = counts.some(
      (one) => one.message >= last.message && one.unit === last.unit && one.values.includes(value),
    );
    // What the agent says counts where the user has read it, and doesn't refuse.
    const reply = turns.find(({ by, number }) => by === 'user' && number > last.message && number < before);
    const isRead = last.isUser || (reply !== undefined && !isRefusal(reply.text));
    if (isRepeated || !isRead) return [];
    return [{ of, says: `message ${last.message} says ${plainOrMarked(last.text)}` }];
  });
}
