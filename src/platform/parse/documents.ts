/** Documents, versions, folders, users, and uploaded files (docs/platform-notes.md, "Documents" and "Files"). */

import { type ForeignText, foreign } from '../text.ts';
import {
  array,
  boolean,
  compact,
  foreignText,
  identifier,
  isObject,
  type Json,
  label,
  number,
  object,
  pick,
  text,
  time,
} from './coerce.ts';
import { type RecordOf, source, type Table } from './table.ts';

/** Text, even if empty. */
function contentOf(value: unknown): ForeignText | undefined {
  const plain = text(value);
  return plain === undefined ? undefined : foreign(plain);
}

/** A document of the knowledge base. */
export const DOCUMENT = {
  id: { from: ['id', '_id'], read: identifier, required: true, show: { as: 'documentId' } },
  name: { from: ['name', 'fileName'], read: foreignText, show: { max: 120 } },
  /** `md`, `pdf`, `txt`, `docx`, or as sent. */
  fileType: { read: label, show: {} },
  /** State of its index: `pending`, `ready`, `failed`, or as sent. */
  status: { read: label, show: {} },
  currentVersion: { read: number, show: { line: 'version …' } },
  size: { read: number, show: { line: '… bytes' } },
  tokenCount: { read: number, show: { line: 'tokens …' } },
  projectId: { read: identifier, show: { line: 'project …' } },
  folderId: { read: identifier, show: { line: 'folder …' } },
  parentDocumentId: { read: identifier, show: { line: 'part of …' } },
  createdAt: { from: ['createdAt', 'creationTimestampMs'], read: time },
  updatedAt: { from: ['updatedAt', 'lastEditTimestampMs'], read: time, show: { line: 'updated …' } },
  /** `about` in results, which have a `summary` of their own. */
  summary: { read: foreignText, show: { as: 'about', max: 500, inLine: 160 } },
  content: { from: ['markdownContent', 'content'], read: contentOf },
  /** In the response to a change: whether it created a version; false if the content is the same. */
  versionCreated: { read: boolean },
  source,
} as const satisfies Table;
export type Document = RecordOf<typeof DOCUMENT>;

/** One version of a document, numbered from 1; lists leave out `content`. */
export const VERSION = {
  version: { read: number, required: true },
  changeType: { read: label },
  isActive: { read: boolean },
  createdAt: { read: time },
  changeDescription: { read: foreignText },
  content: { from: ['markdownContent', 'content'], read: contentOf },
} as const satisfies Table;
export type DocumentVersion = RecordOf<typeof VERSION>;

/** A folder of documents. */
export const FOLDER = {
  id: { from: ['id', '_id'], read: identifier, required: true, show: { as: 'folderId' } },
  name: { read: foreignText, show: { max: 120 } },
  documentCount: { read: number, show: { as: 'documents', line: 'documents …' } },
  parentFolderId: { read: identifier, show: { line: 'in folder …' } },
  projectId: { read: identifier, show: { line: 'project …' } },
  color: { read: foreignText, show: { max: 40 } },
  source,
} as const satisfies Table;
export type Folder = RecordOf<typeof FOLDER>;

/** The agents and assistants that can read a document. */
export type Usage = NonNullable<ReturnType<typeof readUsage>>;

/** From an array of users, or one array each for agents and assistants. */
export function readUsage(value: unknown) {
  const { agents, assistants } = object(value);
  const lists = [value, agents, assistants];
  if (!lists.some(Array.isArray)) return undefined;
  const users = [
    ...array(value).flatMap((entry) => readUser(entry)),
    ...array(agents).flatMap((entry) => readUser(entry, 'agent')),
    ...array(assistants).flatMap((entry) => readUser(entry, 'assistant')),
  ];
  // With an entry that can't be read, nobody may take the others for all.
  return users.length < lists.flatMap(array).length ? undefined : { users };
}

function readUser(value: unknown, kind?: string) {
  const user: Json = isObject(value) ? value : { id: value };
  const id = identifier(pick(user, 'targetId', 'id', '_id', 'identifier'));
  if (id === undefined) return [];
  return [
    compact({
      id,
      /** Its id, and the identifier of an assistant. */
      ids: [id, identifier(user.identifier)].filter((name) => name !== undefined),
      /** `agent`, `assistant`, or as sent. */
      kind: kind ?? label(pick(user, 'targetType', 'type')),
      name: foreignText(user.name),
      /** `document`, `folder`, `skill`, or as sent. */
      via: label(user.via),
    }),
  ];
}

/** An uploaded file. */
export const FILE = {
  name: { read: foreignText },
  /** Public: anybody who has it can read the file. One deployment misspells it. */
  downloadUrl: { from: ['downloadUrl', 'donwloadUrl'], read: webAddress, required: true },
  /** `image`, `audio`, `video`, `document`, `other`, or as sent. */
  fileType: { read: label },
} as const satisfies Table;

/** An address that anybody could open; anything else is none. */
function webAddress(value: unknown): ForeignText | undefined {
  const address = foreignText(value);
  return address !== undefined && /^https?:\/\/[^/]/i.test(address.raw.trim()) ? address : undefined;
}
