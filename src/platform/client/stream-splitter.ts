/**
 * Splits the list in a JSON response into its elements while the response arrives. Each element is parsed with JSON.parse, within
 * the limits of one response; everything around the list is kept, and is the response with an empty list in it.
 *
 * No library fits: @streamparser/json, stream-json and clarinet build values token by token in JavaScript, several times
 * slower than JSON.parse, have no cap on an element, and need to know beforehand where the list is, which varies. And since
 * JSON.parse reads every piece, validity and keys like `__proto__` are treated as in responses read whole.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { isPaged } from '../operations/index.ts';
import type { OperationSpec } from '../operations/operation.ts';
import { COMMON_LIST_KEY } from '../parse/index.ts';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  ExcessiveJson,
  MAX_ENTRIES,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '../parse/json-scan.ts';
import { countedJson } from '../parse/json-text.ts';
import { tooLarge, tooMuch, unreadable } from './call-errors.ts';

interface SplitterOptions {
  readonly operation: OperationSpec;
  /** Cap on the bytes of one element, and of everything around the list. */
  readonly maxHeldBytes: number;
  /** `value` is undefined for an element beyond a limit of parsing; `entries` is the number of values in it. */
  element(value: unknown, entries: number): void;
  oversized(): void;
}

const BACKSLASH = 0x5c;
/** The key before a bracket. The quote before it must not be escaped. */
const KEY = /(?:^|[^\\])"(\w+)"\s*:\s*$/;
/** Bytes searched for a key; the keys are short. */
const KEY_ROOM = 64;

/** @throws PlatformError, from `write`, if the response is not JSON, or is too large around the list */
export class ListSplitter {
  readonly #options: SplitterOptions;
  /** Keys under which the list may stand, at the top or inside a top-level `data`. */
  readonly #listKeys: ReadonlySet<string>;
  #place: 'before' | 'inside' | 'after' = 'before';
  #inString = false;
  #escaped = false;
  /** Open brackets: before the list all of them, inside the list those of the element. */
  #depth = 0;
  #inData = false;
  /** The last bytes of the chunks before this one. */
  #tail: Buffer = Buffer.alloc(0);
  readonly #around: Buffer[] = [];
  #aroundBytes = 0;
  /** The keys from the top of the response to the list. */
  #listPath: readonly string[] = [];
  /** The element's parts from earlier chunks; dropped once they exceed the cap. */
  #parts: Buffer[] = [];
  #partBytes = 0;
  #isFirst = true;

  constructor(options: SplitterOptions) {
    this.#options = options;
    this.#listKeys = new Set([...(options.operation.response.listKeys ?? []), COMMON_LIST_KEY]);
  }

  /** Bytes of the element that is arriving. */
  get heldBytes(): number {
    return this.#partBytes;
  }

