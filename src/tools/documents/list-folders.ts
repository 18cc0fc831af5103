import * as z from 'zod';
import { folderItem } from '../../domain/documents/document.ts';
import { inProject, silentNotes } from '../../domain/projects/filter.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Folder } from '../../platform/parse/records.ts';
import { droppedNotes, ownPage, wholeHeadline } from '../../present/paging.ts';
import { pageLimit, pageOffset, projectId } from '../fields.ts';
import { folderShape, records, result } from '../results.ts';

/** GET /v1/document-folders. Not paged by the platform, so paged here. */
export const listDocumentFolders = defineTool({
  name: 'list_document_folders',
  title: 'List folders',
  toolset: 'documents',
  effect: 'read',
  example: {},
  description: 'Lists document folders.',
  input: () => z.strictObject({ projectId: projectId().optional(), limit: pageLimit(50), offset: pageOffset() }),
  output: () => result({ folders: records(folderShape()) }),
  async handle({ projectId, ...query }, { call }) {
    const answer = await call(operations.listFolders, { query: { projectId } });
    const filter = inProject<Folder>(projectId);
    const items = filter ? answer.items.filter((folder) => filter.matches(folder)) : answer.items;
    const page = ownPage({ ...answer, items }, query, (offset) => ({
      tool: 'list_document_folders',
      arguments: { ...query, offset, projectId },
      why: 'see the rest',
    }));
    const [first] = page.items;
    return {
      summary: wholeHeadline(items, query, 'folder'),
      notes: [
        ...droppedNotes(answer.items.length - items.length, filter),
        ...silentNotes(items, projectId),
        ...page.notes,
      ],
      list: { name: 'folders', items: page.items.map(folderItem), total: page.total, rest: page.rest },
      next: first && { tool: 'search_documents', arguments: { folderId: first.id }, why: 'see what it contains' },
    };
  },
});
