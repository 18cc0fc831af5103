/**
 * Values of a call in whose place the agent says another one: it says "pick-up at 7:30", and the call has 08:15. Only a sentence
 * that names another value of the call counts: `The shop closes at 18:00. Send the driver?` speaks of something else.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { amountsOf, moneyIn } from './contradict-money.ts';
import { lengthsIn, MONTHS, startsOf } from './days.ts';
import { folded } from './folded.ts';
import { percentagesIn } from './formulas.ts';
import { type BriefInput, type CallValue, type Fact, isListed, type Span, wordsOfKey } from './input.ts';
import { wantedOf } from './notations.ts';
import { isSlip, numbersIn } from './numbers.ts';
import { placesIn } from './scan.ts';
import { LONGEST } from './turns.ts';

/** A value that the agent says: equal for `14 June` and `2026-06-14`. */
interface Mention extends Span {
  readonly value: string | number;
}

/** Of `pickup 08:15`: `the agent says 7:30`. */
export function otherwiseFacts({ calls, few: all, prose }: BriefInput): Fact[] {
  if (prose.trim() === '' || prose.length > LONGEST) return [];
  const places = placesIn(prose, all);
  const sentences = sentencesIn(prose);
  const isNamed = new Uint8Array(prose.length);
  const named = Array.from({ length: (sentences.at(-1) ?? 0) + 1 }, () => new Set<CallValue>());
  for (const { index, at, end } of places) {
    const one = all[index];
    // `EUR` tells nothing of the call that is meant.
    if (one === undefined || one.is === 'common') continue;
    isNamed.fill(1, at, end);
    named[sentences[at] ?? 0]?.add(one);
  }
  /** The value that stands in place of a call's, if it is one. */
  const otherOf = ({ own, mentions, isDay }: Compared): Mention | undefined => {
    const open = mentions.filter(({ at, end }) => {
      const beside = named[sentences[at] ?? 0] ?? new Set();
      // `From 50 seats to 80`.
      const isSaid = typeof own.leaf.value === 'number' && beside.has(own);
      return !isSaid && !isNamed.subarray(at, end).includes(1) && [...beside].some((one) => isAnother(one, own, isDay));
    });
    return new Set(open.map(({ value }) => value)).size === 1 ? open[0] : undefined;
  };
  return [
    ...amountIn(prose, all, calls),
    ...dayIn(prose, all),
    ...timeIn(prose, all),
    ...besideNames(prose, all),
  ].flatMap((compared) => {
    const other = otherOf(compared);
    return other === undefined ? [] : [{ of: compared.own, says: `the agent says ${plainOrMarked(other.text)}` }];
  });
}

/**
 * Whether a sentence with another value speaks of the call: of two days, one is often of the past, and one beside a value of a
 * list is that of its entry: `TW-4403 is due on 8 December`.
 */
const isAnother = (one: CallValue, own: CallValue, isDay = false): boolean =>
  one !== own && !(isDay && (one.day !== undefined || (isListed(one.leaf) && one.leaf.holder !== own.leaf.holder)));

/** For each character, the number of its sentence. */
function sentencesIn(prose: string): Uint16Array {
  const numbers = new Uint16Array(prose.length);
  let from = 0;
  let sentence = 0;
  for (const { index, 0: end } of folded(prose).matchAll(ENDS)) {
    numbers.fill(sentence, from, index + end.length);
    from = index + end.length;
    sentence += 1;
  }
  return numbers.fill(sentence, from);
}
/** `17. September` is one sentence. */
const ENDS = new RegExp(
  `(?<!\\d)\\.\\s+|\\.\\s+(?!(?:${MONTHS.flat().join('|')})(?![a-z]))|[!?;]\\s+|[。！？\\n]`,
  'g',
);

/** A value of a call, and values of its kind in the words. */
interface Compared {
  readonly own: CallValue;
  readonly mentions: readonly Mention[];
  readonly isDay?: boolean;
}

