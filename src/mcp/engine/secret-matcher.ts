/**
 * Finds forms of secrets in a text, in one pass: a state machine (Aho-Corasick) over the last characters of each form,
 * and a comparison of the whole form where they turn up. Case, the two alphabets of base64, blanks, line breaks and what
 * nobody sees make no difference. The machine reads only where a form may be: secret-samples.ts tells.
 */
import { FOLDED, fold, isIgnorable, unitAt } from './secret-folding.ts';
import type { Form } from './secret-pieces.ts';
import { SecretSamples } from './secret-samples.ts';
import { unitsOf } from './text-units.ts';

/** From the first to behind the last character. */
export type Range = readonly [start: number, end: number];

/** Characters of a form that the machine knows. */
const ANCHOR = 8;
/** Classes of characters: those of no form, those that are passed over, and from here on those of forms. */
const OTHER = 0;
const SKIPPED = 255;
const FIRST = 1;

const BASE64_DIGIT = /[\w+/-]/;

interface Pattern {
  readonly folded: string;
  readonly edge: 0 | 1;
}

/** All forms of all secrets, ready to be looked for. */
export class SecretMatcher {
  /** Class of each ASCII character. */
  readonly #classes = new Uint8Array(128);
  readonly #width: number;
  /** The next state by state and class; its complement where a form may end. */
  readonly #next: Int32Array;
  /** The forms that may end in a state. */
  readonly #ends = new Map<number, Pattern[]>();
  readonly #samples: SecretSamples;

  /** `forms` are printable ASCII, each longer than {@link ANCHOR}. */
  constructor(forms: readonly Form[]) {
    const patterns = forms.map(({ text, edge }): Pattern => ({ folded: fold(text), edge }));
    const anchors = patterns.map(({ folded }) => folded.slice(-ANCHOR));
    this.#width = this.#classify(anchors);
    this.#next = this.#build(anchors, patterns);
    this.#samples = new SecretSamples(patterns.map(({ folded }) => folded));
  }

  /** Where forms are, in no order; overlaps and doubles are possible. */
  find(text: string): Range[] {
    const ranges: Range[] = [];
    const samples = this.#samples;
    const { length } = text;
    const units = unitsOf(text);
    let from = 0;
    for (let at = 0; at < length; at = from - 1 + samples.stride) {
      const found = samples.firstSampleAt(text, units, at);
      if (found < 0) this.#read(text, from, ~found, ranges);
      from = (found < 0 ? ~found : found) + 1;
    }
    return ranges;
  }

  /** Reads from `from` on, up to the end of the longest ending of a form that begins there or up to `at`. */
  #read(text: string, from: number, at: number, ranges: Range[]): void {
    const classes = this.#classes;
    const next = this.#next;
    // A state is where its row in the table begins.
    let state = 0;
    const { length } = text;
    let left = this.#samples.length;
    for (let here = from; here < length && left > 0; here++) {
      const code = unitAt(text, here);
      const kind = code < 128 ? (classes[code] as number) : isIgnorable(text, here) ? SKIPPED : OTHER;
      if (kind === SKIPPED) continue;
      if (here >= at) left--;
      state = next[state + kind] as number;
      if (state >= 0) continue;
      state = ~state;
      for (const pattern of this.#ends.get(state) ?? []) {
        const range = ending(text, here, pattern);
        if (range !== undefined) ranges.push(range);
      }
    }
  }

  /** Gives each character of the anchors a class. @returns how many classes there are */
  #classify(anchors: readonly string[]): number {
    for (let code = 0; code < 128; code++) if (code <= 0x20 || code === 0x7f) this.#classes[code] = SKIPPED;
    const known = [...new Set(anchors.join(''))];
    for (const [index, character] of known.entries()) this.#classes[character.charCodeAt(0)] = FIRST + index;
    // A capital is its small letter, `+` is `-`, `/` is `_`.
    for (let code = 0x21; code < 0x7f; code++) {
      this.#classes[code] = this.#classes[FOLDED[code] as number] ?? OTHER;
    }
    return FIRST + known.length;
  }

  #build(anchors: readonly string[], patterns: readonly Pattern[]): Int32Array {
    const width = this.#width;
    const next = new Int32Array((1 + anchors.length * ANCHOR) * width);
    let size = width;
    for (const [index, anchor] of anchors.entries()) {
      let state = 0;
      for (const character of anchor) {
        const slot = state + (this.#classes[character.charCodeAt(0)] as number);
        if (next[slot] === 0) {
          next[slot] = size;
          size += width;
        }
        state = next[slot] as number;
      }
      this.#ends.set(state, [...(this.#ends.get(state) ?? []), patterns[index] as Pattern]);
    }
    const table = next.subarray(0, size);
    this.#link(table);
    // All anchors are equally long, so no other one ends where one is not complete.
    return table.map((state) => (this.#ends.has(state) ? ~state : state));
  }

  /** Where a state has no way on, its longest ending that is a state has one: breadth first, so that it is known. */
  #link(next: Int32Array): void {
    const width = this.#width;
    const fallback = new Map<number, number>();
    const queue: number[] = [0];
    for (const state of queue) {
      for (let kind = FIRST; kind < width; kind++) {
        const slot = state + kind;
        const child = next[slot] as number;
        const elsewhere = state === 0 ? 0 : (next[(fallback.get(state) ?? 0) + kind] as number);
        if (child === 0) next[slot] = elsewhere;
        else {
          fallback.set(child, elsewhere);
          queue.push(child);
        }
      }
    }
  }
}

/** The range of the form whose last character is at `last`; undefined where the text differs before. */
function ending(text: string, last: number, { folded, edge }: Pattern): Range | undefined {
  let start = last + 1;
  for (let left = folded.length - 1; left >= 0; left--) {
    do start--;
    while (start >= 0 && isIgnorable(text, start));
    if (start < 0 || fold(text.charAt(start)) !== folded.charAt(left)) return undefined;
  }
  let end = last + 1;
  if (edge === 1 && start > 0 && BASE64_DIGIT.test(text.charAt(start - 1))) start--;
  if (edge === 1 && end < text.length && BASE64_DIGIT.test(text.charAt(end))) end++;
  return [start, end];
}
