/** Searching, excerpting, copying and ordering texts of the platform. */
import { type ForeignText, foreign } from '../platform/text.ts';
import { excerpt, extent, isWhole } from '../present/excerpt.ts';

/** Characters shown before a match. */
const LEAD = 50;

/**
 * Whether the visible text contains `needle` (lower case). Searching masked text would confirm guesses of a secret. The
 * check of the raw text rules most texts out before they are cleaned.
 */
export function holds(content: ForeignText, needle: string): boolean {
  return content.raw.toLowerCase().includes(needle) && content.visible.toLowerCase().includes(needle);
}

/**
 * One line of about `max` characters around the first `needle` (lower case), with an ellipsis if it begins inside the text,
 * and how much of the text it is.
 */
export function around(content: ForeignText, needle: string, max: number): string {
  if (isWhole(content, max)) return excerpt(content, max);
  const from = Math.max(0, content.visible.toLowerCase().indexOf(needle) - LEAD);
  const line = content.slice(from, max * 8).line(max - 1);
  const shown = from > 0 ? foreign(`…${line.raw}`) : line;
  return `${shown} ${extent(line.raw.replace(/…$/, '').length, content.length)}`;
}

/** A copy that, unlike a slice, does not keep the whole message in memory. */
export const copied = (text: string): string => Buffer.from(text).toString();

/** Orders texts by their UTF-16 units, for `sort`: ISO times and ids don't depend on a locale. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
