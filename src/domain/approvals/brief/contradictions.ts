/**
 * Contradictions between the amounts that the agent says beside its calls and those in their arguments. Of other values
 * provenance tells as much. Uncertain findings are left out, since one bars an approval where nobody can be asked.
 */

import { groupBy } from '../../../basics/maps.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { amountsOf, type FoundMoney, moneyIn } from './contradict-money.ts';
import { figuresIn, formulaIn } from './formulas.ts';
import type { BriefInput } from './input.ts';
import { isSlip, isTenfold } from './numbers.ts';
import type { Sourced } from './provenance.ts';
import { sourceKey } from './source-text.ts';

/** Digits of an amount that is no other's by chance, without the zeros at its ends: `8.43125e+4` has six. */
const LONG = 4;

/** A line for each amount that looks like a typo of the one that the agent says, or has another currency. */
export function contradictionsIn({ calls, prose }: BriefInput, all: readonly Sourced[]): string[] {
  const mentions = moneyIn(prose);
  if (mentions.length === 0) return [];
  const held = calls.map(amountsOf);
  const said = byCents(mentions.flatMap((one) => one.values.map((value) => [value, one] as const)));
  const asked = byCents(held.flat().map((one) => [one.value, one] as const));
  const others = mentions.filter(({ values }) => !values.some((value) => asked(value).length > 0));
  // An amount is one however often the agent says it.
  const open = [...new Map(others.map((one) => [`${one.values[0]} ${one.currencies.join()}`, one])).values()];
  const line = (
    quote: string,
    call: number,
    of: Pick<Sourced, 'leaf'>,
    value: number | string,
    said?: number,
  ): string => {
    const which = calls.length === 1 ? 'the call' : plainOrMarked(calls[call]?.name.raw ?? '');
    const times = said !== undefined && isTenfold(said, Number(value)) ? Math.round(Number(value) / said) : 0;
    const path = `${sourceKey({ call, leaf: of.leaf }, 1)} ${plainOrMarked(String(of.leaf.value))}`;
    return `the agent says ${plainOrMarked(quote)}, ${which} has ${path}${times > 1 ? ` (${times} times as much)` : ''}`;
  };
  const slipsOf = likeSlips(open);
  return held.flatMap((amounts, call) => {
    const sourced = all.filter((one) => one.call === call);
    const sources = new Map(sourced.map(({ leaf, source }) => [leaf, source.from]));
    // Of several with one value, the first.
    const codes = new Map(sourced.toReversed().map((one) => [String(one.leaf.value).toUpperCase(), one] as const));
    return amounts.flatMap(({ leaf, value, currency }): string[] => {
      const same = said(value);
      const code = currency === undefined ? undefined : codes.get(currency);
      if (same.length > 0) {
        const isOther =
          code !== undefined &&
          code.source.from !== 'user' &&
          !same.some(({ currencies }) => currencies.includes(currency ?? ''));
        return isOther ? [line(same.at(-1)?.text ?? '', call, code, code.leaf.value as string)] : [];
      }
      // Among several amounts, one with fewer digits may look like another by chance.
      const [mantissa = ''] = value.toExponential().split('e');
      const [slip, ...more] = open.length === 1 || mantissa.replace('.', '').length >= LONG ? slipsOf(value) : [];
      const source = sources.get(leaf);
      const isUnsaid = source === 'nobody' || source === 'not known';
      if (
        slip === undefined ||
        more.length > 0 ||
        !isUnsaid ||
        formulaIn(figuresIn(prose), value, { isMoney: true, counts: [], percents: [] }) !== undefined
      )
        return [];
      return [line(slip.text, call, { leaf }, value, slip.values[0])];
    });
  });
}

/** Finds values of the same amount, to half a cent. */
function byCents<T>(entries: readonly (readonly [value: number, of: T])[]): (value: number) => readonly T[] {
  const centsOf = (value: number): number => Math.round(value * 100);
  const known = groupBy(entries, ([value]) => centsOf(value));
  return (value) => {
    const near = [-1, 0, 1].flatMap((step) => known.get(centsOf(value) + step) ?? []);
    return near.flatMap(([one, of]) => (Math.abs(one - value) < 0.0051 ? [of] : []));
  };
}

/** Finds amounts that look like a typo of a value, two at most: see {@link isSlip}. */
function likeSlips(mentions: readonly FoundMoney[]): (value: number) => readonly FoundMoney[] {
  const keyed = mentions.flatMap((one) => slipKeys(one.values[0] ?? 0).map((key) => ({ key, one })));
  const known = groupBy(keyed, ({ key }) => key);
  return (value) => {
    const found = new Set<FoundMoney>();
    for (const { one } of slipKeys(value).flatMap((key) => known.get(key) ?? [])) {
      if (isSlip(one.values[0] ?? 0, value)) found.add(one);
      if (found.size === 2) break;
    }
    return [...found];
  };
}

/** Equal for numbers with the same digits in another order, or with other zeros at their ends. */
const slipKeys = (value: number): string[] => {
  const digits = String(value).replace(/\D/g, '');
  const [mantissa = ''] = value.toExponential().split('e');
  return [[...digits].sort().join(''), `zeros ${mantissa.replace('.', '')}`];
};
