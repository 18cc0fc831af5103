/** Text of others as a question shows it: short of blanks, on few lines, and with nothing to draw false lines from. */
import { clean, type ForeignText } from '../platform/text.ts';

/** Line breaks that are kept; the rest become blanks, so that nothing is pushed out of sight. */
const MAX_LINES = 24;
/** The bars that this program draws before each line, and what looks like them. */
const BARS = /[│┃╎╏┆┇┊┋║❘❙❚｜￨▏⎪⏐]/g;

/** Strokes through the letter before, which would strike out a "not", but for what a composed letter holds. */
const STRIKES = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/g;
/** Marks beyond the fourth of one letter: no writing has more, and a stack of them is drawn across the lines around it. */
const STACKED = /(\p{Mn}{4})\p{Mn}+/gu;

/** A text made plain, and how much of it that cost. */
export interface Plain {
  readonly text: string;
  /**
   * What was left out and would draw something, or hide: invisible and control characters, strokes through letters. No
   * blanks.
   */
  readonly dropped: number;
}

/** Makes one blank of each run of blanks and one line break of each run with a line break in it. */
export function plain(text: ForeignText): Plain {
  const { raw, visible } = text;
  const unstruck = visible.replace(STRIKES, '').replace(STACKED, '$1');
  const tight = unstruck
    .replace(BARS, '|')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
  const lines = tight.split('\n');
  const short =
    lines.length <= MAX_LINES ? tight : `${lines.slice(0, MAX_LINES).join('\n')} ${lines.slice(MAX_LINES).join(' ')}`;
  return { text: short, dropped: inkOf(raw) - inkOf(clean(raw)) + visible.length - unstruck.length };
}

/** How many characters are no blanks: a paragraph's empty line is nothing that anybody hides behind. */
const inkOf = (text: string): number => text.replace(/\s+/g, '').length;

/** Letters and digits, with single `-`, `_` or `.` between them; no address that a host would turn into a link. */
const PLAIN = /^(?!.*www\.)[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/i;
/** Characters of a name that stands without marks. */
const MOST_PLAIN = 60;

/** Whether a name or value can't be mistaken for anything else: it stands without marks then. */
export const isPlain = (text: string): boolean => text.length <= MOST_PLAIN && PLAIN.test(text);

/** A name or value as it is if it is plain, else on one line between the marks, at most `max` characters. */
export const plainOrMarked = (text: ForeignText, max = 80): string =>
  isPlain(text.visible) ? text.visible : String(text.line(max));

/** The same for the name of an agent, which may be of up to three plain words. */
export function agentNameWords(name: ForeignText): string {
  const words = name.visible.split(' ');
  return name.visible.length <= MOST_PLAIN && words.length <= 3 && words.every(isPlain)
    ? name.visible
    : String(name.line(80));
}