/** The only amount of the calls, and the only one of the words, unless one follows from the other. */
function amountIn(prose: string, all: readonly CallValue[], calls: BriefInput['calls']): Compared[] {
  const [amount, ...more] = calls.flatMap(amountsOf);
  const mentions = moneyIn(prose).map((one): Mention => ({ ...one, value: one.values[0] ?? 0 }));
  const own = all.find(({ leaf }) => leaf === amount?.leaf);
  if (
    amount === undefined ||
    own === undefined ||
    more.length > 0 ||
    new Set(mentions.map(({ value }) => value)).size !== 1
  )
    return [];
  const said = Number(mentions[0]?.value);
  const ratio = Math.max(said / amount.value, amount.value / said);
  // A price and a total, or a share, of a count that words tell: `four nights`.
  const isMultiple = ratio <= MOST_TIMES && Math.abs(ratio - Math.round(ratio)) < 1e-6;
  // `1.2 million`.
  const isRounded = /^[1-9]\.?\d?e/.test(said.toExponential()) && ratio < 1.05;
  // A slip is a contradiction, which says so.
  const follows = isMultiple || isRounded || percentagesIn(folded(prose)).length > 0;
  // Converted, or a contradiction.
  const isForeign = !moneyIn(prose).some(({ currencies }) =>
    currencies.includes(amount.currency ?? currencies[0] ?? ''),
  );
  return follows || isForeign || isSlip(said, amount.value) ? [] : [{ own, mentions }];
}

/** Of a price, at most. */
const MOST_TIMES = 60;

/** The only day, or time, of the calls that the words leave out. */
function inPlaceOf(
  prose: string,
  kind: readonly { readonly own: CallValue; readonly value: string }[],
  possible: (value: string) => readonly string[],
): Compared[] {
  const [open, ...more] = kind.filter(({ value }) => mentionsOf(prose, [value]).length === 0);
  if (open === undefined || more.length > 0) return [];
  const others = possible(open.value).filter((value) => kind.every((one) => one.value !== value));
  return [{ own: open.own, mentions: mentionsOf(prose, others) }];
}

const dayIn = (prose: string, all: readonly CallValue[]): Compared[] =>
  inPlaceOf(
    prose,
    all.flatMap((own) => (own.day === undefined ? [] : [{ own, value: dateOf(own.day) }])),
    (value) => (followsIn(prose, Date.parse(value)) ? [] : daysNear(Date.parse(value), prose)),
  ).map((one) => ({ ...one, isDay: true }));

/** Whether a day follows from another and a length of time: `dated 1 May, payable within 30 days`. */
const followsIn = (prose: string, day: number): boolean =>
  lengthsIn(folded(prose))
    .flatMap((length) => startsOf(day, length))
    .some(({ value }) => mentionsOf(prose, [value]).length > 0);

