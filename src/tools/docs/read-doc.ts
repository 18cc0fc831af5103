import * as z from 'zod';
import { onlyNamed } from '../../domain/by-name.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { extentOf, fitting } from '../../present/excerpt.ts';
import { isSentWhole } from '../../present/paging.ts';
import { grouped } from '../../present/units.ts';
import { docSlug } from '../fields.ts';
import { numbers, result, texts } from '../results.ts';

/** Characters of a page shown at once, which leave room for the rest of the result. */
const PART = 9_000;

/** GET /v1/documentation/{slug}?format=markdown, an assumed path. */
export const readDoc = defineTool({
  name: 'read_doc',
  title: 'Read documentation',
  toolset: 'docs',
  effect: 'read',
  example: { slug: 'page-1' },
  description: "Reads one page of the platform's documentation as Markdown.",
  input: () =>
    z
      .strictObject({
        slug: docSlug().optional(),
        title: z.string().min(1).optional().describe('Or part of its title.'),
        from: z.int().min(0).default(0).describe('Start at this character.'),
      })
      .refine((args) => (args.slug === undefined) !== (args.title === undefined), {
        path: ['slug'],
        message: 'give either slug or title',
      }),
  output: () => result(texts('content'), numbers('charactersLeft')),
  async handle({ slug: bySlug, title, from }, context) {
    const { id: slug, notes: named } =
      bySlug === undefined ? await pageTitled(title ?? '', context) : { id: bySlug, notes: [] };
    const page = await context.call(operations.getDoc, { path: { slug }, query: { format: 'markdown' } });
    const { slug: answered = slug } = page;
    const isOther = answered.toLowerCase() !== slug.toLowerCase();
    const { part, left } = fitting(page.content, from, PART);
    const total = page.content.length;
    const isPast = from > 0 && from >= total;
    const extent = from > 0 || left > 0 ? `, ${extentOf(from, part.length, left)}` : '';
    return {
      summary: isPast
        ? `Page ${answered}: nothing after character ${grouped(total)}.`
        : `Page ${answered}${page.title ? ` ${page.title.line(120)}` : ''}${extent}.`,
      notes: [
        ...named,
        ...(isOther ? [`The platform answered with page ${answered}, not ${slug}.`] : []),
        ...(page.format === 'html' ? ['The platform sent HTML, although Markdown was requested.'] : []),
      ],
      facts: {
        charactersLeft: left > 0 ? left : undefined,
        content: part,
      },
      next: left > 0 ? { tool: 'read_doc', arguments: { slug, from: from + part.length }, why: 'read on' } : undefined,
    };
  },
});

async function pageTitled(title: string, context: ToolContext) {
  const list = await context.call(operations.listDocs, {});
  const items = list.items.map((page) => ({ id: page.slug, name: page.title }));
  const kind = { noun: 'page', lister: 'list_docs', idArgument: 'slug' };
  const { found, notes } = onlyNamed(title, { items, isWhole: isSentWhole(list) }, kind, context);
  return { id: found.id, notes };
}
