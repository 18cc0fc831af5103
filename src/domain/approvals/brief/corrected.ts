/**
 * Numbers of a call that were corrected before it: the user orders 32 boxes, then 36, and the call has 32. Agents go back to the
 * first number that they read, and for provenance the user said it.
 */

import { isHuman, spokenText } from '../../../platform/parse/messages.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { answersCall } from '../../threads/calls.ts';
import { isRefusal } from './agreement.ts';
import { MONTHS } from './days.ts';
import { folded } from './folded.ts';
import type { BriefInput } from './input.ts';
import { numbersIn } from './numbers.ts';
import { isStated, LONGEST } from './said.ts';
import { sourceKey } from './source-text.ts';

/** What is counted: a word after a number, or a sign; no hour and no month. */
const COUNTED = new RegExp(
  `^ ?(?!(?:${['uhr', 'heures?', 'horas?', "o'?clock", ...MONTHS.flat()].join('|')})(?![a-z])|[時日月])(%|[a-z]{3,}|[\\u3041-\\u30ff\\u3400-\\u9fff])`,
);
/** Letters that make a word and its plural equal. */
const STEM = 5;
/** Values of calls that are compared, the latest messages that are read, and numbers of each. */
const MOST_VALUES = 60;
const FEW = 40;
const MOST_NUMBERS = 30;

/** A number that somebody says of what is counted. */
interface Count {
  readonly message: number;
  readonly isUser: boolean;
  readonly values: readonly number[];
  readonly unit: string;
  readonly text: string;
}

/** `quantity 23`, and `message 9 says 26 boxes`. */
export function correctedFacts({ calls, conversation: { messages } }: BriefInput): [of: string, fact: string][] {
  const numeric = calls
    .flatMap(({ leaves, message }, call) =>
      leaves.flatMap((leaf) => (typeof leaf.value === 'number' ? [{ call, leaf, value: leaf.value, message }] : [])),
    )
    .slice(0, MOST_VALUES);
  if (numeric.length === 0) return [];
  const own = new Set(numeric.map(({ value }) => value));
  const users = messages.flatMap((one, at) => (isHuman(one) && !answersCall(one) ? [at + 1] : []));
  const counts = messages.flatMap((one, at): Count[] => {
    const raw = spokenText(one);
    const isUser = isHuman(one) && !answersCall(one);
    if (at < messages.length - FEW || raw.length > LONGEST || (isStated(one) && !isUser)) return [];
    const text = folded(raw);
    return numbersIn(raw, MOST_NUMBERS, text).flatMap(({ values, end, text: written }) => {
      const [counted, unit] = COUNTED.exec(text.slice(end, end + 20)) ?? [];
      return counted === undefined || unit === undefined
        ? []
        : [
            {
              message: at + 1,
              isUser,
              values,
              unit: unit.slice(0, STEM),
              text: written + raw.slice(end, end + counted.length),
            },
          ];
    });
  });
  return numeric.flatMap(({ call, leaf, value, message }): [string, string][] => {
    const before = message === 0 ? messages.length + 1 : message;
    const first = counts.find((one) => one.isUser && one.message < before && one.values.includes(value));
    // Each entry of a list has a number of its own.
    if (first === undefined || leaf.path.includes('[')) return [];
    const last = counts.findLast(
      ({ message: at, unit, values: [other = 0] }) =>
        unit === first.unit && at > first.message && at < before && other > 1 && other !== value,
    );
    if (last === undefined || own.has(last.values[0] ?? 0)) return [];
    const isRepeated = counts.some(
      (one) => one.message >= last.message && one.unit === last.unit && one.values.includes(value),
    );
    // What the agent says counts where the user has read it, and doesn't refuse.
    const reply = users.find((at) => at > last.message && at < before);
    const isRead = last.isUser || (reply !== undefined && !isRefusal(folded(messages[reply - 1]?.content.raw ?? '')));
    return isRepeated || !isRead
      ? []
      : [
          [
            `${sourceKey({ call, leaf }, calls.length)} ${value}`,
            `message ${last.message} says ${plainOrMarked(last.text)}`,
          ],
        ];
  });
}
