/** Reads documents, their versions, what uses them, and folders (docs/platform-notes.md, "Documents"). */
import { foreign } from '../text.ts';
import {
  array,
  boolean,
  compact,
  identifier,
  isObject,
  type Json,
  label,
  number,
  object,
  pick,
  text,
  time,
  unwrap,
  words,
} from './coerce.ts';
import type { Acknowledgement, Document, DocumentVersion, Folder, Usage } from './records.ts';

/** By itself or under `document`; undefined without an id. */
export function readDocument(value: unknown): Document | undefined {
  const outer = object(value);
  const source = isObject(outer.document) ? { ...outer, ...outer.document } : outer;
  const id = identifier(pick(source, 'id', '_id', 'documentId'));
  if (id === undefined) return undefined;
  const created = pick(source, 'versionCreated');
  const content = text(pick(source, 'markdownContent', 'content'));
  return compact({
    id,
    name: words(pick(source, 'name', 'fileName')),
    fileType: label(pick(source, 'fileType')),
    status: label(pick(source, 'status')),
    size: number(pick(source, 'size')),
    tokenCount: number(pick(source, 'tokenCount')),
    currentVersion: number(pick(source, 'currentVersion')) ?? (typeof created === 'number' ? created : undefined),
    versionCreated: typeof created === 'number' ? true : boolean(created),
    content: content === undefined ? undefined : foreign(content),
    summary: words(pick(source, 'summary')),
    projectId: identifier(pick(source, 'projectId')),
    folderId: identifier(pick(source, 'folderId')),
    parentDocumentId: identifier(pick(source, 'parentDocumentId')),
    createdAt: time(pick(source, 'createdAt', 'creationTimestampMs')),
    updatedAt: time(pick(source, 'updatedAt', 'lastEditTimestampMs')),
    source,
  });
}

/** By itself or under `version`; undefined without a number. */
export function readDocumentVersion(value: unknown): DocumentVersion | undefined {
  const outer = object(value);
  const source = isObject(outer.version) ? outer.version : outer;
  const version = number(pick(source, 'version', 'versionNumber'));
  if (version === undefined) return undefined;
  const content = text(pick(source, 'markdownContent', 'content'));
  return compact({
    version,
    changeType: label(pick(source, 'changeType')),
    isActive: boolean(pick(source, 'isActive')),
    createdAt: time(pick(source, 'createdAt', 'creationTimestampMs')),
    description: words(pick(source, 'changeDescription', 'description')),
    content: content === undefined ? undefined : foreign(content),
  });
}

/** An array of users, or one array each for agents and assistants. */
export function readUsage(value: unknown): Usage | undefined {
  const content = isObject(value) && isObject(value.usage) ? value.usage : value;
  if (Array.isArray(content)) return { users: content.flatMap((entry) => readUser(entry, undefined)) };
  const source = object(content);
  const lists = ['agents', 'assistants', 'users', 'usage', 'items'].filter((key) => Array.isArray(source[key]));
  if (lists.length === 0) return undefined;
  const kinds: Readonly<Record<string, string>> = { agents: 'agent', assistants: 'assistant' };
  return { users: lists.flatMap((key) => array(source[key]).flatMap((entry) => readUser(entry, kinds[key]))) };
}

function readUser(value: unknown, kind: string | undefined): Usage['users'] {
  const source: Json = isObject(value) ? value : { id: value };
  const id = identifier(pick(source, 'targetId', 'agentId', 'assistantId', 'id', '_id', 'identifier'));
  if (id === undefined) return [];
  const names = [id, identifier(pick(source, 'identifier'))].filter((name) => name !== undefined);
  return [
    compact({
      id,
      ids: names,
      kind: kind ?? label(pick(source, 'targetType', 'type', 'kind')),
      name: words(pick(source, 'name')),
      via: label(pick(source, 'via')),
    }),
  ];
}

/** By itself or under `folder`; undefined without an id. */
export function readFolder(value: unknown): Folder | undefined {
  const outer = object(value);
  const source = isObject(outer.folder) ? outer.folder : outer;
  const id = identifier(pick(source, 'id', '_id', 'folderId'));
  if (id === undefined) return undefined;
  return compact({
    id,
    name: words(pick(source, 'name')),
    projectId: identifier(pick(source, 'projectId')),
    parentFolderId: identifier(pick(source, 'parentFolderId')),
    color: words(pick(source, 'color')),
    documentCount: number(pick(source, 'documentCount')),
    source,
  });
}

/** An answer whose fields are not known: whatever is a success is one. */
export function readAcknowledgement(value: unknown): Acknowledgement {
  const said = pick(object(unwrap(value)), 'message') ?? pick(object(value), 'message');
  return compact({ message: words(said) });
}
