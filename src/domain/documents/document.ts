/** Facts, lines and notes on documents, and how a folder is found. */

import { join } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Document, DocumentVersion, Folder } from '../../platform/parse/records.ts';
import { minute } from '../../present/units.ts';
import { UnknownRecord } from '../by-name.ts';

/** Facts of a document that was just written, and where it is now. */
export function writtenFacts({ id, name, status, currentVersion, projectId, folderId }: Document) {
  return { documentId: id, name: name?.line(120), status, currentVersion, projectId, folderId };
}

/** `2 · edit · active · 2026-03-01T… · ⟦why⟧` */
export function versionLine({ version, changeType, isActive, createdAt, changeDescription }: DocumentVersion): string {
  return join(
    `${version}`,
    changeType,
    isActive && 'active',
    createdAt && minute(createdAt),
    changeDescription?.line(120),
  );
}

/** A note on a document's index, unless it is ready. */
export function indexNotes({ status }: Document): string[] {
  const state = status?.toLowerCase();
  if (state === 'pending') return ['Its index is pending: search will find it once the index is ready.'];
  return state === 'failed'
    ? ['Its index failed: it can be read, but search does not find it. Only an edit rebuilds the index.']
    : [];
}

/**
 * The folder with an id, from the list, since the API has no operation for it. @throws Refusal if the list does not
 * hold it
 */
export async function findFolder(call: ToolContext['call'], folderId: string): Promise<Folder> {
  const { items } = await call(operations.listFolders, {});
  const folder = items.find(({ id }) => id === folderId);
  if (folder === undefined)
    throw new UnknownRecord(`Folder ${folderId} is not in the list of folders. Nothing was sent.`);
  return folder;
}
