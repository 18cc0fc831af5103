import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { deleteWithConsent } from '../../domain/deletion.ts';
import { findFolder } from '../../domain/documents/document.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { isLastPage } from '../../present/paging.ts';
import { count, firstOf } from '../../present/units.ts';
import { folder } from '../fields.ts';
import { flags, numbers, result, texts } from '../results.ts';

/** Documents that the question names. */
const NAMED = 20;

/** DELETE /v1/document-folders/{folderId}. */
export const deleteDocumentFolder = defineTool({
  name: 'delete_document_folder',
  title: 'Delete folder',
  toolset: 'documents',
  effect: 'destructive',
  isIdempotent: true,
  example: { folderId: 'folder-9' },
  description: 'Deletes a folder permanently; its documents stay unless deleteDocuments is set.',
  input: () =>
    z.strictObject({
      folderId: folder(),
      deleteDocuments: z.boolean().default(false).describe('Delete its documents too.'),
    }),
  output: () =>
    result(texts('folderId', 'name', 'platformMessage'), numbers('documents'), flags('deleted', 'deleteDocuments')),
  handle: withNames(['folderId'], 'write', async ({ folderId, deleteDocuments }, context) => {
    const { call } = context;
    const folder = await findFolder(call, folderId);
    const inside = await call(operations.listDocuments, { query: { folderId, limit: NAMED } });
    const contained = inside.items.filter(
      (document) => document.folderId === undefined || document.folderId === folderId,
    );
    // A folder may not say how many documents it holds, and the page is short.
    const total = folder.documentCount ?? (contained.length === inside.items.length ? inside.total : undefined);
    const documents = Math.max(total ?? 0, contained.length);
    const isMore = total === undefined && !isLastPage(inside, { offset: 0, limit: NAMED });
    const names = firstOf(contained, NAMED, ({ id, name }) => String(name?.line(80) ?? id), documents);
    const contents =
      isMore && documents === 0
        ? 'how many is not known'
        : `${isMore ? 'at least ' : ''}${count(documents, 'document')}${contained.length > 0 ? `: ${names}` : ''}`;
    return deleteWithConsent(
      {
        subject: `delete_document_folder ${folderId} ${deleteDocuments}`,
        kind: 'folder',
        id: folderId,
        name: folder.name,
        losses: [
          documents === 0 && !isMore
            ? 'There are no documents in it.'
            : deleteDocuments
              ? `Its documents would be deleted too: ${contents}.`
              : `Its documents stay, outside any folder: ${contents}.`,
        ],
        shown: [deleteDocuments, documents, isMore, contained.map(({ id, name }) => [id, name])],
        facts: { folderId, name: folder.name?.line(120), documents: isMore ? undefined : documents, deleteDocuments },
        after: async () => {
          if (documents === 0 && !isMore) return '';
          return deleteDocuments ? ' and its documents' : '. Its documents stay, outside any folder';
        },
        remove: () =>
          call(operations.deleteFolder, {
            path: { folderId },
            query: { deleteDocuments: deleteDocuments ? true : undefined },
          }),
        find: async () => (await call(operations.listFolders, {})).items.find(({ id }) => id === folderId),
      },
      context,
    );
  }),
});
