/** Excerpts of what others wrote, which always say how much of the text they are. */
import type { ForeignText } from '../platform/text.ts';
import { grouped } from './units.ts';

/** Length of the note on how much is shown. */
const SLACK = 30;

/** A text is not cut if less than a tenth would be left. */
const isNearly = (length: number, max: number): boolean => length * 0.9 < max;

/** Whether a line of that length is shown whole, given a limit of `max` characters. */
export const fits = (length: number, max: number): boolean => length <= max + SLACK || isNearly(length, max);

/** One line: the whole text, or its beginning: `⟦Once upon a…⟧ (480 of 6,087 characters)`. */
export function excerpt(text: ForeignText, max: number): string {
  const whole = text.line(Number.MAX_SAFE_INTEGER / 16);
  if (fits(whole.raw.length, max)) return String(whole);
  const shown = text.line(max);
  return `${shown} ${extent(shown.raw.length - 1, whole.raw.length)}`;
}

/** One line for a field of a record: the whole text if less than a tenth would be left, else its first `max` characters. */
export function fieldLine(text: ForeignText, max = 200): ForeignText {
  const room = Math.ceil(max / 0.9) - 1;
  const whole = text.line(room + 1);
  return whole.raw.length <= room ? whole : text.line(max);
}

/** Whether {@link excerpt} shows all of it. */
export const isWhole = (text: ForeignText, max: number): boolean =>
  fits(text.line(Number.MAX_SAFE_INTEGER / 16).raw.length, max);

/** `(480 of 6,087 characters)`. */
export const extent = (shown: number, all: number): string => `(${grouped(shown)} of ${grouped(all)} characters)`;

/** `1,000 of 6,087 characters, 5,087 left`; `characters 8,001 to 16,000 of 21,000, 5,000 left`. */
export function extentOf(from: number, shown: number, left: number): string {
  const all = from + shown + left;
  const what =
    from === 0
      ? `${grouped(shown)} of ${grouped(all)} characters`
      : `characters ${grouped(from + 1)} to ${grouped(from + shown)} of ${grouped(all)}`;
  return left > 0 ? `${what}, ${grouped(left)} left` : what;
}

/**
 * The part of a text from character `from` that takes at most `max` characters, also as JSON: line breaks and quotes count
 * twice there, and text and structured content share one budget. The whole rest if less than a tenth of it would be left.
 */
export function fitting(text: ForeignText, from: number, max: number): { part: ForeignText; left: number } {
  const rest = text.slice(from, 2 * max);
  if (text.length - from <= 2 * max && isNearly(sizeOf(rest), max)) return { part: rest, left: 0 };
  let part = text.slice(from, max);
  for (let size = sizeOf(part); size > max && part.length > 1; size = sizeOf(part)) {
    part = text.slice(from, Math.max(1, Math.floor((part.length * max) / size) - 1));
  }
  return { part, left: Math.max(0, text.length - from - part.length) };
}

const sizeOf = (text: ForeignText): number => JSON.stringify(text).length - 4;
