/** A beginning of what others wrote, and how much of it that is: nobody takes a part for the whole. */
import type { ForeignText } from '../platform/text.ts';
import { grouped } from './units.ts';

/** A text that is longer by so much is shown whole: to say how much is shown would take as many characters. */
const SLACK = 30;

/** One line: all of a text of about `max` characters, else its beginning: `⟦Once upon a…⟧ (480 of 6,087 characters)`. */
export function excerpt(text: ForeignText, max: number): string {
  const whole = text.line(Number.MAX_SAFE_INTEGER / 16);
  if (whole.raw.length <= max + SLACK) return String(whole);
  const shown = text.line(max);
  return `${shown} ${extent(shown.raw.length - 1, whole.raw.length)}`;
}

/** Whether {@link excerpt} shows all of it. */
export const isWhole = (text: ForeignText, max: number): boolean =>
  text.line(Number.MAX_SAFE_INTEGER / 16).raw.length <= max + SLACK;

/** `(480 of 6,087 characters)`. */
export const extent = (shown: number, all: number): string => `(${grouped(shown)} of ${grouped(all)} characters)`;
