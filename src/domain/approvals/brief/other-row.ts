/**
 * Values of one row of a tool's result, where all else that the call has, or the user says, stands in another row: the call
 * cancels booking BK-77120 with a refund of 312, and 312 stands beside BK-77102; the user is born on 17 August, and the call has
 * the number of a namesake. Agents take a neighbouring line of a list more often than they invent a value, and whoever sees the
 * value alone can't know.
 */

import { isHuman } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { answersCall } from '../../threads/calls.ts';
import { isIdKey } from './contradict-money.ts';
import { folded, squashed } from './folded.ts';
import type { BriefInput } from './input.ts';
import type { Wanted } from './needles.ts';
import { words as needles } from './needles.ts';
import { type CallValue, callValues, isNamedKey, wantedOf } from './notations.ts';
import { idOf } from './other-id.ts';
import { type Row, tablesIn } from './rows.ts';
import { scanner } from './scan.ts';
import { sourceKey } from './source-text.ts';

/** Values of calls that are compared, and characters of the results and of what is said, the latest. */
const MOST_VALUES = 60;
const WITHIN = 60_000;
const WITHIN_SAID = 20_000;
/** Values or words that are named. */
const MOST_SHOWN = 2;

/** A value of a call that tells a row from others: an id, an account, a name. */
interface Sought extends CallValue {
  readonly index: number;
  /** Finds another of its kind in folded text. */
  readonly same: RegExp;
}

/** A row with the values of the calls that stand in it, by their indexes. */
interface Found extends Row {
  readonly has: ReadonlySet<number>;
}

/** `booking_id BK-77120`, and `message 4 has refund_amount 312 beside BK-77102`. */
export function otherRowFacts({ calls, conversation, prose }: BriefInput): [of: string, fact: string][] {
  const { messages } = conversation;
  const all = callValues(calls, MOST_VALUES);
  const sought = all.flatMap((one, index): Sought[] => {
    const same = kindOf(one);
    return same === undefined ? [] : [{ ...one, index, same }];
  });
  if (sought.length === 0) return [];
  const known = new Set(all.map(({ raw }) => squashed(raw)));
  const keyOf = (own: CallValue): string => `${sourceKey(own, calls.length)} ${plainOrMarked(own.raw)}`;
  const scan = scanner(all);
  let said: { readonly byUser: string; readonly byAgent: string; readonly has: ReadonlySet<number> } | undefined;
  const isSeen = new Set<Sought>();
  const facts: [string, string][] = [];
  const told = new Map<CallValue['leaf'], readonly CallValue['leaf'][]>();
  for (const { at, raw } of latestResults(messages)) {
    for (const table of tablesIn(raw)) {
      const rows = table.map((row): Found => ({ ...row, has: scan(row.text) }));
      // A newer list counts, not an older one.
      const found = sought.filter((own) => !isSeen.has(own) && rows.some(({ has }) => has.has(own.index)));
      if (found.length === 0) continue;
      if (said === undefined) {
        const byUser = saidByUsers(messages);
        const free = all.flatMap(({ is, raw: text }) => (is === 'free' ? text : []));
        said = { byUser, byAgent: [prose, ...free].join('\n').slice(-WITHIN_SAID), has: scan(byUser) };
      }
      const [user, agent] = [spokenIn(rows, said.byUser), spokenIn(rows, said.byAgent)];
      for (const own of found) {
        isSeen.add(own);
        const [row, ...more] = rows.filter(({ has }) => has.has(own.index));
        if (row === undefined || more.length > 0 || said.has.has(own.index)) continue;
        const others = rows.flatMap((other): [string, Found][] => {
          const beside = other === row ? undefined : alikeIn(own, row, other);
          // A call that has both moves something from one to the other.
          return beside === undefined || known.has(squashed(beside)) ? [] : [[beside, other]];
        });
        const fitting = others
          .map(([beside, other]): Fit => ({ beside, ...fitOf({ own, row, other, all, user, agent }) }))
          .filter(({ values, words }) => values.length + words.length > 0);
        const most = Math.max(...fitting.map(({ values }) => values.length));
        const [fit, ...unclear] = fitting.filter(({ values }) => values.length === most);
        if (fit === undefined || unclear.length > 0) continue;
        const { values, words, by } = fit;
        // Two values that belong to two rows are one mistake.
        if (values.some((one) => told.get(one.leaf)?.includes(own.leaf) === true)) continue;
        told.set(
          own.leaf,
          values.map(({ leaf }) => leaf),
        );
        const beside = plainOrMarked(fit.beside);
        const shown = values.slice(0, MOST_SHOWN).map(keyOf).join(', ');
        const spoken = words
          .slice(0, MOST_SHOWN)
          .map((word) => plainOrMarked(word))
          .join(', ');
        facts.push([
          keyOf(own),
          values.length > 0
            ? `message ${at + 1} has ${shown} beside ${beside}`
            : `the ${by} says ${spoken}, which message ${at + 1} has beside ${beside}`,
        ]);
      }
    }
  }
  return facts;
}

