/**
 * Refuses invisible characters in writes: people would see a different text from the platform and its agents. Joiners and
 * selectors that emoji and some scripts need are allowed.
 */
import { foreign, INVISIBLE, isPlain, withPlainLines } from '../../platform/text.ts';
import { Refusal } from './errors.ts';

/** Maximum number of places that a refusal names. */
const NAMED = 10;

interface Place {
  readonly where: string;
  readonly index: number;
  readonly codePoint: number;
}

/** @throws Refusal if a text or a field name, at any depth, has an invisible, control or bidirectional character */
export function refuseInvisible(args: unknown): void {
  const named: string[] = [];
  let more = '';
  for (const { where, index, codePoint } of placesIn(args, [])) {
    if (named.length === NAMED) {
      // Not counted: a text of a megabyte may consist of them, and finding all would hold up everybody else.
      more = ' and more';
      break;
    }
    const hex = codePoint.toString(16).toUpperCase().padStart(4, '0');
    named.push(`U+${hex} in ${where} at index ${index}`);
  }
  if (named.length === 0) return;
  throw new Refusal(
    `Refused: these characters can't be seen: ${named.join(', ')}${more}. Nothing was sent. Remove them and call again.`,
  );
}

function* placesIn(value: unknown, path: readonly string[]): Generator<Place> {
  if (typeof value === 'string') {
    for (const found of hiddenIn(value)) yield { where: fieldName(path), ...found };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    let isClean = true;
    for (const find of [hiddenIn, breaksIn])
      for (const found of find(key)) {
        isClean = false;
        yield { where: `the name of a field${path.length > 0 ? ` of ${fieldName(path)}` : ''}`, ...found };
      }
    if (isClean) yield* placesIn(part, [...path, key]);
  }
}

const tags = (letters: string): string =>
  [...letters].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
/** Flags that consist of tag characters: England, Scotland, Wales. */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map((region) => `\u{1f3f4}${tags(region)}\u{e007f}`);
/** Includes the emoji variation selector and unpaired surrogates. */
const HIDDEN = new RegExp(`${FLAGS.join('|')}|${INVISIBLE.source}|[\\ufe0f\\ud800-\\udfff]`, 'gu');
const PRINTABLE = /^[\n\r\t\x20-\x7e]*$/;

function* hiddenIn(text: string): Generator<Omit<Place, 'where'>> {
  if (PRINTABLE.test(text) && !text.includes('\r')) return;
  for (const { 0: found, index } of text.matchAll(HIDDEN))
    if (!isNeeded(text, found, index)) yield { index, codePoint: found.codePointAt(0) ?? 0 };
}

/** The text without what {@link refuseInvisible} refuses, with the lines in which it is shown: for a write of others' text. */
export const withoutInvisible = (text: string): string =>
  withPlainLines(text).replace(HIDDEN, (found, index: number) => (isNeeded(text, found, index) ? found : ''));

function* breaksIn(key: string): Generator<Omit<Place, 'where'>> {
  for (const { 0: found, index } of key.matchAll(/[\n\t\u2028\u2029]/g))
    yield { index, codePoint: found.charCodeAt(0) };
}

const PICTURE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?$/u;
const NEXT_PICTURE = /^\p{Extended_Pictographic}/u;
/** A character with an emoji form, except the characters of keycaps. */
const DRAWN = /(?![0-9#*])\p{Emoji}$/u;
const KEYCAP = /[0-9#*]$/;
const NEXT_KEYCAP = /^\u20e3/;
/** Scripts that use joiners and non-joiners, with their marks. Cap: {@link AROUND}, like that of all patterns here. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]\p{M}*$/u;
const HAN = /\p{Script=Han}$/u;
const MONGOLIAN = /[\p{Script=Mongolian}]$/u;
/** UTF-16 units examined on both sides: a letter with its marks. */
const AROUND = 12;

/** Whether what is otherwise invisible belongs to a flag, or the surrounding text needs it. */
function isNeeded(text: string, found: string, index: number): boolean {
  if (FLAGS.includes(found)) return true;
  const before = text.slice(Math.max(0, index - AROUND), index);
  const after = text.slice(index + found.length, index + AROUND);
  const code = found.codePointAt(0) ?? 0;
  if (code === 0x0d) return after.startsWith('\n');
  if (code === 0x200c) return JOINED.test(before);
  if (code === 0x200d) return JOINED.test(before) || (PICTURE.test(before) && NEXT_PICTURE.test(after));
  if (code === 0xfe0e || code === 0xfe0f) {
    return DRAWN.test(before) || (KEYCAP.test(before) && NEXT_KEYCAP.test(after));
  }
  if (code >= 0x180b && code <= 0x180f) return MONGOLIAN.test(before);
  return ((code >= 0xfe00 && code <= 0xfe02) || (code >= 0xe0100 && code <= 0xe01ef)) && HAN.test(before);
}

/** A field's path: `metadata.owner`. Keys of free objects are foreign text, too: those that aren't plain are marked. */
export const fieldName = (path: readonly string[]): string =>
  path.map((key) => (isPlain(key) ? key : String(foreign(key)).replace(/\s+/g, ' '))).join('.');
