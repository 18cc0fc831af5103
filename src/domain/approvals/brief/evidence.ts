/** The agent's words, read once for all comparisons. */

import { foreign } from '../../../platform/text.ts';
import { accountsIn, emailsIn, type FoundAddress, hostsIn } from './addresses.ts';
import type { BriefCall } from './calls.ts';
import { datesIn, type FoundDate } from './dates.ts';
import type { Leaf } from './leaves.ts';
import { type FoundMoney, moneyIn } from './money.ts';
import { type FoundNumber, numbersIn } from './numbers.ts';
import { type Sentence, sentencesIn } from './sentences.ts';

/** What the words hold, each thing with its place in `text`. */
export interface Evidence {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly emails: readonly FoundAddress[];
  readonly hosts: readonly FoundAddress[];
  readonly accounts: readonly FoundAddress[];
  readonly dates: readonly FoundDate[];
  readonly money: readonly FoundMoney[];
  /** All numbers that are part of none of the above but money. */
  readonly numbers: readonly FoundNumber[];
}

/** Each part of the text counts once: an e-mail address is not also a host, nor the digits of a date an account. */
export function evidenceIn(text: string): Evidence {
  const emails = emailsIn(text);
  const bare = blanked(text, emails);
  const hosts = hostsIn(bare);
  const withoutHosts = blanked(bare, hosts);
  const dates = datesIn(withoutHosts);
  const withoutDates = blanked(withoutHosts, dates);
  const accounts = accountsIn(withoutDates);
  const rest = blanked(withoutDates, accounts);
  const numbers = numbersIn(rest);
  return { text, sentences: sentencesIn(text), emails, hosts, accounts, dates, money: moneyIn(rest, numbers), numbers };
}

/** The text with some parts of it blank, so that every place stays where it is. */
function blanked(text: string, parts: readonly { readonly at: number; readonly end: number }[]): string {
  let left = text;
  for (const { at, end } of parts) left = left.slice(0, at) + '\u0001'.repeat(end - at) + left.slice(end);
  return left;
}

/** `says ⟦64.00 EUR⟧; ⟦create_refund⟧ has ⟦amount⟧ 640`. */
export function contradiction(says: string, call: BriefCall, leaf: Pick<Leaf, 'path' | 'value'>, hint = ''): string {
  const value = typeof leaf.value === 'string' ? String(foreign(leaf.value).line(60)) : String(leaf.value);
  return `says ${foreign(says).line(60)}; ${call.name.line(60)} has ${foreign(leaf.path).line(60)} ${value}${hint}`;
}
