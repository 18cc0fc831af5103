/** The documentation: its pages, sections about a query, and one page. */
import * as z from 'zod';
import { type DocHit, type DocSearch, MAX_PAGES, MAX_QUERY, searchDocs } from '../../domain/docs/search.ts';
import { contentsOf, SECTION_NAME, type Section, sectionsNamed, sectionsOf } from '../../domain/docs/sections.ts';
import { onlyNamed } from '../../domain/named.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { callText, type Item, join, type NextStep, type ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { DOC, type Doc } from '../../platform/parse/documentation.ts';
import type { Page } from '../../platform/parse/records.ts';
import { type ForeignText, foreign, plainOrMarked } from '../../platform/text.ts';
import { extentOf, fits, fitting } from '../../present/excerpt.ts';
import {
  fewerNotes,
  fromOffset,
  isSentWhole,
  localPage,
  type PageQuery,
  restOf,
  unreadableNotes,
  wholeHeadline,
} from '../../present/paging.ts';
import { failureNotes } from '../../present/read-each.ts';
import { listOf } from '../../present/record.ts';
import { count, firstOf, grouped } from '../../present/units.ts';
import { countedLimit, docSlug, pageOffset } from '../fields.ts';
import { numbers, records, result, shapeOf, texts } from '../results.ts';

/** Pages and hits of a page, unless the caller asks for another number. */
const PAGES = 50;
const HITS = 8;

/** GET /v1/documentation, an assumed path that AGENT_PLATFORM_DOCS_PATH moves. */
export const listDocs = defineTool({
  name: 'list_docs',
  title: 'List documentation',
  toolset: 'docs',
  effect: 'read',
  example: {},
  description: 'Lists documentation pages, such as handbooks, or finds sections about a query.',
  input: () =>
    z.strictObject({
      query: z
        .string()
        .refine((text) => text.length <= MAX_QUERY, { message: `it may have ${MAX_QUERY} characters` })
        .optional()
        .describe('Words of a section.'),
      limit: countedLimit(PAGES, `${HITS} hits`),
      offset: pageOffset(),
    }),
  output: () =>
    result({
      docs: records(shapeOf(DOC)),
      hits: records({ ...texts('slug', 'section', 'text'), ...numbers('characters') }),
    }),
  async handle({ query, limit, offset }, context) {
    const all = await context.call(operations.listDocs, {});
    if (query !== undefined && query.trim() !== '')
      return hitsOf(query, all, { limit: limit ?? HITS, offset }, context);
    const pages = { limit: limit ?? PAGES, offset };
    const page = localPage(all, pages, restOf('list_docs', pages));
    return {
      summary: wholeHeadline(all.items, pages, 'documentation page'),
      notes: page.notes,
      list: listOf('docs', DOC, page),
    };
  },
});

async function hitsOf(
  query: string,
  pages: Page<Doc>,
  { limit, offset }: PageQuery,
  context: ToolContext,
): Promise<ToolResult> {
  const search = await searchDocs(query, pages.items, context);
  const { hits } = search;
  const total = hits.length;
  const rest = restOf('list_docs', { query, limit });
  return {
    summary: `${hitsText(search)}${fromOffset({ offset })}; ${searchedText(search, pages)}.`,
    notes: [
      ...failureNotes(search.failures, 'page', ({ slug }) => slug),
      ...unreadableNotes(pages),
      ...fewerNotes(pages),
    ],
    list: {
      name: 'hits',
      items: hits.slice(offset, offset + limit).map((hit) => hitItem(hit, context)),
      total,
      offset,
      rest: (shown) => (offset + shown < total ? rest(offset + shown) : undefined),
    },
  };
}

function hitsText({ hits, words, isCut, found }: DocSearch): string {
  if (hits.length === 0) return 'No section has any of the words';
  const which =
    found === words
      ? words === 1
        ? 'the word'
        : words === 2
          ? 'both words'
          : isCut
            ? `the first ${words} words`
            : `all ${words} words`
      : `${found} of the ${isCut ? 'first ' : ''}${words} words`;
  return `${count(hits.length, 'section')} ${hits.length === 1 ? 'has' : 'have'} ${which}${hits.length > 1 ? ', best first' : ''}`;
}

function searchedText({ searched }: DocSearch, list: Page<Doc>): string {
  const pages = list.items.length;
  const every = pages > 1 && fewerNotes(list).length === 0 ? 'all ' : '';
  const all = `searched ${searched === pages ? every : `${searched} of `}${count(pages, 'page')}`;
  return pages > MAX_PAGES ? `${all}, at most ${MAX_PAGES} in one call` : all;
}

/** The call that reads the section of a hit. */
const reading = ({ slug, section }: DocHit): NextStep => ({
  tool: 'read_doc',
  arguments: { slug, section: section && foreign(section).line(SECTION_NAME) },
  why: 'read it',
});

function hitItem(hit: DocHit, { has }: ToolContext): Item {
  const { slug, characters, line } = hit;
  const section = hit.section && plainOrMarked(hit.section, SECTION_NAME);
  return {
    data: { slug, section, characters, text: line },
    line: `${has('read_doc') ? callText(reading(hit)) : join(slug, section)} (${grouped(characters)} characters): ${line}`,
  };
}

/** Characters of a page shown at once, which leave room for the rest of the result. */
const PART = 9_000;
/** A section of more characters is shown without its subsections, which are named instead. */
const LONG = 1_500;

