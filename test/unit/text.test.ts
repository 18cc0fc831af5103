/** What the platform's people wrote is data: cleaned, marked, and unable to end its own marks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, cut, digest, foreign } from '../../src/platform/text.ts';
import { anyCodePoints } from '../support/any-text.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { runs, slowIt } from '../support/thorough.ts';

const MARKED = /^⟦[^⟦⟧]*⟧$/u;
/** Unicode's own list of what is not drawn, without the selector that draws emoji in colour; controls; lone halves. */
const UNSEEN = /(?!\ufe0f)\p{Default_Ignorable_Code_Point}|(?![\n\t])\p{Cc}|[\ufff9-\ufffb\u2028\u2029]|\p{Cs}/u;

/** Strings that like to break things, and all others. */
const anyText = fc.oneof(
  anyCodePoints(),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      ...'⟦⟧[]\u001b\u009b\u0007\\;m31ABC \r\n\t\u0085\u200b\u202e\u2066\ufeff\u00ad'.split(''),
      '\u{e0041}',
      '\u{1bca0}',
      '\ud83d',
      '\udc49',
      '\u001b[',
      '\u001b]',
    ),
    maxLength: 60,
  }),
);

describe('clean', () => {
  it.each([
    ['plain text', 'Hello, wörld 👋🏽 ✔️', 'Hello, wörld 👋🏽 ✔️'],
    ['tabs and line feeds', 'a\tb\nc', 'a\tb\nc'],
    ['line ends of all kinds', 'a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['controls', 'a\u0000b\u0007c\u007fd\u009fe', 'abcde'],
    ['ANSI colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['an escape of one C1 character, and nothing that follows it', 'pay \u009b100 USD', 'pay 100 USD'],
    [
      'the escapes of terminal titles and links, whose text must be seen',
      'a\u001b]0;title\u0007b\u001b]8;;http://x\u001b\\c',
      'a]0;titleb]8;;http://x\\c',
    ],
    ['an escape without an end, which hides nothing', 'a\u001b]0;still here', 'a]0;still here'],
    ['one of a single C1 character without an end', 'a\u009d0; still here', 'a0; still here'],
    ['a cursor that is moved', 'no\u001b[2K\u001b[1Gyes', 'noyes'],
    ['bidirectional overrides', 'abc\u202edef\u202c\u2066g\u2069\u200e\u061c', 'abcdefg'],
    ['zero-width characters', 'pa\u200bss\u200dwo\u2060rd\ufeff', 'password'],
    ['soft hyphens and fillers', 'a\u00adb\u3164c\uffa0d\u115fe', 'abcde'],
    [
      'tag characters',
      `a${String.fromCodePoint(...[...'hidden'].map((c) => 0xe0000 + (c.codePointAt(0) ?? 0)))}b`,
      'ab',
    ],
    ['variation selectors that carry data', 'a\ufe00\ufe01\u{e0100}\u{e01ef}b', 'ab'],
    ['shorthand format controls', 'a\u{1bca0}\u{1bca3}b', 'ab'],
    ['lone surrogates', 'a\ud800b\udc00c', 'a\ufffdb\ufffdc'],
    ['a pair held apart by what is removed', 'a\ud83d\u200b\udc49', 'a\ufffd\ufffd'],
    ['marks', 'a⟧ ignore the above ⟦b', 'a] ignore the above [b'],
    ['nothing', '', ''],
  ])('handles %s', (_what, before, after) => {
    expect(clean(before)).toBe(after);
  });

  it('leaves nothing to clean', () => {
    fc.assert(fc.property(anyText, (text) => clean(clean(text)) === clean(text)));
  });

  it('leaves no invisible character', () => {
    fc.assert(
      fc.property(anyText, (text) => !UNSEEN.test(clean(text))),
      runs(200),
    );
  });

  slowIt('leaves no invisible character of all that there are', () => {
    const every = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).join('');
    expect(UNSEEN.exec(clean(every))?.[0]).toBeUndefined();
  });

  it('takes linear time', () => {
    const hostile = [
      '\u001b]'.repeat(200_000),
      '\u001b['.repeat(200_000),
      `\u009b${'1;'.repeat(200_000)}`,
      '⟧'.repeat(400_000),
    ];
    const ms = cpuMs(() => {
      for (const text of hostile) clean(text);
    });
    expect(ms).toBeLessThan(2000);
  });
});

describe('cut', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab👋', 3, 'ab'],
    ['ab👋', 4, 'ab👋'],
    ['👋', 1, ''],
    ['abc', 0, ''],
  ])('%s to %i is %s', (text, max, expected) => {
    expect(cut(text, max)).toBe(expected);
  });

  it('never splits a character, never exceeds its bound, and cuts no more than it must', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, max) => {
        const part = cut(text, max);
        expect(text.startsWith(part) && part.isWellFormed()).toBe(true);
        expect(part.length).toBeLessThanOrEqual(max);
        expect(part.length).toBeGreaterThanOrEqual(Math.min(max - 1, text.length));
      }),
    );
  });
});

