/**
 * Contradictions between the agent's text and the arguments of its calls. Rounded, formatted and spelled-out values are
 * equal, and so are values derived from numbers in the text. Uncertain findings are left out: a false alarm costs more
 * trust than a missed contradiction.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { choiceFindings, switchFindings } from './choices.ts';
import { moneyFindings } from './contradict-money.ts';
import { numberFindings } from './contradict-numbers.ts';
import { argumentValues, differences } from './differences.ts';
import { type BriefCall, type BriefInput, type Finding, wordsOfKey } from './input.ts';
import { countryFindings, neighbourFindings } from './names.ts';
import { isCurrent, isStated, type Prose, parseProse, sentenceAt } from './prose.ts';
import { daysIn, quantityFindings } from './quantities.ts';
import { isSameTime, timesIn } from './times.ts';
import {
  accountsIn,
  datesIn,
  daysBetween,
  emailsIn,
  type FoundDate,
  hostsIn,
  isSameAccount,
  isSameDay,
  isSameHost,
} from './values.ts';

/** A text with more numbers than this is a report: it would match anything. */
const MAX_NUMBERS = 150;

const RULES = [
  moneyFindings,
  numberFindings,
  dateFindings,
  weekdayFindings,
  emailFindings,
  hostFindings,
  accountFindings,
  quantityFindings,
  timeFindings,
  choiceFindings,
  switchFindings,
  countryFindings,
  neighbourFindings,
];

/** A line for each contradiction, money first; none if the text has too many numbers. */
export function contradictionsIn({ calls, prose: text }: BriefInput): string[] {
  const prose = parseProse(text);
  if (prose.numbers.length > MAX_NUMBERS) return [];
  return RULES.flatMap((rule) => rule(calls, prose)).map((finding) => lineOf(finding, calls.length === 1));
}

/** `the agent says 64.00 EUR, the call has amount 640 (10 times as much)`; names the call if there are several. */
function lineOf({ quote, call, path, value, hint = '' }: Finding, isOnly: boolean): string {
  const which = isOnly ? 'the call' : plainOrMarked(call.name.raw);
  return `the agent says ${plainOrMarked(quote)}, ${which} has ${plainOrMarked(path)} ${plainOrMarked(String(value))}${hint && ` (${hint})`}`;
}

/** The value only identifies something: "the invoice of", "expires on". */
const IDENTIFYING_BEFORE = /\b(?:of|from|since|dated|(?:due|expires?|lapses?|runs? out)(?: on| by)?)\s+(?:the\s+)?$/i;
const isAim = (prose: Prose, place: { readonly at: number }): boolean =>
  isCurrent(prose, place) && !IDENTIFYING_BEFORE.test(prose.text.slice(Math.max(0, place.at - 20), place.at));

interface Named {
  readonly value: string;
}
const isEqual = (a: Named, b: Named): boolean => a.value === b.value;

/** Argument names of end dates, which may be exclusive: a day after the date in the text. */
const END = new Set(['to', 'until', 'end', 'expire', 'expiry']);

/** Dates that the text announces and no call has. */
function dateFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const lengths = daysIn(prose);
  // "30 days later", "for two years" (some years are longer), and a last day that is a day less.
  const isDerived = (found: FoundDate): boolean =>
    prose.dates.some((one) =>
      lengths.some((days) => days >= 1 && Math.abs(Math.abs(daysBetween(one, found)) - days) <= 1 + days / 40),
    );
  const derived = argumentValues(calls, datesIn, 40).filter(({ found }) => !isDerived(found));
  const held = derived.map((one) => {
    const isEnd = wordsOfKey(one.leaf.key).some((word) => END.has(word));
    return isEnd ? { ...one, found: { ...one.found, hasTime: true } } : one;
  });
  return differences(prose.dates, held, isSameDay, prose, isAim);
}

/** A time when something else begins or ends. */
const OF_OTHERS =
  /\b(?:since|until|till|after|before|between|and|(?:close|open|land|end|leave|arrive|depart)s?(?: at)?)\s+(?:on )?$/i;
const isMeant = (prose: Prose, { at }: { readonly at: number }): boolean =>
  isStated(prose, at) && !OF_OTHERS.test(prose.text.slice(Math.max(0, at - 16), at));

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const WEEKDAY = new RegExp(`\\b(?:on|to|for|until) (?:next |this )?(${DAYS.join('|')})\\b(?! \\p{Lu})`, 'gu');

/** Dates by day, on another day of the week than the only one that the text names. */
function weekdayFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const found = (text: string, day: number, at = 0) => ({ text, day, at, end: at + text.length });
  const mentions = [...prose.text.matchAll(WEEKDAY)].map(({ 0: text, 1: day = '', index }) =>
    found(text, DAYS.indexOf(day), index),
  );
  const read = (text: string) =>
    /^\d{4}-\d\d-\d\d(?:T(?:0[6-9]|1\d):.*)?$/.test(text) ? [found(text, new Date(text.slice(0, 10)).getUTCDay())] : [];
  return prose.dates.length > 0
    ? []
    : differences(mentions, argumentValues(calls, read, 40), (a, b) => a.day === b.day, prose);
}

const SENDER = new Set(['from', 'sender', 'reply', 'user', 'author', 'owner', 'by']);
const MORE_PEOPLE =
  /\b(?:others?|more|further|all|everyone|everybody|team|list|subscribers|copy|cc|boss|manager|colleagues?)\b/i;

const NOBODY = /\b(?:no|nobody)\b[^.,;]{0,20}/gi;

/** Recipients in calls that the text doesn't name although it names others. Senders don't count. */
function emailFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const { emails, text } = prose;
  const held = argumentValues(calls, emailsIn).filter(
    ({ leaf }) => !wordsOfKey(leaf.key).some((word) => SENDER.has(word)),
  );
  const other = differences(emails, held, isEqual, prose, isAim);
  const [first] = emails;
  const isNamed = held.some(({ found }) => emails.some((one) => isEqual(one, found)));
  if (other.length > 0 || first === undefined || !isNamed || MORE_PEOPLE.test(text.replace(NOBODY, ''))) return other;
  return held
    .filter(
      ({ found, leaf }) => !emails.some((one) => isEqual(one, found)) && String(leaf.value).split(/\s+/).length <= 3,
    )
    .map(({ call, leaf, found }) => ({ quote: first.text, call, path: leaf.path, value: found.text, hint: 'too' }));
}

/** A page to read isn't a destination. */
const READ = /\b(?:see|described|documented|explained|docs|documentation|terms|policy|according to|read)\b/i;

/** Hosts in calls that differ from those in the text. */
function hostFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const held = argumentValues(calls, hostsIn);
  const isSame = (a: Named, b: Named): boolean => isSameHost(a.value, b.value);
  const mentions = prose.hosts.filter(
    ({ at, text }) => !/\bwww\./i.test(text) && !READ.test(sentenceAt(prose, at).text),
  );
  return differences(mentions, held, isSame, prose);
}

/** Account numbers in calls that differ from those in the text, which may name only the last digits. */
function accountFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  return differences(
    prose.accounts,
    argumentValues(calls, accountsIn, 60),
    (a, b) => isSameAccount(a.value, b.value),
    prose,
  );
}

/** Times of day in calls that differ from those that the text asks for. */
function timeFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const held = argumentValues(calls, timesIn, 40);
  return differences(timesIn(prose.text), held, isSameTime, prose, isMeant);
}