/** GET /v1/documentation/{slug}?format=markdown, an assumed path. */
export const readDoc = defineTool({
  name: 'read_doc',
  title: 'Read documentation',
  toolset: 'docs',
  effect: 'read',
  example: { slug: 'page-1' },
  description: "Reads a page of the platform's documentation, or a section of it, as Markdown.",
  input: () =>
    z
      .strictObject({
        slug: docSlug().optional(),
        title: z.string().min(1).optional().describe('Or part of its title.'),
        section: z.string().min(1).optional().describe('Part of its heading.'),
        from: z.int().min(0).default(0).describe('Start at this character.'),
      })
      .refine((args) => (args.slug === undefined) !== (args.title === undefined), {
        path: ['slug'],
        message: 'give either slug or title',
      }),
  output: () => result(texts('headings', 'content'), numbers('charactersLeft')),
  async handle({ slug: bySlug, title, section, from }, context) {
    const { id: slug, notes: named } =
      bySlug === undefined ? await pageTitled(title ?? '', context) : { id: bySlug, notes: [] };
    const page = await context.call(operations.getDoc, { path: { slug }, query: { format: 'markdown' } });
    const { slug: actual = slug } = page;
    const isOther = actual.toLowerCase() !== slug.toLowerCase();
    const sections = sectionsOf(page.content);
    const asked = section === undefined ? undefined : sectionAsked(section, sections, actual);
    const content = asked === undefined ? page.content : page.content.slice(asked.start, asked.end - asked.start);
    // What a page is about helps to decide what to read of it; a later part was decided on.
    const isFirst = asked === undefined && from === 0;
    const below = asked === undefined || from > 0 ? [] : subsectionsOf(asked, sections);
    const { part, left } =
      asked !== undefined && below.length > 0
        ? ownPart(content, asked.next - asked.start, contentsOf(below)?.length)
        : isFirst
          ? beginning(content, sections)
          : fitting(content, from, PART);
    const contents = isFirst && left > 0 ? contentsOf(sections) : contentsOf(below);
    const isEmpty = page.content.visible.trim() === '';
    const isPast = from > 0 && from >= content.length;
    const extent = from > 0 || left > 0 ? `, ${extentOf(from, part.length, left)}` : '';
    const heading = asked?.name === undefined ? undefined : foreign(asked.name).line(SECTION_NAME);
    const what = `Page ${actual}${heading ? `, section ${heading}` : page.title ? ` ${page.title.line(120)}` : ''}`;
    return {
      summary: isEmpty
        ? `${what} is empty.`
        : isPast
          ? `${what}: nothing after character ${grouped(content.length)}.`
          : `${what}${extent}.`,
      notes: [
        ...named,
        ...(asked?.others ?? []),
        ...(isOther ? [`The platform answered with page ${actual}, not ${slug}.`] : []),
        ...(page.format === 'html' ? ['The platform sent HTML, although Markdown was requested.'] : []),
      ],
      facts: {
        charactersLeft: left > 0 ? left : undefined,
        headings: contents,
        content: isEmpty ? undefined : part,
      },
      next:
        left > 0
          ? { tool: 'read_doc', arguments: { slug, section: heading, from: from + part.length }, why: 'read on' }
          : undefined,
    };
  },
});

/** Headings that a note or refusal names. */
const HEADINGS = 12;

/** The beginning of a page, shorter by its table of contents if it is cut. */
function beginning(content: ForeignText, sections: readonly Section[]) {
  const whole = fitting(content, 0, PART);
  return whole.left === 0 ? whole : fitting(content, 0, PART - (contentsOf(sections)?.length ?? 0));
}

/** The subsections of a long section, unless hardly anything would be left out without them. */
function subsectionsOf({ start, next, end }: Section, sections: readonly Section[]): readonly Section[] {
  if (end - start <= LONG || fits(end - start, next - start)) return [];
  return sections.filter((one) => one.start > start && one.start < end);
}

/** What stands in a section before its first subsection, and how much is left with them. */
function ownPart(content: ForeignText, own: number, headings = 0) {
  const { part } = fitting(content.slice(0, own), 0, PART - headings);
  return { part, left: content.length - part.length };
}

/** The first section with the heading, and a note on others. @throws Refusal that names the headings if none has it */
function sectionAsked(text: string, sections: readonly Section[], page: string) {
  const [found, ...others] = sectionsNamed(sections, text);
  const name = ({ name = '' }: Section): string => String(foreign(name).line(SECTION_NAME));
  if (found !== undefined) {
    const note = `Other sections have a heading like that: ${firstOf(others, HEADINGS, name)}.`;
    return { ...found, others: others.length === 0 ? [] : [note] };
  }
  const headings = sections.filter(({ heading }) => heading !== undefined);
  throw new Refusal(
    headings.length === 0
      ? `Page ${page} has no headings. Leave out section.`
      : `No section of page ${page} has a heading like that. Its headings: ${firstOf(headings, 3 * HEADINGS, name)}.`,
  );
}

async function pageTitled(title: string, context: ToolContext) {
  const list = await context.call(operations.listDocs, {});
  const items = list.items.map((page) => ({ id: page.slug, name: page.title }));
  const kind = { noun: 'page', lister: 'list_docs', idArgument: 'slug' };
  const { found, notes } = onlyNamed(title, { items, isWhole: isSentWhole(list) }, kind, context);
  return { id: found.id, notes };
}
