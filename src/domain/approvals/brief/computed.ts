/** Values that nobody said as they are, but that follow from what a user or a tool said. */

import type { Message } from '../../../platform/parse/records.ts';
import { count } from '../../../present/units.ts';
import { changeOf, ofArguments, ofRows, sizesOfLists } from './computed-number.ts';
import { isMoneyKey } from './contradict-money.ts';
import { lengthsIn, minutesOf, startsOf } from './days.ts';
import { folded } from './folded.ts';
import type { Leaf } from './input.ts';
import type { Source } from './needles.ts';
import { lengthUnit, notationsOfMinutes, wantedOf } from './notations.ts';
import { formulaIn } from './numbers.ts';
import { type Computable, type Said, saidIn } from './said.ts';
import { scanner } from './scan.ts';

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
  const own = ofArguments(value, leaf, beside) ?? ofRows(value, beside, said) ?? changeOf(value, leaf.key, said);
  if (own !== undefined) return { from: 'computed', formula: own };
  const counts = [...beside.flatMap(({ number: one }) => one ?? []), ...sizesOfLists(beside)].filter((one) => one > 1);
  for (const { raw, number } of said) {
    const formula = formulaIn(raw, value, isMoneyKey(leaf.key), counts);
    if (formula !== undefined) return { from: 'computed', message: number, formula };
  }
  const users = said.filter(({ isTool }) => !isTool).map(({ raw }) => raw);
  const formula = users.length > 1 ? formulaIn(users.join('\n'), value, isMoneyKey(leaf.key)) : undefined;
  return formula === undefined ? undefined : { from: 'computed', formula };
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
