/**
 * Tells where in a text a form of a secret may be, by a look at three characters in fourteen. A form has at least 16
 * characters that count. The places looked at are so near to each other that one of them has three characters of its ending
 * behind it, with nothing but ignorable ones between them; and few threes of characters are part of any form. No form is
 * missed; where there is none, one place in a hundred is read all the same.
 */
import { FOLDED, isIgnorable } from './secret-folding.ts';
import { unitIn } from './text-units.ts';

/** Characters of a form that are looked at. */
const GRAM = 3;
/** Five bits of each character. */
const BITS = 5;
const MASK = (1 << (GRAM * BITS)) - 1;
const PRINTABLE = /^[!-~]*$/;
/** The one character beyond ASCII whose small letter is within. */
const KELVIN = 0x212a;
const SMALL_K = 0x6b;

const shifted = (bits: number, code: number): number => ((bits << BITS) ^ (code & 0x1f)) & MASK;

/** The threes of characters that forms have near their ends. */
export class SecretSamples {
  /** How far the places are from each other. */
  readonly stride: number;
  /** How many characters at the end of each form are known here: what follows a place needs to be read no further. */
  readonly length: number;
  /** By the bits of three characters, whether they are part of a form. */
  readonly #grams = new Uint8Array(MASK + 1);
  /** Anything but printable ASCII is compared in other ways, so every place must be looked at. */
  readonly #isBlind: boolean;

  /** `forms` as they are compared, in small letters. */
  constructor(forms: readonly string[]) {
    this.length = Math.min(...forms.map((form) => form.length));
    this.stride = Math.max(1, this.length - GRAM + 1);
    this.#isBlind = this.length < GRAM || !forms.every((form) => PRINTABLE.test(form));
    for (const form of forms) {
      let bits = 0;
      for (let at = form.length - this.length; at < form.length; at++) {
        bits = shifted(bits, form.charCodeAt(at));
        if (at >= form.length - this.length + GRAM - 1) this.#grams[bits] = 1;
      }
    }
  }

  /**
   * Looks at the first three characters that count from an index on. `units` are the text's, as bytes (text-units.ts).
   * @returns where the first of them is; its complement where they may be part of a form
   */
  firstSampleAt(text: string, units: Uint8Array, from: number): number {
    let first = -1;
    let bits = 0;
    let left = GRAM;
    const { length } = text;
    for (let at = from; at < length; at++) {
      const code = unitIn(units, at);
      if (code <= 0x20 || code === 0x7f || (code > 0x7f && isIgnorable(text, at, code))) continue;
      if (first === -1) first = at;
      if (this.#isBlind) return ~first;
      if (code < 0x7f) bits = shifted(bits, FOLDED[code] as number);
      else if (code === KELVIN) bits = shifted(bits, SMALL_K);
      else return first;
      if (--left === 0) return this.#grams[bits] === 1 ? ~first : first;
    }
    return first === -1 ? length : first;
  }
}
