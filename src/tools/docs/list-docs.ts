import * as z from 'zod';
import { type Item, join } from '../../mcp/contract/answer.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Doc } from '../../platform/parse/records.ts';
import { ownPage, wholeHeadline } from '../../present/paging.ts';
import { pageLimit, pageOffset } from '../fields.ts';
import { records, result, texts } from '../results.ts';

/** GET /v1/documentation, an assumed path that AGENT_PLATFORM_DOCS_PATH moves. */
export const listDocs = defineTool({
  name: 'list_docs',
  title: 'List documentation',
  toolset: 'docs',
  effect: 'read',
  example: {},
  description: "Lists the pages of the platform's documentation.",
  input: () => z.strictObject({ limit: pageLimit(50), offset: pageOffset() }),
  output: () => result({ docs: records(texts('slug', 'title', 'description')) }),
  async handle(query, { call }) {
    const all = await call(operations.listDocs, {});
    const page = ownPage(all, query, (offset) => ({
      tool: 'list_docs',
      arguments: { ...query, offset },
      why: 'see the rest',
    }));
    return {
      summary: wholeHeadline(all.items, query, 'documentation page'),
      notes: page.notes,
      list: { name: 'docs', items: page.items.map(docItem), total: page.total, rest: page.rest },
    };
  },
});

function docItem({ slug, ...doc }: Doc): Item {
  const title = doc.title?.line(120);
  const description = doc.description?.line(200);
  return { data: { slug, title, description }, line: join(slug, title, description) };
}
