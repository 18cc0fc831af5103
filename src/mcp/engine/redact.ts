/**
 * Takes secrets out of everything that leaves this process for anywhere but the platform: results, errors, logs,
 * audit lines. Whole, in pieces too large to guess, plain or encoded. Smaller pieces stay: masking them would tell a
 * guesser that they are right (docs/approvals-and-safety.md, "What masking catches").
 */
import type { Mask } from '../../platform/text.ts';
import { secretWeakness } from '../../secret-strength.ts';
import { type Range, SecretMatcher } from './secret-matcher.ts';
import { formsOf, piecesOf } from './secret-pieces.ts';
import { holdsEscapes, unescaped } from './unescape.ts';
import { writtenJsonOf } from './written-json.ts';

const REPLACEMENT = '[redacted]';
/** Secrets looked for; where more have been seen, as after many rotations, the newest. */
const MAX_SECRETS = 64;
/** Escapes inside escapes are undone to here: `%2525`. */
const MAX_DEPTH = 3;
/** No form of a secret is shorter. */
const SHORTEST = 16;

/** Replaces secrets by `[redacted]`: the newest 64 that were seen. */
export class Redactor implements Mask {
  readonly #secrets: readonly Iterable<string>[];
  readonly #known = new Set<string>();
  #matcher: SecretMatcher | undefined;
  #reach = 0;

  /** Lists of every secret seen so far; each text is masked by what they hold then, since a file may be rotated. */
  constructor(secrets: readonly Iterable<string>[]) {
    this.#secrets = secrets;
  }

  /** The text without secrets. */
  text(text: string): string {
    this.#learn();
    return this.#clean(text);
  }

  /** Characters of the longest form that is looked for: escaped, or with a blank behind each. */
  get reach(): number {
    this.#learn();
    return this.#reach * 6;
  }

  /** A JSON value with every string (keys too) redacted. */
  json<T>(value: T): T {
    this.#learn();
    // Nearly always there is nothing to replace: then nothing is copied either.
    return this.#isClean(value) ? value : (this.#walk(value) as T);
  }

  #isClean(value: unknown): boolean {
    if (typeof value === 'string') return this.#rangesIn(value).length === 0;
    if (typeof value !== 'object' || value === null) return true;
    if (Array.isArray(value)) return this.#isCleanList(value);
    // Keys alone: pairs of key and value took a third of the time.
    return Object.keys(value).every((key) => this.#isClean(key) && this.#isClean(Reflect.get(value, key)));
  }

  /** Over its JSON at once, if each string is in there unchanged: without escapes, JSON's or the text's own. */
  #isCleanList(list: readonly unknown[]): boolean {
    const json = writtenJsonOf(list);
    const isPlain = json !== undefined && !holdsEscapes(json);
    return (isPlain && this.#rangesIn(json).length === 0) || list.every((part) => this.#isClean(part));
  }

  /** String by string, not over the JSON text: there an escape (`\\n`) may touch the secret, or be inside it. */
  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.#clean(value);
    if (Array.isArray(value)) return value.map((part) => this.#walk(part));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [this.#clean(key), this.#walk(part)]));
  }

  #clean(text: string): string {
    const ranges = this.#rangesIn(text);
    return ranges.length === 0 ? text : replaced(text, ranges);
  }

  #rangesIn(text: string, depth = 0): readonly Range[] {
    if (text.length < SHORTEST || this.#matcher === undefined) return [];
    const ranges = this.#matcher.find(text);
    if (depth === MAX_DEPTH) return ranges;
    const texts = unescaped(text);
    if (texts.length === 0) return ranges;
    for (const [index, inner] of texts.entries()) {
      // Escapes inside escapes are undone in the first text, which has them all.
      const hidden = this.#rangesIn(inner.text, index === 0 ? depth + 1 : MAX_DEPTH);
      for (const [start, end] of hidden) ranges.push([inner.sourceOf(start), inner.sourceOf(end)]);
    }
    return ranges;
  }

  #learn(): void {
    let isNew = false;
    for (const list of this.#secrets) {
      for (const secret of list) {
        // Masking what can be guessed would confirm the guess; the settings refuse such secrets.
        if (this.#known.has(secret) || secretWeakness(secret) !== undefined) continue;
        this.#known.add(secret);
        isNew = true;
      }
    }
    if (!isNew) return;
    const newest = [...this.#known].slice(-MAX_SECRETS);
    const forms = newest.flatMap((secret) => piecesOf(secret).flatMap(formsOf));
    this.#matcher = new SecretMatcher(forms);
    this.#reach = Math.max(...forms.map(({ text }) => text.length));
  }
}

/** The text with one replacement for each stretch of ranges that overlap or touch. */
function replaced(text: string, ranges: readonly Range[]): string {
  let result = '';
  let copied = 0;
  let isOpen = false;
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    if (!isOpen || start > copied) result += text.slice(copied, start) + REPLACEMENT;
    isOpen = true;
    copied = Math.max(copied, end);
  }
  return result + text.slice(copied);
}
