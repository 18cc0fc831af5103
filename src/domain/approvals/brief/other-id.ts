/**
 * Ids of a tool's result that nobody speaks of, while the user or the agent speaks of another id of the same kind in that
 * result: the call cancels booking BK-77120, and the user means BK-77118. Agents take a wrong line of a list more often than
 * they invent one, and no approver sees it in an id.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { folded } from './folded.ts';
import { type BriefInput, type Fact, FEW_VALUES, isListed } from './input.ts';
import { latestOf, MOST_SAID, saidByUsers } from './turns.ts';

/** Digits that a user says without the letters before them: fewer are a count or an amount, and a year is a year. */
const ALONE = /^(?!(?:19|20)\d\d$)\d{4,}$/;
/** Ids of one kind in a result that are looked for. */
const MOST_OTHERS = 50;

/** Of `booking BK-77120`: `the user says BK-77118, which is in message 4, too`. */
export function otherIdFacts({ calls, values: all, conversation: { turns }, prose }: BriefInput): Fact[] {
  const ids = all
    .flatMap((of) => {
      const id = idOf(of.raw, folded(of.raw));
      return id === undefined ? [] : [{ of, ...id }];
    })
    .slice(0, FEW_VALUES);
  if (ids.length === 0) return [];
  const said = [
    { by: 'user', spoken: spokenOf(saidByUsers(turns)) },
    { by: 'agent', spoken: spokenOf(prose.slice(0, MOST_SAID)) },
  ];
  const values = new Set(all.map(({ raw }) => folded(raw)));
  const results = latestOf(turns.filter(({ by }) => by === 'tool'));
  const facts = ids.flatMap(({ of, id, end, same }): Fact[] => {
    if (said.some(({ spoken }) => isSaid(id, end, spoken))) return [];
    const { before = 0 } = calls[of.call] ?? {};
    const found = results.find(({ number, text }) => number < before && text.includes(id));
    if (found === undefined) return [];
    const others = new Map<string, string>();
    for (const { 0: other, index } of found.text.matchAll(same)) {
      const written = found.raw.slice(index, index + other.length);
      // A piece of what is masked is not told.
      const isVisible = found.message.content.visible.includes(written);
      if (isVisible && !values.has(other) && others.size < MOST_OTHERS) others.set(other, written);
    }
    const named = [...others].flatMap(([other, written]) => {
      const one = said.find(({ spoken }) => isSaid(other, other.slice(id.length - end.length), spoken));
      return one === undefined ? [] : `the ${one.by} says ${plainOrMarked(written)}`;
    });
    return named.length === 1 ? [{ of, says: `${named[0]}, which is in message ${found.number}, too` }] : [];
  });
  // The agent says one that it leaves out: `I delete all but snap-5133`.
  const isAlone = ({ of: { call, leaf }, says }: Fact): boolean =>
    !isListed(leaf) ||
    !says.startsWith('the agent') ||
    facts.every(({ of }) => of.leaf === leaf || of.call !== call || of.leaf.path !== leaf.path);
  return facts.filter(isAlone);
}

/** What somebody says, folded, and its words. */
function spokenOf(raw: string) {
  const text = folded(raw);
  return { text, words: new Set<string>(text.match(/[a-z\d]+/g)) };
}

/** Whether a text has an id, or its digits alone. */
const isSaid = (id: string, end: string, { text, words }: ReturnType<typeof spokenOf>): boolean =>
  hasId(text, id) || (ALONE.test(end) && words.has(end));

/** With a mark before what tells it apart; letters and digits; digits alone. */
const MARKED = /^((?=.*[a-z])[a-z\d][a-z\d _.:/-]{0,20}[ _.:/-])([a-z\d]{1,12})$/;
const JOINED = /^([a-z]{1,10})(\d{1,12})$/;
const DIGITS = /^()((?!(?:19|20)\d\d$)\d{3,12})$/;
/** Letters alone tell codes apart, but hardly words. */
const CODE = /^[A-Z\d]+[-_][A-Z\d]+$/;

/**
 * A value of a call as an id, folded, with its `end`, which tells it apart (`77120`), and what finds `same` ones in folded
 * text, equal but for their ends; undefined for values that are no id.
 * @param folded the value, folded
 * @param areDigitsIds of bare digits, an amount and an id look alike
 */
export function idOf(value: string, folded: string, areDigitsIds = false) {
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
