/**
 * What others wrote, in pieces: nothing hides in it. Characters that nobody sees are named, and line breaks or blanks that
 * push text out of sight are counted.
 */

/** A piece of a text: as it was written, or the name of what would not be seen. */
export interface Piece {
  readonly kind: 'text' | 'hidden';
  readonly words: string;
}

/** More blank lines, or blanks in a row, than a text needs. */
const BREAKS = /(?:[^\S\n]*\n){4,}/;
const BLANKS = /[^\S\n]{16,}/;
/** Joiners belong to emoji and to the scripts that write with them; after ASCII nobody sees them. */
const HIDDEN =
  /(?:(?<=^|[\0-\x7f])[\u200c\u200d]|(?!\n|\t|\u200c|\u200d|\ufe0f)(?:\p{Cc}|\p{Cf}|\p{DI}|\p{Zl}|\p{Zp}|\u2800))+/u;
const ANY = new RegExp(`(${BREAKS.source}|${BLANKS.source}|${HIDDEN.source})`, 'u');

/** The pieces of a text, in its order. */
export const piecesOf = (text: string): Piece[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(ANY)
    .map(
      (words, index): Piece => (index % 2 === 0 ? { kind: 'text', words } : { kind: 'hidden', words: nameOf(words) }),
    )
    .filter(({ words }) => words !== '');

function nameOf(found: string): string {
  if (found.includes('\n')) return ` ${found.split('\n').length - 1} line breaks `;
  const [first = '', ...more] = found;
  if (first.trim() === '' && first !== '\u2028' && first !== '\u2029') return ` ${more.length + 1} blanks `;
  if (more.length > 0) return `${more.length + 1} invisible characters`;
  return `U+${(first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
