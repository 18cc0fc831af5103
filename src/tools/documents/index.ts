import type { Tool } from '../../mcp/contract/tool.ts';
import { attachDocument } from './attach-document.ts';
import { deleteDocument } from './delete-document.ts';
import { deleteDocumentFolder } from './delete-folder.ts';
import { detachDocument } from './detach-document.ts';
import { listDocumentFolders } from './list-folders.ts';
import { readDocument } from './read-document.ts';
import { revertDocument } from './revert-document.ts';
import { searchDocuments } from './search-documents.ts';
import { writeDocument } from './write-document.ts';
import { writeDocumentFolder } from './write-folder.ts';

export const documentTools: readonly Tool[] = [
  searchDocuments,
  readDocument,
  writeDocument,
  revertDocument,
  deleteDocument,
  attachDocument,
  detachDocument,
  listDocumentFolders,
  writeDocumentFolder,
  deleteDocumentFolder,
];
