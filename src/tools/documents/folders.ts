/** The tools that list, write and delete folders of documents. */
import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { compareResponse } from '../../domain/changes.ts';
import { clearedPlaces, withoutCleared } from '../../domain/documents/document.ts';
import { lossOf } from '../../domain/documents/lost.ts';
import { mayBeIn, ofProject } from '../../domain/filters.ts';
import { folderIn, requireFolder } from '../../domain/known-record.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { FOLDER } from '../../platform/parse/documents.ts';
import { isLastPage, localPage, mayBeCapped, restOf, wholeHeadline } from '../../present/paging.ts';
import { facts, listOf } from '../../present/record.ts';
import { count, firstOf } from '../../present/units.ts';
import { described, folder, pageLimit, pageOffset, project } from '../fields.ts';
import { deletes, writes } from '../record-tools.ts';
import { flags, numbers, records, result, shapeOf, textLists, texts } from '../results.ts';

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

const FOLDERS = {
  kind: 'folder',
  toolset: 'documents',
  idArgument: 'folderId',
  ids: () => ({ folderId: folder() }),
  named: ['folderId'],
  places: ['projectId', 'parentFolderId'],
  table: FOLDER,
} as const;

/** POST /v1/document-folders, or PATCH /v1/document-folders/{folderId}. */
export const writeDocumentFolder = writes(FOLDERS, {
  name: 'write_document_folder',
  title: 'Write folder',
  lookups: ['list_document_folders'],
  example: { name: 'New' },
  description: 'Creates a folder of documents or, given a folderId, updates it. Not on all platforms.',
  fields: () => {
    const body = operations.updateFolder.body();
    return {
      folderId: folder().optional(),
      ...described(body, { name: 'Display name.' }),
      projectId: project().optional(),
      parentFolderId: folder().describe('"none" takes it out.').optional(),
      ...described(body, { color: 'Such as #2e7d32.', tags: 'Labels.' }),
    };
  },
  known: () => Object.keys(operations.updateFolder.body().shape),
  output: () => result(shapeOf(FOLDER), flags('created'), textLists('changed')),
  create: ({ folderId: _none, name, ...fields }, { call, platform }) => {
    if (name === undefined) {
      throw new Refusal('A new folder needs a name; to change one, give its folderId. Nothing was sent.');
    }
    return {
      send: () => call(operations.createFolder, { body: { ...withoutCleared(fields, FOLDERS.places), name } }),
      notes: (folder) => compareResponse({ ...withoutCleared(fields, FOLDERS.places), name }, folder.source).notes,
      facts: (folder) => ({ ...facts(FOLDER, folder), created: platform.isDeferred() ? undefined : true }),
    };
  },
  change: async ({ folderId, ...fields }, { call }) => {
    const body = clearedPlaces(fields, FOLDERS.places);
    const read = () => requireFolder(call, folderId);
    return {
      record: await read(),
      read,
      requested: body,
      send: (options) => call(operations.updateFolder, { path: { folderId }, body }, options),
      facts: (folder) => ({ ...facts(FOLDER, folder), created: false }),
    };
  },
});

/** Documents that the question names. */
const NAMED = 20;

/** DELETE /v1/document-folders/{folderId}. */
export const deleteDocumentFolder = deletes(FOLDERS, {
  name: 'delete_document_folder',
  title: 'Delete folder',
  lookups: ['list_document_folders'],
  example: { folderId: 'folder-9' },
  description: 'Deletes a folder permanently; its documents stay.',
  fields: () => ({ deleteDocuments: z.boolean().default(false).describe('Delete its documents too.') }),
  output: () =>
    result(texts('folderId', 'name', 'platformMessage'), numbers('documents'), flags('deleted', 'deleteDocuments')),
  plan: async ({ folderId, deleteDocuments }, { call }) => {
    const all = (await call(operations.listFolders, {})).items;
    const { name, documentCount } = folderIn(all, folderId);
    const folders = all.filter((one) => one.parentFolderId === folderId);
    const inside = await call(operations.listDocuments, { query: { folderId, limit: NAMED } });
    const contained = inside.items.filter((document) => mayBeIn('folderId', folderId, document));
    // A folder may not say how many documents it holds, and the page is short.
    const total = documentCount ?? (contained.length === inside.items.length ? inside.total : undefined);
    const documents = Math.max(total ?? 0, contained.length);
    const query = { offset: 0, limit: NAMED };
    const isMore = total === undefined && (!isLastPage(inside, query) || mayBeCapped(inside, query));
    const areAll = !isMore && documents === contained.length;
    const loss = deleteDocuments && contained.length > 0 ? await lossOf(contained, call, areAll) : undefined;
    const names = firstOf(contained, NAMED, ({ id, name }) => String(name?.line(80) ?? id), documents);
    const contents =
      isMore && documents === 0
        ? 'how many is not known'
        : `${isMore ? 'at least ' : ''}${count(documents, 'document')}${contained.length > 0 ? `: ${names}` : ''}`;
    return {
      name,
      losses: [
        documents === 0 && !isMore
          ? 'There are no documents in it.'
          : deleteDocuments
            ? `Its documents would be deleted too: ${contents}.`
            : `Its documents stay, outside any folder: ${contents}.`,
        ...(loss === undefined ? [] : [...loss.lines, 'All their versions will be lost.']),
        ...(folders.length === 0
          ? []
          : [
              `What becomes of ${folders.length === 1 ? 'the folder' : `the ${folders.length} folders`} in it is up to the platform: ${firstOf(folders, NAMED, ({ id, name }) => String(name?.line(80) ?? id))}.`,
            ]),
      ],
      shown: [
        deleteDocuments,
        documents,
        isMore,
        [...contained, ...folders].map(({ id, name }) => [id, name]),
        loss?.shown,
      ],
      facts: { documents: isMore ? undefined : documents, deleteDocuments },
      after: async () => {
        if (documents === 0 && !isMore) return '';
        // Documents that a platform keeps all the same are in no folder, and not found by it.
        return deleteDocuments
          ? '. The platform was asked to delete its documents, too'
          : '. Its documents stay, outside any folder';
      },
      remove: () =>
        call(operations.deleteFolder, {
          path: { folderId },
          query: { deleteDocuments: deleteDocuments ? true : undefined },
        }),
      find: async () => (await call(operations.listFolders, {})).items.find(({ id }) => id === folderId),
    };
  },
});
