/** Dates, e-mail addresses, hosts and accounts that the agent's words and its calls say differently. */

import { accountsIn, emailsIn, hostsIn, isSameAccount, isSameHost } from './addresses.ts';
import type { BriefCall } from './calls.ts';
import { datesIn, isSameDay } from './dates.ts';
import { contradiction, type Evidence } from './evidence.ts';
import { type Leaf, wordsOfKey } from './leaves.ts';
import { isSaidOfNow } from './sentences.ts';

interface Held<T> {
  readonly call: BriefCall;
  readonly leaf: Leaf;
  readonly found: T;
}

function heldIn<T>(calls: readonly BriefCall[], read: (text: string) => readonly T[]): Held<T>[] {
  return calls.flatMap((call) =>
    call.leaves.flatMap((leaf) =>
      typeof leaf.value === 'string' ? read(leaf.value).map((found) => ({ call, leaf, found })) : [],
    ),
  );
}

/**
 * Pairs of what is said alone and what is called alone: as long as the words name what a call holds, nothing is sure of
 * the rest.
 */
function unlike<T extends { readonly text: string }>(
  said: readonly T[],
  held: readonly Held<T>[],
  isSame: (a: T, b: T) => boolean,
  mayAccuse: (one: T) => boolean = () => true,
): string[] {
  const saidAlone = said.filter((one) => mayAccuse(one) && !held.some(({ found }) => isSame(one, found)));
  const heldAlone = held.filter(({ found }) => !said.some((one) => isSame(one, found)));
  const last = saidAlone.at(-1);
  return last === undefined
    ? []
    : heldAlone.map(({ call, leaf, found }) => contradiction(last.text, call, { ...leaf, value: found.text }));
}

/** Days that are announced in the words and in no call, against those in calls alone. Dates told as past don't count. */
export function dateContradictions(calls: readonly BriefCall[], { dates, text, sentences }: Evidence): string[] {
  const held = heldIn(calls, (value) => (value.length <= 40 ? datesIn(value) : []));
  return unlike(dates, held, isSameDay, ({ at }) => {
    const before = text.slice(Math.max(0, at - 12), at);
    return isSaidOfNow(sentences, at) && !/\b(?:of|from|since|dated)\s+$/i.test(before);
  });
}

const SENDER = new Set(['from', 'sender', 'reply', 'user', 'requested', 'author', 'owner', 'by']);

/** Recipients in calls that the words don't name, where they name others. Senders don't count. */
export function emailContradictions(calls: readonly BriefCall[], { emails, text }: Evidence): string[] {
  if (emails.length === 0) return [];
  const held = heldIn(calls, emailsIn).filter(({ leaf }) => !wordsOfKey(leaf.key).some((word) => SENDER.has(word)));
  const isSame = (a: { value: string }, b: { value: string }): boolean => a.value === b.value;
  const other = unlike(emails, held, isSame);
  if (other.length > 0) return other;
  const isNamed = held.some(({ found }) => emails.some((one) => isSame(one, found)));
  if (!isNamed || /\b(?:others?|more|further|all|everyone|everybody|team|list|subscribers)\b/i.test(text)) return [];
  return held
    .filter(({ found, leaf }) => !emails.some((one) => isSame(one, found)) && String(leaf.value).length <= 100)
    .map(({ call, leaf, found }) =>
      contradiction(emails[0]?.text ?? '', call, { ...leaf, value: found.text }, ', too'),
    );
}

/** Hosts in calls against those in the words; silent as soon as one of them is in both. */
export function hostContradictions(calls: readonly BriefCall[], { hosts, emails }: Evidence): string[] {
  const held = heldIn(calls, (value) => (emailsIn(value).length > 0 ? [] : hostsIn(value)));
  const isSame = (a: { value: string }, b: { value: string }): boolean => isSameHost(a.value, b.value);
  // As long as one of them is named, the others may be no more than read.
  if (
    held.some(
      ({ found }) => hosts.some((one) => isSame(one, found)) || emails.some(({ value }) => value.endsWith(found.value)),
    )
  )
    return [];
  return unlike(hosts, held, isSame);
}

/** Account numbers in calls against those in the words, by {@link isSameAccount}. */
export function accountContradictions(calls: readonly BriefCall[], { accounts }: Evidence): string[] {
  const held = heldIn(calls, (value) => (value.length <= 60 ? accountsIn(value) : []));
  return unlike(accounts, held, (a, b) => isSameAccount(a.value, b.value));
}
