import * as z from 'zod';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { DOC } from '../../platform/parse/documentation.ts';
import { localPage, wholeHeadline } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { pageLimit, pageOffset } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** GET /v1/documentation, an assumed path that AGENT_PLATFORM_DOCS_PATH moves. */
export const listDocs = defineTool({
  name: 'list_docs',
  title: 'List documentation',
  toolset: 'docs',
  effect: 'read',
  example: {},
  description: "Lists the platform's documentation pages.",
  input: () => z.strictObject({ limit: pageLimit(50), offset: pageOffset() }),
  output: () => result({ docs: records(shapeOf(DOC)) }),
  async handle(query, { call }) {
    const all = await call(operations.listDocs, {});
    const page = localPage(all, query, (offset) => ({
      tool: 'list_docs',
      arguments: { ...query, offset },
      why: 'see the rest',
    }));
    return {
      summary: wholeHeadline(all.items, query, 'documentation page'),
      notes: page.notes,
      list: listOf('docs', DOC, page),
    };
  },
});