/** The results, the latest first. */
function latestResults(messages: readonly Message[]): readonly { readonly at: number; readonly raw: string }[] {
  let left = WITHIN;
  return messages
    .flatMap((message, at) => (answersCall(message) ? [{ at, raw: message.content.raw }] : []))
    .reverse()
    .filter(({ raw }) => {
      if (raw.length > left) return false;
      left -= raw.length;
      return true;
    });
}

const saidByUsers = (messages: readonly Message[]): string =>
  messages
    .flatMap((one) => (isHuman(one) && !answersCall(one) ? one.content.raw : []))
    .join('\n')
    .slice(-WITHIN_SAID);

/** What finds another value of the kind in folded text; undefined for values that tell no row from others. */
function kindOf({ raw, leaf: { key, value }, day }: CallValue): RegExp | undefined {
  if (day !== undefined) return undefined;
  const id = idOf(raw, folded(raw), typeof value === 'string' || isIdKey(key));
  if (id !== undefined) return id.same;
  if (typeof value !== 'string' || /\d:\d/.test(raw)) return undefined;
  const digits = raw.replace(/\D/g, '').length;
  // An account is grouped in any way.
  if (digits >= LEAST_DIGITS) return new RegExp(`^(?=(?:\\D*\\d){${digits}}\\D*$)[a-z\\d .:/-]+$`, 'g');
  return digits === 0 && raw.length > 2 && isNamedKey(key) ? /^\D{3,}$/g : undefined;
}
const LEAST_DIGITS = 5;

/** The value of the kind that another row has in the same column. */
function alikeIn({ raw, same }: Sought, row: Row, other: Row): string | undefined {
  const own = squashed(raw);
  for (const [column, cell] of row.cells) {
    // Beside other words there are only ids with letters or marks, or of one length.
    if (squashed(cell) !== own && !(squashed(cell).includes(own) && !same.source.startsWith('^'))) continue;
    const beside = other.cells.get(column) ?? '';
    for (const { 0: alike, index } of folded(beside).matchAll(same))
      if (squashed(alike) !== own) return beside.slice(index, index + alike.length);
  }
  return undefined;
}

/** A row with another value of the kind, and what makes it fit better than the value's own. */
interface Fit {
  readonly beside: string;
  /** Values of the calls that stand in it, and not in the value's own row. */
  readonly values: readonly CallValue[];
  /** What somebody says of it and not of the other. */
  readonly words: readonly string[];
  readonly by: 'user' | 'agent';
}

function fitOf({
  own,
  row,
  other,
  all,
  user,
  agent,
}: {
  readonly own: Sought;
  readonly row: Found;
  readonly other: Found;
  readonly all: readonly CallValue[];
  readonly user: Spoken;
  readonly agent: Spoken;
}): Omit<Fit, 'beside'> {
  const entry = entryOf(own);
  const valuesOf = (one: Found, than: Found): CallValue[] =>
    [...one.has].flatMap((index) => {
      const value = all[index];
      // Small numbers stand in many rows by chance.
      const isTelling = value !== undefined && value.raw.length > 2 && entryOf(value) === entry;
      return isTelling && index !== own.index && !than.has.has(index) ? [value] : [];
    });
  const none = { values: [], words: [], by: 'user' } as const;
  if (valuesOf(row, other).length > 0) return none;
  const values = valuesOf(other, row);
  // What is said of many is not said of one.
  if (values.length > 0 || entry !== '') return { ...none, values };
  for (const [by, said] of [
    ['user', user],
    ['agent', agent],
  ] as const) {
    const [ofOwn, ofOther] = [saidOf(row, other, said), saidOf(other, row, said)];
    const more = ofOther.filter(({ column, isCell }) =>
      ofOwn.every((one) => one.column !== column || (isCell && !one.isCell)),
    );
    const isWhole = more.some(({ text, isCell }) => isCell && TELLS.test(text));
    // A street is named in many addresses.
    if (ofOwn.some(({ text, isCell }) => (isCell ? text.length > 1 : !isWhole && IS_WORD.test(text)))) return none;
    const words = more.flatMap(({ text }) => (TELLS.test(text) ? text : []));
    if (words.length > 0) return { values, words, by };
  }
  return none;
}
const IS_WORD = /\p{L}{3}|\d{3}|[\u3041-\u30ff\u3400-\u9fff]{2}/u;

