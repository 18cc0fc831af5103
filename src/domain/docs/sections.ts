/** The sections of a documentation page, by its headings in Markdown or HTML. */
import { groupBy } from '../../basics/maps.ts';
import { isHtml } from '../../platform/parse/documentation.ts';
import { cut, type ForeignText, foreign } from '../../platform/text.ts';
import { count, grouped } from '../../present/units.ts';
import { folded } from '../found-text.ts';

/** A heading and what stands below it, up to the next heading. */
export interface Section {
  /** Undefined for what stands before the first heading. */
  readonly heading: string | undefined;
  /** The heading; if others are the same, with those above it: `Create refund > Errors`. */
  readonly name: string | undefined;
  /** 1 to 6; 0 without a heading. */
  readonly level: number;
  /** Where it begins in the visible text, where the next heading begins, and where the last of its subsections ends. */
  readonly start: number;
  readonly next: number;
  readonly end: number;
}

/** Characters of a heading. */
const HEADING = 120;
/** Headings of a page that begin a section; a page of half a megabyte can have a hundred thousand. */
const MOST_HEADINGS = 20_000;
/**
 * A line that begins or ends a block of code, in which `#` begins a comment. It ends with a line of at least as many marks and
 * nothing else; three that are closed in the same line are no block.
 */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)/;
/** A heading in HTML. Cap: 200 characters and nine tags, since a page may open a thousand headings and close none. */
const HTML = /<h([1-6])\b[^>]{0,200}>([^<]{0,200}(?:<(?!\/?h[1-6])[^>]{0,200}>[^<]{0,200}){0,9})/gi;

interface Heading {
  readonly text: string;
  readonly level: number;
  readonly at: number;
}

/** The sections of a page in order; one without a heading if there are none. In time linear to the page. */
export function sectionsOf(content: ForeignText): readonly Section[] {
  const { visible } = content;
  const markdown = markdownHeadings(visible);
  // In a page of HTML, a line that begins with # may be an example; a page of Markdown may begin with HTML.
  const html = markdown.length === 0 || isHtml(visible) ? htmlHeadings(visible) : [];
  const headings = (html.length > markdown.length ? html : markdown).slice(0, MOST_HEADINGS);
  const sections: Omit<Section, 'name'>[] = [];
  /** The nearest heading after the current one of each level or a higher one. */
  const ends = Array.from({ length: 7 }, () => visible.length);
  let next = visible.length;
  for (const { text, level, at } of headings.toReversed()) {
    sections.push({ heading: text, level, start: at, next, end: ends[level] ?? visible.length });
    for (let lower = level; lower <= 6; lower++) ends[lower] = at;
    next = at;
  }
  if (next > 0 || sections.length === 0) sections.push({ heading: undefined, level: 0, start: 0, next, end: next });
  return named(sections.reverse());
}

/** Characters of a heading that stands before another one in a name, and room for such a name: its end tells it apart. */
const ABOVE = 30;
export const SECTION_NAME = 300;

/**
 * Each with a name of its own, since pages on an API repeat their headings: with as many of the headings above it as tell it
 * apart, or else a number.
 */
function named(sections: readonly Omit<Section, 'name'>[]): readonly Section[] {
  const path: Omit<Section, 'name'>[] = [];
  const above = sections.map((section) => {
    while ((path.at(-1)?.level ?? 0) >= section.level && path.length > 0) path.pop();
    const headings = path.flatMap(({ heading }) => (heading === undefined ? [] : [cut(heading.normalize(), ABOVE)]));
    path.push(section);
    return headings;
  });
  const names = sections.map(({ heading = '' }) => heading);
  for (let depth = 1; depth < 6; depth++) {
    const same = groupBy(names, plainHeading);
    for (const [index, name] of names.entries()) {
      const next = above[index]?.at(-depth);
      if (next !== undefined && same.get(plainHeading(name))?.length !== 1) names[index] = `${next} > ${name}`;
    }
  }
  const before = new Map<string, number>();
  const taken = new Set(names.map(plainHeading));
  return sections.map((section, index) => {
    const name = names[index] ?? '';
    let nth = (before.get(plainHeading(name)) ?? 0) + 1;
    while (nth > 1 && taken.has(plainHeading(`${name} (${nth})`))) nth++;
    before.set(plainHeading(name), nth);
    return { ...section, name: section.heading === undefined ? undefined : nth === 1 ? name : `${name} (${nth})` };
  });
}

/** What YAML says about a page before its text; its lines are no headings. */
const FRONT_MATTER = /^---[ \t]*\n(?=[\w-]+:)[\s\S]*?\n---[ \t]*(?:\n|$)/;
/** A line that makes the one above it a heading: `=====` or `-----`. */
const UNDERLINE = /^ {0,3}(?:==+|--+)[ \t]*$/;
/** A line that begins a comment of HTML. */
const COMMENT = /^ {0,3}<!--/;
/** No text that could be underlined: indented, quoted, in a table, a list or HTML. */
const NO_TITLE = /^(?:[\s>|<]|[-*+][ \t]|\d+[.)][ \t])/;
const LETTER = /[\p{L}\p{N}]/u;

