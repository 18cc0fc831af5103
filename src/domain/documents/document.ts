/** Documents and folders as facts and as lines, never with their contents. */

import { type Item, join, type Value } from '../../mcp/contract/answer.ts';
import type { Document, DocumentVersion, Folder } from '../../platform/parse/records.ts';
import { minute } from '../../present/units.ts';

/** Facts of a document but for its content. Its own summary is called `about`: `summary` is the answer's. */
export function documentFacts(document: Document, about = 500): Record<string, Value> {
  return {
    documentId: document.id,
    name: document.name?.line(120),
    fileType: document.fileType,
    status: document.status,
    currentVersion: document.currentVersion,
    size: document.size,
    tokenCount: document.tokenCount,
    projectId: document.projectId,
    folderId: document.folderId,
    parentDocumentId: document.parentDocumentId,
    updatedAt: document.updatedAt && minute(document.updatedAt),
    about: document.summary?.line(about),
  };
}

/** Facts of a document that was just written: how far it is. */
export function writtenFacts({ id, name, status, currentVersion }: Document): Record<string, Value> {
  return { documentId: id, name: name?.line(120), status, currentVersion };
}

/** A document as a line of a list, with up to 160 characters of its own summary. */
export function documentItem(document: Document): Item {
  const data = documentFacts(document, 160);
  return {
    data,
    line: join(
      document.id,
      document.name?.line(120),
      document.fileType,
      document.status,
      document.currentVersion !== undefined && `version ${document.currentVersion}`,
      document.size !== undefined && `${document.size} bytes`,
      document.tokenCount !== undefined && `tokens ${document.tokenCount}`,
      document.projectId && `project ${document.projectId}`,
      document.folderId && `folder ${document.folderId}`,
      document.parentDocumentId && `part of ${document.parentDocumentId}`,
      document.updatedAt && `updated ${minute(document.updatedAt)}`,
      document.summary?.line(160),
    ),
  };
}

/** `2 · edit · active · 2026-03-01T… · ⟦why⟧` */
export const versionLine = ({ version, changeType, isActive, createdAt, description }: DocumentVersion): string =>
  join(String(version), changeType, isActive && 'active', createdAt && minute(createdAt), description?.line(120));

/** A folder as a single answer has it; `documents` is how many it holds. */
export function folderFacts(folder: Folder): Record<string, Value> {
  return {
    folderId: folder.id,
    name: folder.name?.line(120),
    projectId: folder.projectId,
    parentFolderId: folder.parentFolderId,
    color: folder.color?.line(40),
    documents: folder.documentCount,
  };
}

/** A folder as a line of a list. */
export function folderItem(folder: Folder): Item {
  return {
    data: folderFacts(folder),
    line: join(
      folder.id,
      folder.name?.line(120),
      folder.documentCount !== undefined && `documents ${folder.documentCount}`,
      folder.parentFolderId && `in folder ${folder.parentFolderId}`,
      folder.projectId && `project ${folder.projectId}`,
      folder.color?.line(40),
    ),
  };
}

/** What must be known of a document's index; undefined where it is ready. */
export function indexNote({ status }: Document): string | undefined {
  const state = status?.toLowerCase();
  if (state === 'pending') return 'Its index is pending: search will find it once the index is ready.';
  if (state === 'failed')
    return 'Its index failed: it can be read, but search does not find it. Only an edit rebuilds the index.';
  return undefined;
}
