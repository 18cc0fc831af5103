/**
 * Takes the token out of everything that leaves this process on another way than to the platform: results, errors,
 * logs, audit lines. In whole or part, as it is or encoded: any 16 characters of it in a row (all of it, where it is
 * shorter) are replaced (design.md, section 5, rule 9).
 */

const REPLACEMENT = '[redacted]';
const WINDOW = 16;
/** A token shorter than this can't be told from ordinary words. */
const SHORTEST = 6;

export class Redactor {
  readonly #tokens: () => Iterable<string>;
  readonly #known = new Set<string>();
  /** Windows of every form of every token, by their length. */
  readonly #windows = new Map<number, Set<string>>();

  /** `tokens` gives every token seen so far; it is asked each time, since a token file may rotate. */
  constructor(tokens: () => Iterable<string>) {
    this.#tokens = tokens;
  }

  /** The text without the token. */
  text(text: string): string {
    this.#learn();
    let clean = text;
    for (const [length, windows] of this.#windows) clean = replaceWindows(clean, length, windows);
    return clean;
  }

  /** A JSON value with every string (keys too) redacted. */
  json<T>(value: T): T {
    this.#learn();
    if (this.#windows.size === 0) return value;
    return this.#walk(value) as T;
  }

  /** String by string, not over the JSON text: there an escape (`\\n`) may touch the token, or stand inside it. */
  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((part) => this.#walk(part));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [this.text(key), this.#walk(part)]));
  }

  #learn(): void {
    for (const token of this.#tokens()) {
      if (this.#known.has(token) || token.length < SHORTEST) continue;
      this.#known.add(token);
      for (const form of formsOf(token)) this.#add(form);
    }
  }

  #add(form: string): void {
    const length = Math.min(WINDOW, form.length);
    const windows = this.#windows.get(length) ?? new Set();
    this.#windows.set(length, windows);
    for (let start = 0; start + length <= form.length; start++) windows.add(form.slice(start, start + length));
  }
}

/** The token as it may turn up: plain, percent-encoded, in hex, and in base64 at each of its three alignments. */
function formsOf(token: string): string[] {
  const percent = encodeURIComponent(token);
  const hex = Buffer.from(token).toString('hex');
  const lowerPercent = percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const forms = [token, percent, lowerPercent, hex, hex.toUpperCase()];
  for (const prefix of ['', 'x', 'xx']) {
    const bytes = Buffer.from(prefix + token);
    // The first and last digits also carry bits of what stands around the token.
    const skip = prefix === '' ? 0 : 4;
    for (const encoding of ['base64', 'base64url'] as const) {
      forms.push(bytes.toString(encoding).replace(/=+$/, '').slice(skip, -2));
    }
  }
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST);
}

function replaceWindows(text: string, length: number, windows: ReadonlySet<string>): string {
  let result = '';
  let copied = 0;
  for (let at = 0; at + length <= text.length; at++) {
    if (!windows.has(text.slice(at, at + length))) continue;
    let end = at + length;
    while (end < text.length && windows.has(text.slice(end - length + 1, end + 1))) end++;
    result += text.slice(copied, at) + REPLACEMENT;
    copied = end;
    at = end - 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}
