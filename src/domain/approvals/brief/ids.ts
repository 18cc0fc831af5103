/** Ids of one kind: `BK-77120` and `BK-77118`, `WIN-C` and `WIN-D`. */

/** An id, folded, and what finds those of its kind in folded text: equal but for their ends. */
export interface Id {
  readonly id: string;
  /** What tells it apart: `77120`. */
  readonly end: string;
  readonly same: RegExp;
}

/** With a mark before what tells it apart; letters and digits; digits alone. */
const MARKED = /^((?=.*[a-z])[a-z\d][a-z\d _.:/-]{0,20}[ _.:/-])([a-z\d]{1,12})$/;
const JOINED = /^([a-z]{1,10})(\d{1,12})$/;
const DIGITS = /^()(\d{5,12})$/;
/** Letters alone tell codes apart, but hardly words. */
const CODE = /^[A-Z\d]+[-_][A-Z\d]+$/;

/**
 * What a value of a call is as an id; undefined for others. @param folded the value, folded
 * @param areDigitsIds of bare digits, an amount and an id look alike
 */
export function idOf(value: string, folded: string, areDigitsIds = false): Id | undefined {
  const [id, start = '', end = ''] =
    MARKED.exec(folded) ?? JOINED.exec(folded) ?? (areDigitsIds ? DIGITS.exec(folded) : null) ?? [];
  if (id === undefined || (!/\d/.test(end) && !CODE.test(value))) return undefined;
  const ends = /^\d+$/.test(end) ? `\\d{${end.length}}` : /\d/.test(end) ? `[a-z\\d]{${end.length}}` : '[a-z\\d]{1,12}';
  // Digits alone are no part of another id.
  return {
    id,
    end,
    same: start === '' ? new RegExp(`(?<![\\w-])${ends}(?![\\w-])`, 'g') : word(`${escaped(start)}${ends}`),
  };
}

const escaped = (text: string): string => text.replace(/[^a-z\d]/g, '\\$&');
const word = (source: string): RegExp => new RegExp(`(?<![a-z\\d])${source}(?![a-z\\d])`, 'g');

/** Whether folded text has an id as a word. */
export const hasId = (text: string, id: string): boolean => text.includes(id) && word(escaped(id)).test(text);
