/**
 * What the agent's words and the arguments of its calls say differently. Rounded, formatted and spelled-out variants are
 * the same thing, and so is what follows from the numbers that are named. Silent where nothing is sure: a contradiction
 * that isn't one costs more trust than one that is missed.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { type Asked, type BriefCall, type Finding, type Leaf, wordsOfKey } from './asked.ts';
import { moneyFindings } from './contradict-money.ts';
import { numberFindings } from './contradict-numbers.ts';
import { accountsIn, datesIn, emailsIn, hostsIn, isSameAccount, isSameDay, isSameHost } from './values.ts';
import { isOfNow, sentenceAt, type Words, wordsOf } from './words.ts';

/** Words with more numbers than that are a report: anything would be found among them. */
const MOST_NUMBERS = 150;

const RULES = [
  moneyFindings,
  numberFindings,
  dateFindings,
  emailFindings,
  hostFindings,
  accountFindings,
  environmentFindings,
];

/** A line for each contradiction, those about money first; none where there are no words, or too many numbers in them. */
export function contradictionsIn({ calls, words: text }: Asked): string[] {
  if (calls.length === 0 || text.trim() === '') return [];
  const words = wordsOf(text);
  if (words.numbers.length > MOST_NUMBERS) return [];
  return RULES.flatMap((rule) => rule(calls, words)).map((finding) => lineOf(finding, calls.length === 1));
}

/** `the agent says 64.00 EUR, the call has amount 640 (10 times as much)`; of several calls, it is named. */
function lineOf({ said, call, path, value, hint = '' }: Finding, isOnly: boolean): string {
  const which = isOnly ? 'the call' : plainOrMarked(call.name.raw);
  return `the agent says ${plainOrMarked(said)}, ${which} has ${plainOrMarked(path)} ${plainOrMarked(String(value))}${hint && ` (${hint})`}`;
}

interface Held<T> {
  readonly call: BriefCall;
  readonly leaf: Leaf;
  readonly found: T;
}

/** What the texts among the arguments hold; texts of more than `longest` characters are no values. */
function heldIn<T>(calls: readonly BriefCall[], read: (text: string) => readonly T[], longest = 2_000): Held<T>[] {
  return calls.flatMap((call) =>
    call.leaves.flatMap((leaf) =>
      typeof leaf.value === 'string' && leaf.value.length <= longest
        ? read(leaf.value).map((found) => ({ call, leaf, found }))
        : [],
    ),
  );
}

/**
 * What calls alone hold, against the last of what the words alone name: as long as the words name what a call holds,
 * nothing is sure of the rest. What is told as past accuses nothing.
 */
function unlike<T extends { readonly text: string; readonly at: number; readonly end: number }>(
  said: readonly T[],
  held: readonly Held<T>[],
  isSame: (a: T, b: T) => boolean,
  words: Words,
  isOther: (words: Words, at: number) => boolean = () => false,
): Finding[] {
  const last = said.findLast(
    (one) => isOfNow(words, one) && !isOther(words, one.at) && !held.some(({ found }) => isSame(one, found)),
  );
  if (last === undefined) return [];
  return held
    .filter(({ found }) => !said.some((one) => isSame(one, found)))
    .map(({ call, leaf, found }) => ({ said: last.text, call, path: leaf.path, value: found.text }));
}

/** It only tells things apart: "the invoice of", "due on". */
const APART_BEFORE = /\b(?:of|from|since|dated|due(?: on| by)?)\s+(?:the\s+)?$/i;
const tellsApart = ({ text }: Words, at: number): boolean => APART_BEFORE.test(text.slice(Math.max(0, at - 20), at));

interface Named {
  readonly value: string;
}
const isEqual = (a: Named, b: Named): boolean => a.value === b.value;

/** Reckoned from the day that is named. */
const RELATIVE =
  /\b(?:days?|weeks?|months?|years?|one) (?:before|after|later|earlier)\b|\bby (?:an?|one|two|three|\d+) (?:day|week|month|year)/i;

/** Names of days that may be the first one after what is meant. */
const END = new Set(['to', 'until', 'till', 'end', 'before', 'expire', 'expiry', 'through']);

