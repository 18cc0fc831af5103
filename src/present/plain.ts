/** Text of others as a question shows it: on few lines, and unable to imitate this program's lines. */
import { clean, type ForeignText, foreign, isPlain } from '../platform/text.ts';

/**
 * Lines that any text keeps. A longer list or configuration keeps all if its lines have twelve characters on average; of other
 * texts, further line breaks become blanks, so that short lines push nothing out of sight.
 */
const MAX_LINES = 24;
const PER_LINE = 12;
/** The bars that this program draws before each line, and characters that resemble them. */
const BARS = /[│┃╎╏┆┇┊┋║❘❙❚｜￨▏⎪⏐]/g;

/** Combining strokes through the letter before, which could strike out a "not". Composed letters are not affected. */
const STRIKES = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e0\u20e5\u20e6\u20ea\u20eb]/g;
/** Combining marks beyond the fourth on a letter: no script uses more, and a stack covers the lines around it. */
const STACKED = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;
const MARK = /[\p{Mn}\p{Me}]/u;
/** What no mark is in; most texts have nothing else, and this takes a tenth of the time. */
const UNMARKED = /^[\0-\u02ff\u2010-\u2027\u20a0-\u20bf]*$/;
/** Blanks that are not a single space: replacing each single one by itself took most of the time of a long text. */
const UNEVEN = /[^\S\n]{2,}|[^\S\n ]/g;
const LINE_BREAKS = / \n[ \n]*|\n[ \n]+/g;

/**
 * Reduces each run of blanks to one blank, and each run with a line break to one line break.
 * @returns the text, and how many characters were dropped that could draw or hide something: invisible and control characters,
 *   strokes; blanks don't count
 */
export function plain(text: ForeignText) {
  const { raw, visible } = text;
  const unstruck =
    !UNMARKED.test(visible) && MARK.test(visible) ? visible.replace(STRIKES, '').replace(STACKED, '$1') : visible;
  const tight = unstruck.replace(BARS, '|').replace(UNEVEN, ' ').replace(LINE_BREAKS, '\n').trim();
  const lines = tight.split('\n');
  const isKept = lines.length <= Math.max(MAX_LINES, tight.length / PER_LINE);
  const short = isKept ? tight : `${lines.slice(0, MAX_LINES).join('\n')} ${lines.slice(MAX_LINES).join(' ')}`;
  const cleaned = clean(raw);
  const hidden = cleaned === raw ? 0 : inkOf(raw) - inkOf(cleaned);
  return { text: short, dropped: hidden + visible.length - unstruck.length };
}

/** Number of characters that are not blanks. A loop: a pattern makes an array of millions of blanks. */
function inkOf(text: string): number {
  let ink = 0;
  for (let at = 0; at < text.length; at++) if (!isBlank(text.charCodeAt(at))) ink++;
  return ink;
}

/** Whether `\s` matches it. */
const isBlank = (unit: number): boolean =>
  unit < 0x80 ? unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) : BLANK.test(String.fromCharCode(unit));
const BLANK = /\s/;

/** Text between the marks, each further line behind a bar: none can pass for a line of this program. */
export const marked = (text: string): string => String(foreign(text)).replaceAll('\n', '\n│ ');

/** The name of an agent, without marks if it has at most three plain words, no address, and nothing that can't be seen. */
export function agentNameText(name: ForeignText): string {
  const parts = name.visible.split(' ');
  const isUnmarked = name.raw === name.visible && name.visible.length <= 60 && !/\.[a-z]{2}/i.test(name.visible);
  return isUnmarked && parts.length <= 3 && parts.every(isPlain) ? name.visible : String(name.line(80));
}
