/**
 * Ids of a tool's result that nobody speaks of, while the user or the agent speaks of another id of the same kind in that
 * result: the call cancels booking BK-77120, and the user means BK-77118. Agents take a wrong line of a list more often than
 * they invent one, and no approver sees it in an id.
 */

import { isHuman } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { answersCall } from '../../threads/calls.ts';
import { folded } from './folded.ts';
import type { BriefInput } from './input.ts';
import { sourceKey } from './source-text.ts';

/** Characters that are read of the results, the latest, and of what is said, and values that are compared. */
const RESULTS = 60_000;
const WITHIN = 20_000;
const MOST_VALUES = 20;
/** Digits that a user says without the letters before them: fewer are a count or an amount, and a year is a year. */
const ALONE = /^(?!(?:19|20)\d\d$)\d{4,}$/;
/** Ids of one kind in a result that are looked for. */
const MOST_OTHERS = 50;

/** `booking BK-77120`, and `the user says BK-77118, which is in message 4, too`. */
export function otherIdFacts({ calls, conversation: { messages }, prose }: BriefInput): [of: string, fact: string][] {
  let known: readonly Result[] | undefined;
  return calls.flatMap(({ leaves, message }, call) => {
    const end = message === 0 ? messages.length : message - 1;
    const ids = leaves.slice(0, MOST_VALUES).flatMap((leaf) => {
      const id = idOf(String(leaf.value), folded(String(leaf.value)));
      return id === undefined ? [] : [{ leaf, ...id }];
    });
    if (ids.length === 0) return [];
    const byUser = spokenOf(
      messages
        .slice(0, end)
        .flatMap((one) => (isHuman(one) ? one.content.raw : []))
        .join('\n')
        .slice(-WITHIN),
    );
    const byAgent = spokenOf(prose.slice(0, WITHIN));
    const values = new Set(leaves.map(({ value }) => folded(String(value))));
    return ids.flatMap(({ leaf, id, end: own, same }) => {
      if (isSaid(id, own, byUser) || isSaid(id, own, byAgent)) return [];
      known ??= resultsIn(messages);
      const found = known.find(({ at, plain }) => at < end && plain.includes(id));
      if (found === undefined) return [];
      const { at, text, plain } = found;
      const others = new Map<string, string>();
      for (const { 0: other, index } of plain.matchAll(same))
        if (!values.has(other) && others.size < MOST_OTHERS) others.set(other, text.slice(index, index + other.length));
      const named = [...others].flatMap(([other, written]) => {
        const by = [byUser, byAgent].findIndex((said) => isSaid(other, other.slice(id.length - own.length), said));
        return by < 0 ? [] : [`the ${by === 0 ? 'user' : 'agent'} says ${plainOrMarked(written)}`];
      });
      return named.length === 1
        ? [
            [
              `${sourceKey({ call, leaf }, calls.length)} ${plainOrMarked(String(leaf.value))}`,
              `${named[0]}, which is in message ${at + 1}, too`,
            ],
          ]
        : [];
    });
  });
}

/** A tool's result: the index of its message, its text, and that folded. */
interface Result {
  readonly at: number;
  readonly text: string;
  readonly plain: string;
}

/** The latest results, the latest first. */
function resultsIn(messages: readonly Message[]): readonly Result[] {
  let left = RESULTS;
  return messages
    .flatMap((one, at) => (answersCall(one) ? [{ at, text: one.content.visible }] : []))
    .reverse()
    .filter(({ text }) => {
      left -= text.length;
      return left >= 0;
    })
    .map(({ at, text }) => ({ at, text, plain: folded(text) }));
}

/** What somebody says, folded, and its words. */
interface Spoken {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function spokenOf(raw: string): Spoken {
  const text = folded(raw);
  return { text, words: new Set(text.match(/[a-z\d]+/g) ?? []) };
}

/** Whether a text has an id, or its digits alone. */
const isSaid = (id: string, end: string, { text, words }: Spoken): boolean =>
  hasId(text, id) || (ALONE.test(end) && words.has(end));

/** An id, folded, and what finds those of its kind in folded text: equal but for their ends. */
export interface Id {
  readonly id: string;
  /** What tells it apart: `77120`. */
  readonly end: string;
  readonly same: RegExp;
}

/** With a mark before what tells it apart; letters and digits; digits alone. */
const MARKED = /^((?=.*[a-z])[a-z\d][a-z\d _.:/-]{0,20}[ _.:/-])([a-z\d]{1,12})$/;
const JOINED = /^([a-z]{1,10})(\d{1,12})$/;
const DIGITS = /^()((?!(?:19|20)\d\d$)\d{3,12})$/;
/** Letters alone tell codes apart, but hardly words. */
const CODE = /^[A-Z\d]+[-_][A-Z\d]+$/;

/**
 * What a value of a call is as an id; undefined for others. @param folded the value, folded
 * @param areDigitsIds of bare digits, an amount and an id look alike
 */
export function idOf(value: string, folded: string, areDigitsIds = false): Id | undefined {
  const [id, start = '', end = ''] =
    MARKED.exec(folded) ?? JOINED.exec(folded) ?? (areDigitsIds ? DIGITS.exec(folded) : null) ?? [];
  if (id === undefined || (!/\d/.test(end) && !CODE.test(value))) return undefined;
  const ends = /^\d+$/.test(end) ? `\\d{${end.length}}` : /\d/.test(end) ? `[a-z\\d]{${end.length}}` : '[a-z\\d]{1,12}';
  // Digits alone are no part of another id.
  return {
    id,
    end,
    same: start === '' ? new RegExp(`(?<![\\w-])${ends}(?![\\w-])`, 'g') : word(`${escaped(start)}${ends}`),
  };
}

const escaped = (text: string): string => text.replace(/[^a-z\d]/g, '\\$&');
const word = (source: string): RegExp => new RegExp(`(?<![a-z\\d])${source}(?![a-z\\d])`, 'g');

/** Whether folded text has an id as a word. */
const hasId = (text: string, id: string): boolean => text.includes(id) && word(escaped(id)).test(text);
