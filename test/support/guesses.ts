/** Secrets, the ways to write them, and whether what is masked tells a right guess at one from a wrong one. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { Redactor } from '../../src/mcp/engine/redact.ts';
import { TOKEN } from './platform-double.ts';

export const SIGNATURE = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvcGVyYXRvci00MiIsImV4cCI6OTk5OTk5OTk5OX0.${SIGNATURE}`;
/** Random, with every character of base64: 4,096 bits. */
export const LONG = Array.from(
  { length: 342 },
  (_, at) => TOKEN.charAt((at * at * 7 + at * 13) % 31) + ((at * 37) % 10),
).join('');

export const base64 = (text: string): string => Buffer.from(text).toString('base64');
export const hex = (text: string): string => Buffer.from(text).toString('hex');
export const percent = (text: string): string => hex(text).replace(/../g, '%$&');

const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  hex,
  base64,
  percent,
  (text) => base64(`x${text}`),
  (text) => [...text].join('\u200b'),
];

/** A text with every guess written as one character: two guesses that are treated alike give one text. */
const shape = (own: Redactor, text: string, guess: string): string => own.text(text).replaceAll(guess, '?');

/** @throws with a pair of guesses of which the right one shows */
export function pairsOfGuessesLookAlike(secret: string, pairs: number): void {
  const own = new Redactor([[secret]]);
  // What is known: up to 30 characters anywhere. Who knows more of a block of 32 does not need to guess any more.
  const known = fc.record({ from: fc.nat(secret.length - 32), length: fc.integer({ min: 0, max: 29 }) });
  const wrong = fc.constantFrom(...'ABCDEFabcdef0123456789-_');
  fc.assert(
    fc.property(known, wrong, fc.constantFrom(...FORMS), ({ from, length }, other, form) => {
      const before = secret.slice(from, from + length);
      const right = secret.charAt(from + length);
      const [good, bad] = [form(before + right), form(before + other)];
      expect(shape(own, good, good)).toBe(shape(own, bad, bad));
    }),
    { numRuns: pairs },
  );
}
