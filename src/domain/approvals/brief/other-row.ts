/**
 * Values of one row of a tool's result, where all else that the call has, or the user says, stands in another row: the call
 * cancels booking BK-77120 with a refund of 312, and 312 stands beside BK-77102; the user is born on 17 August, and the call has
 * the number of a namesake. Agents take a neighbouring line of a list more often than they invent a value, and whoever sees the
 * value alone can't know.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { isIdKey } from './contradict-money.ts';
import { folded, squashed } from './folded.ts';
import type { BriefInput, CallValue, Fact, Leaf } from './input.ts';
import { isNamedKey } from './notations.ts';
import { idOf } from './other-id.ts';
import { type Row, tablesIn } from './rows.ts';
import { readerOf, type SaidCells, saidOf } from './said-cells.ts';
import { scanner } from './scan.ts';
import { valueKey } from './source-text.ts';
import { latestOf, MOST_SAID, saidByUsers, type Turn } from './turns.ts';

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

/** Of `booking_id BK-77120`: `message 4 has refund_amount 312 beside BK-77102`. */
export function otherRowFacts({ calls, few: all, conversation: { turns }, prose }: BriefInput): Fact[] {
  const sought = all.flatMap((one, index): Sought[] => {
    const same = likeOf(one);
    return same === undefined ? [] : [{ ...one, index, same }];
  });
  if (sought.length === 0) return [];
  const scan = scanner(all);
  const places = placesOf(sought, turns, scan);
  if (places.length === 0) return [];
  const byUser = saidByUsers(turns);
  const isSaid = scan(byUser);
  const free = all.flatMap(({ is, raw }) => (is === 'free' ? raw : []));
  const saidIn = readerOf([...new Set(places.flatMap(({ rows }) => rows))]);
  const said = [
    { by: 'user', of: saidIn(byUser) },
    { by: 'agent', of: saidIn([prose, ...free].join('\n').slice(-MOST_SAID)) },
  ] as const;
  const latest = latestExchange(turns);
  const [offer, reply] = [saidIn(latest.offer), saidIn(latest.reply)];
  const known = new Set(all.map(({ raw }) => squashed(raw)));
  const told = new Map<Leaf, readonly Leaf[]>();
  return places.flatMap(({ own, message, row, rows }): Fact[] => {
    if (isSaid.has(own.index)) return [];
    const fitting = alikeIn(own, row, rows)
      // A call that has both moves something from one to the other.
      .filter(([beside]) => !known.has(squashed(beside)))
      .map(([beside, other]) => ({ beside, ...fitOf({ own, row, other, all, said, offer, reply }) }))
      .filter(({ values, words }) => values.length + words.length > 0);
    const most = Math.max(...fitting.map(({ values }) => values.length));
    const [fit, ...unclear] = fitting.filter(({ values }) => values.length === most);
    if (fit === undefined || unclear.length > 0) return [];
    const { values, words, by } = fit;
    // Two values that belong to two rows are one mistake.
    if (values.some(({ leaf }) => told.get(leaf)?.includes(own.leaf) === true)) return [];
    told.set(
      own.leaf,
      values.map(({ leaf }) => leaf),
    );
    const keys = values.map((value) => valueKey(value, calls.length));
    const shown = [...keys, ...words.map((word) => plainOrMarked(word))].slice(0, MOST_SHOWN).join(', ');
    const has =
      values.length > 0 ? `message ${message} has ${shown}` : `the ${by} says ${shown}, which message ${message} has`;
    return [{ of: own, says: `${has} beside ${plainOrMarked(fit.beside)}` }];
  });
}

/** A value's only row in the latest result that has the value, with the other rows. */
interface Place {
  readonly own: Sought;
  readonly message: number;
  readonly row: Found;
  readonly rows: readonly Found[];
}

function placesOf(sought: readonly Sought[], turns: readonly Turn[], scan: (text: string) => Set<number>): Place[] {
  const left = new Set(sought);
  return latestOf(turns.filter(({ by }) => by === 'tool')).flatMap(({ number: message, raw }) => {
    const tables = left.size > 0 ? tablesIn(raw) : [];
    return tables.flatMap((table) => {
      const rows = table.map((row): Found => ({ ...row, has: scan(row.text) }));
      return [...left].flatMap((own): Place[] => {
        const [row, ...more] = rows.filter(({ has }) => has.has(own.index));
        if (row === undefined) return [];
        // A newer list counts, not an older one.
        left.delete(own);
        return more.length > 0 ? [] : [{ own, message, row, rows }];
      });
    });
  });
}

