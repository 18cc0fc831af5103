/** The bundle is ASCII alone, and says what its sources say. */
import { describe, expect, it } from 'vitest';

const ASCII = new URL('../../scripts/bundle/ascii.mjs', import.meta.url).href;
const { ascii }: { ascii(text: string): Promise<string> } = await import(ASCII);

describe('a program as ASCII', () => {
  it.each([
    ['plain', 'export const a = 1;', 'export const a = 1;'],
    ['a class of characters', 'const a = /[⟦é]/u;', 'const a = /[\\u27e6\\u00e9]/u;'],
    ['a pair of surrogates', 'const a = /😀/u;', 'const a = /\\ud83d\\ude00/u;'],
    [
      'beside a tagged template of ASCII',
      'const a = String.raw`\\d`, b = /é/;',
      'const a = String.raw`\\d`, b = /\\u00e9/;',
    ],
  ])('%s', async (_what, text, expected) => {
    expect(await ascii(text)).toBe(expected);
  });

  it('is refused where a tag would see the difference', async () => {
    await expect(ascii('const a = String.raw`⟦`;')).rejects.toThrow(/tagged template/);
  });
});