/** The entry of a list that a value belongs to, which has a row of its own; empty for values outside lists. */
const entryOf = ({ call, leaf: { place } }: CallValue): string =>
  place.includes('[') ? `${call} ${place.slice(0, place.lastIndexOf(']') + 1)}` : '';

/**
 * A word of four letters, two Chinese ones, a figure of three digits, or letters with digits; no first day of a month, which is
 * said of all of it.
 */
const TELLS = /^(?!\d{4}-\d\d-01)(?:.*?)(?:\p{L}{4}|[\u3041-\u30ff\u3400-\u9fff]{2}|\d{3}|\d ?\p{L}|\p{L} ?\d)/u;

/** What somebody says: whether a word is in it, and all of a cell in any notation. */
interface Spoken {
  has(word: string): boolean;
  hasCell(cell: string): boolean;
}

function spokenIn(rows: readonly Row[], text: string): Spoken {
  const [words, joined] = [wordsOf(text), folded(text).replace(/\s/g, '')];
  const cells = [...new Map(rows.flatMap((row) => [...row.cells].map(([column, cell]) => [cell, column])))];
  const scan = scanner(cells.map(([cell, column]) => ({ ...wantedCell(cell, column), raw: cell })));
  const found = new Set([...scan(text)].map((index) => cells[index]?.[0]));
  return {
    // Where no blanks stand between words, a word may be a part of what was matched.
    has: (word) => words.has(word) || (UNSPACED.test(word) && joined.includes(word)),
    hasCell: (cell) => found.has(cell),
  };
}

/** The notations of a cell. A single letter or digit stands in many texts: `5e C` is one word. */
function wantedCell(cell: string, key: string): Wanted {
  const [, day = '', month = '', year] = /^(\d\d?)[./](\d\d?)[./](\d{4})$/.exec(cell) ?? [];
  const value = year === undefined ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return /(?<![\p{L}\d])[\p{L}\d](?![\p{L}\d])/u.test(cell)
    ? { is: 'value', parts: [needles([squashed(cell)])] }
    : wantedOf({ place: key, path: key, key, value, holder: {} }, []);
}

/** Words and figures, folded, and as they are written. */
const wordsOf = (text: string): Map<string, string> =>
  new Map(
    [
      ...folded(text).matchAll(
        /[\u3041-\u30ff\u3400-\u9fff]{2,}|[^\P{L}\u3041-\u30ff\u3400-\u9fff\d]{2,}|[\p{L}\d]{2,}/gu,
      ),
    ].map(({ 0: word, index }) => [word, text.slice(index, index + word.length)]),
  );
const UNSPACED = /^[\u3041-\u30ff\u3400-\u9fff]+$/;

/** What is said of a row's cells and isn't the other row's: a whole cell, or words of it. */
function saidOf(one: Row, other: Row, said: Spoken) {
  return [...one.cells].flatMap(([column, cell]): { column: string; text: string; isCell: boolean }[] => {
    const beside = other.cells.get(column) ?? '';
    if (squashed(cell) === squashed(beside)) return [];
    if (said.hasCell(cell)) return [{ column, text: cell, isCell: true }];
    const others = wordsOf(beside);
    return [...wordsOf(cell)].flatMap(([word, text]) =>
      others.has(word) || !said.has(word) ? [] : [{ column, text, isCell: false }],
    );
  });
}
