import * as z from 'zod';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { fitting } from '../../present/echo-arguments.ts';
import { id } from '../fields.ts';
import { numbers, result, texts } from '../results.ts';

/** Characters of a page shown at once: with everything around it below the budget of a result. */
const PART = 9_000;

/** GET /v1/documentation/{slug}?format=markdown, an assumed path. */
export const readDoc = defineTool({
  name: 'read_doc',
  title: 'Read documentation',
  toolset: 'docs',
  effect: 'read',
  description: "Reads one page of the platform's documentation as Markdown.",
  input: () =>
    z.strictObject({
      slug: id('Page, from list_docs.'),
      from: z.int().min(0).default(0).describe('Start at this character.'),
    }),
  output: () => result(texts('content'), numbers('charactersLeft')),
  async handle({ slug, from }, { call }) {
    const page = await call(operations.getDoc, { path: { slug }, query: { format: 'markdown' } });
    const { part, left } = fitting(page.content, from, PART);
    const total = page.content.length;
    const isPast = from > 0 && from >= total;
    const extent = from > 0 || left > 0 ? `, characters ${from} to ${from + part.length} of ${total}` : '';
    return {
      summary: isPast
        ? `Page ${slug} ends before character ${from}: it has ${total}.`
        : `Page ${slug}${page.title ? ` ${page.title.line(120)}` : ''}${extent}.`,
      notes: page.format === 'html' ? ['The platform sent HTML, although Markdown was requested.'] : [],
      facts: {
        charactersLeft: left > 0 ? left : undefined,
        content: part,
      },
      next: left > 0 ? { tool: 'read_doc', arguments: { slug, from: from + part.length }, why: 'read on' } : undefined,
    };
  },
});
