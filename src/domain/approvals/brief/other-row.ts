/**
 * Ids of one row of a tool's result, where everything else that the user says, or the call has, stands in another row:
 * the call cancels booking BK-77120 with a refund of 312, and 312 stands beside BK-77102. Agents take a neighbouring line of a
 * list more often than they invent an id, and whoever sees the id alone can't know.
 */

import { isHuman } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { answersCall } from '../../threads/calls.ts';
import { isIdKey } from './contradict-money.ts';
import { folded } from './folded.ts';
import type { BriefInput } from './input.ts';
import { type CallValue, callValues } from './notations.ts';
import { type Id, idOf } from './other-id.ts';
import { scanner } from './scan.ts';
import { sourceKey } from './source-text.ts';

/** Values of calls that are compared, rows of a result, characters of a row, and those of results, the latest. */
const MOST_VALUES = 60;
const MOST_ROWS = 50;
const LONGEST_ROW = 1_000;
const WITHIN = 60_000;
/** Words of a row that are looked for, and characters of users' messages, the latest. */
const MOST_WORDS = 60;
const WITHIN_USERS = 20_000;
/** Values or words that are named. */
const MOST_SHOWN = 2;

/** A row of a result: its text, that folded, the indexes of the values that it states, and its words that a user says, as written. */
interface Row {
  readonly text: string;
  readonly plain: string;
  readonly has: ReadonlySet<number>;
  readonly spoken: ReadonlyMap<string, string>;
}

/** An id of a call. */
interface Sought extends Pick<CallValue, 'call' | 'leaf' | 'raw'> {
  readonly index: number;
  readonly id: Id;
}

/** `booking_id BK-77120`, and `message 4 has refund_amount 312 beside BK-77102`. */
export function otherRowFacts({ calls, conversation: { messages } }: BriefInput): [of: string, fact: string][] {
  const all = callValues(calls, MOST_VALUES);
  const sought = all.flatMap(({ call, leaf, raw, day }, index): Sought[] => {
    const areDigitsIds = typeof leaf.value === 'string' || isIdKey(leaf.key);
    const id = day === undefined ? idOf(raw, folded(raw), areDigitsIds) : undefined;
    return id === undefined ? [] : [{ call, leaf, raw, index, id }];
  });
  if (sought.length === 0) return [];
  const known = new Set(all.map(({ raw }) => folded(raw)));
  // Small numbers stand in many rows by chance.
  const telling = new Set(all.flatMap(({ raw }, index) => (raw.length > 2 ? [index] : [])));
  const entries = all.map(entryOf);
  const keyOf = (own: Pick<CallValue, 'call' | 'leaf' | 'raw'>): string =>
    `${sourceKey(own, calls.length)} ${plainOrMarked(own.raw)}`;
  const scan = scanner(all);
  let users: Spoken | undefined;
  const isSeen = new Set<Sought>();
  const facts: [string, string][] = [];
  let left = WITHIN;
  for (const [at, message] of [...messages.entries()].reverse()) {
    if (!answersCall(message)) continue;
    const { raw } = message.content;
    if (raw.length > left) continue;
    left -= raw.length;
    const texts = rowsIn(raw);
    if (texts.length < 2 || texts.length > MOST_ROWS) continue;
    users ??= spokenBy(messages, scan);
    const { has: isSaid, isSpoken } = users;
    const rows = texts.map(({ text, said }): Row => {
      const has = new Set([...scan(text)].filter((index) => telling.has(index)));
      const spoken = [...wordsOf(said)].slice(0, MOST_WORDS).filter(([word]) => isSpoken(word));
      return { text, plain: folded(text), has, spoken: new Map(spoken) };
    });
    for (const own of sought) {
      // A newer list counts, not an older one.
      if (isSeen.has(own) || !rows.some(({ has }) => has.has(own.index))) continue;
      isSeen.add(own);
      const found = isSaid.has(own.index) ? undefined : otherRowOf(own, rows, { known, entries });
      if (found === undefined) continue;
      const { beside, values, words } = found;
      const shown = values.map((index) => all[index]).flatMap((one) => (one === undefined ? [] : [keyOf(one)]));
      facts.push([
        keyOf(own),
        shown.length > 0
          ? `message ${at + 1} has ${shown.join(', ')} beside ${plainOrMarked(beside)}`
          : `the user says ${words.map((word) => plainOrMarked(word)).join(', ')}, which message ${at + 1} has beside ${plainOrMarked(beside)}`,
      ]);
    }
  }
  return facts;
}

/** A row with another id of the kind, and what of the call, or of the user's words, stands in it and not in the id's own. */
interface Found {
  readonly beside: string;
  /** Indexes of values. */
  readonly values: readonly number[];
  readonly words: readonly string[];
}

/** The entry of a list that a value belongs to, which has a row of its own; empty for values outside lists. */
const entryOf = ({ call, leaf: { place } }: CallValue): string =>
  place.includes('[') ? `${call} ${place.slice(0, place.lastIndexOf(']') + 1)}` : '';

