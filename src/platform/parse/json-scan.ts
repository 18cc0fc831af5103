/**
 * Looks through JSON before it is parsed: whether it exceeds the limits, and whether and where parsing would lose something;
 * and JSON without its blanks.
 */

/** Levels of nested objects and lists. Responses have a dozen; thousands overflow the stack of whatever walks them. */
export const MAX_DEPTH = 200;
/**
 * Values in one response, or in one record of a stream. A thread of 10,000 messages has some 100,000; reading more holds up
 * everybody else's calls.
 */
export const MAX_ENTRIES = 200_000;

/** JSON beyond a limit. Nothing of it is parsed. */
export class ExcessiveJson extends Error {
  override readonly name = 'ExcessiveJson';
  readonly limit: 'depth' | 'entries';

  constructor(limit: 'depth' | 'entries') {
    super(`more than the limit of ${limit}`);
    this.limit = limit;
  }
}

/** A part of the text, and what stands for it in the text that is parsed. */
export interface Rewrite {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Digits, and what else a number consists of: `+ - . e E`. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 0x2e || code === MINUS || code === 0x2b || code === 0x65 || code === 0x45;
/** The key of a call's arguments, which may be sent as an object. */
const ARGUMENTS = '"arguments"';

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

/** What {@link survey} finds. */
export interface Survey {
  /** Number of keys. The parsed value has fewer if an object has one twice. */
  readonly keys: number;
  /** Whether all numbers keep their value when they are parsed. */
  readonly isExact: boolean;
}

/** Looks through JSON, in one quick pass. Text that is not JSON is left to the parser. @throws ExcessiveJson */
export function survey(json: string): Survey {
  let depth = 0;
  let entries = 0;
  let keys = 0;
  let hasExactNumbers = true;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(json, at) - 1;
    } else if (code === COLON) {
      keys++;
    } else if (code === COMMA) {
      if (++entries > MAX_ENTRIES) throw new ExcessiveJson('entries');
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (++depth > MAX_DEPTH) throw new ExcessiveJson('depth');
      if (++entries > MAX_ENTRIES) throw new ExcessiveJson('entries');
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      depth--;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(json, at);
      hasExactNumbers &&= isExact(json.slice(at, end));
      at = end - 1;
    }
  }
  return { keys, isExact: hasExactNumbers };
}

/**
 * What parsing would lose: a number that JavaScript can't represent becomes text; of a key that an object has twice, the
 * earlier one gets a name of its own ({@link sentBefore}). The arguments of a call that hold either become their own JSON as
 * text, as many platforms send them. Text that is not JSON is left to the parser.
 * @param json within the limits
 * @returns in order
 */
export function rewritesOf(json: string): readonly Rewrite[] {
  const rewrites: Rewrite[] = [];
  const keys = new OpenKeys();
  let depth = 0;
  let renamed = 0;
  /** Whether the last string is the key of a call's arguments, its colon included. */
  let isBeforeArguments = false;
  let args: Arguments | undefined;
  for (let at = 0; at < json.length; ) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfText(json, at);
      isBeforeArguments = args === undefined && end - at === ARGUMENTS.length && json.startsWith(ARGUMENTS, at);
      const earlier = keys.text(json, at, end);
      if (earlier !== undefined && args !== undefined) args.isLossy = true;
      else if (earlier !== undefined) {
        renamed++;
        rewrites.push(earlier);
      }
      at = end;
      continue;
    }
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      depth++;
      if (isBeforeArguments) args = { from: at, depth, rewrites: rewrites.length, isLossy: false };
      keys.open(code === OPEN_OBJECT);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (args?.depth === depth) {
        if (args.isLossy || rewrites.length > args.rewrites) {
          rewrites.length = args.rewrites;
          rewrites.push({ from: args.from, to: at + 1, text: JSON.stringify(json.slice(args.from, at + 1)) });
        }
        args = undefined;
      }
      keys.close();
      depth--;
    } else if (code === COMMA) {
      keys.next();
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(json, at);
      const written = json.slice(at, end);
      if (!isExact(written)) rewrites.push({ from: at, to: end, text: `"${written}"` });
      at = end - 1;
    }
    if (code !== COLON && code > 0x20) isBeforeArguments = false;
    at++;
  }
  return renamed === 0 ? rewrites : rewrites.sort((a, b) => a.from - b.from);
}

/** The arguments of a call while they are looked through. */
interface Arguments {
  readonly from: number;
  readonly depth: number;
  /** Rewrites before them. */
  readonly rewrites: number;
  /** Whether an object in them has a key twice. */
  isLossy: boolean;
}

/** The last place of a key in its object, and how many names were tried for earlier ones. */
interface Place {
  from: number;
  to: number;
  tried: number;
}

/** The keys of the objects that are open. */
class OpenKeys {
  /** Undefined for a list. */
  readonly #open: (Map<string, Place> | undefined)[] = [];
  #isNext = false;

  open(isObject: boolean): void {
    this.#open.push(isObject ? new Map() : undefined);
    this.#isNext = isObject;
  }

  close(): void {
    this.#open.pop();
    this.#isNext = false;
  }

  next(): void {
    this.#isNext = this.#open.at(-1) !== undefined;
  }

  /** Takes a string. @returns if it is a key that its object had before: another name for the earlier one */
  text(json: string, from: number, to: number): Rewrite | undefined {
    const keys = this.#open.at(-1);
    if (!this.#isNext || keys === undefined) return undefined;
    this.#isNext = false;
    const key = keyOf(json.slice(from, to));
    const earlier = keys.get(key);
    if (earlier === undefined) {
      keys.set(key, { from, to, tried: 0 });
      return undefined;
    }
    let text: string;
    do text = sentBefore(key, ++earlier.tried);
    while (keys.has(text));
    const rewrite = { from: earlier.from, to: earlier.to, text };
    keys.set(text, { from: earlier.from, to: earlier.to, tried: 0 });
    earlier.from = from;
    earlier.to = to;
    return rewrite;
  }
}

/** `"note"` as `"note (sent before)"`, `"note (sent before, 2)"`. */
const sentBefore = (key: string, n: number): string => `${key.slice(0, -1)} (sent before${n === 1 ? '' : `, ${n}`})"`;

/** The key that an object has again, by the name that an earlier one got; undefined for any other key. */
export const keySentBefore = (name: string): string | undefined =>
  / \(sent before(?:, \d+)?\)$/.test(name) ? name.slice(0, name.lastIndexOf(' (')) : undefined;

/** A key may be written in several ways: `"a"` and `"\u0061"`. */
function keyOf(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return JSON.stringify(JSON.parse(written));
  } catch {
    return written;
  }
}

/** Significant digits that every double holds. */
const SURE_DIGITS = 15;

/** Whether a number keeps its value when it is parsed. */
function isExact(written: string): boolean {
  if (written.length <= SURE_DIGITS && !written.includes('e') && !written.includes('E')) return true;
  const value = String(Number(written));
  return value === written || digitsOf(written) === digitsOf(value);
}

/** A number's significant digits and the place of its point, which are the same however it is written. */
function digitsOf(written: string): string {
  // `Infinity`, or no number at all, which the parser refuses.
  if (!/^-?\d/.test(written)) return written;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = trimmed(digits);
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** Without zeros at its end; not a pattern, which would be quadratic. */
function trimmed(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/**
 * JSON without whitespace between its tokens; of text that is cut off inside a string, the string as it is. One pass: a
 * pattern for strings takes the square of the length of such a text.
 */
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