/** Days that the words announce and no call has. */
function dateFindings(calls: readonly BriefCall[], words: Words): Finding[] {
  if (RELATIVE.test(words.text)) return [];
  const held = heldIn(calls, datesIn, 40).map((one) => {
    const isEnd = wordsOfKey(one.leaf.key).some((word) => END.has(word));
    return isEnd ? { ...one, found: { ...one.found, hasTime: true } } : one;
  });
  return unlike(words.dates, held, isSameDay, words, tellsApart);
}

const SENDER = new Set(['from', 'sender', 'reply', 'user', 'requested', 'author', 'owner', 'by']);
const MORE_PEOPLE =
  /\b(?:others?|more|further|all|everyone|everybody|team|list|subscribers|copy|cc|boss|manager|colleagues?)\b/i;

/** Recipients in calls that the words don't name, where they name others. Senders don't count. */
function emailFindings(calls: readonly BriefCall[], words: Words): Finding[] {
  const { emails, text } = words;
  const held = heldIn(calls, emailsIn).filter(({ leaf }) => !wordsOfKey(leaf.key).some((word) => SENDER.has(word)));
  const other = unlike(emails, held, isEqual, words, tellsApart);
  const [first] = emails;
  const isNamed = held.some(({ found }) => emails.some((one) => isEqual(one, found)));
  if (other.length > 0 || first === undefined || !isNamed || MORE_PEOPLE.test(text)) return other;
  return held
    .filter(
      ({ found, leaf }) => !emails.some((one) => isEqual(one, found)) && String(leaf.value).split(/\s+/).length <= 3,
    )
    .map(({ call, leaf, found }) => ({ said: first.text, call, path: leaf.path, value: found.text, hint: 'too' }));
}

/** A page to read is no place to send to. */
const READ = /\b(?:see|described|documented|explained|docs|documentation|terms|polic(?:y|ies)|according to|read)\b/i;

/** Hosts in calls against those in the words. */
function hostFindings(calls: readonly BriefCall[], words: Words): Finding[] {
  const held = heldIn(calls, hostsIn);
  const isSame = (a: Named, b: Named): boolean => isSameHost(a.value, b.value);
  const said = words.hosts.filter(({ at }) => !READ.test(sentenceAt(words, at).text));
  return unlike(said, held, isSame, words);
}

/** Account numbers in calls against those in the words, which may name only the end of one. */
function accountFindings(calls: readonly BriefCall[], words: Words): Finding[] {
  const ends = calls.flatMap(({ leaves }) => leaves.map(({ value }) => String(value).replace(/\W/g, '').toLowerCase()));
  const said = words.accounts.filter(({ value }) => !ends.some((one) => isSameAccount(value, one)));
  return unlike(said, heldIn(calls, accountsIn, 60), (a, b) => isSameAccount(a.value, b.value), words);
}

const ENVIRONMENTS = [
  ['production', 'prod', 'live'],
  ['staging', 'stage', 'preview'],
  ['test', 'testing', 'qa'],
  ['development', 'dev'],
];
const TO = new RegExp(`\\b(?:to|into|onto|for) (?:the |our )?(${ENVIRONMENTS.flat().join('|')})\\b`, 'gi');
const environmentOf = (name: string): string | undefined =>
  ENVIRONMENTS.find((names) => names.includes(name.toLowerCase()))?.[0];

/** An environment in a call, where the words say that it goes to another: "deploy it to staging". */
function environmentFindings(calls: readonly BriefCall[], words: Words): Finding[] {
  const said = [...words.text.matchAll(TO)].filter(({ 0: { length }, index: at }) =>
    isOfNow(words, { at, end: at + length }),
  );
  const [last] = said.slice(-1);
  if (last === undefined) return [];
  return calls.flatMap((call) =>
    call.leaves.flatMap(({ path, value }): Finding[] => {
      const held = environmentOf(String(value));
      const isNamed = held === undefined || said.some(([, name = '']) => environmentOf(name) === held);
      return isNamed ? [] : [{ said: last[0], call, path, value }];
    }),
  );
}
