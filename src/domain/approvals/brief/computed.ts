/** Values that nobody said as they are, but that follow from what a user or a tool said. */

import { isHuman } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { count } from '../../../present/units.ts';
import { answersCall } from '../../threads/calls.ts';
import { isMoneyKey } from './contradict-money.ts';
import { lengthsIn, minutesOf, startsOf } from './days.ts';
import { folded } from './folded.ts';
import type { Leaf } from './input.ts';
import type { Source, Wanted } from './needles.ts';
import { lengthUnit, notationsOfMinutes, wantedOf } from './notations.ts';
import { FIELD, formulaIn, LONGEST, numbersIn, PERCENT } from './numbers.ts';
import { scanner } from './scan.ts';

/** A value of a call, with who stated it, if anybody did. */
export interface Computable extends Wanted {
  readonly call: number;
  readonly leaf: Leaf;
  /** Number of the call's message: what was said there or later doesn't count. */
  readonly before: number;
  stated?: Source;
}

/** What a user or a tool said. */
interface Said {
  /** Of the message, from 1. */
  readonly number: number;
  readonly isTool: boolean;
  readonly raw: string;
}

/** Characters of all messages that are read for formulas: the latest. */
const WITHIN = 60_000;

/**
 * How a number follows from those of one message, from other arguments, or from the former value and its change; or a day
 * from another one and a length of time; or an address from its two halves.
 */
export function computedFrom(
  { before, leaf, call, number: value, day }: Computable,
  sought: readonly Computable[],
  messages: readonly Message[],
): Source | undefined {
  const said = saidIn(messages.slice(0, before - 1));
  const all = sought.filter((one) => one.call === call);
  const later = timeFrom(leaf, all, said);
  if (later !== undefined) return { from: 'computed', formula: later };
  if (day !== undefined) return dayFrom(day, leaf, said);
  if (value === undefined) return listedFrom(leaf, said) ?? joinedFrom(String(leaf.value), said);
  const beside = all.filter((one) => one.leaf !== leaf);
  const stated = beside.filter((one) => one.stated !== undefined);
  const own = ofArguments(value, leaf, beside) ?? ofRows(value, beside, said) ?? changeOf(value, leaf.key, said);
  if (own !== undefined) return { from: 'computed', formula: own };
  const lists = new Map<string, number>();
  for (const { leaf: one } of stated) if (one.path.endsWith(']')) lists.set(one.path, (lists.get(one.path) ?? 0) + 1);
  const counts = [...beside.flatMap(({ number }) => number ?? []), ...lists.values()].filter((one) => one > 1);
  for (const { raw, number } of said) {
    const formula = formulaIn(raw, value, isMoneyKey(leaf.key), counts);
    if (formula !== undefined) return { from: 'computed', message: number, formula };
  }
  const users = said.filter(({ isTool }) => !isTool).map(({ raw }) => raw);
  const formula = users.length > 1 ? formulaIn(users.join('\n'), value, isMoneyKey(leaf.key)) : undefined;
  return formula === undefined ? undefined : { from: 'computed', formula };
}

