/**
 * Text that the platform's agents and users wrote. It is data, never instructions, and the type keeps it so: a
 * {@link ForeignText} turns into a string (in a template, in JSON, in a join) only cleaned and between `⟦` and `⟧`,
 * which cannot occur inside. Nobody has to remember to mark it; leaving the marks off takes the explicit {@link
 * ForeignText.raw}. Why: docs/architecture.md, "What others wrote is data".
 */
import { nodeCrypto } from '../node-crypto.ts';

const OPEN = '⟦';
const CLOSE = '⟧';

/**
 * ANSI colour and cursor sequences (CSI). Of all other escapes only the escape character goes: what follows it may be
 * text that somebody must see before they decide.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const ANSI = /\u001b\[[0-?]*[ -/]*[@-~]/g;
/**
 * What a reader cannot see, or what makes text look other than it is: C0 and C1 controls (but tab and line feed), soft
 * hyphen, combining grapheme joiner, Arabic letter mark, Hangul and Khmer fillers, Mongolian separators, zero-width and
 * directional marks, embeddings, overrides and isolates, invisible operators, shorthand and musical controls, variation
 * selectors 1 to 15 (16 draws emoji in colour and stays), the byte order mark, interlinear annotation marks, tag
 * characters and the selectors' supplement. Blanks of other widths are drawn, and become a plain one.
 */
export const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each code point is meant on its own
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]|[\u{e0000}-\u{e0fff}]/gu;

/** Blanks of any width: an ideographic or a braille one is a gap that no count of blanks sees. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g;
/** The marks, and brackets that a reader would take for them: white square, tortoise shell, barred and full width ones. */
const OPENING = /[⟦⟬⦋⦍⦏〖〘〚⁅［｢⟮⦗]/g;
const CLOSING = /[⟧⟭⦌⦎⦐〗〙〛⁆］｣⟯⦘]/g;

/** Text that cleaning leaves as it is: most of it. Seen at once, where the passes below take 1.5 µs for an excerpt. */
const HARMLESS = /^[\n\t\x20-\x7e]*$/;

/**
 * Removes what cannot be seen and what could end the marks: for text of the platform that is about to be shown.
 * Line breaks of all kinds become `\n`; lone surrogates become U+FFFD; blanks of all widths become a
 * plain one; the two marks and what looks like them become `[` and `]`.
 */
