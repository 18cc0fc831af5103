/** Parses the agent's text once for all comparisons, and judges which parts of it can contradict an argument. */

import type { Span } from './input.ts';
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

/** A sentence; `isAction`: it announces or asks. */
interface Sentence extends Span {
  readonly isAction: boolean;
}

/** The values in the agent's text, each with its offsets in `text`. */
export interface Prose {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly emails: readonly FoundAddress[];
  readonly hosts: readonly FoundAddress[];
  readonly accounts: readonly FoundAddress[];
  readonly dates: readonly FoundDate[];
  readonly money: readonly FoundMoney[];
  /** All numbers, including those of `money`, but not those of the other fields. */
  readonly numbers: readonly FoundNumber[];
}

/** Parses a text. Each part counts once: an e-mail address isn't also a host, nor are a date's digits an account. */
export function parseProse(text: string): Prose {
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

/** The text with some parts blanked out, so that offsets stay valid. */
function blanked(text: string, parts: readonly { readonly at: number; readonly end: number }[]): string {
  let left = text;
  for (const { at, end } of parts) left = left.slice(0, at) + '\u0001'.repeat(end - at) + left.slice(end);
  return left;
}

/** Parts that end with `.`, `?`, `!`, `:`, `;` or a line break, in text order. */
function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let at = 0;
  for (const part of text.split(/(?<=[.?!:;])(?=\s)|\n/)) {
    const end = at + part.length;
    // Judged here, since each value of the sentence needs it.
    sentences.push({ text: part, at, end, isAction: ACTION.test(part) });
    at = text[end] === '\n' ? end + 1 : end;
  }
  return sentences;
}

/** The sentence at an offset; an empty one if there is none. */
export const sentenceAt = ({ sentences }: Prose, at: number): Sentence =>
  sentences.find((one) => at >= one.at && at < one.end) ?? { text: '', at, end: at, isAction: false };

/** Announces or asks: "Shall I …", "I would …", "Register the …". */
const ACTION =
  /\?|\b(?:I|we)(?: (?:will|would|now|want|propose|plan)|['’]ll|['’]d)\b|\b(?:please|let me|(?:going|ready) to)\b|\bapprov|^\s*[A-Z][a-z]+ (?:the|this|these|it)\b/i;
/** Refers to the sentence before: "May I pay it?", "OK?", "Do we pay?". */
const REFERS_BACK = /\b(?:it|this|that|them|these|those|him|her)\b|^\s*(?:\S+\s+){0,2}\S+\s*$/i;
/** Reports something past, by a verb without "is" or "will be" before it. */
const PAST =
  /\b(?:was|were|took|had|did|found|got|came|paid|sent|made|went|began|left|ago|already|yesterday|earlier|old|former|no longer)\b|(?<!\b(?:is|are|be|been|the|an?)\s)\b(?!asked (?:for|to)\b|approved)\p{L}{3,}(?<!e)ed\b/iu;
/** Only a bound, or something excluded: "the limit of", "below", "instead of". */
const BOUND_BEFORE =
  /\b(?:limit|maximum|max|cap|budget|threshold|balance|below|under|above|over|(?:more|less|other|rather) than|within|up to|at (?:least|most)|instead of|not)\b[^.,;\d]{0,15}$/i;
const BOUND_AFTER =
  /^(?:\s?(?:\p{Sc}|\p{L}+))?[\s-](?:limit|maximum|cap|budget|threshold|allowance|at (?:most|least)|or (?:less|more))\b/iu;
/** A time in the past, or a habit. */
const OTHER_TIME =
  /\b(?:last|previous) (?:week|month|quarter|year|time)\b|\bago\b|\b(?:yesterday|earlier|previously|usually|typically)\b/i;

/** Whether an offset is in a sentence about what is about to happen, or in what such a sentence introduces with a colon. */
export function isInAction(prose: Prose, at: number): boolean {
  const sentence = sentenceAt(prose, at);
  const before = sentenceAt(prose, sentence.at - 1);
  return sentence.isAction || (before.isAction && before.text.endsWith(':'));
}

/** Whether an offset belongs to the request: it is in that sentence, or directly before one that refers back to it. */
export function isRequested(prose: Prose, at: number): boolean {
  const actions = prose.sentences.filter(({ isAction }) => isAction);
  if (actions.length === 0 || isInAction(prose, at)) return true;
  const next = actions.find((one) => one.at > at);
  if (next === undefined) return false;
  const between = prose.text.slice(at, next.at).match(/[.!](?=\s|$)|\n/g) ?? [];
  return between.length <= 1 && REFERS_BACK.test(next.text);
}

/** Whether a value is a bound or about another time, and so says nothing about the request. */
export function isBoundOrPast(prose: Prose, { at, end }: { readonly at: number; readonly end: number }): boolean {
  const sentence = sentenceAt(prose, at);
  const before = prose.text.slice(Math.max(sentence.at, at - 40), at).replace(/[\p{Sc}~≈]\s?$|\b[A-Z]{3}\s?$/u, '');
  // "Lower the limit to": the new value, not a bound.
  const isBound =
    BOUND_BEFORE.test(before) && !/\b(?:limit|maximum|max|cap|budget|threshold|balance) to\s*$/i.test(before);
  return isBound || BOUND_AFTER.test(prose.text.slice(end, end + 30)) || OTHER_TIME.test(sentence.text);
}

/** Whether a value isn't reported as past; a single sentence is the request itself. */
export const isStated = (prose: Prose, at: number): boolean =>
  prose.sentences.length === 1 || !PAST.test(sentenceAt(prose, at).text);

/** Whether a value belongs to the request, and isn't reported as past. */
export const isCurrent = (prose: Prose, { at }: { readonly at: number }): boolean =>
  isInAction(prose, at) || (isStated(prose, at) && isRequested(prose, at));
