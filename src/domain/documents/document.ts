/** Facts, lines and notes on documents. */

import { join } from '../../mcp/contract/result.ts';
import type { Document, DocumentVersion } from '../../platform/parse/records.ts';
import { minute } from '../../present/units.ts';

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
