/** Searching, excerpting, copying and ordering texts of the platform. */
import { clean, type ForeignText, foreign, INVISIBLE } from '../platform/text.ts';
import { excerpt, extent, isWhole } from '../present/excerpt.ts';

/** Characters shown before a match. */
const LEAD = 50;

/** A text as it is compared with others: without what nobody sees, its accents composed, in lower case. */
export const folded = (text: string): string => lowerCase(clean(text).normalize());

/** Lower case of the same length, so that places in it fit: only `İ` would become two characters. */
export const lowerCase = (text: string): string => text.replaceAll('İ', 'I').toLowerCase();

/** The words of a query, as they are compared: a text with all of them matches. Undefined for a query without any. */
export function wordsOf(query = ''): readonly string[] | undefined {
  const words = [...new Set(folded(query).split(/\s+/))].filter((word) => word !== '');
  return words.length === 0 ? undefined : words;
}

/** Where nothing has all words of a query: what to try. */
export function missNotes(query: string | undefined): string[] {
  const words = wordsOf(query)?.length ?? 0;
  if (words === 0) return [];
  return words > 1
    ? ['All words must stand in one message, as they are written: try fewer, or other words.']
    : ['A word is found only as it is written: try another one.'];
}

/** Letters that may be written in two ways. */
const COMPOSED = /[^\0-\x7f]/;

/**
 * Whether the visible text has all words ({@link folded}): searching what is masked would confirm guesses of a secret. The raw
 * text is searched first, which rules most texts out before they are cleaned.
 */
export function holds(content: ForeignText, words: readonly string[]): boolean {
  const isComposed = words.some((word) => COMPOSED.test(word));
  const isIn = (text: string): boolean => {
    const lower = lowerCase(isComposed ? text.normalize() : text);
    return words.every((word) => lower.includes(word));
  };
  const { raw } = content;
  // An invisible character may stand in a word.
  return (isIn(raw) || (raw.search(INVISIBLE) >= 0 && isIn(clean(raw)))) && isIn(content.visible);
}

/** Places of the longest word that are looked at. */
const PLACES = 50;

/**
 * One line of about `max` characters around the words ({@link folded}): where the longest of them stands with most of the others,
 * with an ellipsis if it begins inside the text, and how much of the text it is.
 */
export function around(content: ForeignText, words: readonly string[], max: number): string {
  if (isWhole(content, max)) return excerpt(content, max);
  const composed = content.visible.normalize();
  const whole = composed === content.visible ? content : foreign(composed);
  const text = lowerCase(whole.visible);
  const longest = words.reduce((most, word) => (word.length > most.length ? word : most), '');
  let best = { from: 0, has: -1 };
  for (let at = text.indexOf(longest), n = 0; at >= 0 && n < PLACES; at = text.indexOf(longest, at + 1), n++) {
    const from = Math.max(0, at - LEAD);
    const near = text.slice(from, from + max);
    const has = words.filter((word) => near.includes(word)).length;
    if (has > best.has) best = { from, has };
  }
  const line = whole.slice(best.from, max * 8).line(max - 1);
  const shown = best.from > 0 ? foreign(`…${line.raw}`) : line;
  return `${shown} ${extent(line.raw.replace(/…$/, '').length, whole.length)}`;
}

/** A copy that, unlike a slice, does not keep the whole message in memory. */
export const copied = (text: string): string => Buffer.from(text).toString();

/** Orders texts by their UTF-16 units, for `sort`: ISO times and ids don't depend on a locale. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
