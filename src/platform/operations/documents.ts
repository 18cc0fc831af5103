/** The tag Documents: all assumed, as one deployment documents them (docs/platform-notes.md, "Documents"). */
import * as z from 'zod';
import { group } from './operation.ts';
import { clearable, lazy, limit, offset, projectFilter } from './schemas.ts';

const documents = group({ tag: 'Documents', assumed: true });

const placement = () => ({ projectId: clearable(), parentDocumentId: clearable(), folderId: clearable() });

export const listDocuments = documents.reads({
  path: '/v1/documents',
  summary: 'list documents',
  query: lazy(() =>
    z.object({
      projectId: projectFilter(),
      status: z.enum(['pending', 'ready', 'failed']).optional(),
      fileType: z.enum(['md', 'pdf', 'txt', 'docx']).optional(),
      search: z.string().optional().describe('in name and content'),
      folderId: z.string().optional().describe('none: those in no folder'),
      parentOnly: z.boolean().optional(),
      limit: limit(20),
      offset: offset(),
    }),
  ),
  response: { record: 'document', many: true, listKeys: ['documents'] },
});

export const createDocument = documents.writes({
  path: '/v1/documents',
  summary: 'create a document',
  slow: true,
  body: lazy(() =>
    z.object({
      name: z.string().min(1),
      markdownContent: z.string().min(1),
      ...placement(),
      tags: z.array(z.string()).optional(),
    }),
  ),
  response: { record: 'document' },
});

export const getDocument = documents.reads({
  path: '/v1/documents/{documentId}',
  summary: 'get a document',
  response: { record: 'document' },
});

export const updateDocument = documents.updates({
  path: '/v1/documents/{documentId}',
  summary: 'update a document',
  slow: true,
  body: lazy(() =>
    z.object({
      name: z.string().min(1).optional(),
      summary: z.string().optional(),
      markdownContent: z.string().min(1).optional(),
      ...placement(),
      tags: z.array(z.string()).optional(),
    }),
  ),
  response: { record: 'document' },
});

export const deleteDocument = documents.deletes({
  path: '/v1/documents/{documentId}',
  summary: 'delete a document and its subdocuments',
});

export const listDocumentVersions = documents.reads({
  path: '/v1/documents/{documentId}/versions',
  summary: 'list the versions of a document',
  response: { record: 'documentVersion', many: true, listKeys: ['versions'] },
});

export const getDocumentVersion = documents.reads({
  path: '/v1/documents/{documentId}/versions/{version}',
  summary: 'get a version of a document',
  response: { record: 'documentVersion' },
});

export const revertDocument = documents.writes({
  path: '/v1/documents/{documentId}/revert/{version}',
  summary: 'revert a document to a version',
  slow: true,
  response: { record: 'document' },
});

export const listSubdocuments = documents.reads({
  path: '/v1/documents/{documentId}/subdocuments',
  summary: 'list the subdocuments of a document',
  response: { record: 'document', many: true, listKeys: ['documents'] },
});

export const getDocumentUsage = documents.reads({
  path: '/v1/documents/{documentId}/usage',
  summary: 'list what uses a document',
  response: { record: 'usage' },
});

export const attachDocument = documents.attaches({
  path: '/v1/documents/{documentId}/attach',
  summary: 'attach a document',
});

export const detachDocument = documents.attaches({
  path: '/v1/documents/{documentId}/detach',
  summary: 'detach a document',
});