/** The only row that fits better than the id's own. @param known the values of the calls, folded @param entries of all values */
function otherRowOf(
  { index, id }: Sought,
  rows: readonly Row[],
  { known, entries }: { readonly known: ReadonlySet<string>; readonly entries: readonly string[] },
): Found | undefined {
  const [row, ...more] = rows.filter(({ has }) => has.has(index));
  if (row === undefined || more.length > 0) return undefined;
  const valuesOf = (one: Row, other: Row): number[] =>
    [...one.has].filter((of) => of !== index && entries[of] === entries[index] && !other.has.has(of));
  // What a user says of many is not said of one.
  const isListed = entries[index] !== '';
  const isOnlyIn = (one: Row, word: string): boolean => rows.every((other) => other === one || !other.spoken.has(word));
  const others = rows.flatMap((other): Found[] => {
    const [{ 0: alike = '', index: at = 0 } = {}] = other.plain.matchAll(id.same);
    // A call that has both ids moves something from one to the other.
    if (other === row || alike === '' || known.has(alike)) return [];
    const isSaidHere = [...row.spoken.keys()].some((word) => !other.spoken.has(word));
    const words =
      isSaidHere || isListed ? [] : [...other.spoken].filter(([word]) => TELLS.test(word) && isOnlyIn(other, word));
    return [
      {
        beside: other.text.slice(at, at + alike.length),
        values: valuesOf(row, other).length > 0 ? [] : valuesOf(other, row).slice(0, MOST_SHOWN),
        words: words.slice(0, MOST_SHOWN).map(([, written]) => written),
      },
    ];
  });
  const [byCall, ...moreByCall] = others.filter(({ values }) => values.length > 0);
  const [byUser, ...moreByUser] = others.filter(({ words }) => words.length > 0);
  if (byCall !== undefined && moreByCall.length === 0) return byCall;
  return byUser !== undefined && moreByUser.length === 0 ? { ...byUser, values: [] } : undefined;
}

/** What users say: the indexes of the values, and whether a word is among their words. */
interface Spoken {
  readonly has: ReadonlySet<number>;
  isSpoken(word: string): boolean;
}

function spokenBy(messages: readonly Message[], scan: (text: string) => Set<number>): Spoken {
  const texts = messages.flatMap((one) => (isHuman(one) && !answersCall(one) ? one.content.raw : []));
  const text = texts.join('\n').slice(-WITHIN_USERS);
  const [words, joined] = [wordsOf(text), folded(text).replace(/\s/g, '')];
  // Where no blanks stand between words, a word may be a part of what was matched.
  return { has: scan(text), isSpoken: (word) => words.has(word) || (UNSPACED.test(word) && joined.includes(word)) };
}

/** Words and figures, folded, and as they are written; those that tell a row from the others have four letters, or two Chinese ones. */
const wordsOf = (text: string): Map<string, string> =>
  new Map(
    [
      ...folded(text).matchAll(
        /[\u3041-\u30ff\u3400-\u9fff]{2,}|[^\P{L}\u3041-\u30ff\u3400-\u9fff\d]{2,}|[\p{L}\d]{2,}/gu,
      ),
    ].map(({ 0: word, index }) => [word, text.slice(index, index + word.length)]),
  );
const UNSPACED = /^[\u3041-\u30ff\u3400-\u9fff]+$/;
const TELLS = /^(?:\p{L}{4,}|[\u3041-\u30ff\u3400-\u9fff]+)$/u;

const MAX_DEPTH = 8;

/** The objects of the first list of objects in JSON, or the lines of other text that have a figure; `said`: without names. */
function rowsIn(raw: string): { readonly text: string; readonly said: string }[] {
  const text = raw.trim();
  if (!/^[[{]/.test(text))
    return text
      .split('\n')
      .filter((line) => /\d/.test(line) && line.length <= LONGEST_ROW)
      .map((line) => ({ text: line, said: line }));
  const lists: unknown[][] = [];
  const visit = (part: unknown, depth: number, note: (part: unknown) => boolean): void => {
    if (note(part) || typeof part !== 'object' || part === null || depth > MAX_DEPTH) return;
    for (const entry of Object.values(part)) visit(entry, depth + 1, note);
  };
  try {
    visit(JSON.parse(text), 0, (part) => {
      const isList = Array.isArray(part) && part.length > 1;
      if (isList) lists.push(part);
      return isList;
    });
    const list = lists.find((one) => one.every((entry) => typeof entry === 'object')) ?? [];
    return list
      .map((entry) => {
        const words: string[] = [];
        visit(entry, 0, (part) => typeof part === 'string' && words.push(part) > 0);
        return { text: JSON.stringify(entry), said: words.join('\n') };
      })
      .filter((row) => row.text.length <= LONGEST_ROW);
  } catch {
    // Text that begins with a bracket, or deeper than can be written.
    return [];
  }
}