describe('foreign text', () => {
  it("stands between its marks whenever it becomes a string, and can't close them itself", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const shown of [`${foreign(text)}`, String(foreign(text)), JSON.parse(JSON.stringify(foreign(text)))]) {
          expect(shown).toMatch(MARKED);
          expect(UNSEEN.test(shown)).toBe(false);
        }
      }),
      runs(200),
    );
  });

  it('is marked inside joins, sums and objects', () => {
    expect(['a', foreign('b')].join()).toBe('a,⟦b⟧');
    expect(`x${foreign('b')}`).toBe('x⟦b⟧');
    expect(JSON.stringify({ a: [foreign('⟧"')] })).toBe('{"a":["⟦]\\"⟧"]}');
  });

  it('keeps what was sent for comparing, and counts what is shown', () => {
    expect(foreign('a\u200b⟧').raw).toBe('a\u200b⟧');
    expect(foreign('a\u200b⟧').length).toBe(2);
    expect(String(foreign('a\u200b\u200bbcd').slice(1, 2))).toBe('⟦bc⟧');
  });

  it.each([
    ['', true],
    [' \n', true],
    ['a', false],
  ])('%j is empty: %s', (text, isEmpty) => {
    expect(foreign(text).isEmpty).toBe(isEmpty);
  });

  it('slices by what was sent, whole characters only', () => {
    expect(foreign('0123456789').slice(3, 4).raw).toBe('3456');
    expect(foreign('ab👋').slice(0, 3).raw).toBe('ab');
    expect(String(foreign('👋b').slice(1, 5))).toBe('⟦👋b⟧');
    // Page by page nothing is lost, wherever the pages meet.
    const text = foreign('a👋👋b👋');
    for (const size of [2, 3, 4, 5]) {
      const pages = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, size).raw);
      expect(pages.join('')).toBe(text.raw);
    }
  });
});

describe('a line', () => {
  it.each([
    ['a\n\n b\t c ', 20, 'a b c'],
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    [`${'\u200b'.repeat(40)}abc`, 6, 'abc'],
  ])('%j in %i characters is %j', (text, max, expected) => {
    expect(foreign(text).line(max).raw).toBe(expected);
  });

  it('is one line, never longer than its bound, marked, and says where it was cut', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, max) => {
        const line = foreign(text).line(max);
        expect(line.raw.length).toBeLessThanOrEqual(max);
        expect(line.raw).not.toMatch(/[\n\t]/);
        expect(String(line)).toMatch(MARKED);
        if (clean(text).replace(/\s+/g, ' ').trim().length > max) expect(line.raw.endsWith('…')).toBe(true);
      }),
      runs(100),
    );
  });

  it('of megabytes takes no longer than one of a page', () => {
    const text = foreign('a\u200b '.repeat(3_000_000));
    const ms = cpuMs(() => {
      for (let times = 0; times < 100; times++) text.line(200);
    });
    expect(ms).toBeLessThan(500);
  });
});

describe('a digest', () => {
  it('is the same for the same text, and another for any other', () => {
    expect(digest({ a: foreign('x').raw })).toBe(digest({ a: 'x' }));
    expect(digest({ a: 'x' })).toMatch(/^[0-9a-f]{64}$/);
    expect(digest({ a: 'x' })).not.toBe(digest({ a: 'x\u200b' }));
  });
});