/** What the agent said before a user's last message, and that message: `Saturday is sold out, Sunday has seats`, `ok then`. */
function latestExchange(turns: readonly Turn[]): { readonly offer: string; readonly reply: string } {
  const at = turns.findLastIndex(({ by }) => by === 'user');
  const offer = turns.slice(0, Math.max(at, 0)).findLast(({ by, raw }) => by === 'agent' && raw !== '');
  const [before = '', reply = ''] = [offer, turns[at]].map((one) => one?.raw.slice(-MOST_SAID));
  return { offer: before, reply };
}

/** What finds another value of the kind in folded text; undefined for values that tell no row from others. */
function likeOf({ raw, leaf: { key, value }, day }: CallValue): RegExp | undefined {
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

/** The other rows that have another value of the kind in the same column, and that value. */
function alikeIn({ raw, same }: Sought, row: Found, rows: readonly Found[]): [beside: string, other: Found][] {
  const own = squashed(raw);
  // An id may stand beside other words in its cell; an account or a name fills it.
  const isWhole = same.source.startsWith('^');
  const columns = [...row.cells].flatMap(([column, { plain }]) =>
    plain === own || (!isWhole && plain.includes(own)) ? [column] : [],
  );
  return rows.flatMap((other): [string, Found][] => {
    if (other === row) return [];
    const [beside] = columns.flatMap((column) => {
      const { text = '' } = other.cells.get(column) ?? {};
      return [...folded(text).matchAll(same)].flatMap(({ 0: alike, index }) =>
        squashed(alike) === own ? [] : text.slice(index, index + alike.length),
      );
    });
    return beside === undefined ? [] : [[beside, other]];
  });
}

/** What makes another row fit better than the value's own. */
interface Fit {
  /** Values of the calls that stand in it, and not in the value's own row. */
  readonly values: readonly CallValue[];
  /** What somebody says of it and not of the other. */
  readonly words: readonly string[];
  readonly by: 'user' | 'agent';
}

interface SaidBy {
  readonly by: Fit['by'];
  readonly of: SaidCells;
}

function fitOf({
  own,
  row,
  other,
  all,
  said,
  offer,
  reply,
}: {
  readonly own: Sought;
  readonly row: Found;
  readonly other: Found;
  readonly all: readonly CallValue[];
  /** By the user, then by the agent. */
  readonly said: readonly [SaidBy, SaidBy];
  readonly offer: SaidCells;
  readonly reply: SaidCells;
}): Fit {
  const entry = entryOf(own);
  const [{ of: byUser }] = said;
  const valuesOf = (one: Found, than: Found): CallValue[] =>
    [...one.has].flatMap((index) => {
      const value = all[index];
      // Small numbers stand in many rows by chance.
      const isTelling = value !== undefined && value.raw.length > 2 && entryOf(value) === entry;
      return isTelling && index !== own.index && !than.has.has(index) ? [value] : [];
    });
  const none: Fit = { values: [], words: [], by: 'user' };
  if (valuesOf(row, other).length > 0) return none;
  const values = valuesOf(other, row);
  // A booking that moves to the day of another one: the user names whose it is.
  if (values.length > 0 && values.every(({ day }) => day !== undefined)) {
    const isNamed = (texts: ReturnType<typeof saidOf>): boolean =>
      texts.some(({ text }) => !/\d/.test(text) && IS_NAME.test(text));
    if (isNamed(saidOf(row, other, byUser)) && !isNamed(saidOf(other, row, byUser))) return none;
  }
  // What is said of many is not said of one.
  if (values.length > 0 || entry !== '') return { ...none, values };
  const isOffered = saidOf(row, other, offer).some(({ text }) => TELLS.test(text));
  if (isOffered && saidOf(other, row, reply).length === 0) return none;
  for (const { by, of } of said) {
    const [ofOwn, ofOther] = [saidOf(row, other, of), saidOf(other, row, of)];
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

/** Letters of a name. */
const IS_NAME = /\p{L}{4}|[\u3041-\u30ff\u3400-\u9fff]{2}/u;
/** A word of four letters, two characters of Japanese, a figure of three digits, or letters with digits. */
const TELLS = /\p{L}{4}|[\u3041-\u30ff\u3400-\u9fff]{2}|\d{3}|\d ?\p{L}|\p{L} ?\d/u;