/** The days that figures of the words may mean, in the months around a day that they name; and that day in other years. */
function daysNear(day: number, prose: string): string[] {
  const date = new Date(day);
  const at = (year: number, month: number, of: number): number =>
    Date.UTC(date.getUTCFullYear() + year, date.getUTCMonth() + month, of);
  const words = new Set(folded(prose).match(/[a-z]+|\d+/g));
  const isNamed = (of: number): boolean => {
    const month = new Date(of).getUTCMonth();
    return [String(month + 1), twoDigits(month + 1), ...(MONTHS[month] ?? [])].some((name) => words.has(name));
  };
  const months = [-2, -1, 0, 1, 2].filter((month) => isNamed(at(0, month, 1)));
  const near = figuresOf(prose, 31).flatMap((of) => months.map((month) => at(0, month, of)));
  const others = isNamed(day) ? [-1, 1].map((year) => at(year, 0, date.getUTCDate())) : [];
  return [...new Set([...near, ...others].map(dateOf))];
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');
const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

function timeIn(prose: string, all: readonly CallValue[]): Compared[] {
  const minutes = [...new Set([0, 30, ...figuresOf(prose, 59)])];
  const possible = figuresOf(prose, 23).flatMap((hour) =>
    [hour, (hour + 12) % 24].flatMap((of) => minutes.map((minute) => `${twoDigits(of)}:${twoDigits(minute)}`)),
  );
  const times = all.flatMap((own) => {
    const [, value, zone] = /(?:^|[T ])(\d\d:\d\d)(?::00(?:\.0+)?)?(z|[+-]\d\d:?\d\d)?$/i.exec(own.raw) ?? [];
    // A time in UTC is said in another zone, unless the words say so.
    // A day without a time of its own often comes with midnight.
    if (own.day !== undefined && value === '00:00') return [];
    const isElsewhere = /^(?:z|[+-]00)/i.test(zone ?? '') && !/\b(?:utc|gmt)\b/i.test(prose);
    return value === undefined || isElsewhere ? [] : [{ own, value }];
  });
  return inPlaceOf(prose, times, () => possible);
}

/** Figures of words: of more, the words are a list. */
const MOST_FIGURES = 8;
function figuresOf(prose: string, most: number): number[] {
  const all = [...new Set((prose.match(/\d+/g) ?? []).map(Number))].filter((one) => one <= most);
  return all.length > MOST_FIGURES ? [] : all;
}

/** The argument of a day or a time, whose name says nothing. */
const DAY = { key: 'day', path: 'day', place: 'day', holder: {} } as const;

/** Where words say one of these days or times. */
function mentionsOf(prose: string, values: readonly string[]): Mention[] {
  const wanted = values.map((value) => ({ ...wantedOf({ ...DAY, value }, []), raw: value }));
  return placesIn(prose, wanted).flatMap(({ index, at, end }) => {
    const [text, value = ''] = [prose.slice(at, end), values[index]];
    // `5:30` is no 30 May, `6,2` no 6 February, and `Marco` a name.
    const isDay = !value.includes(':');
    // `am 22.01. bleibt` is a day.
    const isDate =
      text.includes('.') && prose[end] === '.' && /(?:^|[^a-z])(?:am|vom|zum|bis|den|dem) $/i.test(prose.slice(0, at));
    if (!isDay && isDate) return [];
    return isDay && (/:|\d,\d/.test(text) || !/\d/.test(text)) ? [] : [{ text, at, end, value }];
  });
}

/** Says in a name that a number counts something. */
const COUNTS = /^(?:number|total|count|anzahl|nb|num|no|of|numero|quantity|qty)$/;

/** Numbers beside the word that an argument's name is, where none of them is its value: `12 comensales`, `ramp 2`. */
function besideNames(prose: string, all: readonly CallValue[]): Compared[] {
  const text = folded(prose);
  const numbers = numbersIn(prose, undefined, text).map((one) => ({
    mention: { ...one, value: one.values[0] ?? 0 },
    after: text.slice(one.end, one.end + 20),
    before: text.slice(Math.max(0, one.at - 20), one.at),
  }));
  return all.flatMap((own): Compared[] => {
    const { key, value, path } = own.leaf;
    const [name = '', ...more] = wordsOfKey(key)
      .map(folded)
      .filter((word) => !COUNTS.test(word));
    if (typeof value !== 'number' || path.includes('[') || more.length > 0 || !/^[a-z]{4,}$/.test(name)) return [];
    // Without what makes it a plural.
    const stem = name.slice(0, Math.max(4, name.length - 2));
    const [follows, leads] = [new RegExp(`^ ${stem}`), new RegExp(`(?<![a-z])${stem}[a-z]{0,3} $`)];
    const mentions = numbers.flatMap(({ mention, after, before }) =>
      follows.test(after) || leads.test(before) ? [mention] : [],
    );
    return mentions.some((one) => one.value === value) ? [] : [{ own, mentions }];
  });
}
