import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { MAX_QUERY } from '../../domain/docs/search.ts';
import { inProject, mayBeIn, uncheckedFilterNotes } from '../../domain/filters.ts';
import type { NextStep } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { DOCUMENT } from '../../platform/parse/documents.ts';
import type { Document } from '../../platform/parse/records.ts';
import { allOf, type Filter, headline, platformPage, restOf } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { id, pageOf, project } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** GET /v1/documents. Some deployments include the full content in the list; it is never shown. */
export const searchDocuments = defineTool({
  name: 'search_documents',
  title: 'Search documents',
  toolset: 'documents',
  effect: 'read',
  example: {},
  description: 'Searches or lists documents of the knowledge base.',
  input: () => {
    const { status, fileType, parentOnly, ...query } = operations.listDocuments.query().shape;
    return z.strictObject({
      query: z.string().optional().describe('In name and content.'),
      projectId: project().optional(),
      folderId: id('Without subfolders; "none": in no folder.').optional(),
      status: status.describe('Index status.'),
      fileType: fileType.describe('Only this type.'),
      parentOnly: parentOnly.describe('No subdocuments.'),
      ...pageOf(query),
    });
  },
  output: () => result({ documents: records(shapeOf(DOCUMENT)) }),
  handle: withNames(['projectId', 'folderId'], 'read', async (args, { call }) => {
    const { query: search, ...query } = args;
    const response = await call(operations.listDocuments, { query: { ...query, search: search || undefined } });
    const page = platformPage(response, query, restOf('search_documents', args), filterOf(query));
    const [first] = page.items;
    return {
      summary: headline(page, query, 'document', search ? ' found' : ''),
      notes: [
        ...page.notes,
        ...uncheckedFilterNotes(page.items, query.projectId),
        ...(query.folderId === 'none' ? [] : uncheckedFilterNotes(page.items, query.folderId, 'folderId')),
        ...(search && query.status !== 'ready'
          ? ['The platform may search for the phrase as it stands, and only in indexed documents.']
          : []),
      ],
      list: listOf('documents', DOCUMENT, page),
      next: first
        ? { tool: 'read_document', arguments: { documentId: first.id }, why: 'read one' }
        : search && args.offset === 0
          ? pagesAbout(search)
          : undefined,
    };
  }),
});

/** An organisation's handbooks are often documentation pages, which this search doesn't see. */
const pagesAbout = (query: string): NextStep => ({
  tool: 'list_docs',
  arguments: query.length <= MAX_QUERY ? { query } : {},
  why: 'look in the documentation pages, such as handbooks',
});

type DocumentQuery = z.input<ReturnType<typeof operations.listDocuments.query>>;

/** The filters that can be checked on a document. */
function filterOf({ projectId, folderId, status, fileType, parentOnly }: DocumentQuery): Filter<Document> | undefined {
  const same = (key: 'status' | 'fileType', wanted: string | undefined): Filter<Document> | undefined =>
    wanted === undefined
      ? undefined
      : { label: wanted, matches: ({ [key]: value }) => value === undefined || value.toLowerCase() === wanted };
  return allOf<Document>(
    inProject<Document>(projectId),
    same('status', status),
    same('fileType', fileType),
    folderId === undefined
      ? undefined
      : folderId === 'none'
        ? { label: 'outside any folder', matches: (document) => document.folderId === undefined }
        : {
            label: `in folder ${folderId}`,
            matches: (document) => mayBeIn('folderId', folderId, document),
          },
    parentOnly
      ? { label: 'top-level documents', matches: (document) => document.parentDocumentId === undefined }
      : undefined,
  );
}