/** The latest first, without long ones. */
function saidIn(messages: readonly Message[]): Said[] {
  let left = WITHIN;
  return messages
    .map((message, at) => ({ message, at }))
    .reverse()
    .flatMap(({ message, at }): Said[] => {
      const isTool = answersCall(message);
      const { raw } = message.content;
      if (!(isTool || isHuman(message)) || left <= 0) return [];
      left -= Math.min(raw.length, LONGEST);
      return raw.length > LONGEST ? [] : [{ number: at + 1, isTool, raw }];
    });
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.0051;

/**
 * `184 × 0.45`, if a value is the product of two other arguments, or the one divided by the other or by the length of its
 * list, the sum of a list of arguments, or the time between two of them.
 */
function ofArguments(value: number, leaf: Leaf, beside: readonly Computable[]): string | undefined {
  const numbers = beside.flatMap(({ number, leaf: { path } }) =>
    number !== undefined && number > 1e-4 && number !== 1 ? [{ number, path }] : [],
  );
  const own = 1 + beside.filter(({ leaf: { path } }) => path === leaf.path && path.endsWith(']')).length;
  const lists = new Map<string, number>();
  for (const { leaf: one } of beside) if (one.path.endsWith(']')) lists.set(one.path, (lists.get(one.path) ?? 0) + 1);
  const factors = [
    ...numbers.slice(0, 30).map(({ number }) => number),
    ...[...lists.values()].filter((size) => size > 1),
  ];
  for (const [at, a] of factors.entries()) {
    for (const b of [...factors.slice(at + 1), ...(own > 1 ? [own] : [])]) {
      if (isSame(a * b, value)) return `${a} × ${b}`;
      const [most, least] = [Math.max(a, b), Math.min(a, b)];
      if (Number.isInteger(least) && isSame(most / least, value)) return `${most} ÷ ${least}`;
    }
  }
  for (const path of new Set(numbers.map((one) => one.path).filter((one) => one.includes('[')))) {
    const list = numbers.filter((one) => one.path === path).map(({ number }) => number);
    if (list.length > 1 && isSame(sum(list), value)) return list.join(' + ');
  }
  const times = beside.flatMap(({ leaf: one }) => minutesOf(one.value) ?? []);
  const size = lengthUnit(leaf.key);
  const isBetween = size !== undefined && times.some((a) => times.some((b) => isSame((b - a) * 60, value * size)));
  return isBetween ? 'the time between two arguments' : undefined;
}

/** `09:30 + 60 minutes`, if a time follows another one of the call by a length that was said, or that is an argument. */
function timeFrom(leaf: Leaf, all: readonly Computable[], said: readonly Said[]): string | undefined {
  const own = minutesOf(leaf.value);
  if (own === undefined) return undefined;
  for (const { leaf: one } of all) {
    const start = minutesOf(one.value);
    if (start === undefined || start >= own || own - start > 1440) continue;
    const minutes = own - start;
    const isArgument = all.some(
      ({ number, leaf: { key } }) => number !== undefined && number * (lengthUnit(key) ?? 0) === minutes * 60,
    );
    const scan = scanner([{ is: 'value', parts: [notationsOfMinutes(minutes)], raw: '' }]);
    if (isArgument || said.some(({ raw }) => scan(raw).size > 0)) return `${one.value} + ${count(minutes, 'minute')}`;
  }
  return undefined;
}

const sum = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0);

/** Numbers that stand beside an id in a tool's result, at most. */
const COLUMNS = 4;

/** `15 × 24.9 + 8 × 41.2`, if the arguments list ids with counts, and a tool's result has a price beside each id. */
function ofRows(value: number, beside: readonly Computable[], said: readonly Said[]): string | undefined {
  const rows = new Map<object, Leaf[]>();
  for (const { leaf } of beside)
    if (leaf.path.includes('[].')) rows.set(leaf.holder, [...(rows.get(leaf.holder) ?? []), leaf]);
  const all = [...rows.values()].map((leaves) => ({
    id: leaves.map(({ value: one }) => one).find((one) => typeof one === 'string' && /\d/.test(one)),
    counts: leaves.flatMap(({ value: one }) => (typeof one === 'number' ? [one] : [])),
  }));
  if (all.length === 0) return undefined;
  for (const { raw, isTool } of said) {
    const prices = all.map(({ id }) => (isTool && typeof id === 'string' ? numbersBeside(raw, id) : []));
    for (let column = 0; column < COLUMNS * COLUMNS; column++) {
      const terms = all.map(({ counts }, row) => [
        counts[Math.floor(column / COLUMNS)] ?? Number.NaN,
        prices[row]?.[column % COLUMNS] ?? Number.NaN,
      ]);
      if (isSame(sum(terms.map(([a = 0, b = 0]) => a * b)), value))
        return terms.map((term) => term.join(' × ')).join(' + ');
    }
  }
  return undefined;
}

/** The numbers after an id up to the end of its record. */
function numbersBeside(raw: string, id: string): number[] {
  const at = raw.indexOf(id);
  if (at < 0) return [];
  const rest = raw.slice(at + id.length, at + id.length + 200).split(/[}\n]/, 1)[0] ?? '';
  return numbersIn(rest, COLUMNS).flatMap(({ values }) => values[0] ?? []);
}

const TWICE = /\b(?:doubl|twice|verdoppel|doppelt|dupli|dobr|doble)|倍/;
const HALF = /\b(?:half|halv|halb|moitie|mitad|metade)|半/;

/** Numbers that are no sum or difference by chance. */
const LARGE = 100;

