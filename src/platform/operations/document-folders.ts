/** The tag Document Folders, assumed like that of documents (docs/platform-notes.md, "Document folders"). */
import * as z from 'zod';
import { group } from './operation.ts';
import { clearable, lazy, projectFilter } from './schemas.ts';

const folders = group({ tag: 'Document Folders', assumed: true });

const fields = () => ({
  projectId: clearable(),
  parentFolderId: clearable(),
  color: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

export const listFolders = folders.reads({
  path: '/v1/document-folders',
  summary: 'list document folders',
  query: lazy(() => z.object({ projectId: projectFilter() })),
  response: { record: 'folder', many: true, listKeys: ['folders'] },
});

export const createFolder = folders.writes({
  path: '/v1/document-folders',
  summary: 'create a document folder',
  body: lazy(() => z.object({ name: z.string().min(1), ...fields() })),
  response: { record: 'folder' },
});

export const updateFolder = folders.updates({
  path: '/v1/document-folders/{folderId}',
  summary: 'update a document folder',
  body: lazy(() => z.object({ name: z.string().min(1).optional(), ...fields() })),
  response: { record: 'folder' },
});

/** Without `deleteDocuments`, its documents stay. */
export const deleteFolder = folders.deletes({
  path: '/v1/document-folders/{folderId}',
  summary: 'delete a document folder',
  query: lazy(() => z.object({ deleteDocuments: z.boolean().optional() })),
});

export const attachFolder = folders.attaches({
  path: '/v1/document-folders/{folderId}/attach',
  summary: 'attach a document folder',
});

export const detachFolder = folders.attaches({
  path: '/v1/document-folders/{folderId}/detach',
  summary: 'detach a document folder',
});
