/**
 * Which parts of a secret are looked for. The whole, and pieces at fixed places only, each too large to guess: if any piece were
 * masked, a guess that adds one character to a known beginning would show by being masked whether it is right.
 */

/** Characters of the smallest piece, by what it is made of: 128 bits and more, whichever case its letters are in. */
const LEAST_PIECE = { digits: 48, hex: 40, other: 32 } as const;
/** The most pieces of one segment; those of long segments are larger. */
const MAX_PIECES = 8;
/** Different characters in a piece; fewer are padding, or a pattern. */
const LEAST_DISTINCT = 10;

/** The whole secret first, then its pieces. */
export function piecesOf(secret: string): readonly string[] {
  const pieces = new Set([secret]);
  for (const segment of segmentsOf(secret)) {
    const least = leastPiece(segment);
    if (segment.length < least) continue;
    if (isRandom(segment)) pieces.add(segment);
    const size = Math.max(least, Math.ceil(segment.length / MAX_PIECES));
    for (let at = 0; at + size <= segment.length; at += size) {
      const piece = segment.slice(at, at + size);
      if (isRandom(piece)) pieces.add(piece);
    }
  }
  return [...pieces];
}

/**
 * The parts of a secret that are random. Of a JSON Web Token that is the signature: all headers are alike, and most of a
 * payload can be guessed. A name in front (`sk-live-`, `ghp_`) is known to everybody.
 */
function segmentsOf(secret: string): string[] {
  return secret
    .split('.')
    .filter((segment) => !isEncodedJson(segment))
    .map((segment) => segment.replace(/^(?:[A-Za-z]{2,12}[_-]){1,3}/, ''));
}

const isEncodedJson = (segment: string): boolean => /^\s*[[{]/.test(Buffer.from(segment, 'base64url').toString());

function leastPiece(segment: string): number {
  if (/^\d*$/.test(segment)) return LEAST_PIECE.digits;
  return /^[\da-f]*$/i.test(segment) ? LEAST_PIECE.hex : LEAST_PIECE.other;
}

const isRandom = (piece: string): boolean => new Set(piece.toLowerCase()).size >= LEAST_DISTINCT;

/** A piece as it may turn up. Upper and lower case, and the two alphabets of base64, are told apart by nobody. */
export interface Form {
  readonly text: string;
  /** Characters before and after that carry a few bits of the piece too, where they are base64 digits. */
  readonly edge: 0 | 1;
}

/** Plain, in hexadecimal, and in base64 at each of its three alignments; escapes are undone before anything is looked for. */
export function formsOf(piece: string): readonly Form[] {
  const bytes = Buffer.from(piece);
  // Digits of base64 that carry nothing but the piece, with no, one and two other bytes before it.
  const encoded = [0, 2, 3].map((skip, before): Form => {
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return { text: digits.slice(skip, Math.floor(((before + bytes.length) * 8) / 6)), edge: 1 };
  });
  return [{ text: piece, edge: 0 }, { text: bytes.toString('hex'), edge: 0 }, ...encoded];
}
