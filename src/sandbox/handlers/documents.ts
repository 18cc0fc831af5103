/** Documents and their folders: list, create, get, update, delete, versions, attachments. */
import { operations } from '../../platform/operations/index.ts';
import { isoTime } from '../clock.ts';
import {
  contentOf,
  type Document,
  edit,
  type Folder,
  summaryOf,
  type Target,
  toWireDocument,
  type Version,
} from '../documents.ts';
import { type Call, type Handler, param, querying, receiving } from '../http/handler.ts';
import { badRequest, json, notFound, type Reply } from '../http/reply.ts';
import { newHexId } from '../ids.ts';
import { inProject, page, sentFields, theDocument, theFolder } from './find.ts';

const wire = ({ world }: Call, document: Document): Record<string, unknown> =>
  toWireDocument(document, world.documents.statusOf(document));

/** Newest first, with the full content, as some deployments send it. A search finds only documents with an index. */
export const listDocuments = querying(operations.listDocuments.query, (call, query) => {
  const store = call.world.documents;
  const { status, fileType, search, folderId, parentOnly } = query;
  const needle = search?.toLowerCase();
  const found = inProject(store.documents.values(), query.projectId)
    .filter((document) => status === undefined || store.statusOf(document) === status)
    .filter(() => fileType === undefined || fileType === 'md')
    .filter((document) => folderId === undefined || (document.folderId ?? 'none') === folderId)
    .filter(({ parentDocumentId }) => !parentOnly || parentDocumentId === null)
    .filter(
      (document) =>
        needle === undefined ||
        (store.statusOf(document) === 'ready' &&
          `${document.name}\n${contentOf(document)}`.toLowerCase().includes(needle)),
    )
    .sort((a, b) => b.lastEditTimestampMs - a.lastEditTimestampMs);
  return json({ documents: page(found, query).map((document) => wire(call, document)), total: found.length });
});

export const createDocument = receiving(operations.createDocument.body, (call, body) => {
  const { name, markdownContent, projectId = null, parentDocumentId = null, folderId = null, tags = [] } = body;
  requirePlaces(call, { parentDocumentId, folderId });
  const now = call.world.now();
  const first = { version: 1, changeType: 'create', changeDescription: 'Created', createdAt: now } as const;
  const document: Document = {
    _id: newHexId(),
    name,
    summary: summaryOf(markdownContent),
    projectId,
    folderId,
    parentDocumentId,
    tags,
    versions: [{ ...first, content: markdownContent }],
    attached: [],
    creationTimestampMs: now,
    lastEditTimestampMs: now,
    indexedFrom: now,
  };
  call.world.documents.documents.set(document._id, document);
  return json(wire(call, document), 201);
});

export const getDocument: Handler = (call) => json(wire(call, theDocument(call)));

export const updateDocument = receiving(operations.updateDocument.body, (call, { markdownContent, ...fields }) => {
  const document = theDocument(call);
  requirePlaces(call, fields, document._id);
  const how = { changeType: 'edit', changeDescription: 'Edited' } as const;
  const content = markdownContent ?? contentOf(document);
  const versionCreated = edit(document, content, how, call.world.now());
  Object.assign(document, sentFields(fields));
  return json({ ...wire(call, document), versionCreated });
});

export const deleteDocument: Handler = (call) => {
  const { _id, name } = theDocument(call);
  call.world.documents.remove(_id);
  return json({ success: true, message: `document ${name} deleted`, deletedId: _id });
};

const toWireVersion = ({ content, createdAt, ...version }: Version, document: Document) => ({
  ...version,
  isActive: version.version === document.versions.length,
  createdAt: isoTime(createdAt),
});

export const listDocumentVersions: Handler = (call) => {
  const document = theDocument(call);
  return json(document.versions.map((version) => toWireVersion(version, document)));
};

export const getDocumentVersion: Handler = (call) => {
  const document = theDocument(call);
  const version = theVersion(call, document);
  return json({ ...toWireVersion(version, document), markdownContent: version.content });
};

export const revertDocument: Handler = (call) => {
  const document = theDocument(call);
  const { version, content } = theVersion(call, document);
  const how = { changeType: 'revert', changeDescription: `Reverted to version ${version}` } as const;
  edit(document, content, how, call.world.now());
  return json(wire(call, document));
};

export const listSubdocuments: Handler = (call) => {
  const children = call.world.documents.subdocumentsOf(theDocument(call)._id);
  return json({ documents: children.map((document) => wire(call, document)), total: children.length });
};

/** Users of the document itself and of its folder. */
export const getDocumentUsage: Handler = (call) => {
  const { agents, assistants, documents } = call.world;
  const { attached, folderId } = theDocument(call);
  const folder = documents.folders.get(folderId ?? '');
  const nameOf = (id: string) => (agents.get(id) ?? assistants.get(id))?.name;
  const users = (targets: readonly Target[], via: string) =>
    targets.map((target) => ({ ...target, name: nameOf(target.targetId), via }));
  return json([...users(attached, 'document'), ...users(folder?.attached ?? [], 'folder')]);
};

