/** Lays out text on pages: a block that is too long continues on the next page, and nothing is left out. */
import { cut, type ForeignText, foreign } from '../../platform/text.ts';
import { plain } from '../../present/plain.ts';
import { count } from '../../present/units.ts';

/** A line of this program's, with foreign text in it. */
export interface Block {
  readonly before: string;
  /** Shown whole, between the marks, over as many pages as needed. */
  readonly text?: ForeignText | undefined;
  readonly after: string;
  /** Number of invisible and control characters left out of `before`. */
  readonly dropped?: number | undefined;
  /**
   * `lead`, and the whole block if `isAside`, count as no characters: their text may change between two pages of a
   * question, and must not move the page breaks.
   */
  readonly lead?: string;
  readonly isAside?: boolean;
}

/** Pages as lines; at least one page. */
export interface Pages {
  readonly pages: readonly (readonly string[])[];
}

const CONTINUED = ' (goes on)';
const CONTINUING = '(goes on) ';
/** Room for the marks around a part, and for the bars before its lines. */
const MARKS = 64;
/** A text isn't split to fit fewer characters than this on a page: it begins on the next page instead. */
const LEAST = 200;

/** @param room characters of a page */
export function layOut(blocks: readonly Block[], room: number): Pages {
  const pages: string[][] = [[]];
  let left = room;
  let dropped = 0;
  const nextPage = (): void => {
    pages.push([]);
    left = room;
  };
  const add = (line: string, lead = ''): void => {
    if (line.length > left && left < room) nextPage();
    pages.at(-1)?.push(`${lead}${line}`);
    left -= line.length + 1;
  };
  for (const { before, text, after, dropped: hidden = 0, lead = '', isAside = false } of blocks) {
    dropped += hidden;
    if (isAside) {
      pages.at(-1)?.push(`${before}${after}`);
      continue;
    }
    if (text === undefined) {
      add(`${before}${after}`, lead);
      continue;
    }
    const shown = plain(text);
    dropped += shown.dropped;
    let rest = shown.text;
    let begin = before;
    let ahead = lead;
    while (begin.length + rest.length + after.length > left) {
      const fits = left - begin.length - CONTINUED.length - MARKS;
      if (fits < LEAST || rest.length <= fits) {
        // An empty page offers the most room there is.
        if (left === room) break;
        nextPage();
        continue;
      }
      const part = cut(rest, breakAt(rest, fits));
      add(`${begin}${marked(part)}${CONTINUED}`, ahead);
      ahead = '';
      rest = rest.slice(part.length);
      begin = CONTINUING;
      nextPage();
    }
    add(`${begin}${marked(rest)}${after}`, ahead);
  }
  if (dropped > 0) pages.at(-1)?.push(`(${count(dropped, 'invisible or control character')} left out.)`);
  return { pages };
}

/** Where to break a text: after the last space near the limit, or at the limit. */
function breakAt(text: string, most: number): number {
  const blank = text.lastIndexOf(' ', most - 1);
  return blank > most - LEAST ? blank + 1 : most;
}

/** Text between the marks, each further line behind a bar: none can pass for a line of this program. */
export const marked = (text: string): string => String(foreign(text)).replaceAll('\n', '\n│ ');
