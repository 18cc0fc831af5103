/** Looking for a caller's words in texts of the platform, and showing the place. */
import { type ForeignText, foreign } from '../platform/text.ts';
import { excerpt, extent, isWhole } from '../present/excerpt.ts';

/** Characters shown before a match. */
const LEAD = 50;

/**
 * Whether the text holds `needle` (lower case) where it can be seen. A search in what is masked would tell a guesser
 * whether a secret begins like their words; most texts are ruled out before anything is cleaned.
 */
export function holds(content: ForeignText, needle: string): boolean {
  return content.raw.toLowerCase().includes(needle) && content.visible.toLowerCase().includes(needle);
}

/**
 * One line of about `max` characters around the first `needle` (lower case), with an ellipsis where it begins inside, and
 * how much of the text it is.
 */
export function around(content: ForeignText, needle: string, max: number): string {
  if (isWhole(content, max)) return excerpt(content, max);
  const from = Math.max(0, content.visible.toLowerCase().indexOf(needle) - LEAD);
  const line = content.slice(from, max * 8).line(max - 1);
  const shown = from > 0 ? foreign(`…${line.raw}`) : line;
  return `${shown} ${extent(line.raw.replace(/…$/, '').length, content.length)}`;
}

/** A copy that does not keep the whole message in memory, as a slice of it would. */
export const copied = (text: string): string => Buffer.from(text).toString();

/** Order of texts by their UTF-16 units, for `sort`: ISO times and ids, which no language orders otherwise. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
