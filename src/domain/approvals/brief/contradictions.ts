/**
 * Contradictions between the amounts that the agent says beside its calls and those in their arguments. Of other values
 * provenance tells as much. Uncertain findings are left out, since one bars an approval where nobody can be asked.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { amountsOf, moneyIn } from './contradict-money.ts';
import type { BriefInput } from './input.ts';
import { formulaIn, isSlip, isTenfold } from './numbers.ts';
import { type Sourced, sourceKey } from './provenance.ts';

/** Digits of an amount that is no other's by chance, without the zeros at its ends: `8.43125e+4` has six. */
const LONG = 4;

/** A line for each amount that looks like a typo of the one that the agent says, or has another currency. */
export function contradictionsIn({ calls, prose }: BriefInput, all: readonly Sourced[]): string[] {
  const mentions = moneyIn(prose);
  if (mentions.length === 0) return [];
  const held = calls.map(amountsOf);
  const isSame = (said: readonly number[], value: number): boolean =>
    said.some((one) => Math.abs(one - value) < 0.0051);
  const open = mentions.filter(({ values }) => !held.flat().some(({ value }) => isSame(values, value)));
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
  return held.flatMap((amounts, call) => {
    const sourced = all.filter((one) => one.call === call);
    return amounts.flatMap(({ leaf, value, currency }): string[] => {
      const same = mentions.filter(({ values }) => isSame(values, value));
      const code = sourced.find((one) => currency !== undefined && String(one.leaf.value).toUpperCase() === currency);
      if (same.length > 0) {
        const isOther =
          code !== undefined &&
          code.source.from !== 'user' &&
          !same.some(({ currencies }) => currencies.includes(currency ?? ''));
        return isOther ? [line(same.at(-1)?.text ?? '', call, code, code.leaf.value as string)] : [];
      }
      const slips = open.filter(({ values }) => values.slice(0, 1).some((one) => isSlip(one, value)));
      // Among several amounts, one with fewer digits may look like another by chance.
      const [mantissa = ''] = value.toExponential().split('e');
      const [said, ...others] = open.length === 1 || mantissa.replace('.', '').length >= LONG ? slips : [];
      const source = sourced.find((one) => one.leaf === leaf)?.source.from;
      const isUnsaid = source === 'nobody' || source === 'not known';
      const number = said?.values.slice(0, 1).find((one) => isSlip(one, value));
      if (
        said === undefined ||
        number === undefined ||
        others.length > 0 ||
        !isUnsaid ||
        formulaIn(prose, value, true) !== undefined
      )
        return [];
      return [line(said.text, call, { leaf }, value, number)];
    });
  });
}
