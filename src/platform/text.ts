/**
 * Text that the platform's agents and users wrote. It is data, never instructions, and the type keeps it so: a
 * {@link ForeignText} becomes a string (in a template, in JSON, in a join) only cleaned and between `⟦` and `⟧`, which
 * can't occur inside. Marking is automatic; only the explicit {@link ForeignText.raw} avoids it. Why: docs/architecture.md,
 * "What others wrote is data".
 */
import { createHash } from 'node:crypto';

const OPEN = '⟦';
const CLOSE = '⟧';

/**
 * ANSI colour and cursor sequences (CSI). Of other sequences only the escape character is removed: the rest may be text that
 * somebody must see before they decide.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const ANSI = /\u001b\[[0-?]*[ -/]*[@-~]/g;
/**
 * Characters that a reader can't see, or that disguise text: C0 and C1 controls (except tab and line feed), soft
 * hyphen, combining grapheme joiner, Arabic letter mark, Hangul and Khmer fillers, Mongolian separators, zero-width and
 * directional marks, embeddings, overrides and isolates, invisible operators, shorthand and musical controls, variation
 * selectors 1 to 15 (16 draws emoji in colour and stays), the byte order mark, interlinear annotation marks, tag
 * characters and the selectors' supplement. Blanks of other widths are visible; they become plain spaces.
 */
export const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each code point is meant on its own
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]|[\u{e0000}-\u{e0fff}]/gu;

/** Blanks of any width, among them ideographic and Braille ones. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g;
/** The marks and brackets that resemble them: white square, tortoise shell, barred and full-width ones. */
const OPENING = /[⟦⟬⦋⦍⦏〖〘〚⁅［｢⟮⦗]/g;
const CLOSING = /[⟧⟭⦌⦎⦐〗〙〛⁆］｣⟯⦘]/g;

