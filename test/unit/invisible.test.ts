/**
 * Invisible characters are not written: they are refused with code point and place, except those that scripts and emoji
 * need.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/mcp/contract/errors.ts';
import { refuseInvisible } from '../../src/mcp/contract/invisible.ts';
import { clean } from '../../src/platform/text.ts';
import { anyCodePoints } from '../support/any-text.ts';
import { golden } from '../support/golden.ts';
import { runs } from '../support/thorough.ts';

const refusalOf = (args: unknown): string | undefined => {
  try {
    refuseInvisible(args);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Refusal).message;
  }
};

describe('refuses, with its code point and place,', () => {
  it.each([
    ['a zero-width space', 'Pay 5\u200b0', 'U+200B', 5],
    ['a zero-width joiner between letters', 'ad\u200dmin', 'U+200D', 2],
    ['a joiner at the beginning', '\u200dx', 'U+200D', 0],
    ['a second joiner in a script that needs one', 'می\u200c\u200cخواهم', 'U+200C', 3],
    ['a right-to-left override', 'invoice\u202efdp.exe', 'U+202E', 7],
    ['a directional isolate', '\u2066x\u2069', 'U+2066', 0],
    ['a left-to-right mark', 'a\u200eb', 'U+200E', 1],
    ['a soft hyphen', 'Pay\u00adment', 'U+00AD', 3],
    ['a byte order mark', '\ufeff# Title', 'U+FEFF', 0],
    ['a NUL', 'a\u0000b', 'U+0000', 1],
    ['an escape sequence', 'a\u001b[31mb', 'U+001B', 1],
    ['a carriage return alone', 'Pay 5\rPay 9', 'U+000D', 5],
    ['a C1 control', 'a\u0085b', 'U+0085', 1],
    ['tag characters', 'ok\u{e0069}\u{e0067}', 'U+E0069', 2],
    ['tags behind a flag that has none', '🏴\u{e0069}\u{e0067}\u{e007f}', 'U+E0069', 2],
    ['a variation selector behind a letter', 'a\ufe0fb', 'U+FE0F', 1],
    ['a variation selector inside a number', '5\ufe0f0', 'U+FE0F', 1],
    ['a selector of the supplement', 'a\u{e0100}', 'U+E0100', 1],
    ['a Hangul filler', 'a\u3164', 'U+3164', 1],
    ['half a surrogate pair', 'a\ud83d', 'U+D83D', 1],
  ])('%s', (_what, text, point, index) => {
    expect(refusalOf({ message: text })).toBe(
      `Refused: these characters can't be seen: ${point} in message at index ${index}${moreOf(text)}. Nothing was sent. Remove them and call again.`,
    );
  });

  /** What follows the first place in the texts above that have two. */
  const moreOf = (text: string): string => {
    const more: Readonly<Record<string, string>> = {
      '\u2066x\u2069': ', U+2069 in message at index 2',
      'ok\u{e0069}\u{e0067}': ', U+E0067 in message at index 4',
      '🏴\u{e0069}\u{e0067}\u{e007f}': ', U+E0067 in message at index 4, U+E007F in message at index 6',
    };
    return more[text] ?? '';
  };

  it('one in a nested field, with its path', () => {
    golden(refusalOf({ config: { presets: ['fine', { 'a b': 'x\u200b' }] } }) ?? '');
  });

  it('one in the name of a field, where line breaks and tabs are refused, too', () => {
    golden(refusalOf({ parameters: { 'amo\u200bunt': 5 } }) ?? '');
    golden(refusalOf({ parameters: { 'a\nb': 5 } }) ?? '');
  });

  it('very many, of which the first ten are named', () => {
    golden(refusalOf({ message: '\u200b'.repeat(25) }) ?? '');
  });
});

describe('accepts', () => {
  it.each([
    ['plain text with line breaks and tabs', 'a\n\tb\r\nc'],
    ['accents, composed and not', 'é e\u0301 Ångström'],
    ['blanks of other widths', 'À\u00a0bientôt\u202f!'],
    ['emoji', '👍 🎉 ❤️ ☺️ ☎︎'],
    ['a family, joined', '👨‍👩‍👧‍👦'],
    ['an emoji with a colour of skin, joined', '👩🏽‍💻 🏳️‍🌈 ❤️‍🔥'],
    ['a keycap', '1️⃣ #️⃣'],
    ['the flags of England, Scotland and Wales', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['Persian', 'می‌خواهم کتاب‌ها'],
    ['Hindi', 'क्‍ष क्‌ष'],
    ['Sinhala', 'ශ්‍රී'],
    ['Malayalam', 'അവന്‍ വന്നു'],
    ['Japanese with a variant', '葛󠄀城'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ᠎ᠠ ᠪᠠ᠋ᠢ'],
  ])('%s', (_what, text) => expect(refusalOf({ message: text })).toBeUndefined());

  it('whatever is not text', () => expect(refusalOf({ a: 1, b: true, c: null, d: undefined })).toBeUndefined());
});

const MAY_BE_NEEDED = /\r\n|\u200c|\u200d|[\ufe00-\ufe02]|\ufe0e|[\u180b-\u180f]|[\u{e0000}-\u{e0fff}]/u;

it('what cleaning would leave out is refused, if no script and no emoji needs it', () => {
  fc.assert(
    fc.property(anyCodePoints({ maxLength: 30 }), (text) => {
      const isAsShown = clean(text).length === text.length;
      if (refusalOf({ text }) !== undefined) return true;
      return isAsShown || MAY_BE_NEEDED.test(text);
    }),
    runs(200),
  );
});
