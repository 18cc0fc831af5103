/**
 * Finds the notations of all wanted values in a text in one pass, by a tree of their letters: the time grows with the text
 * alone, not with the number of values.
 */
import { folded, kindOf } from './folded.ts';
import { type Branch, type Ending, treeOf, type WantedText } from './tree.ts';

/** Marks within an id, at most two in a row. */
const MARKS = new Set([...' -_/.:@+()#\'"*`,'].map((mark) => mark.charCodeAt(0)));
const [POINT, COMMA, DECIMAL, DASH] = ['.', ',', '·', '-'].map((mark) => mark.charCodeAt(0));
const GROUPED = /[ .,'_]\d{3}(?!\d)|,\d\d(?=,\d)/y;
/** The kinds of ASCII. */
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => kindOf(code));
/** The kind of each letter, and 0 after the last: each is asked for several times. */
function kindsOf(text: string): Uint8Array {
  const kinds = new Uint8Array(text.length + 2);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    kinds[at] = code < 0x80 ? (KINDS[code] ?? 0) : kindOf(code);
  }
  return kinds;
}

/** @returns a function that gives the indexes of the wanted values that a text states */
export function scanner(wanted: readonly WantedText[]): (text: string) => Set<number> {
  const root = treeOf(wanted);
  return (raw) => {
    const endings = new Set<Ending>();
    scan(root, readable(raw), (ending) => void endings.add(ending));
    const found = new Map<number, Set<number>>();
    for (const { of } of endings)
      for (const { index, part } of of) found.set(index, (found.get(index) ?? new Set()).add(part));
    return new Set(
      [...found].filter(([index, parts]) => parts.size === wanted[index]?.parts.length).map(([index]) => index),
    );
  };
}

/** A notation of a wanted value, or of one of its parts, in a text: its UTF-16 offsets. */
export interface Place {
  readonly index: number;
  readonly at: number;
  readonly end: number;
  /** See {@link Needle}. */
  readonly isConverted?: boolean;
}

/** Where a text states wanted values; notations may overlap. */
export function placesIn(text: string, wanted: readonly WantedText[]): Place[] {
  const all: Place[] = [];
  // Folding keeps the offsets.
  scan(treeOf(wanted), folded(text), ({ of: [{ index }], needle: { isConverted = false } }, at, end) => {
    all.push({ index, at, end, isConverted });
  });
  return all;
}

/** A notation that was found, and its offsets. */
type Note = (ending: Ending, at: number, end: number) => void;