/** Anything but the letters, digits and punctuation of which most texts consist, which {@link clean} leaves as they are. */
const UNCOMMON =
  /[^\n\t\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u0370-\u052f\u2013-\u2027\u2030-\u2044\u20ac\u3001\u3002\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

/**
 * Removes invisible characters and those that could end the marks, from platform text that is about to be shown. Line
 * breaks of all kinds become `\n`, lone surrogates U+FFFD, blanks of all widths a space, and the marks and brackets that
 * resemble them `[` and `]`.
 */
export function clean(text: string): string {
  if (!UNCOMMON.test(text)) return text;
  return withPlainLines(text.toWellFormed())
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .replace(OPENING, '[')
    .replace(CLOSING, ']');
}

/** The text with line breaks of one kind, and without the colours of terminals. */
export const withPlainLines = (text: string): string =>
  text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n').replace(ANSI, '');

/** A person's name without what readers overlook: written in two ways, one person would count as two, also in four eyes. */
export const foldedName = (name: string): string => clean(name).normalize('NFKC').trim().toLowerCase();

/** Cuts to at most `max` UTF-16 units without splitting a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, isHighHalf(text.charCodeAt(max - 1)) ? max - 1 : max);
}

/** Masks secrets in text. */
export interface Mask {
  text(text: string): string;
  /** Length of the longest form in which a secret is found, including blanks between its letters. */
  readonly reach: number;
}
/** Shared by the whole process: text is created wherever a response is read, and one app's secret is secret in all. */
let masks: readonly Mask[] = [];

/** Masks secrets from now on, before texts are cut: a secret in two parts is found in neither. @returns its end */
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

/** A line is made from a text of up to this length; of a longer one, only the beginning is read. */
const WINDOW = 4_096;

/** Text that somebody else wrote. As a string or JSON it is always cleaned, masked and marked. */
export class ForeignText {
  /** As the platform sent it, for comparison and digests; never for display, for a caller's search or for cutting. */
  readonly raw: string;
  #visible: string | undefined;
  /** The whole text as one line, cached. */
  #flat: string | undefined;

  /** @param visible the text if it is already cleaned and masked */
  constructor(raw: string, visible?: string) {
    this.raw = raw;
    this.#visible = visible;
  }

  /** The text as it is shown, without marks: cleaned and masked. Cutting and searching use this. */
  get visible(): string {
    this.#visible ??= withoutSecrets(clean(this.raw));
    return this.#visible;
  }

  /** Whether the text is blank. */
  get isEmpty(): boolean {
    return this.raw.trim() === '';
  }

  toString(): string {
    return OPEN + this.visible + CLOSE;
  }

  toJSON(): string {
    return this.toString();
  }

  /** One line of at most `max` characters, with an ellipsis if it was cut: for lists. */
  line(max = 200): ForeignText {
    const flat = this.#flatBeginning(max);
    return flat.length > max ? part(`${cut(flat, max - 1)}…`) : part(flat);
  }

  /** From character `from` on. A part never begins in a surrogate pair, so successive parts lose nothing. */
  slice(from: number, max: number): ForeignText {
    const { visible } = this;
    const isHalf = from > 0 && isHighHalf(visible.charCodeAt(from - 1)) && isLowHalf(visible.charCodeAt(from));
    const start = isHalf ? from - 1 : from;
    return part(cut(visible.slice(start), max + from - start));
  }

  get length(): number {
    return this.visible.length;
  }

  /** The text as one line; of a long text only a beginning of more than `max` characters. */
  #flatBeginning(max: number): string {
    if (this.#flat !== undefined) return this.#flat;
    for (let window = Math.max(WINDOW, max * 8); window < this.raw.length; window *= 4) {
      const flat = flattened(withoutSecrets(clean(cut(this.raw, window))));
      // The window may cut a secret in two, so the shown part must end before any secret at the window's end begins.
      if (flat.length > max + Math.max(0, ...masks.map(({ reach }) => reach))) return flat;
    }
    this.#flat = flattened(this.visible);
    return this.#flat;
  }
}

const isHighHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLowHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
/** A cleaned text as one line. Its blanks are spaces, tabs and line feeds alone. */
function flattened(text: string): string {
  const isUneven =
    text.startsWith(' ') || text.endsWith(' ') || ['\n', '\t', '  '].some((blanks) => text.includes(blanks));
  return isUneven ? text.replace(/\s+/g, ' ').trim() : text;
}

/** Part of a cleaned and masked text. A surrogate pair may have been cut in two. */
function part(visible: string): ForeignText {
  const whole = visible.toWellFormed();
  return new ForeignText(whole, whole);
}

/** Text from the platform. */
export const foreign = (raw: string): ForeignText => new ForeignText(raw);

/**
 * A name or value that can't contain a message: letters and digits with single `-`, `_` or `.` between them, or a number
 * with one word or sign. Neither an address that a host would turn into a link nor Markdown.
 */
const PLAIN =
  /^(?!www\.)(?:[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*|-?[€$£¥]?\d[\d.,'’]*(?: ?(?:[A-Za-z]{1,12}|[%€$£¥]))?)$/i;
const MAX_PLAIN_NAME = 60;

/** Whether a name or value needs no marks. */
export const isPlain = (text: string): boolean => text.length <= MAX_PLAIN_NAME && PLAIN.test(text);

/** Plain text as it is; other text as one marked line of at most `max` characters. */
export function plainOrMarked(text: string | ForeignText, max = MAX_PLAIN_NAME): string {
  const whole = typeof text === 'string' ? foreign(text) : text;
  // What looks plain only without its invisible characters is marked.
  return isPlain(whole.raw) ? whole.visible : String(whole.line(max));
}

/** Binds a decision to a request: hex SHA-256 of its JSON. Text counts as sent, invisible characters included. */
export function digest(value: unknown): string {
  const json = JSON.stringify(value, function (this: unknown, key: string, part: unknown) {
    // `part` is the result of toJSON, which cleans.
    const original: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : part;
    return original instanceof ForeignText ? original.raw : part;
  });
  return textDigest(json);
}

/** Hex SHA-256 of a text: of a long one, such as all of a thread as JSON, without another copy of it. */
export const textDigest = (text: string): string => createHash('sha256').update(text).digest('hex');
