/** Lays text out on pages: a block that is too long for one goes on with the next, and nothing is left out. */
import { cut, type ForeignText, foreign } from '../../platform/text.ts';
import { plain } from '../../present/plain.ts';
import { count } from '../../present/units.ts';

/** A line of this program's own, with text of others in it. */
export interface Block {
  readonly before: string;
  /** Shown between the marks, whole, over as many pages as it takes. */
  readonly text?: ForeignText | undefined;
  readonly after: string;
  /** Invisible and control characters that were left out of `before`. */
  readonly dropped?: number | undefined;
  /**
   * What stands in front of it, or all of it (`isAside`), takes no room: it may be worded otherwise when the next page is
   * asked, and must not move what is on which page.
   */
  readonly lead?: string;
  readonly isAside?: boolean;
}

/** What is shown, page by page, each as lines. There is at least one page. */
export interface Pages {
  readonly pages: readonly (readonly string[])[];
}

const CONTINUED = ' (goes on)';
const CONTINUING = '(goes on) ';
/** Room for the marks around a part, and for the bars before its lines. */
const MARKS = 64;
/** A text is not broken for fewer characters than this: the next page begins with it. */
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
        // A page that holds nothing else is as large as one gets.
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

/** Where a text is broken: after the last blank that leaves most of the room used. */
function breakAt(text: string, most: number): number {
  const blank = text.lastIndexOf(' ', most - 1);
  return blank > most - LEAST ? blank + 1 : most;
}

/** Text between the marks, each further line behind a bar: none can pass for a line of this program's own. */
export const marked = (text: string): string => String(foreign(text)).replaceAll('\n', '\n│ ');
