/** Searches the platform's documentation by section. The platform can't, so its pages are read here, and kept for a while. */
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Doc } from '../../platform/parse/documentation.ts';
import { ForeignText, foreign } from '../../platform/text.ts';
import { readEach } from '../../present/read-each.ts';
import { copied, lowerCase, wordsOf } from '../found-text.ts';
import { type Section, sectionsOf } from './sections.ts';

/** Characters of a query. */
export const MAX_QUERY = 200;
/** Pages read for one search, and the time after which no further one is begun: most hosts allow a call one minute. */
export const MAX_PAGES = 100;
const LIMIT_MS = 40_000;
/** How long a page is kept for the same person. */
const FRESH_MS = 5 * 60_000;
/** Words of a query that count, and characters around the first of them in a hit's line: more where hits are few. */
const MAX_WORDS = 12;
const LEAD = 40;
const LINE = 160;
const FEW = 3;
const LONG_LINE = 600;
/** Short words of one script occur inside others: they count as whole words only. */
const SHORT = /^[a-z0-9]{1,2}$/;

/** English endings: who looks for `limits` or `retries` also finds `limit` and `retry`. */
const ENDING = /^([a-z]{4,12}?)(?:ies|es|ing|ed|s)$/;

/** What was found, and what was not read. */
export type DocSearch = Awaited<ReturnType<typeof searchDocs>>;
/** A section that was found. */
export type DocHit = DocSearch['hits'][number];

/** @throws PlatformError if no page can be read; CancelledError */
export async function searchDocs(query: string, pages: readonly Doc[], context: ToolContext) {
  const given = wordsOf(query) ?? [];
  const words = given.slice(0, MAX_WORDS).map((word) => word.replace(ENDING, '$1'));
  const started = performance.now();
  let searched = 0;
  const read = await readEach(pages.slice(0, MAX_PAGES), context.settings.maxConnections, async (page) => {
    if (searched > 0 && performance.now() - started > LIMIT_MS) return undefined;
    const content = await contentOf(page.slug, context);
    searched++;
    context.progress(searched, Math.min(pages.length, MAX_PAGES), `Searched ${searched} pages`);
    return hitsIn(page, content, words);
  });
  const all = read.found.flat();
  const found = all.reduce((most, hit) => Math.max(most, hit.words), 0);
  // Sorting keeps the order of pages and sections.
  const best = all.filter((hit) => hit.words === found).sort((a, b) => b.weight - a.weight);
  const max = best.length <= FEW ? LONG_LINE : LINE;
  return {
    /** Sections with all words, else those with the most, best first. */
    hits: best.map(({ lineOf, ...hit }) => ({ ...hit, line: lineOf(max) })),
    /** Words that were looked for, whether the query has more, and how many of them each hit has. */
    words: words.length,
    isCut: given.length > words.length,
    found,
    searched,
    failures: read.failures,
  };
}

async function contentOf(slug: string, { call, memory }: ToolContext): Promise<ForeignText> {
  const key = `doc ${slug}`;
  const kept = memory.get(key);
  if (kept instanceof ForeignText) return kept;
  const page = await call(operations.getDoc, { path: { slug }, query: { format: 'markdown' } });
  const content = foreign(page.content.raw.normalize());
  // As it was sent and as it is shown.
  memory.set(key, content, FRESH_MS, 2 * content.raw.length);
  return content;
}

/** A heading counts more than its text: it says what the section is about. */
const HEADING_WEIGHT = 10;
const MOST = 5;
/** A heading and the line of `=` or `-` that may make it one. */
const HEADING_LINES = /^.*\n(?:(?:=+|-+)[ \t]*(?:\n|$))?/;

/** The sections with any of the words, each with the place where they are. */
function hitsIn({ slug, title }: Doc, content: ForeignText, words: readonly string[]) {
  const text = lowerCase(content.visible);
  const path: Section[] = [];
  return sectionsOf(content).flatMap((section) => {
    while ((path.at(-1)?.level ?? 0) >= section.level && path.length > 0) path.pop();
    path.push(section);
    const own = text.slice(section.start, section.next);
    const places = words.map((word) => placeOf(word, own));
    // A section below a heading that has the words is found by that heading.
    if (!places.some((place) => place >= 0)) return [];
    const heading = lowerCase(section.heading ?? '');
    const above = lowerCase([title?.visible.normalize(), ...path.map((one) => one.heading)].join(' '));
    const has = words.filter((word, index) => (places[index] ?? -1) >= 0 || placeOf(word, above) >= 0).length;
    const weight = words.reduce(
      (sum, word) => sum + (placeOf(word, heading) >= 0 ? HEADING_WEIGHT : 0) + occurrences(word, own),
      0,
    );
    // The hit names its heading already.
    const body = section.heading === undefined ? 0 : (HEADING_LINES.exec(own)?.[0].length ?? 0);
    const inBody = words.map((word) => placeOf(word, own.slice(body))).filter((place) => place >= 0);
    const begin = section.start + body;
    const at = begin + (inBody.length > 0 ? Math.min(...inBody) : 0);
    return [
      {
        slug,
        /** By which read_doc finds it; undefined for what stands before the first heading. */
        section: section.name,
        /** With its subsections; without a heading, those of the page. */
        characters: section.heading === undefined ? content.length : section.end - section.start,
        /** The text around the words, as long as the number of hits allows. */
        lineOf: (max: number): ForeignText => lineAt(content, begin, at, section.next, max),
        /** How many of the words are in it, and how often. */
        words: has,
        weight,
      },
    ];
  });
}

/**
 * A line from shortly before a place on, between the begin and the end of a section. A long one that is cut ends with a
 * sentence, if one ends in its second half.
 */
function lineAt(content: ForeignText, begin: number, at: number, end: number, max: number): ForeignText {
  const from = Math.max(begin, at - LEAD);
  const part = content.slice(from, Math.min(8 * max, end - from)).line(max).raw;
  const stop = max > LINE && part.endsWith('…') ? Math.max(...SENTENCE_ENDS.map((one) => part.lastIndexOf(one))) : 0;
  const line = stop > max / 2 ? `${part.slice(0, stop + 1)} …` : part;
  return foreign(copied(from > begin ? `…${line}` : line));
}

const SENTENCE_ENDS = ['. ', '! ', '? '];

function placeOf(word: string, text: string): number {
  if (!SHORT.test(word)) return text.indexOf(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return at;
  }
  return -1;
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[a-z0-9]/.test(character);

function occurrences(word: string, text: string): number {
  let found = 0;
  for (let at = text.indexOf(word); at >= 0 && found < MOST; at = text.indexOf(word, at + word.length)) found++;
  return found;
}
