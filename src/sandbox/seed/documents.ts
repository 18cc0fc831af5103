/** The shop's knowledge base. */
import { DAY, MINUTE } from '../clock.ts';
import { type Document, type Folder, summaryOf } from '../documents.ts';
import { hexIdFor } from '../ids.ts';
import { agentId, projectId } from './agents.ts';
import data from './documents.json' with { type: 'json' };

/** The id of a seeded document: the same in every sandbox. */
export const documentId = (key: string): string => hexIdFor(`document:${key}`);
export const folderId = (key: string): string => hexIdFor(`folder:${key}`);

export function seedFolders(): Folder[] {
  return data.folders.map(({ key, name, color }) => ({
    _id: folderId(key),
    name,
    projectId: projectId('customer-care'),
    parentFolderId: null,
    color,
    tags: [],
    attached: [],
  }));
}

/** The contents of each are its versions, oldest first. */
export function seedDocuments(startedAt: number): Document[] {
  return data.documents.map(({ key, name, parent, isFiled, isUsed, ageDays, contents }) => {
    const creationTimestampMs = startedAt - ageDays * DAY;
    const versions = contents.map((content, index) => ({
      version: index + 1,
      changeType: index === 0 ? ('create' as const) : ('edit' as const),
      content,
      changeDescription: index === 0 ? 'Created' : 'Edited',
      createdAt: creationTimestampMs + index * DAY,
    }));
    return {
      _id: documentId(key),
      name,
      summary: summaryOf(contents.at(-1) ?? ''),
      projectId: projectId('customer-care'),
      folderId: isFiled ? folderId('policies') : null,
      parentDocumentId: parent === undefined ? null : documentId(parent),
      tags: [],
      versions,
      attached: isUsed ? [{ targetType: 'agent' as const, targetId: agentId('refunds') }] : [],
      creationTimestampMs,
      lastEditTimestampMs: versions.at(-1)?.createdAt ?? creationTimestampMs,
      indexedFrom: startedAt - ageDays * DAY + MINUTE,
    };
  });
}