  write(chunk: Buffer): void {
    /** Where what is not yet passed on begins. */
    let start = 0;
    let at = 0;
    while (at < chunk.length && this.#place !== 'after') {
      if (this.#inString) {
        at = this.#skipString(chunk, at);
        continue;
      }
      const byte = chunk[at];
      if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (this.#place === 'before' && this.#beginsList(byte, chunk, at)) {
          this.#keepAround(chunk.subarray(0, at + 1));
          start = at + 1;
        } else this.#depth++;
      } else if (this.#depth === 0 && this.#place === 'inside') {
        if (byte === CLOSE_OBJECT) throw notJson();
        if (byte === COMMA || byte === CLOSE_LIST) {
          this.#finish(chunk.subarray(start, at), byte === CLOSE_LIST);
          start = byte === COMMA ? at + 1 : at;
          if (byte === CLOSE_LIST) this.#place = 'after';
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth--;
      at++;
    }
    if (this.#place === 'inside') this.#hold(chunk.subarray(start));
    else this.#keepAround(chunk.subarray(start));
    if (this.#place === 'before')
      this.#tail = Buffer.concat([this.#tail, chunk.subarray(-KEY_ROOM)]).subarray(-KEY_ROOM);
  }

  /** The response with its list emptied. @throws PlatformError if it is not JSON, for example cut off */
  rest(): unknown {
    try {
      return parse(Buffer.concat(this.#around)).value;
    } catch (error) {
      throw error instanceof ExcessiveJson ? tooMuch(error, this.#options.operation) : error;
    }
  }

  /** The response with these elements in its list. @throws PlatformError if it is not JSON */
  restWith(elements: readonly unknown[]): unknown {
    const rest = this.rest();
    let list = rest;
    for (const key of this.#listPath) list = Object(list)[key];
    if (Array.isArray(list)) for (const element of elements) list.push(element);
    return rest;
  }

  /** Whether the bracket opens the list. */
  #beginsList(byte: number, chunk: Buffer, at: number): boolean {
    let isList = this.#depth === 0 && byte === OPEN_LIST;
    if (this.#depth === 1 || (this.#depth === 2 && this.#inData)) {
      const before = Buffer.concat([this.#tail, chunk.subarray(Math.max(0, at - KEY_ROOM), at)]);
      const key = KEY.exec(before.toString('latin1'))?.[1] ?? '';
      isList = byte === OPEN_LIST && this.#listKeys.has(key);
      if (isList) this.#listPath = this.#depth === 1 ? [key] : ['data', key];
      if (this.#depth === 1) this.#inData = key === 'data';
    }
    if (isList) {
      this.#place = 'inside';
      this.#depth = 0;
    }
    return isList;
  }

  /** @returns the place after the string's closing quote, or the chunk's end while it is still open */
  #skipString(chunk: Buffer, from: number): number {
    let at = this.#escaped ? from + 1 : from;
    for (;;) {
      // The native search makes long texts fast.
      const quote = chunk.indexOf(QUOTE, at);
      const end = quote < 0 ? chunk.length : quote;
      let slashes = 0;
      while (end - slashes > at && chunk[end - slashes - 1] === BACKSLASH) slashes++;
      this.#escaped = quote < 0 && slashes % 2 === 1;
      if (quote < 0) return chunk.length;
      at = quote + 1;
      if (slashes % 2 === 0) {
        this.#inString = false;
        return at;
      }
    }
  }

  #hold(part: Buffer): void {
    this.#partBytes += part.length;
    if (this.#partBytes > this.#options.maxHeldBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #finish(last: Buffer, isLast: boolean): void {
    this.#hold(last);
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const isOversized = this.#partBytes > this.#options.maxHeldBytes;
    const isOnly = isLast && this.#isFirst;
    this.#parts = [];
    this.#partBytes = 0;
    this.#isFirst = false;
    if (isOversized) this.#options.oversized();
    else if (bytes !== undefined && !(isOnly && isBlank(bytes))) {
      const { value, entries } = withinLimits(bytes);
      this.#options.element(value, entries);
    }
  }

  #keepAround(part: Buffer): void {
    this.#aroundBytes += part.length;
    if (this.#aroundBytes > this.#options.maxHeldBytes)
      throw tooLarge(this.#options.maxHeldBytes, this.#options.operation);
    if (part.length > 0) this.#around.push(part);
  }
}

/** Whether there is nothing between the list's brackets. */
const isBlank = (bytes: Buffer): boolean => /^[ \t\r\n]*$/.test(bytes.toString('latin1'));

/** @throws PlatformError if it is not JSON; ExcessiveJson */
function parse(bytes: Buffer): ReturnType<typeof countedJson> {
  try {
    // Trimmed, because a byte order mark at the beginning is not JSON.
    return countedJson(textOf(bytes).trim());
  } catch (error) {
    throw error instanceof ExcessiveJson ? error : notJson();
  }
}

/** An element, without a value beyond a limit of parsing. @throws PlatformError if it is not JSON */
function withinLimits(bytes: Buffer): { readonly value?: unknown; readonly entries: number } {
  try {
    return parse(bytes);
  } catch (error) {
    if (error instanceof ExcessiveJson) return { entries: error.limit === 'entries' ? MAX_ENTRIES : 0 };
    throw error;
  }
}

/**
 * UTF-8 as text; bytes that are not valid UTF-8 are read as Windows-1252. With U+FFFD for each, two payees could read alike, and
 * a request that changed would be approved as the one that was read. ASCII alone, as most responses are, takes half the time as
 * Latin-1.
 */
export function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : inPieces(bytes);
}

/** What bytes 0x80 to 0x9f are in Windows-1252, where Latin-1 has controls, which nobody would see: `10–20`, not `1020`. */
const WINDOWS_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

/** Valid pieces as UTF-8, and what stands between them as Windows-1252: one letter that was cut in two costs only itself. */
function inPieces(bytes: Buffer): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const from = at;
    while (at < bytes.length && lengthAt(bytes, at) > 0) at += lengthAt(bytes, at);
    pieces.push(bytes.toString('utf8', from, at));
    const invalid = at;
    // With the ASCII behind it, which is the same in both.
    while (at < bytes.length && (lengthAt(bytes, at) === 0 || (bytes[at] ?? 0) < 0x80)) at++;
    const latin = bytes.toString('latin1', invalid, at);
    pieces.push(latin.replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80] ?? byte));
  }
  return pieces.join('');
}

/** How many bytes the character at an index takes in UTF-8; 0 if none begins there. */
function lengthAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  // Of these, some second bytes are none: a longer form than needed, a surrogate, beyond Unicode.
  const isSpecial = first === 0xe0 || first === 0xed || first === 0xf0 || first === 0xf4;
  return isSpecial && !isUtf8(bytes.subarray(at, at + length)) ? 0 : length;
}

/** Records that are read of a list with more than {@link MAX_ENTRIES} values: two million numbers would take ten seconds. */
const MOST_RECORDS = 20_000;

/**
 * A response with a list, parsed record by record: a page of 5 MB takes half the time so, and a record beyond a limit of
 * parsing doesn't take the others with it: it becomes null, which is counted as unreadable.
 * @throws PlatformError if it is not JSON, or has too many values
 */
export function recordByRecord(parts: readonly Buffer[], operation: OperationSpec): unknown {
  const elements: unknown[] = [];
  let values = 0;
  const splitter = new ListSplitter({
    operation,
    maxHeldBytes: Number.POSITIVE_INFINITY,
    element: (value, entries) => {
      values += 1 + entries;
      if (values > MAX_ENTRIES && (isPaged(operation) || elements.length >= MOST_RECORDS))
        throw tooMuch(new ExcessiveJson('entries'), operation);
      elements.push(value ?? null);
    },
    oversized: () => undefined,
  });
  for (const part of parts) splitter.write(part);
  return splitter.restWith(elements);
}

const notJson = () => unreadable('it is not JSON, or was cut off');