function markdownHeadings(text: string): Heading[] {
  const found: Heading[] = [];
  /** The line before, if it is all there is of its paragraph; and whether it is in one. */
  let above: Omit<Heading, 'level'> | undefined;
  let isText = false;
  for (const { whole, at } of linesOf(text)) {
    const line = whole.slice(0, HEADING + 10);
    const [, marks = ''] = /^(#{1,6})[ \t]/.exec(line) ?? [];
    const title = line
      .slice(marks.length)
      .trim()
      .replace(/ #{1,6}$/, '');
    if (marks !== '' && title !== '') found.push({ text: title, level: marks.length, at });
    if (above !== undefined && UNDERLINE.test(line)) found.push({ ...above, level: line.includes('=') ? 1 : 2 });
    const isFirst = !isText;
    isText = marks === '' && LETTER.test(line);
    above = isText && isFirst && whole.length <= HEADING && !NO_TITLE.test(line) ? { text: title, at } : undefined;
  }
  return found;
}

/** The lines after the front matter. Those of code and comments, in which nothing is a heading, are empty. */
function* linesOf(text: string): Generator<{ readonly whole: string; readonly at: number }> {
  let fence = '';
  let isComment = false;
  for (let at = FRONT_MATTER.exec(text)?.[0].length ?? 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    const before = fence;
    const isHidden = isComment || (fence === '' && COMMENT.test(line));
    if (isHidden) isComment = !line.includes('-->');
    else fence = fenceAfter(line, fence);
    yield { whole: isHidden || before !== '' || fence !== '' ? '' : line, at };
    at = end < 0 ? text.length : end + 1;
  }
}

/** The marks of the block of code in which the next line stands; empty if in none. */
function fenceAfter(line: string, fence: string): string {
  const [, marks = '', after = ''] = FENCE.exec(line) ?? [];
  if (fence !== '') return marks.startsWith(fence) && after.trim() === '' ? '' : fence;
  return marks.startsWith('`') && after.includes('`') ? '' : marks;
}

const htmlHeadings = (text: string): Heading[] =>
  [...text.matchAll(HTML)].flatMap(({ 1: level, 2: inside = '', index }) => {
    const title = inside
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return title === '' ? [] : [{ text: title.slice(0, HEADING), level: Number(level), at: index }];
  });

/** Headings as a table of contents shows them, and the room for them. */
const MAX_HEADINGS = 60;
const CONTENTS = 2_400;
const SHOWN = 70;

/**
 * Headings with their sections' characters: `⟦Costs (1,204)⟧`. Of too many, the lower levels are left out first, and how many is
 * said. Below a single heading, which is the page's title, a level is listed as far as it fits.
 */
export function contentsOf(sections: readonly Section[]): string | undefined {
  const named = sections.filter(({ heading }) => heading !== undefined);
  let listed: readonly string[] = [];
  for (let deepest = 1; deepest <= 6; deepest++) {
    const wanted = named.filter(({ level }) => level <= deepest);
    const entries = entriesOf(wanted);
    if (listed.length <= 1 || entries.length === wanted.length) listed = entries;
  }
  if (listed.length === 0) return undefined;
  const more = named.length - listed.length;
  return `${foreign(listed.join('; '))}${more === 0 ? '' : ` and ${count(more, 'more heading')}`}`;
}

/** The first ones, as many as there is room for. */
function entriesOf(sections: readonly Section[]): readonly string[] {
  const entries: string[] = [];
  let room = CONTENTS;
  for (const { heading = '', start, end } of sections.slice(0, MAX_HEADINGS)) {
    const entry = `${foreign(heading).line(SHOWN).raw} (${grouped(end - start)})`;
    room -= entry.length + 2;
    if (room < 0) break;
    entries.push(entry);
  }
  return entries;
}

/**
 * The sections with that name, then those with that heading, else those to which a link with the text leads, else those whose
 * name contains the text; case and marks ignored.
 */
export function sectionsNamed(sections: readonly Section[], text: string): readonly Section[] {
  const wanted = plainHeading(text);
  if (wanted === '') return [];
  const isName = ({ name = '' }: Section): boolean => plainHeading(name) === wanted;
  const isHeading = ({ heading = '' }: Section): boolean => plainHeading(heading) === wanted;
  const exactly = [...sections.filter(isName), ...sections.filter((one) => isHeading(one) && !isName(one))];
  if (exactly.length > 0) return exactly;
  const anchor = anchorOf(text);
  const linked = sections.filter(({ heading = '' }) => anchor !== '' && anchorOf(heading) === anchor);
  return linked.length > 0 ? linked : sections.filter(({ name = '' }) => plainHeading(name).includes(wanted));
}

/** As pages link to a heading: `whats-new` for "What’s new?". */
const anchorOf = (heading: string): string =>
  folded(heading)
    .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '');

/** Without the marks of foreign text, which a caller may have copied, and the signs of Markdown. */
const plainHeading = (text: string): string =>
  folded(text.replace(/[⟦⟧#`*_…]/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
