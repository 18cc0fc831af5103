/**
 * Masks this server's secrets in everything that leaves the process, except to the platform: results, errors, logs, audit
 * lines. Secrets are found whole: verbatim, URL-encoded, escaped in JSON, in base64, base64url and hexadecimal. Parts of a
 * secret stay: masking them would confirm a guess.
 */

import { MAX_SECRETS, MIN_SECRET_LENGTH, secretWeakness } from '../../basics/secret-strength.ts';
import { isObject, setField } from '../../platform/parse/coerce.ts';
import { clean, cut, type Mask } from '../../platform/text.ts';

const REPLACEMENT = '[redacted]';
/** Escapes inside escapes are found to this depth: `%252B`, `\\\\"`. */
const MAX_DEPTH = 4;
/** The most characters that encode one of a secret: `%2525252B`, `\\\\u002b`, or three bytes of UTF-8 as `%E2%82%AC`. */
const MAX_WIDTH = 33;

/** Replaces secrets by `[redacted]`. */
export class Redactor implements Mask {
  readonly #secrets: readonly Iterable<string>[];
  /** By secret, longest first: a secret that is a prefix of another would leave the other's end unmasked. */
  #patterns: ReadonlyMap<string, RegExp> = new Map();
  /** The secrets that have a pattern, the newest first. */
  #newest: readonly string[] = [];

  /** Lists of all secrets seen so far, read again for each text, since a file may be rotated. */
  constructor(secrets: readonly Iterable<string>[]) {
    this.#secrets = secrets;
  }

  text(text: string): string {
    this.#learn();
    return this.#clean(text);
  }

  /** The length of the longest form of a secret. */
  get reach(): number {
    this.#learn();
    return Math.max(0, ...[...this.#patterns.keys()].map(({ length }) => length * MAX_WIDTH));
  }

  /** A value as its JSON has it (`toJSON` is called, undefined left out), with every string redacted, also keys. */
  json<T>(value: T): T {
    this.#learn();
    return this.#walk(value) as T;
  }

  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.#clean(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (Array.isArray(value)) return value.map((part) => this.#walk(part) ?? null);
    if (!isObject(value)) return value;
    if (typeof value.toJSON === 'function') return this.#walk(value.toJSON());
    const clean: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const part = this.#walk(value[key]);
      if (part !== undefined) setField(clean, this.#clean(key), part);
    }
    return clean;
  }

  #clean(text: string): string {
    // No form of a secret is shorter than the secret: most keys and values are.
    if (text.length < MIN_SECRET_LENGTH) return text;
    let clean = text;
    for (const pattern of this.#patterns.values()) clean = clean.replace(pattern, REPLACEMENT);
    return clean;
  }

  #learn(): void {
    if (this.#knowsAll()) return;
    // Masking a guessable secret would confirm a guess; the settings refuse such secrets.
    const secrets = this.#secrets
      .flatMap((list) => [...list].slice(-MAX_SECRETS))
      .filter((secret) => this.#patterns.has(secret) || secretWeakness(secret) === undefined);
    // Each request has its own secrets, and a pattern takes milliseconds to make, so the newest patterns are kept.
    const known = new Set([...secrets, ...this.#newest]);
    this.#newest = [...known].slice(0, Math.max(MAX_SECRETS, secrets.length));
    const longestFirst = this.#newest.toSorted((a, b) => b.length - a.length);
    this.#patterns = new Map(longestFirst.map((secret) => [secret, this.#patterns.get(secret) ?? patternOf(secret)]));
  }

  /** Asked before each text. */
  #knowsAll(): boolean {
    for (const list of this.#secrets) {
      for (const secret of list) if (!this.#patterns.has(secret)) return false;
    }
    return true;
  }
}

function patternOf(secret: string): RegExp {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) => base64Of(bytes, before));
  return new RegExp([[...secret].map(escapable).join(''), anyCase(bytes.toString('hex')), ...base64].join('|'), 'g');
}

/**
 * The base64 digits of a secret with `before` other bytes in its first group of three, and the digits at both ends that
 * contain some of its bits. A prefix such as `Bearer ` or `user:` shifts the digits.
 */
function base64Of(bytes: Buffer, before: number): string {
  const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const whole = digits.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6));
  const edge = '[\\w+/-]?';
  return `${before === 0 ? '' : edge}${[...whole].map(base64Digit).join('')}${edge}`;
}

const base64Digit = (digit: string): string =>
  digit === '+' ? `(?:${escapable('+')}|-)` : digit === '/' ? `(?:${escapable('/')}|_)` : digit;

/** A character verbatim, percent-encoded or escaped in JSON. Letters and digits are never escaped. */
function escapable(character: string): string {
  if (/^[A-Za-z0-9]$/.test(character)) return character;
  const percents = [...Buffer.from(character)].map((byte) => `%(?:25){0,${MAX_DEPTH}}${hexOf(byte, 2)}`).join('');
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const escapes = units.map((unit) => `\\\\{1,${MAX_DEPTH}}u${hexOf(unit, 4)}`).join('');
  // Form encoding writes a space as `+`.
  const plain = character === ' ' ? '[ +]' : units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  return `(?:\\\\{0,${2 * MAX_DEPTH}}${plain}|${percents}|${escapes})`;
}

const hexOf = (value: number, digits: number): string => anyCase(value.toString(16).padStart(digits, '0'));

/** Hexadecimal digits in either case. */
const anyCase = (digits: string): string => digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** The beginning of a caller's text, shorter than any secret: never masked, so that masking can't confirm a guess. */
export function callerText(text: string): string {
  const short = clean(cut(text, MIN_SECRET_LENGTH - 1));
  return text.length < MIN_SECRET_LENGTH ? short : `${short}…`;
}
