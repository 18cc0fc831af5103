/**
 * Contradictions between the agent's text and the arguments of its calls. Rounded, formatted and spelled-out values are
 * equal, and so are values derived from numbers in the text. Uncertain findings are left out: a false alarm costs more
 * trust than a missed contradiction.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { moneyFindings } from './contradict-money.ts';
import { numberFindings } from './contradict-numbers.ts';
import { type BriefCall, type BriefInput, type Finding, type Leaf, wordsOfKey } from './input.ts';
import { isCurrent, type Prose, parseProse, sentenceAt } from './prose.ts';
import { accountsIn, datesIn, emailsIn, hostsIn, isSameAccount, isSameDay, isSameHost } from './values.ts';

/** A text with more numbers than this is a report: it would match anything. */
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

/** A line for each contradiction, money first; none if the text is empty or has too many numbers. */
export function contradictionsIn({ calls, prose: text }: BriefInput): string[] {
  if (calls.length === 0 || text.trim() === '') return [];
  const prose = parseProse(text);
  if (prose.numbers.length > MOST_NUMBERS) return [];
  return RULES.flatMap((rule) => rule(calls, prose)).map((finding) => lineOf(finding, calls.length === 1));
}

/** `the agent says 64.00 EUR, the call has amount 640 (10 times as much)`; names the call if there are several. */
function lineOf({ quote, call, path, value, hint = '' }: Finding, isOnly: boolean): string {
  const which = isOnly ? 'the call' : plainOrMarked(call.name.raw);
  return `the agent says ${plainOrMarked(quote)}, ${which} has ${plainOrMarked(path)} ${plainOrMarked(String(value))}${hint && ` (${hint})`}`;
}

interface ArgumentValue<T> {
  readonly call: BriefCall;
  readonly leaf: Leaf;
  readonly found: T;
}

/** Values found in the string arguments; strings of more than `longest` characters are ignored. */
function argumentValues<T>(
  calls: readonly BriefCall[],
  read: (text: string) => readonly T[],
  longest = 2_000,
): ArgumentValue<T>[] {
  return calls.flatMap((call) =>
    call.leaves.flatMap((leaf) =>
      typeof leaf.value === 'string' && leaf.value.length <= longest
        ? read(leaf.value).map((found) => ({ call, leaf, found }))
        : [],
    ),
  );
}

/**
 * Pairs each value that only the calls have with the last value that only the text has. Values that the text reports as
 * past are ignored.
 */
function differences<T extends { readonly text: string; readonly at: number; readonly end: number }>(
  said: readonly T[],
  held: readonly ArgumentValue<T>[],
  isSame: (a: T, b: T) => boolean,
  prose: Prose,
  isExcluded: (prose: Prose, at: number) => boolean = () => false,
): Finding[] {
  const last = said.findLast(
    (one) => isCurrent(prose, one) && !isExcluded(prose, one.at) && !held.some(({ found }) => isSame(one, found)),
  );
  if (last === undefined) return [];
  return held
    .filter(({ found }) => !said.some((one) => isSame(one, found)))
    .map(({ call, leaf, found }) => ({ quote: last.text, call, path: leaf.path, value: found.text }));
}

/** The value only identifies something: "the invoice of", "due on". */
const IDENTIFYING_BEFORE = /\b(?:of|from|since|dated|due(?: on| by)?)\s+(?:the\s+)?$/i;
const onlyIdentifies = ({ text }: Prose, at: number): boolean =>
  IDENTIFYING_BEFORE.test(text.slice(Math.max(0, at - 20), at));

interface Named {
  readonly value: string;
}
const isEqual = (a: Named, b: Named): boolean => a.value === b.value;

/** A date relative to another one. */
const RELATIVE =
  /\b(?:days?|weeks?|months?|years?|one) (?:before|after|later|earlier)\b|\bby (?:an?|one|two|three|\d+) (?:day|week|month|year)/i;

/** Argument names of end dates, which may be exclusive: a day after the date in the text. */
const END = new Set(['to', 'until', 'till', 'end', 'before', 'expire', 'expiry', 'through']);

/** Dates that the text announces and no call has. */
function dateFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  if (RELATIVE.test(prose.text)) return [];
  const held = argumentValues(calls, datesIn, 40).map((one) => {
    const isEnd = wordsOfKey(one.leaf.key).some((word) => END.has(word));
    return isEnd ? { ...one, found: { ...one.found, hasTime: true } } : one;
  });
  return differences(prose.dates, held, isSameDay, prose, onlyIdentifies);
}

const SENDER = new Set(['from', 'sender', 'reply', 'user', 'requested', 'author', 'owner', 'by']);
const MORE_PEOPLE =
  /\b(?:others?|more|further|all|everyone|everybody|team|list|subscribers|copy|cc|boss|manager|colleagues?)\b/i;

/** Recipients in calls that the text doesn't name although it names others. Senders don't count. */
function emailFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const { emails, text } = prose;
  const held = argumentValues(calls, emailsIn).filter(
    ({ leaf }) => !wordsOfKey(leaf.key).some((word) => SENDER.has(word)),
  );
  const other = differences(emails, held, isEqual, prose, onlyIdentifies);
  const [first] = emails;
  const isNamed = held.some(({ found }) => emails.some((one) => isEqual(one, found)));
  if (other.length > 0 || first === undefined || !isNamed || MORE_PEOPLE.test(text)) return other;
  return held
    .filter(
      ({ found, leaf }) => !emails.some((one) => isEqual(one, found)) && String(leaf.value).split(/\s+/).length <= 3,
    )
    .map(({ call, leaf, found }) => ({ quote: first.text, call, path: leaf.path, value: found.text, hint: 'too' }));
}

/** A page to read isn't a destination. */
const READ = /\b(?:see|described|documented|explained|docs|documentation|terms|polic(?:y|ies)|according to|read)\b/i;

/** Hosts in calls that differ from those in the text. */
function hostFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const held = argumentValues(calls, hostsIn);
  const isSame = (a: Named, b: Named): boolean => isSameHost(a.value, b.value);
  const said = prose.hosts.filter(({ at }) => !READ.test(sentenceAt(prose, at).text));
  return differences(said, held, isSame, prose);
}

/** Account numbers in calls that differ from those in the text, which may name only the last digits. */
function accountFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const ends = calls.flatMap(({ leaves }) => leaves.map(({ value }) => String(value).replace(/\W/g, '').toLowerCase()));
  const said = prose.accounts.filter(({ value }) => !ends.some((one) => isSameAccount(value, one)));
  return differences(said, argumentValues(calls, accountsIn, 60), (a, b) => isSameAccount(a.value, b.value), prose);
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

/** An environment in a call if the text names another as the destination: "deploy it to staging". */
function environmentFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const said = [...prose.text.matchAll(TO)].filter(({ 0: { length }, index: at }) =>
    isCurrent(prose, { at, end: at + length }),
  );
  const [last] = said.slice(-1);
  if (last === undefined) return [];
  return calls.flatMap((call) =>
    call.leaves.flatMap(({ path, value }): Finding[] => {
      const held = environmentOf(String(value));
      const isNamed = held === undefined || said.some(([, name = '']) => environmentOf(name) === held);
      return isNamed ? [] : [{ quote: last[0], call, path, value }];
    }),
  );
}
