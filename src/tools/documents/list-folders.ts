import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { ofProject } from '../../domain/filters.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { FOLDER } from '../../platform/parse/documents.ts';
import { localPage, restOf, wholeHeadline } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { pageLimit, pageOffset, project } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** GET /v1/document-folders. The platform sends it whole, so it is paged here. */
export const listDocumentFolders = defineTool({
  name: 'list_document_folders',
  title: 'List folders',
  toolset: 'documents',
  effect: 'read',
  example: {},
  description: 'Lists document folders.',
  input: () => z.strictObject({ projectId: project().optional(), limit: pageLimit(50), offset: pageOffset() }),
  output: () => result({ folders: records(shapeOf(FOLDER)) }),
  handle: withNames(['projectId'], 'read', async ({ projectId, ...query }, { call }) => {
    const response = await call(operations.listFolders, { query: { projectId } });
    const { items, notes } = ofProject(response.items, projectId);
    const rest = restOf('list_document_folders', { ...query, projectId });
    const page = localPage({ ...response, items }, query, rest, response);
    const [first] = page.items;
    return {
      summary: wholeHeadline(items, query, 'folder'),
      notes: [...notes, ...page.notes],
      list: listOf('folders', FOLDER, page),
      next: first && { tool: 'search_documents', arguments: { folderId: first.id }, why: 'see what it contains' },
    };
  }),
});
