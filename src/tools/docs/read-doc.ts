import * as z from 'zod';
import { holds } from '../../domain/found-text.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { extentOf, fitting } from '../../present/excerpt.ts';
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
        title: z.string().min(1).optional().describe('Part of its title, instead of slug.'),
        from: z.int().min(0).default(0).describe('Start at this character.'),
      })
      .refine((args) => (args.slug === undefined) !== (args.title === undefined), {
        path: ['slug'],
        message: 'give either slug or title',
      }),
  output: () => result(texts('content'), numbers('charactersLeft')),
  async handle({ slug: bySlug, title, from }, context) {
    const slug = bySlug ?? (await slugOf(title ?? '', context));
    const page = await context.call(operations.getDoc, { path: { slug }, query: { format: 'markdown' } });
    const { slug: told = slug } = page;
    const isOther = told.toLowerCase() !== slug.toLowerCase();
    const { part, left } = fitting(page.content, from, PART);
    const total = page.content.length;
    const isPast = from > 0 && from >= total;
    const extent = from > 0 || left > 0 ? `, ${extentOf(from, part.length, left)}` : '';
    return {
      summary: isPast
        ? `Page ${told}: nothing after character ${grouped(total)}.`
        : `Page ${told}${page.title ? ` ${page.title.line(120)}` : ''}${extent}.`,
      notes: [
        ...(isOther ? [`The platform answered with page ${told}, not ${slug}.`] : []),
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

/** Pages that a refusal names. */
const NAMED = 8;

/**
 * The page whose title contains the text; an exact match excludes others. @throws Refusal if there is none, or several
 */
async function slugOf(title: string, { call, has }: ToolContext): Promise<string> {
  const needle = title.trim().toLowerCase();
  const { items } = await call(operations.listDocs, {});
  const named = items.filter((page) => page.title !== undefined && holds(page.title, needle));
  const exactly = named.filter((page) => page.title?.visible.trim().toLowerCase() === needle);
  const found = exactly.length > 0 ? exactly : named;
  const [page] = found;
  if (page !== undefined && found.length === 1) return page.slug;
  const all = found.slice(0, NAMED).map((one) => one.slug);
  throw new Refusal(
    page === undefined
      ? `Refused: no page has a title like that.${has('list_docs') ? ' Check with list_docs.' : ''}`
      : `Refused: ${found.length} pages have such a title: ${all.join(', ')}${found.length > NAMED ? ', and more' : ''}. Give the slug of one.`,
  );
}
