/** Undoes the ways a text can write one character with others: percent-encoding, escapes of JSON and HTML. */

const PERCENT = /%([\da-f]{2})/gi;
const BACKSLASH = /\\(?:u([\da-f]{4})|x([\da-f]{2})|(["'\\/bfnrt]))/gi;
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const ENTITIES: Readonly<Record<string, number>> = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 };
const MAX_CODE = 0x10ffff;

/** A text with escapes undone. */
export interface Unescaped {
  readonly text: string;
  /** Where in the source the character at `index` begins; the source's end for the end. */
  sourceOf(index: number): number;
}

const NONE: readonly Unescaped[] = [];

interface Escape {
  readonly start: number;
  readonly end: number;
  readonly character: string;
}

/** Whether a character is in the text that every escape begins with. */
export const holdsEscapes = (text: string): boolean => text.includes('%') || text.includes('\\') || text.includes('&');

/**
 * The text with its escapes undone: with all of them, and where it has several kinds, with each kind alone, since what
 * looks like one may be a part of the secret. None where it has none.
 */
export function unescaped(source: string): readonly Unescaped[] {
  if (!holdsEscapes(source)) return NONE;
  const kinds = [percents(source), backslashes(source), references(source)].filter((found) => found.length > 0);
  if (kinds.length < 2) return kinds.map((escapes) => without(source, escapes));
  const all = kinds.flat().sort((a, b) => a.start - b.start);
  return [all.filter(({ start }, index) => start >= (all[index - 1]?.end ?? 0)), ...kinds].map((escapes) =>
    without(source, escapes),
  );
}

function percents(source: string): Escape[] {
  if (!source.includes('%')) return [];
  return [...source.matchAll(PERCENT)].map((match) => escaped(match, Number.parseInt(match[1] ?? '', 16)));
}

function backslashes(source: string): Escape[] {
  if (!source.includes('\\')) return [];
  return [...source.matchAll(BACKSLASH)].map((match) => {
    const [, unicode, byte, letter = ''] = match;
    const code = unicode ?? byte;
    if (code !== undefined) return escaped(match, Number.parseInt(code, 16));
    return escaped(match, (/["'\\/]/.test(letter) ? letter : ' ').charCodeAt(0));
  });
}

function references(source: string): Escape[] {
  if (!source.includes('&')) return [];
  return [...source.matchAll(REFERENCE)].map((match) => {
    const [, hex, decimal, name = ''] = match;
    if (hex !== undefined) return escaped(match, Number.parseInt(hex, 16));
    return escaped(match, decimal === undefined ? (ENTITIES[name.toLowerCase()] ?? 0) : Number(decimal));
  });
}

const escaped = (match: RegExpExecArray, code: number): Escape => ({
  start: match.index,
  end: match.index + match[0].length,
  character: String.fromCodePoint(Math.min(code, MAX_CODE)),
});

function without(source: string, found: readonly Escape[]): Unescaped {
  /** Where each escape's character is in the text, and where in the source it begins and ends. */
  const places: { readonly at: number; readonly length: number; readonly start: number; readonly end: number }[] = [];
  let text = '';
  let copied = 0;
  for (const { start, end, character } of found) {
    text += source.slice(copied, start);
    places.push({ at: text.length, length: character.length, start, end });
    text += character;
    copied = end;
  }
  text += source.slice(copied);
  return {
    text,
    sourceOf(index) {
      const before = places[behindLast(places, index) - 1];
      if (before === undefined) return index;
      const { at, length, start, end } = before;
      return index < at + length ? start : end + index - at - length;
    },
  };
}

/**
 * How many places begin at `index` or before it. Halving: a megabyte of escapes with secrets all through it would take a
 * minute if each were looked for among all.
 */
function behindLast(places: readonly { readonly at: number }[], index: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.at ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}
