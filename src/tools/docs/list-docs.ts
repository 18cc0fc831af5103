import * as z from 'zod';
import { groupBy } from '../../basics/maps.ts';
import { type DocHit, type DocSearch, MAX_PAGES, MAX_QUERY, searchDocs } from '../../domain/docs/search.ts';
import { SECTION_NAME } from '../../domain/docs/sections.ts';
import { callText, type Item, join, type NextStep, type ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { DOC, type Doc } from '../../platform/parse/documentation.ts';
import type { Page } from '../../platform/parse/records.ts';
import { foreign, plainOrMarked } from '../../platform/text.ts';
import {
  fewerNotes,
  fromOffset,
  localPage,
  type PageQuery,
  restOf,
  unreadableNotes,
  wholeHeadline,
} from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { count, firstOf, grouped } from '../../present/units.ts';
import { countedLimit, pageOffset } from '../fields.ts';
import { numbers, records, result, shapeOf, texts } from '../results.ts';

/** Pages and hits of a page, unless the caller asks for another number. */
const PAGES = 50;
const HITS = 8;
/** Unread pages that a note names. */
const NAMED = 5;

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
  const [first] = hits;
  const rest = restOf('list_docs', { query, limit });
  return {
    summary: `${hitsText(search)}${fromOffset({ offset })}; ${extentOf(search, pages)}.`,
    notes: [...failureNotes(search), ...unreadableNotes(pages), ...fewerNotes(pages)],
    list: {
      name: 'hits',
      items: hits.slice(offset, offset + limit).map((hit) => hitItem(hit, context)),
      total,
      offset,
      rest: (shown) => (offset + shown < total ? rest(offset + shown) : undefined),
    },
    next: total === 1 ? first && reading(first) : undefined,
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

function extentOf({ searched }: DocSearch, list: Page<Doc>): string {
  const pages = list.items.length;
  const every = pages > 1 && fewerNotes(list).length === 0 ? 'all ' : '';
  const all = `searched ${searched === pages ? every : `${searched} of `}${count(pages, 'page')}`;
  return pages > MAX_PAGES ? `${all}, at most ${MAX_PAGES} in one call` : all;
}

/** One note per reason, so that an outage is one line. */
const failureNotes = ({ failures }: DocSearch): string[] =>
  [...groupBy(failures, ({ why }) => why)].map(
    ([why, pages]) =>
      `${count(pages.length, 'page')} could not be read: ${firstOf(pages, NAMED, ({ slug }) => slug)}. ${why}`,
  );

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
