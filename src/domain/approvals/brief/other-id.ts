/**
 * Ids of a tool's result that nobody speaks of, while the user or the agent speaks of another id of the same kind in that
 * result: the call cancels booking BK-77120, and the user means BK-77118. Agents take a wrong line of a list more often than
 * they invent one, and no approver sees it in an id.
 */

import { isHuman } from '../../../platform/parse/messages.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { answersCall } from '../../threads/calls.ts';
import { folded } from './folded.ts';
import type { BriefInput } from './input.ts';
import { sourceKey } from './provenance.ts';

/** Characters of a result that are read, of the conversation, the latest, and values that are compared. */
const LONGEST = 20_000;
const WITHIN = 60_000;
const MOST_VALUES = 20;
/** Letters, and the digits that tell ids of one kind apart: of bare digits, an amount and an id look alike. */
const ID = /^((?=.*[a-z])[a-z\d][a-z\d _.:/-]{0,20}?)(\d{1,12})$/;
/** Digits that a user says without the letters before them. */
const ALONE = 3;

/** `booking BK-77120: the user says BK-77118, which is in message 4, too`. */
export function otherIdFacts({ calls, conversation: { messages }, prose }: BriefInput): string[] {
  return calls.flatMap(({ leaves, message }, call) => {
    const before = messages.slice(0, message === 0 ? messages.length : message - 1);
    const ids = leaves.slice(0, MOST_VALUES).flatMap((leaf) => {
      const [id, prefix = '', digits = ''] = ID.exec(folded(String(leaf.value))) ?? [];
      return id === undefined ? [] : [{ leaf, id, prefix, digits }];
    });
    if (ids.length === 0) return [];
    const byUser = folded(
      before
        .filter(isHuman)
        .map(({ content }) => content.raw)
        .join('\n'),
    ).slice(-WITHIN);
    const byAgent = folded(prose).slice(0, WITHIN);
    const own = new Set(leaves.map(({ value }) => folded(String(value))));
    return ids.flatMap(({ leaf, id, prefix, digits }) => {
      if (isSaid(id, digits, `${byUser}\n${byAgent}`)) return [];
      const at = before.findLastIndex(
        (one) => answersCall(one) && one.content.raw.length <= LONGEST && folded(one.content.visible).includes(id),
      );
      const text = before[at]?.content.visible ?? '';
      const others = new Map<string, string>();
      for (const { 0: other, index } of folded(text).matchAll(word(`${escaped(prefix)}\\d{${digits.length}}`)))
        if (!own.has(other)) others.set(other, text.slice(index, index + other.length));
      const named = [...others].flatMap(([other, written]) => {
        const by = [byUser, byAgent].findIndex((said) => isSaid(other, other.slice(prefix.length), said));
        return by < 0 ? [] : [`the ${by === 0 ? 'user' : 'agent'} says ${plainOrMarked(written)}`];
      });
      return named.length === 1
        ? [
            `${sourceKey({ call, leaf }, calls.length)} ${plainOrMarked(String(leaf.value))}: ${named[0]}, which is in message ${at + 1}, too`,
          ]
        : [];
    });
  });
}

const escaped = (text: string): string => text.replace(/[^a-z\d]/g, '\\$&');
const word = (source: string): RegExp => new RegExp(`(?<![a-z\\d])${source}(?![a-z\\d])`, 'g');

/** Whether a text has an id, or its digits alone. */
const isSaid = (id: string, digits: string, text: string): boolean =>
  word(escaped(id)).test(text) || (digits.length >= ALONE && word(digits).test(text));
