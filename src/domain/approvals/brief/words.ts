/** The agent's words, read once for all comparisons, and what each part of them is worth against an argument. */

import { type FoundNumber, numbersIn } from './numbers.ts';
import {
  accountsIn,
  datesIn,
  emailsIn,
  type FoundAddress,
  type FoundDate,
  type FoundMoney,
  hostsIn,
  moneyIn,
} from './values.ts';

/** What the words hold, each thing with its place in `text`. */
export interface Words {
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

/** Reads a text. Each part of it counts once: an e-mail address is not also a host, nor the digits of a date an account. */
export function wordsOf(text: string): Words {
  const emails = emailsIn(text);
  const withoutEmails = blanked(text, emails);
  const hosts = hostsIn(withoutEmails);
  const withoutHosts = blanked(withoutEmails, hosts);
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

interface Sentence {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** Parts that end with `.`, `?`, `!`, `:`, `;` or a line break, in the order of the text. */
function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let at = 0;
  for (const part of text.split(/(?<=[.?!;])(?=\s)|\n/)) {
    const end = at + part.length;
    sentences.push({ text: part, at, end });
    at = text[end] === '\n' ? end + 1 : end;
  }
  return sentences;
}

/** The sentence that holds a place; an empty one where none does. */
export const sentenceAt = ({ sentences }: Words, at: number): Sentence =>
  sentences.find((one) => at >= one.at && at < one.end) ?? { text: '', at, end: at };

/** It announces or asks: "Shall I …", "I would …", "Register the …". */
const ACTION =
  /\?|\b(?:I|we)(?: (?:will|would|now|want|need|propose|plan)|['’]ll|['’]d)\b|\b(?:please|let me|(?:going|ready) to)\b|\bapprov|^\s*[A-Z][a-z]+ (?:the|this|these|it)\b/i;
/** It takes up what was said right before: "May I pay it?", "OK?", "Do we pay?". */
const TAKES_UP =
  /\b(?:it|this|that|them|these|those|him|her|both|back|OK|okay|approve|go ahead|proceed)\b|^\s*(?:\S+\s+){0,2}\S+\s*$/i;
/** It tells what was, by a verb that no "is" or "will be" stands before. */
const PAST =
  /\b(?:was|were|took|had|did|found|got|came|paid|sent|made|went|began|ran|left|ago|already|yesterday|earlier|old|former|no longer)\b|(?<!\b(?:is|are|be|been|being)\s)\b(?!(?:agreed|asked(?= for)|requested|confirmed|approved|accepted|need(?:ed)?)\b)\p{L}{3,}(?<!e)ed\b/iu;
/** Only a bound, or what is not meant: "the limit of", "below", "instead of". */
const BOUND_BEFORE =
  /\b(?:limit|maximum|max|cap|budget|threshold|balance|holds|takes|fits|below|under|above|(?<!\b(?:invoice|bill|payment|refund) )over|(?:more|less|other|rather) than|within|up to|at (?:least|most)|instead of|not)(?:\s+(?!(?:days?|weeks?|months?|hours?)\b)[^\s.,;\d]+){0,2}\s*$/i;
const BOUND_AFTER =
  /^(?:\s?(?:\p{Sc}|\p{L}+))?[\s-](?:limit|maximum|cap|budget|threshold|allowance|at (?:most|least)|or (?:less|more))\b/iu;
/** Another time than now. */
const OTHER_TIME =
  /\b(?:last|previous) (?:week|month|quarter|year|time)\b|\bago\b|\b(?:yesterday|earlier|previously|usually|typically)\b/i;

/** The part of a sentence between commas, dashes and "so" that holds a place. */
function clauseAt(words: Words, at: number): string {
  const { text, at: start } = sentenceAt(words, at);
  const parts = text.slice(0, at - start).split(CLAUSE_END);
  // Right after a comma, it explains what stands before: "the old one, an.k@home.example".
  const before = parts.at(-1) === '' ? parts.slice(-2).join(' ') : (parts.at(-1) ?? '');
  return before + (text.slice(at - start).split(CLAUSE_END)[0] ?? '');
}
const CLAUSE_END = /,\s|\s[–—-]\s|\bso\b/;

/** Whether a place stands in a sentence that says what is about to happen. */
export const isInAction = (words: Words, at: number): boolean => ACTION.test(sentenceAt(words, at).text);

/** Whether a place belongs to what is asked: it stands in that sentence, or right before one that takes it up. */
export function isAsked(words: Words, at: number): boolean {
  const actions = words.sentences.filter(({ text }) => ACTION.test(text));
  if (actions.length === 0 || isInAction(words, at)) return true;
  const next = actions.find((one) => one.at > at);
  if (next === undefined) return false;
  const between = words.text.slice(at, next.at).match(/[.!](?=\s|$)|\n/g) ?? [];
  return between.length <= 1 && TAKES_UP.test(next.text);
}

/** Whether a place is a bound or of another time: it says nothing about what is asked for. */
export function isAside(words: Words, { at, end }: { readonly at: number; readonly end: number }): boolean {
  const sentence = sentenceAt(words, at);
  const before = words.text.slice(Math.max(sentence.at, at - 40), at).replace(/[\p{Sc}~≈]\s?$|\b[A-Z]{3}\s?$/u, '');
  // "Lower the limit to": what it will be.
  const isBound =
    BOUND_BEFORE.test(before) && !/\b(?:limit|maximum|max|cap|budget|threshold|balance) to\s*$/i.test(before);
  return isBound || BOUND_AFTER.test(words.text.slice(end, end + 30)) || OTHER_TIME.test(clauseAt(words, at));
}

/** Whether a place belongs to what is asked, and tells what will be, or at least not what was. */
export function isOfNow(words: Words, place: { readonly at: number; readonly end: number }): boolean {
  const sentence = sentenceAt(words, place.at);
  return ACTION.test(sentence.text) || (!PAST.test(clauseAt(words, place.at)) && isAsked(words, place.at));
}
