/** Looks through JSON before it is parsed: whether it exceeds the limits, and what parsing would lose. */

/** Levels of nested objects and lists. Responses have a dozen; thousands overflow the stack of whatever walks them. */
export const MAX_DEPTH = 200;
/** Values in one response or record of a stream. A thread of 10,000 messages has 100,000; more hold up others. */
export const MAX_ENTRIES = 200_000;

/** JSON beyond a limit, or with a key twice in one object (`keys`). Nothing of it is used. */
export class ExcessiveJson extends Error {
  override readonly name = 'ExcessiveJson';
  readonly limit: 'depth' | 'entries' | 'keys';

  constructor(limit: ExcessiveJson['limit']) {
    super(`more than the limit of ${limit}`);
    this.limit = limit;
  }
}

/** The codes of JSON's characters, in a text and in bytes. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Digits, and what else a number consists of: `+ - . e E`. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 0x2e || code === MINUS || code === 0x2b || code === 0x65 || code === 0x45;

/** The index after the string that begins at `begin`; the end of the text if it is cut off. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json[escapes - 1] === '\\') escapes--;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return json.length;
}

/** The index after the number that begins at `begin`. */
function endOfNumber(json: string, begin: number): number {
  let end = begin + 1;
  while (isOfNumber(json.charCodeAt(end))) end++;
  return end;
}

/** Looks through JSON, in one quick pass. Text that is not JSON is left to the parser. @throws ExcessiveJson */
export function survey(json: string, limits = { depth: MAX_DEPTH, entries: MAX_ENTRIES }) {
  let depth = 0;
  /** Values, apart from those that stand alone. */
  let entries = 0;
  /** The parsed value has fewer if an object has one twice. */
  let keys = 0;
  /** The begin and end of each number that may change its value when it is parsed: see {@link isExact}. */
  const numbers: (readonly [from: number, to: number])[] = [];
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(json, at) - 1;
    } else if (code === COLON) {
      keys++;
    } else if (code === COMMA) {
      if (++entries > limits.entries) throw new ExcessiveJson('entries');
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (++depth > limits.depth) throw new ExcessiveJson('depth');
      if (++entries > limits.entries) throw new ExcessiveJson('entries');
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      depth--;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(json, at);
      // Only text that is not JSON has more numbers than values.
      if (!isSure(json.slice(at, end)) && numbers.push([at, end]) > limits.entries) throw new ExcessiveJson('entries');
      at = end - 1;
    }
  }
  return { keys, entries, numbers };
}

/** Whether text begins as JSON and ends before its first object or list does: a platform sent the beginning alone. */
export function isCutOff(text: string): boolean {
  if (!/^\s*(?:\{\s*(?:"|$)|\[\s*(?:["{[\d-]|$))/.test(text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at) - 1;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
  }
  return depth > 0;
}

/** Significant digits that every double holds. */
const SURE_DIGITS = 15;

/** Whether a number surely keeps its value, by its form. */
const isSure = (written: string): boolean =>
  written.length <= SURE_DIGITS && !written.includes('e') && !written.includes('E');

/** Whether a number keeps its value when it is parsed. */
export function isExact(written: string): boolean {
  const value = String(Number(written));
  return value === written || digitsOf(written) === digitsOf(value);
}

/** A number's significant digits: parsed, it has others, or is too large or too small to have any. */
const digitsOf = (written: string): string =>
  written
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    // From the first zero of each run only: else it would be quadratic.
    .replace(/^0+|(?<!0)0+$/g, '');

/** JSON without whitespace between its tokens. One pass: on a text that is cut off, a pattern is quadratic. */
export function withoutBlanks(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const begin = quote < 0 ? json.length : quote;
    const end = endOfText(json, begin);
    parts.push(json.slice(at, begin).replace(/\s+/g, ''), json.slice(begin, end));
    at = end;
  }
  return parts.join('');
}
