/** The tools that write and delete documents. */
import type * as z from 'zod';
import { changeLines } from '../../domain/change-consent.ts';
import { compareResponse } from '../../domain/changes.ts';
import { indexNotes, writtenFacts } from '../../domain/documents/document.ts';
import { requireDocument } from '../../domain/known-record.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Json } from '../../platform/parse/coerce.ts';
import { DOCUMENT } from '../../platform/parse/documents.ts';
import type { Document } from '../../platform/parse/records.ts';
import { count, firstOf } from '../../present/units.ts';
import { described, document, folder, id, project } from '../fields.ts';
import { deletes, writes } from '../record-tools.ts';
import { flags, numbers, result, textLists, texts, writtenShape } from '../results.ts';

const DOCUMENTS = {
  kind: 'document',
  toolset: 'documents',
  idArgument: 'documentId',
  ids: () => ({ documentId: document() }),
  named: ['documentId'],
  places: ['projectId', 'folderId'],
  table: DOCUMENT,
} as const;

/** POST /v1/documents, or PATCH /v1/documents/{documentId}. */
export const writeDocument = writes(DOCUMENTS, {
  name: 'write_document',
  title: 'Write document',
  lookups: ['read_document', 'search_documents'],
  example: { name: 'New', markdownContent: '# New' },
  description: 'Creates a Markdown document or, given a documentId, updates its given fields.',
  fields: () => {
    const body = operations.updateDocument.body();
    return {
      documentId: document().optional(),
      ...described(body, {
        name: 'Without extension.',
        markdownContent: 'The full text.',
        summary: 'What it says, in brief.',
      }),
      projectId: project().describe('To put it in; "none" takes it out.').optional(),
      folderId: folder().describe('To put it in; "none" takes it out.').optional(),
      parentDocumentId: id('Document to put it under; "none" takes it out.').optional(),
      ...described(body, { tags: 'Labels.' }),
    };
  },
  known: () => Object.keys(operations.updateDocument.body().shape),
  output: () => result(writtenShape(), flags('created', 'versionCreated'), textLists('changed')),
  create: ({ documentId: _none, summary, ...args }, { call, platform }) => {
    const { name, markdownContent } = args;
    if (name === undefined || markdownContent === undefined) {
      throw new Refusal(
        'A new document needs name and markdownContent; to change one, give its documentId. Nothing was sent.',
      );
    }
    // An empty summary is allowed: strict converters send every field.
    if (summary !== undefined && summary.trim() !== '') {
      throw new Refusal(
        'Leave out summary for a new document: the platform writes one. Set it afterwards, with documentId. Nothing was sent.',
      );
    }
    const fields = Object.fromEntries(Object.entries(cleared(args)).filter(([, value]) => value !== null));
    return {
      send: () => call(operations.createDocument, { body: { ...fields, name, markdownContent } }),
      more: versionSuffix,
      notes: (document: Document) => [...compareResponse(fields, document.source).notes, ...indexNotes(document)],
      facts: (document: Document) => ({ ...writtenFacts(document), created: platform.isDeferred() ? undefined : true }),
      next: ({ id }) => ({ tool: 'read_document', arguments: { documentId: id }, why: 'check its index' }),
    };
  },
  change: async ({ documentId, ...args }, { call, settings }) => {
    const body = cleared(args);
    const record = await requireDocument(call, documentId);
    const { source, fileType } = record;
    if (body.markdownContent !== undefined && fileType !== undefined && fileType.toLowerCase() !== 'md') {
      throw new Refusal(
        `Refused: document ${documentId} is a ${fileType} file, and only the content of Markdown documents can be written. Nothing was sent.`,
      );
    }
    return {
      record,
      requested: body,
      values: (document: Document) => bound(document.source, body),
      send: (options) =>
        call(
          operations.updateDocument,
          { path: { documentId }, body },
          { ...options, warnings: settings.dryRun ? changeLines(body, source) : [] },
        ),
      more: versionSuffix,
      notes: (document: Document) => [
        ...(body.markdownContent !== undefined && document.versionCreated === false
          ? ['No version was created: the platform says that the content is unchanged.']
          : []),
        ...indexNotes(document),
      ],
      facts: (document: Document) => ({
        ...writtenFacts(document),
        created: false,
        versionCreated: document.versionCreated,
      }),
    };
  },
});

type Changes = z.input<ReturnType<typeof operations.updateDocument.body>>;
const PLACES = ['projectId', 'folderId', 'parentDocumentId'];

/** `none` clears an id, since null counts as left out. */
const cleared = (fields: Changes): Changes =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, PLACES.includes(key) && value === 'none' ? null : value]),
  );

/** The fields to which the human's reply is bound. Building the index changes the others, with a summary by a model. */
function bound(source: Json, { summary }: Changes): Json {
  const { status: _status, tokenCount: _tokens, ...rest } = source;
  if (summary !== undefined) return rest;
  const { summary: _summary, ...others } = rest;
  return others;
}

/** `; this is version 3`, if the response says so. */
function versionSuffix({ versionCreated, currentVersion }: Document): string {
  if (versionCreated === false) return '';
  if (currentVersion !== undefined) return `; this is version ${currentVersion}`;
  return versionCreated === true ? '; a version was created' : '';
}

/** Subdocuments and users that the question names. */
const NAMED = 20;

/** DELETE /v1/documents/{documentId}, which also deletes its subdocuments. */
export const deleteDocument = deletes(DOCUMENTS, {
  name: 'delete_document',
  title: 'Delete document',
  lookups: ['read_document'],
  example: { documentId: 'document-9' },
  description: 'Deletes a document and its subdocuments permanently.',
  output: () => result(texts('documentId', 'name', 'platformMessage'), numbers('subdocuments'), flags('deleted')),
  plan: async ({ documentId }, { call }) => {
    const path = { documentId };
    const document = await requireDocument(call, documentId);
    const { items, unreadable, total = 0 } = await call(operations.listSubdocuments, { path });
    const usage = await ifReadable(call(operations.getDocumentUsage, { path }));
    // The list may be only the first page.
    const subdocuments = Math.max(total, items.length + unreadable);
    return {
      name: document.name,
      losses: [
        ...(document.summary ? [`What it is about: ${document.summary.line(300)}`] : []),
        subdocuments === 0
          ? 'It has no subdocuments.'
          : `${count(subdocuments, 'subdocument')} would be deleted with it: ${firstOf(items, NAMED, ({ name, id }) => String(name?.line(80) ?? id), subdocuments)}.`,
        usage === undefined
          ? 'What uses it could not be read.'
          : usage.users.length === 0
            ? 'Nothing uses it.'
            : `It is used by ${firstOf(usage.users, NAMED, ({ kind, id, name }) => `${kind ?? 'target'} ${name?.line(60) ?? id}`)}.`,
        'All its versions will be lost.',
      ],
      shown: [
        document.currentVersion,
        document.content,
        subdocuments,
        items.map(({ id, name }) => [id, name]),
        usage?.users.map(({ id }) => id),
      ],
      facts: { subdocuments },
      remove: () => call(operations.deleteDocument, { path }),
      find: () => call(operations.getDocument, { path }),
    };
  },
});
