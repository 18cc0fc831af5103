/**
 * What others wrote, in pieces: nothing hides in it. Control characters are named, and line breaks or blanks that push
 * text out of sight are counted.
 */

/** A piece of a text: as it was written, or the name of what would not be seen. */
export interface Piece {
  readonly kind: 'text' | 'hidden';
  readonly words: string;
}

/** More blank lines, or blanks in a row, than a text needs. */
const BREAKS = /(?:[^\S\n]*\n){4,}/;
const BLANKS = /[^\S\n]{16,}/;
/** Control characters. Others that nobody sees the server has left out of texts, and JSON shows them as they are escaped. */
const CONTROLS = /[^\P{Cc}\n\t]+/u;
const ANY = new RegExp(`(${BREAKS.source}|${BLANKS.source}|${CONTROLS.source})`, 'u');

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
  if (found.trim() === '') return ` ${found.length} blanks `;
  return found.length > 1
    ? `${found.length} control characters`
    : `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
