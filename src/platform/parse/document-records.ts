/** What is written down: the knowledge base, uploaded files, and the platform's documentation. Conventions: `records.ts`. */
import type { ForeignText } from '../text.ts';
import type { Json } from './coerce.ts';

/** A document of the knowledge base. */
export interface Document {
  readonly id: string;
  readonly name?: ForeignText;
  /** `md`, `pdf`, `txt`, `docx`, or as sent. */
  readonly fileType?: string;
  /** Of its index: `pending`, `ready`, `failed`, or as sent. */
  readonly status?: string;
  /** Bytes. */
  readonly size?: number;
  readonly tokenCount?: number;
  readonly currentVersion?: number;
  /** Of the answer to a change: whether it made a version; false where the content is the same. */
  readonly versionCreated?: boolean;
  readonly content?: ForeignText;
  readonly summary?: ForeignText;
  readonly projectId?: string;
  readonly folderId?: string;
  readonly parentDocumentId?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly source: Json;
}

/** One version of a document; lists of them come without `content`. */
export interface DocumentVersion {
  /** From 1. */
  readonly version: number;
  readonly changeType?: string;
  readonly isActive?: boolean;
  readonly createdAt?: string;
  readonly description?: ForeignText;
  readonly content?: ForeignText;
}

/** The agents and assistants that reach a document. */
export interface Usage {
  readonly users: readonly {
    readonly id: string;
    /** All by which it may be known: its id, and an assistant's identifier. */
    readonly ids: readonly string[];
    /** `agent`, `assistant`, or as sent. */
    readonly kind?: string;
    readonly name?: ForeignText;
    /** `document`, `folder`, `skill`, or as sent. */
    readonly via?: string;
  }[];
}

/** A folder of documents. */
export interface Folder {
  readonly id: string;
  readonly name?: ForeignText;
  readonly projectId?: string;
  readonly parentFolderId?: string;
  readonly color?: ForeignText;
  readonly documentCount?: number;
  readonly source: Json;
}

/** An uploaded file. */
export interface UploadedFile {
  readonly name?: ForeignText;
  /** Public: anyone who has it can read the file. */
  readonly downloadUrl: ForeignText;
  /** `image`, `audio`, `video`, `document`, `other`, or as sent. */
  readonly fileType?: string;
}

/** An entry in the list of the platform's documentation. */
export interface Doc {
  readonly slug: string;
  readonly title?: ForeignText;
  readonly description?: ForeignText;
}

/** A page of the platform's documentation. */
export interface DocPage {
  readonly title?: ForeignText;
  readonly content: ForeignText;
  readonly format: 'markdown' | 'html';
}
