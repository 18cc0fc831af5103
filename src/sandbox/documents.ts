/** Documents and folders as the sandbox has them (docs/platform-notes.md, "Documents"), and their index. */
import type * as z from 'zod';
import type { attachment } from '../platform/operations/schemas.ts';
import { tokens } from './threads/thread.ts';

/** A version of a document's content. */
export interface Version {
  readonly version: number;
  readonly changeType: 'create' | 'edit' | 'revert';
  readonly content: string;
  readonly changeDescription: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** The agent or assistant that something is attached to. */
export type Target = z.output<ReturnType<typeof attachment>>;

export interface Document {
  readonly _id: string;
  name: string;
  summary: string;
  projectId: string | null;
  folderId: string | null;
  parentDocumentId: string | null;
  tags: readonly string[];
  /** Oldest first; the last is the active one. */
  readonly versions: Version[];
  readonly attached: Target[];
  /** Epoch ms. */
  readonly creationTimestampMs: number;
  lastEditTimestampMs: number;
  /** Epoch ms at which building the index started. */
  indexedFrom: number;
}

export interface Folder {
  readonly _id: string;
  name: string;
  projectId: string | null;
  parentFolderId: string | null;
  color: string;
  tags: readonly string[];
  readonly attached: Target[];
}

export const contentOf = ({ versions }: Document): string => versions.at(-1)?.content ?? '';

/** Adds a version. @returns false if the content is the same */
export function edit(
  document: Document,
  content: string,
  how: Pick<Version, 'changeType' | 'changeDescription'>,
  now: number,
): boolean {
  document.lastEditTimestampMs = now;
  // Any edit rebuilds the index.
  document.indexedFrom = now;
  if (content === contentOf(document)) return false;
  document.versions.push({ version: document.versions.length + 1, content, createdAt: now, ...how });
  document.summary = summaryOf(content);
  return true;
}

/** A model would write it; here it is the first line that is not a heading. */
export function summaryOf(content: string): string {
  const line = content.split('\n').find((one) => one.trim() !== '' && !one.startsWith('#')) ?? '';
  return line.trim().slice(0, 200);
}

/** The wire shape, with the whole content. */
export function toWireDocument(document: Document, status: string): Record<string, unknown> {
  const { versions, attached: _attached, indexedFrom: _indexedFrom, ...fields } = document;
  const content = contentOf(document);
  return {
    ...fields,
    fileName: `${document.name}.md`,
    fileType: 'md',
    mimeType: 'text/markdown',
    size: Buffer.byteLength(content),
    status,
    markdownContent: content,
    tokenCount: tokens(content),
    currentVersion: versions.length,
  };
}

/** Time to build an index, in ms at speed 1. */
const INDEX_MS = 5_000;

export function documentStore(
  seeded: readonly Document[],
  seededFolders: readonly Folder[],
  now: () => number,
  speed: number,
) {
  const documents = new Map(seeded.map((document) => [document._id, document]));
  const those = (isWanted: (document: Document) => boolean): Document[] => [...documents.values()].filter(isWanted);
  const subdocumentsOf = (id: string): Document[] => those(({ parentDocumentId }) => parentDocumentId === id);
  /** Deletes a document and all documents below it. */
  const remove = (id: string): void => {
    documents.delete(id);
    for (const child of subdocumentsOf(id)) remove(child._id);
  };
  return {
    documents,
    folders: new Map(seededFolders.map((folder) => [folder._id, folder])),
    /** The status of the index. It fails if a fenced code block has no end, so that a failure can be tried. */
    statusOf(document: Document): 'pending' | 'ready' | 'failed' {
      if ((now() - document.indexedFrom) * speed < INDEX_MS) return 'pending';
      return (contentOf(document).match(/^```/gm)?.length ?? 0) % 2 === 0 ? 'ready' : 'failed';
    },
    subdocumentsOf,
    inFolder: (id: string): Document[] => those(({ folderId }) => folderId === id),
    remove,
  };
}
