import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { inProject, uncheckedFilterNotes } from '../../domain/filters.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { FOLDER } from '../../platform/parse/documents.ts';
import type { Folder } from '../../platform/parse/records.ts';
import { droppedNotes, localPage, restOf, wholeHeadline } from '../../present/paging.ts';
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
    const filter = inProject<Folder>(projectId);
    const items = filter ? response.items.filter((folder) => filter.matches(folder)) : response.items;
    const page = localPage(
      { ...response, items },
      query,
      restOf('list_document_folders', { ...query, projectId }),
      response,
    );
    const [first] = page.items;
    return {
      summary: wholeHeadline(items, query, 'folder'),
      notes: [
        ...droppedNotes(response.items.length - items.length, filter),
        ...uncheckedFilterNotes(items, projectId),
        ...page.notes,
      ],
      list: listOf('folders', FOLDER, page),
      next: first && { tool: 'search_documents', arguments: { folderId: first.id }, why: 'see what it contains' },
    };
  }),
});