export function clean(text: string): string {
  if (HARMLESS.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(ANSI, '')
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .replace(OPENING, '[')
    .replace(CLOSING, ']');
}

/** {@link HARMLESS} words with one blank between them: one line already. */
const ONE_LINE = /^(?:[!-~]+ )*[!-~]+$/;

/** Cuts to at most `max` UTF-16 units without splitting a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** Takes secrets out of texts. */
export interface Mask {
  text(text: string): string;
  /** Characters of the longest form in which a secret is found, blanks between its letters included. */
  readonly reach: number;
}
/** The process's and not an app's: a text is made wherever an answer is read, and a secret of one app is one for all. */
let masks: readonly Mask[] = [];

/**
 * From now on the secrets of this process are taken out of every {@link ForeignText} before it is cut: a secret that is
 * cut into two is found in neither part. @returns ends it
 */
export function maskForeignText(mask: Mask): () => void {
  masks = [...masks, mask];
  return () => {
    masks = masks.filter((one) => one !== mask);
  };
}

function withoutSecrets(text: string): string {
  let left = text;
  for (const mask of masks) left = mask.text(left);
  return left;
}

/**
 * Texts up to this length are read whole for a line; of longer ones only a beginning, so that a message of 5 MB stays
 * cheap.
 */
const WINDOW = 4_096;

/**
 * Text that somebody else wrote. Turned into a string or JSON, it is always cleaned, masked and marked.
 */
export class ForeignText {
  /** As the platform sent it. For comparing and digests; never for showing, searching by a caller's words, or cutting. */
  readonly raw: string;
  /** The text with its marks, once asked for: a result shows it twice, as text and in the structured content. */
  #shown: string | undefined;
  #visible: string | undefined;
  /** All of it as one line, once asked for: an excerpt says how long that is. */
  #flat: string | undefined;

  /** `visible` is given for what was cleaned and masked already, such as a part of what is visible. */
  constructor(raw: string, visible?: string) {
    this.raw = raw;
    this.#visible = visible;
  }

  /**
   * The text as it is shown, but for its marks: cleaned, without secrets. What is cut or searched is cut or searched
   * here.
   */
  get visible(): string {
    this.#visible ??= withoutSecrets(clean(this.raw));
    return this.#visible;
  }

  /** Whether nothing would be shown. */
  get isEmpty(): boolean {
    return this.raw.trim() === '';
  }

  /** The cleaned text between the marks. */
  toString(): string {
    this.#shown ??= OPEN + this.visible + CLOSE;
    return this.#shown;
  }

  toJSON(): string {
    return this.toString();
  }

  /** One line of at most `max` characters, an ellipsis where it was cut: for lists. */
  line(max = 200): ForeignText {
    const flat = this.#flatBeginning(max);
    return flat.length > max ? part(`${cut(flat, max - 1)}…`) : part(flat);
  }

  /**
   * One line of at most `max` characters with the middle left out where it is longer: a third from its beginning, the
   * rest from its end, where a request says what it is for.
   */
  ends(max: number): ForeignText {
    const line = this.line(max);
    if (!line.raw.endsWith('…')) return line;
    const head = Math.floor(max / 3);
    const tail = flattened(this.visible);
    return part(`${cut(line.raw, head)} … ${tail.slice(-(max - head - 3))}`);
  }

  /**
   * The part from character `from` of what is visible, at most `max` characters long. One that would begin with the second
   * half of a pair begins with the first, which the part before left out: page after page nothing is lost.
   */
  slice(from: number, max: number): ForeignText {
    const { visible } = this;
    const isHalf = from > 0 && isHighHalf(visible.charCodeAt(from - 1)) && isLowHalf(visible.charCodeAt(from));
    const start = isHalf ? from - 1 : from;
    return part(cut(visible.slice(start), max + from - start));
  }

  /** How many characters are visible. */
  get length(): number {
    return this.visible.length;
  }

  /** The text as one line; of a long text a beginning of more than `max` characters. */
  #flatBeginning(max: number): string {
    if (this.#flat !== undefined) return this.#flat;
    for (let window = Math.max(WINDOW, max * 8); window < this.raw.length; window *= 4) {
      const flat = flattened(withoutSecrets(clean(cut(this.raw, window))));
      // What the window's end cut off may have been the rest of a secret: it begins beyond what is shown.
      if (flat.length > max + Math.max(0, ...masks.map(({ reach }) => reach))) return flat;
    }
    this.#flat = this.#flattened();
    return this.#flat;
  }

  #flattened(): string {
    if (this.raw.length <= WINDOW && ONE_LINE.test(this.raw)) {
      this.#visible ??= withoutSecrets(this.raw);
      if (this.#visible === this.raw) return this.raw;
    }
    return flattened(this.visible);
  }
}

const isHighHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLowHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
/** Any blank that is not a single plain one between words; most texts have none, and need no rewriting. */
const UNEVEN = /[^\S ]| {2}|^ | $/;
const flattened = (text: string): string => (UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim() : text);

/** A part of what is visible: cleaned and masked before it was cut. A pair of surrogates may have been cut into two. */
function part(visible: string): ForeignText {
  const whole = visible.toWellFormed();
  return new ForeignText(whole, whole);
}

/** Marks a text of the platform. */
export const foreign = (raw: string): ForeignText => new ForeignText(raw);

/**
 * Hex SHA-256 of a value's JSON: what a review token binds a decision to. Text counts as it was sent, not as it is shown:
 * two requests that differ in what nobody sees are two requests.
 */
export function digest(value: unknown): string {
  const json = JSON.stringify(value, function (this: unknown, key: string, part: unknown) {
    // `part` has been through toJSON, which cleans.
    const original: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : part;
    return original instanceof ForeignText ? original.raw : part;
  });
  return nodeCrypto().createHash('sha256').update(json).digest('hex');
}