/** Finds notations at the beginnings of words. */
function scan(root: Branch, text: string, note: Note): void {
  const isJson = /^\s*[[{]/.test(text);
  const kinds = kindsOf(text);
  const one = { root, text, kinds, isJson, note };
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = kinds[at] ?? 0;
    const isStart =
      kind !== 0 &&
      (before === 0 ||
        before === 3 ||
        kind === 3 ||
        (kind === 1 && before === 2 && /(?:^|[^a-z])[a-z]{3}$/.test(text.slice(Math.max(0, at - 4), at))));
    before = kind;
    if (isStart && root.next(text.charCodeAt(at)) !== undefined) walk(one, at);
  }
}

interface Scan {
  readonly root: Branch;
  readonly text: string;
  readonly kinds: Uint8Array;
  readonly isJson: boolean;
  readonly note: Note;
}

/** A place in the tree and in a text. */
interface Reached {
  readonly at: Branch;
  readonly index: number;
  /** It has marks other than those between groups of digits; it has a point or a comma between digits. */
  readonly isMarked: boolean;
  readonly isPointed: boolean;
}

/** Follows a text in the tree from the beginning of a word, or on from its decimals. */
function walk(one: Scan, from: number, reached?: Reached): void {
  const { text, kinds, isJson, note } = one;
  let { at, isMarked, isPointed } = reached ?? { at: one.root, isMarked: false, isPointed: false };
  let marks = 0;
  for (let index = reached?.index ?? from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const kind = kinds[index];
    if (kind === 0) {
      const isInNumber = kinds[index - 1] === 1 && kinds[index + 1] === 1;
      const isPoint = (code === POINT || code === COMMA) && isInNumber;
      const decimal = isPoint ? at.next(DECIMAL ?? 0) : undefined;
      GROUPED.lastIndex = index;
      const isGroup = isInNumber && GROUPED.test(text);
      // `30.9` may be a number or, with a year behind it, a day.
      if (decimal !== undefined && !(isGroup && continues(at, text, index + 1)))
        walk(one, from, { at: decimal, index: index + 1, isMarked, isPointed });
      if (++marks > 2 || !MARKS.has(code)) return;
      isPointed ||= isPoint && !isGroup;
      isMarked ||= !isGroup;
      continue;
    }
    const next = at.next(code);
    if (next === undefined) return;
    marks = 0;
    at = next;
    if (at.ends.length === 0) continue;
    const after = kinds[index + 1];
    const mark = text.charCodeAt(index + 1);
    // `24` in `24.90` and `4.12` in `4.12.1` are other values.
    const isBegun = kind === 1 && after === 0 && kinds[index + 2] === 1;
    let isPart: boolean | undefined;
    for (const ending of at.ends) {
      const { needle } = ending;
      const isNumber = needle.as === 'number';
      if (kind !== 3 && (after === 1 || (after === 2 && !isNumber))) continue;
      const isDay = needle.as === 'day' || needle.as === 'month-first';
      if (isBegun && !isDay && (mark === POINT || (mark === COMMA && isNumber && !isJson))) continue;
      if (ending.isAddress && isPartOfAddress(text, from, index + 1)) continue;
      // `BK-7711-9` is another id.
      const isLonger = kind === 1 && mark === DASH && kinds[index + 2] === 1;
      if (isLonger && needle.as === 'word' && /^[a-z]/.test(needle.text)) continue;
      if (isNumber) isPart ??= isPartOfOther(text, from, index + 1, isJson);
      if (isNumber ? isMarked || isPart : isPointed && !ending.isDotted) continue;
      // `522` is no day, `5/22` is.
      if (isDay && /^\d{1,6}$/.test(needle.text) && !isMarked) continue;
      if (needle.as === 'month-first' && text.slice(from, index).includes('.')) continue;
      if (needle.after?.test(text.slice(index + 1, index + 40)) === false) continue;
      if (needle.before?.test(text.slice(Math.max(0, from - 40), from)) === false) continue;
      note(ending, from, index + 1);
    }
  }
}

/** Whether a branch goes on with the digits after a mark: then the mark is between groups of them. */
const continues = (at: Branch, text: string, index: number): boolean => at.next(text.charCodeAt(index)) !== undefined;

/** Whether an address is a part of another: `jane@example.com` of `jane@example.com.evil.io`. */
const isPartOfAddress = (text: string, from: number, end: number): boolean =>
  /(?:[a-z\d]{2}|[a-z])[.+_-]$/.test(text.slice(Math.max(0, from - 3), from)) ||
  /^(?:@|\.[a-z]{2,3}(?![a-z\d])|[.-][a-z\d-]*\.[a-z])/.test(text.slice(end, end + 40));

/** Whether digits are a part of another number, of a date, a time or an id. */
function isPartOfOther(text: string, from: number, end: number, isJson: boolean): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  const after = text.slice(end, end + 2);
  if (isJson ? /\d\.$/.test(before) : /\d[.,'_]$/.test(before)) return true;
  if (/[a-z][-/:#_]$|_$/.test(before) || /^[a-z]\d|^_/.test(after)) return true;
  if (end - from === 4 && isInGroups(text, from)) return true;
  return end - from < 3 && (/\d[-/:]$/.test(before) || /^[-/:]\d/.test(after));
}

/** Whether four digits are one of the groups of a card, an account or a UUID. */
function isInGroups(text: string, from: number): boolean {
  const around = text.slice(Math.max(0, from - 28), from + 28);
  const at = Math.min(from, 28);
  return [...around.matchAll(GROUPS)].some(({ index, 0: all }) => index <= at && at < index + all.length);
}
const GROUPS = /\d{4}(?: \d{4}){3,}(?!\d)|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Folded, with the escapes of JSON resolved, and blanks between a day and its time and around the `x` of measures. Offsets may
 * change.
 */
function readable(raw: string): string {
  const text = raw.includes('\\')
    ? raw
        .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replace(/\\[nrt]/g, '  ')
    : raw;
  return (
    folded(text)
      .replace(/(\d)t(?=\d\d:\d)/g, '$1 ')
      // A prefix and a number: `0151 / 23 40 99 17`.
      .replace(/(?<![\d.,])(0\d{2,5}) \/ (?=\d)/g, '$1/')
      .replace(/(\d) ?[x×] ?(?=\d)/g, '$1 x ')
  );
}
