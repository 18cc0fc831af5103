/** The knowledge base: documents whose index goes from pending to ready or failed, and their folders. */
import { contentOf, type Document, type Folder } from './document.ts';

/** How long an index takes, in ms at speed 1. */
const INDEX_MS = 5_000;

export class DocumentStore {
  readonly documents = new Map<string, Document>();
  readonly folders = new Map<string, Folder>();
  readonly #now: () => number;
  readonly #speed: number;

  constructor(documents: readonly Document[], folders: readonly Folder[], now: () => number, speed: number) {
    for (const document of documents) this.documents.set(document._id, document);
    for (const folder of folders) this.folders.set(folder._id, folder);
    this.#now = now;
    this.#speed = speed;
  }

  /** Of the index. It fails where a fenced block of code has no end: the sandbox's own rule, so that it can be tried. */
  statusOf(document: Document): 'pending' | 'ready' | 'failed' {
    if ((this.#now() - document.indexedFrom) * this.#speed < INDEX_MS) return 'pending';
    return (contentOf(document).match(/^```/gm)?.length ?? 0) % 2 === 0 ? 'ready' : 'failed';
  }

  subdocumentsOf(id: string): Document[] {
    return [...this.documents.values()].filter(({ parentDocumentId }) => parentDocumentId === id);
  }

  inFolder(id: string): Document[] {
    return [...this.documents.values()].filter(({ folderId }) => folderId === id);
  }

  /** Deletes it and all below it. */
  delete(id: string): void {
    this.documents.delete(id);
    for (const child of this.subdocumentsOf(id)) this.delete(child._id);
  }
}
