/** Searching, excerpting, copying and ordering texts of the platform. */
import { type ForeignText, foreign } from '../platform/text.ts';
import { excerpt, extent, isWhole } from '../present/excerpt.ts';

/** Characters shown before a match. */
const LEAD = 50;

/** The words of a query, in lower case: a text with all of them matches. Undefined for a query without any. */
export function wordsOf(query = ''): readonly string[] | undefined {
  const words = [...new Set(query.toLowerCase().split(/\s+/))].filter((word) => word !== '');
  return words.length === 0 ? undefined : words;
}

/**
 * Whether the visible text contains all words (lower case). Searching masked text would confirm guesses of a secret. The
 * check of the raw text rules most texts out before they are cleaned.
 */
export function holds(content: ForeignText, words: readonly string[]): boolean {
  const isIn = (text: string): boolean => words.every((word) => text.includes(word));
  return isIn(content.raw.toLowerCase()) && isIn(content.visible.toLowerCase());
}

/**
 * One line of about `max` characters around the words (lower case) as a phrase, or around the longest of them, with an
 * ellipsis if it begins inside the text, and how much of the text it is.
 */
export function around(content: ForeignText, words: readonly string[], max: number): string {
  if (isWhole(content, max)) return excerpt(content, max);
  const text = content.visible.toLowerCase();
  const phrase = text.indexOf(words.join(' '));
  const longest = words.reduce((most, word) => (word.length > most.length ? word : most), '');
  const from = Math.max(0, (phrase >= 0 ? phrase : text.indexOf(longest)) - LEAD);
  const line = content.slice(from, max * 8).line(max - 1);
  const shown = from > 0 ? foreign(`…${line.raw}`) : line;
  return `${shown} ${extent(line.raw.replace(/…$/, '').length, content.length)}`;
}

/** A copy that, unlike a slice, does not keep the whole message in memory. */
export const copied = (text: string): string => Buffer.from(text).toString();

/** Orders texts by their UTF-16 units, for `sort`: ISO times and ids don't depend on a locale. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
