/** Folders of documents: list, create, update, delete, attach, detach. */
import { operations } from '../../platform/operations/index.ts';
import type { Folder } from '../documents/document.ts';
import { type Call, querying, receiving } from '../http/handler.ts';
import { json } from '../http/reply.ts';
import { newHexId } from '../ids.ts';
import { attach, detach } from './attachments.ts';
import { theFolder } from './find.ts';
import { inProject } from './page.ts';

const wire = ({ world }: Call, { attached: _, ...folder }: Folder): Record<string, unknown> => ({
  ...folder,
  documentCount: world.documents.inFolder(folder._id).length,
});

export const listFolders = querying(operations.listFolders.query, (call, { projectId }) =>
  json(inProject(call.world.documents.folders.values(), projectId).map((folder) => wire(call, folder))),
);

export const createFolder = receiving(operations.createFolder.body, (call, body) => {
  const { name, projectId = null, parentFolderId = null, color = '', tags = [] } = body;
  const folder = { _id: newHexId(), name, projectId, parentFolderId, color, tags, attached: [] };
  call.world.documents.folders.set(folder._id, folder);
  return json(wire(call, folder), 201);
});

export const updateFolder = receiving(operations.updateFolder.body, (call, body) => {
  const folder = theFolder(call);
  Object.assign(folder, Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)));
  return json(wire(call, folder));
});

/** What is in it stays, in no folder, unless `deleteDocuments` says otherwise. */
export const deleteFolder = querying(operations.deleteFolder.query, (call, { deleteDocuments = false }) => {
  const { _id, name } = theFolder(call);
  const store = call.world.documents;
  for (const document of store.inFolder(_id)) {
    if (deleteDocuments) store.delete(document._id);
    else document.folderId = null;
  }
  store.folders.delete(_id);
  return json({ success: true, message: `folder ${name} deleted`, deletedId: _id });
});

export const attachFolder = receiving(operations.attachFolder.body, (call, target) => {
  attach(call, theFolder(call).attached, target);
  return json({ success: true });
});

export const detachFolder = receiving(operations.detachFolder.body, (call, target) => {
  detach(theFolder(call).attached, target);
  return json({ success: true });
});
