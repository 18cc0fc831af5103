/** Text as it is compared: without case, diacritics and widths, and with the offsets of the original. */

const SPECIAL =
  /[\u00a0\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff\u2000-\u200a\u2019\u202f\u2010-\u2013\u2212\u3000\uff01-\uff5e]/g;
const ALONE: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  đ: 'd',
  Đ: 'd',
  ı: 'i',
  æ: 'a',
  Æ: 'a',
  œ: 'o',
  Œ: 'o',
  '\u2019': "'",
};
const known = new Map<string, string>();

function plain(letter: string): string {
  const found = known.get(letter);
  if (found !== undefined) return found;
  const base = /[\u2010-\u2013\u2212]/.test(letter) ? '-' : (ALONE[letter] ?? letter.normalize('NFKD').charAt(0));
  known.set(letter, base);
  return base;
}

/** Each UTF-16 unit becomes one, so that offsets stay. */
export const folded = (text: string): string => text.replace(SPECIAL, plain).toLowerCase();

/** Only letters and digits, folded. */
export const squashed = (text: string): string => folded(text.normalize('NFC')).replace(/[^\p{L}\p{N}]+/gu, '');

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** The spellings of a name, squashed: `muller` and `mueller` of `Müller`. */
export function spellingsOf(text: string): string[] {
  const short = squashed(text);
  const spelled = squashed(text.toLowerCase().replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter));
  return [...new Set([short, spelled, short.replace(/([aou])e/g, '$1'), short.replace(/ss/g, 'ß')])];
}

/** 0: separates; 1: a digit; 2: a letter; 3: a letter of a script without blanks between its words. */
export function kindOf(code: number): 0 | 1 | 2 | 3 {
  if (code < 0x80)
    return code >= 48 && code <= 57 ? 1 : (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? 2 : 0;
  if ((code >= 0x3041 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || code === 0x3005) return 3;
  return code < 0xc0 || (code >= 0x2000 && code <= 0x2fff) || (code >= 0x3000 && code <= 0x3040) ? 0 : 2;
}