/** `3000 + 1000`, if a tool's result has a number, and the user says by how much it changes, or what it is now. */
function changeOf(value: number, key: string, said: readonly Said[]): string | undefined {
  const former = said.flatMap(({ raw, isTool }) =>
    isTool
      ? [...raw.matchAll(FIELD)].map(([, name, number]) => ({
          isOwn: name?.toLowerCase() === key.toLowerCase(),
          from: Number(number),
        }))
      : [],
  );
  const changes = said.filter(({ isTool }) => !isTool).map(({ raw }) => folded(raw));
  const times = changes.some((text) => TWICE.test(text)) ? 2 : changes.some((text) => HALF.test(text)) ? 0.5 : 1;
  for (const { raw } of times === 1 ? [] : said.filter(({ isTool }) => isTool)) {
    const from = numbersIn(raw, 20).find(({ values: [one = 0] }) => isSame(one * times, value))?.values[0];
    if (from !== undefined) return times === 2 ? `2 × ${from}` : `${from} ÷ 2`;
  }
  for (const { from, isOwn } of former.slice(0, 20)) {
    for (const { raw, isTool } of said) {
      if (isTool || from === 0) continue;
      const text = folded(raw);
      const shares = [...text.matchAll(PERCENT)].map(([, by = '']) => Number(by.replace(',', '.')));
      const share = shares.find((by) => [1 + by / 100, 1 - by / 100].some((part) => isSame(from * part, value)));
      if (share !== undefined) return `${from} and ${share} %`;
      for (const [by = 0] of numbersIn(raw, 12).map(({ values }) => values)) {
        if (!isOwn && Math.min(by, from) < LARGE) continue;
        if (isSame(from + by, value)) return `${from} + ${by}`;
        if (isSame(Math.abs(from - by), value)) return `${Math.max(from, by)} − ${Math.min(from, by)}`;
      }
    }
  }
  return undefined;
}

/** `2026-05-03 + 14 days`, if somebody names the one, and somebody the other. */
function dayFrom(day: number, leaf: Leaf, said: readonly Said[]): Source | undefined {
  const starts = said
    .flatMap(({ raw, number }) => lengthsIn(folded(raw)).map((length) => ({ length, number })))
    .slice(0, 8)
    .flatMap(({ length, number }) => startsOf(day, length).map((start) => ({ ...start, number })));
  const wanted = starts.map(({ value }) => ({ ...wantedOf({ ...leaf, value }, []), raw: value }));
  const scan = scanner(wanted);
  for (const { raw } of said) {
    for (const index of scan(raw)) {
      const start = starts[index];
      if (start !== undefined) return { from: 'computed', message: start.number, formula: start.formula };
    }
  }
  return undefined;
}

/** `Kantstraße 47 + 04275 Leipzig`, if somebody said each part between commas. */
function listedFrom(leaf: Leaf, said: readonly Said[]): Source | undefined {
  const values = String(leaf.value).split(/, /);
  if (values.length < 2 || values.length > 6) return undefined;
  const wanted = values.map((value) => ({ ...wantedOf({ ...leaf, value }, []), raw: value }));
  const scan = scanner(wanted);
  const found = new Set(said.flatMap(({ raw }) => [...scan(raw)]));
  return wanted.every(({ is }, index) => is !== 'free' && found.has(index))
    ? { from: 'computed', formula: values.join(' + ') }
    : undefined;
}

/** `r.hasebe + kitano.example`, if an address has the name that somebody gave, and the domain that somebody named. */
function joinedFrom(value: string, said: readonly Said[]): Source | undefined {
  const [name = '', domain = '', ...others] = value.split('@');
  if (others.length > 0 || !/^[\w+-]+$/.test(name.replace(/[.]/g, '')) || !/[._\d]/.test(name) || !domain.includes('.'))
    return undefined;
  const has = (part: string): Said | undefined =>
    said.find(({ raw }) => {
      const at = raw.toLowerCase().indexOf(part.toLowerCase());
      return at >= 0 && !/[\w@.-]/.test(raw.charAt(at - 1)) && !/^[\w@-]|^\.\w/.test(raw.slice(at + part.length));
    });
  const [first, second] = [has(name), has(domain)];
  return first === undefined || second === undefined
    ? undefined
    : { from: 'computed', message: first.number, formula: `${name} + ${domain}` };
}
