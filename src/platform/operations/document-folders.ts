/**
 * Operations of the tag Document Folders, assumed like those of documents (docs/platform-notes.md, "Document folders").
 */
import * as z from 'zod';
import { defineOperation, GENERAL_ERRORS } from './operation.ts';
import { attachment, lazy, projectFilter } from './schemas.ts';

const folders = { tag: 'Document Folders', known: 'assumed' } as const;
const writes = {
  method: 'POST',
  repeatable: false,
  statuses: { success: [200, 201], errors: GENERAL_ERRORS },
} as const;

const fields = () => ({
  projectId: z.string().optional(),
  parentFolderId: z.string().optional(),
  color: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

export const listFolders = defineOperation({
  ...folders,
  method: 'GET',
  repeatable: true,
  statuses: { success: [200], errors: GENERAL_ERRORS },
  name: 'listFolders',
  path: '/v1/document-folders',
  summary: 'list document folders',
  query: lazy(() => z.object({ projectId: projectFilter() })),
  response: { record: 'folder', many: true },
});

export const createFolder = defineOperation({
  ...folders,
  ...writes,
  name: 'createFolder',
  path: '/v1/document-folders',
  summary: 'create a document folder',
  body: lazy(() => z.object({ name: z.string().min(1), ...fields() })),
  response: { record: 'folder' },
});

export const updateFolder = defineOperation({
  ...folders,
  ...writes,
  name: 'updateFolder',
  method: 'PATCH',
  path: '/v1/document-folders/{folderId}',
  summary: 'update a document folder',
  body: lazy(() => z.object({ name: z.string().min(1).optional(), ...fields() })),
  response: { record: 'folder' },
});

/** Without `deleteDocuments`, its documents stay. */
export const deleteFolder = defineOperation({
  ...folders,
  ...writes,
  name: 'deleteFolder',
  method: 'DELETE',
  path: '/v1/document-folders/{folderId}',
  summary: 'delete a document folder',
  query: lazy(() => z.object({ deleteDocuments: z.boolean().optional() })),
  response: { record: 'deletion' },
  statuses: { success: [200, 204], errors: GENERAL_ERRORS },
});

export const attachFolder = defineOperation({
  ...folders,
  ...writes,
  name: 'attachFolder',
  path: '/v1/document-folders/{folderId}/attach',
  summary: 'attach a document folder',
  body: attachment,
  response: { record: 'acknowledgement' },
  statuses: { success: [200, 201, 204], errors: GENERAL_ERRORS },
});

export const detachFolder = defineOperation({
  ...folders,
  ...writes,
  name: 'detachFolder',
  path: '/v1/document-folders/{folderId}/detach',
  summary: 'detach a document folder',
  body: attachment,
  response: { record: 'acknowledgement' },
  statuses: { success: [200, 201, 204], errors: GENERAL_ERRORS },
});
