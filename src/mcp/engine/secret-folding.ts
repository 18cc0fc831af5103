/** What makes no difference where a text is compared with a secret: case, the alphabet of base64, blanks, what nobody sees. */

/** A text as it is compared. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('+', '-').replaceAll('/', '_');

/** Each ASCII character as it is compared, by its code. */
export const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => fold(String.fromCharCode(code)).charCodeAt(0));

const IGNORABLE = /[\s\p{C}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/u;
const YES = 1;
const NO = 2;
/** What the pattern said of each UTF-16 unit so far: asking it again takes thirty times as long. */
const ignorability = new Uint8Array(0x10000);

const { charCodeAt } = String.prototype;

/**
 * The UTF-16 unit at an index. V8 keeps strings in a dozen shapes, and looks `text.charCodeAt` up again each time where it
 * has met more than four: five times as slow.
 */
export const unitAt = (text: string, at: number): number => charCodeAt.call(text, at);

/** Whether the character at an index is passed over; `code` is its unit. */
export function isIgnorable(text: string, at: number, code = unitAt(text, at)): boolean {
  if (code >= 0xd800 && code <= 0xdfff) {
    // The second half of a pair is what the first half was.
    const start = at > 0 && isLow(code) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
    return IGNORABLE.test(String.fromCodePoint(text.codePointAt(start) ?? 0));
  }
  if (ignorability[code] === 0) ignorability[code] = IGNORABLE.test(String.fromCharCode(code)) ? YES : NO;
  return ignorability[code] === YES;
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
