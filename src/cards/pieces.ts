/**
 * Splits foreign text so that nothing can hide in it: control characters are named, and line breaks or spaces that push
 * text out of sight are counted.
 */

/** A piece of a text: verbatim, or the name of something invisible. */
export interface Piece {
  readonly kind: 'text' | 'hidden';
  readonly content: string;
}

/** More blank lines, or spaces in a row, than a text needs. */
const BREAKS = /(?:[^\S\n]*\n){4,}/;
const BLANKS = /[^\S\n]{16,}/;
/** Control characters. The server removes other invisible characters from texts, and JSON shows them escaped. */
const CONTROLS = /[^\P{Cc}\n\t]+/u;
const ANY = new RegExp(`(${BREAKS.source}|${BLANKS.source}|${CONTROLS.source})`, 'u');

/** The pieces of a text, in order. */
export const piecesOf = (text: string): Piece[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(ANY)
    .map(
      (content, index): Piece =>
        index % 2 === 0 ? { kind: 'text', content } : { kind: 'hidden', content: nameOf(content) },
    )
    .filter(({ content }) => content !== '');

function nameOf(found: string): string {
  if (found.includes('\n')) return ` ${found.split('\n').length - 1} line breaks `;
  if (found.trim() === '') return ` ${found.length} blanks `;
  return found.length > 1
    ? `${found.length} control characters`
    : `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
