/** Text of others as a question shows it: short of blanks, on few lines, and with nothing to draw false lines from. */
import { clean, type ForeignText } from '../platform/text.ts';

/** Line breaks that are kept; the rest become blanks, so that nothing is pushed out of sight. */
const MAX_LINES = 24;
/** The bars that this program draws before each line, and what looks like them. */
const BARS = /[│┃╎╏┆┇┊┋║❘❙❚｜￨▏⎪⏐]/g;

export interface Plain {
  readonly text: string;
  /** Characters that were left out: invisible ones, control characters, and blanks beyond the first of a run. */
  readonly dropped: number;
}

/** Makes one blank of each run of blanks and one line break of each run with a line break in it. */
export function plain(text: ForeignText): Plain {
  const { raw, visible } = text;
  const tight = visible
    .replace(BARS, '|')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
  const lines = tight.split('\n');
  const short =
    lines.length <= MAX_LINES ? tight : `${lines.slice(0, MAX_LINES).join('\n')} ${lines.slice(MAX_LINES).join(' ')}`;
  return { text: short, dropped: raw.length - clean(raw).length + visible.length - short.length };
}
