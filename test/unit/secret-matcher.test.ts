/** The matcher reads only where a form may be: what it finds is what a plain comparison at each character finds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, isIgnorable } from '../../src/mcp/engine/secret-folding.ts';
import { SecretMatcher } from '../../src/mcp/engine/secret-matcher.ts';
import type { Form } from '../../src/mcp/engine/secret-pieces.ts';
import { cpuMs } from '../support/cpu-time.ts';

/** Where the forms are, by a comparison from each character on. */
function plainly(text: string, forms: readonly Form[]): string[] {
  const found = new Set<string>();
  for (const form of forms) {
    for (let start = 0; start < text.length; start++) {
      if (isIgnorable(text, start)) continue;
      let at = start;
      let matched = 0;
      for (; at < text.length && matched < form.text.length; at++) {
        if (isIgnorable(text, at)) continue;
        if (fold(text.charAt(at)) !== fold(form.text.charAt(matched))) break;
        matched++;
      }
      if (matched === form.text.length) found.add(`${start}-${at}`);
    }
  }
  return [...found].sort();
}

/** Few letters, so that parts of a form turn up everywhere; and what is compared in ways of its own. */
const letters = 'abkAK-+/_019';
const between = ['', '', '', '', ' ', '\n', '\u200b', '\u0301', '\u{e0100}', ' '.repeat(40), 'a', 'é', '⟦', '😀'];
const form = fc.string({ unit: fc.constantFrom(...letters), minLength: 16, maxLength: 60 });
const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: fc.constantFrom(...letters) }));

describe('the forms that the matcher finds', () => {
  it('are those that a plain comparison finds, whatever is around them and between their letters', () => {
    fc.assert(
      fc.property(
        fc.array(form, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(part, fc.nat(3), fc.array(fc.constantFrom(...between), { maxLength: 60 })), { maxLength: 4 }),
        fc.func(fc.boolean()),
        (forms, parts, isChanged) => {
          const texts = forms.map((text): Form => ({ text, edge: 0 }));
          const text = parts
            .map(([before, which, gaps]) => {
              const spread = [...(forms[which] ?? '')].map((letter, at) => {
                const written = isChanged(letter, at) ? letter.toUpperCase() : letter;
                return (written === 'K' && at % 3 === 0 ? '\u212a' : written) + (gaps[at] ?? '');
              });
              return before + spread.join('');
            })
            .join('');
          const found = new SecretMatcher(texts).find(text).map(([start, end]) => `${start}-${end}`);
          const expected = plainly(text, texts);
          // The last eight letters of a form are compared without the one letter beyond ASCII that is small within.
          if (text.includes('\u212a')) expect(expected).toEqual(expect.arrayContaining(found));
          else expect([...new Set(found)].sort()).toEqual(expected);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('are found beyond the letter K of Kelvin, too', () => {
    const text = `${'x'.repeat(20)}${'\u212a'.repeat(12)}abcdefgh`;
    expect(new SecretMatcher([{ text: 'kkkkkkkkkkkkabcdefgh', edge: 0 }]).find(text)[0]).toEqual([20, 40]);
  });

  it('are found at each place of a text', () => {
    const text = 'q7R2xL9bQw0ZtYpA';
    const matcher = new SecretMatcher([{ text, edge: 0 }]);
    for (let before = 0; before < 40; before++) {
      const found = matcher.find(`${'-'.repeat(before)}${text}${'-'.repeat(7)}`);
      expect(found[0]).toEqual([before, before + 16]);
    }
  });

  it('are found in texts of any length, one after the other, whatever characters are before them', () => {
    const text = 'q7R2xL9bQw0ZtYpA';
    const matcher = new SecretMatcher([{ text, edge: 0 }]);
    for (const filler of ['-', 'é', '⟦', '😀']) {
      for (const units of [16, 16_300, 16_368, 16_384, 16_390, 100_000, 16]) {
        const before = filler.repeat(units / filler.length);
        expect(matcher.find(`${before}${text}${filler}`)[0]).toEqual([before.length, before.length + 16]);
        expect(matcher.find(`${before}${text.slice(1)}${filler}`)).toEqual([]);
      }
    }
  });
});

it('a megabyte of blanks, or of what is nearly a form, is gone through in a moment', () => {
  const matcher = new SecretMatcher([{ text: 'q7R2xL9bQw0ZtYpA', edge: 0 }]);
  const ms = cpuMs(() => {
    matcher.find(`q7R${' '.repeat(1_000_000)}2xL`);
    matcher.find(`q ${' '.repeat(50)}`.repeat(20_000));
    matcher.find('q7R2xL9bQw0ZtYp'.repeat(60_000));
  });
  expect(ms).toBeLessThan(4_000);
});