export const attachDocument = receiving(operations.attachDocument.body, (call, target) =>
  attach(call, theDocument(call).attached, target),
);
export const detachDocument = receiving(operations.detachDocument.body, (call, target) =>
  detach(theDocument(call).attached, target),
);

function theVersion(call: Call, { versions }: Document): Version {
  const version = versions[Number(param(call, 'version')) - 1];
  if (version === undefined) throw notFound(`version ${param(call, 'version')}`);
  return version;
}

interface Places {
  readonly parentDocumentId?: string | null | undefined;
  readonly folderId?: string | null | undefined;
}

/** @throws HttpError 400 for a parent or folder that does not exist, or a document that would be its own parent */
function requirePlaces({ world }: Call, { parentDocumentId, folderId }: Places, self?: string): void {
  if (parentDocumentId && (parentDocumentId === self || !world.documents.documents.has(parentDocumentId))) {
    throw badRequest(`parentDocumentId ${parentDocumentId} is not another document`, 'parentDocumentId');
  }
  if (folderId && !world.documents.folders.has(folderId)) {
    throw badRequest(`there is no folder ${folderId}`, 'folderId');
  }
}

/** @throws HttpError 400 for a parent that does not exist, or that is the folder itself or inside it */
function requireParent({ world }: Call, parentFolderId: string | null | undefined, self?: string): void {
  const { folders } = world.documents;
  if (parentFolderId && !folders.has(parentFolderId)) {
    throw badRequest(`there is no folder ${parentFolderId}`, 'parentFolderId');
  }
  for (let at = parentFolderId; at; at = folders.get(at)?.parentFolderId) {
    if (at === self) throw badRequest('a folder can’t be inside itself', 'parentFolderId');
  }
}

const wireFolder = ({ world }: Call, { attached: _, ...folder }: Folder): Record<string, unknown> => ({
  ...folder,
  documentCount: world.documents.inFolder(folder._id).length,
});

export const listFolders = querying(operations.listFolders.query, (call, { projectId }) =>
  json(inProject(call.world.documents.folders.values(), projectId).map((folder) => wireFolder(call, folder))),
);

export const createFolder = receiving(operations.createFolder.body, (call, body) => {
  const { name, projectId = null, parentFolderId = null, color = '', tags = [] } = body;
  requireParent(call, parentFolderId);
  const folder = { _id: newHexId(), name, projectId, parentFolderId, color, tags, attached: [] };
  call.world.documents.folders.set(folder._id, folder);
  return json(wireFolder(call, folder), 201);
});

export const updateFolder = receiving(operations.updateFolder.body, (call, body) => {
  const folder = theFolder(call);
  requireParent(call, body.parentFolderId, folder._id);
  Object.assign(folder, sentFields(body));
  return json(wireFolder(call, folder));
});

/** Its documents stay, outside any folder, unless `deleteDocuments` is set. */
export const deleteFolder = querying(operations.deleteFolder.query, (call, { deleteDocuments = false }) => {
  const { _id, name } = theFolder(call);
  const store = call.world.documents;
  for (const document of store.inFolder(_id)) {
    if (deleteDocuments) store.remove(document._id);
    else document.folderId = null;
  }
  store.folders.delete(_id);
  for (const folder of store.folders.values()) if (folder.parentFolderId === _id) folder.parentFolderId = null;
  return json({ success: true, message: `folder ${name} deleted`, deletedId: _id });
});

export const attachFolder = receiving(operations.attachFolder.body, (call, target) =>
  attach(call, theFolder(call).attached, target),
);
export const detachFolder = receiving(operations.detachFolder.body, (call, target) =>
  detach(theFolder(call).attached, target),
);

/** @throws HttpError 404 for a target that does not exist */
function attach({ world }: Call, attached: Target[], target: Target): Reply {
  const { targetType, targetId } = target;
  const exists = targetType === 'agent' ? world.agents.has(targetId) : world.assistants.has(targetId);
  if (!exists) throw notFound(`${targetType} ${targetId}`);
  if (!attached.some((one) => isSame(one, target))) attached.push(target);
  return json({ success: true });
}

/** @throws HttpError 400 if it is not attached */
function detach(attached: Target[], target: Target): Reply {
  const at = attached.findIndex((one) => isSame(one, target));
  if (at < 0) throw badRequest(`it is not attached to ${target.targetType} ${target.targetId}`, 'targetId');
  attached.splice(at, 1);
  return json({ success: true });
}

const isSame = (a: Target, b: Target): boolean => a.targetType === b.targetType && a.targetId === b.targetId;
