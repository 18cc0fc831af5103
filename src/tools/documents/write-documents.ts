/** The tools that write and delete documents. */
import * as z from 'zod';
import { compareResponse, requireChanges } from '../../domain/changes.ts';
import { changeLines } from '../../domain/confirm.ts';
import { clearedPlaces, indexNotes, withoutCleared, writtenFacts } from '../../domain/documents/document.ts';
import { lossOf } from '../../domain/documents/lost.ts';
import { requireDocument } from '../../domain/known-record.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { present, withCall } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Json } from '../../platform/parse/coerce.ts';
import { DOCUMENT } from '../../platform/parse/documents.ts';
import type { Document } from '../../platform/parse/records.ts';
import { clean } from '../../platform/text.ts';
import { described, document, folder, project } from '../fields.ts';
import { deletes, writes } from '../record-tools.ts';
import { flags, numbers, result, textLists, texts, writtenShape } from '../results.ts';

const DOCUMENTS = {
  kind: 'document',
  toolset: 'documents',
  idArgument: 'documentId',
  ids: () => ({ documentId: document() }),
  named: ['documentId'],
  places: ['projectId', 'folderId', 'parentDocumentId'],
  table: DOCUMENT,
} as const;

/** Where these are empty they count as left out: strict converters send every field. */
const NOT_EMPTY = ['name', 'markdownContent', 'oldText'];
/** The fields that can be changed. */
const changeable = () =>
  [...Object.keys(operations.updateDocument.body().shape), 'oldText'].map((field) =>
    NOT_EMPTY.includes(field) ? `${field} (not empty)` : field,
  );

/** POST /v1/documents, or PATCH /v1/documents/{documentId}. */
export const writeDocument = writes(DOCUMENTS, {
  name: 'write_document',
  title: 'Write document',
  lookups: ['read_document', 'search_documents'],
  example: { name: 'New', markdownContent: '# New' },
  description: 'Creates a Markdown document or, given a documentId, updates its fields or replaces oldText by newText.',
  fields: () => {
    const body = operations.updateDocument.body();
    return {
      documentId: document().optional(),
      ...described(body, {
        name: 'Without extension.',
        markdownContent: 'The full text.',
        summary: 'What it says, in brief.',
      }),
      oldText: z.string().optional().describe('Occurs once in it.'),
      newText: z.string().optional().describe('Instead.'),
      projectId: project().describe('"none" takes it out.').optional(),
      folderId: folder().describe('"none" takes it out.').optional(),
      parentDocumentId: document().describe('"none" takes it out.').optional(),
      ...described(body, { tags: 'Labels.' }),
    };
  },
  known: changeable,
  output: () => result(writtenShape(), flags('created', 'versionCreated'), textLists('changed')),
  create: ({ documentId: _none, summary, oldText, newText, ...args }, { call, platform }) => {
    const { name, markdownContent } = args;
    if (oldText || newText)
      throw new Refusal('oldText and newText change a document: give its documentId, too. Nothing was sent.');
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
    const fields = withoutCleared(args, DOCUMENTS.places);
    return {
      send: () => call(operations.createDocument, { body: { ...fields, name, markdownContent } }),
      more: versionSuffix,
      notes: (document: Document) => [...compareResponse(fields, document.source).notes, ...indexNotes(document)],
      facts: (document: Document) => ({ ...writtenFacts(document), created: platform.isDeferred() ? undefined : true }),
      next: ({ id, status }: Document) =>
        status?.toLowerCase() === 'ready' && !platform.isDeferred()
          ? undefined
          : { tool: 'read_document', arguments: { documentId: id }, why: 'check its index' },
    };
  },
  change: async ({ documentId, oldText, newText, ...args }, { call, has, settings }) => {
    const read = () => requireDocument(call, documentId);
    const record = await read();
    const { source, fileType } = record;
    const edited =
      oldText || newText ? edit(record, oldText, { newText, markdownContent: args.markdownContent }) : undefined;
    const changes = { ...args, ...(edited !== undefined && { markdownContent: edited }) };
    const body = clearedPlaces(requireChanges(changes, `document ${documentId}`, changeable()), DOCUMENTS.places);
    if (body.markdownContent !== undefined && fileType !== undefined && fileType.toLowerCase() !== 'md') {
      throw new Refusal(
        `Refused: document ${documentId} is a ${fileType} file, and only the content of Markdown documents can be written. Nothing was sent.`,
      );
    }
    return {
      record,
      read,
      requested: body,
      values: (document: Document) => bound(document.source, body),
      send: (options) =>
        call(
          operations.updateDocument,
          { path: { documentId }, body },
          { ...options, warnings: settings.dryRun ? changeLines(body, source) : [] },
        ),
      more: versionSuffix,
      notes: (document: Document) =>
        present(
          body.markdownContent !== undefined &&
            document.versionCreated === false &&
            'No version was created: the platform says that the content is unchanged.',
          body.markdownContent !== undefined && overwrittenNote(record, document, has),
          ...indexNotes(document),
        ),
      facts: (document: Document) => ({
        ...writtenFacts(document),
        created: false,
        versionCreated: document.versionCreated,
      }),
    };
  },
});

/** @throws Refusal unless `oldText` occurs exactly once, and for a document that holds a secret */
function edit(
  { id, content }: Document,
  oldText: string | undefined,
  { newText, markdownContent }: Readonly<Record<'newText' | 'markdownContent', string | undefined>>,
): string {
  if (!oldText || newText === undefined || markdownContent !== undefined) {
    throw new Refusal('Give oldText and newText together, and no markdownContent. Nothing was sent.');
  }
  const text = content?.raw ?? '';
  // Whether a guess is found would tell a masked secret letter by letter.
  if (content !== undefined && content.visible !== clean(text)) {
    throw new Refusal(
      `Refused: document ${id} holds a secret, which is masked (••••) wherever it is shown, so no part of it can be replaced. Nothing was sent. Let the human change it in the platform itself.`,
    );
  }
  // It was copied from what is shown, which may hold other line breaks and blanks.
  const shown = clean(text);
  const wanted = clean(oldText);
  const at = shown.indexOf(wanted);
  const times = shown.split(wanted).length - 1;
  // In \n---\n---\n, two of \n---\n share a line end.
  const isTwice = times === 1 && shown.indexOf(wanted, at + 1) >= 0;
  const [from, to] = sentRange(text, at, wanted.length);
  const [before, after] = [text.slice(0, from), text.slice(to)];
  // Nothing else may be replaced, whatever the text holds.
  const isRange = clean(before) + wanted + clean(after) === shown;
  if (times === 1 && isRange && !isTwice)
    return before + (text.includes('\r\n') ? newText.replace(/\r?\n/g, '\r\n') : newText) + after;
  throw new Refusal(
    times <= 1 && !isTwice
      ? `Refused: document ${id} doesn't contain oldText. Nothing was sent. Copy it exactly as the document has it.`
      : `Refused: document ${id} contains oldText ${isTwice ? 2 : times} times. Nothing was sent. Give more of the text around the place.`,
  );
}

/** Where a part of a text as shown stands in the text as sent; each unit that {@link clean} replaces stands alone. */
function sentRange(sent: string, from: number, length: number): readonly [from: number, to: number] {
  let start = 0;
  let at = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it begins a sequence that is not shown
  for (const { 0: unit, index } of sent.matchAll(/[\n -~]+|\r\n|\u001b\[[0-?]*[ -/]*[@-~]|./gsu)) {
    const isRun = /^[\n -~]/.test(unit);
    if (at <= from) start = index + (isRun ? Math.min(from - at, unit.length) : 0);
    const end = at + (isRun ? unit.length : clean(unit).length);
    if (end >= from + length) return [start, index + (isRun ? from + length - at : unit.length)];
    at = end;
  }
  return [start, sent.length];
}

type Changes = z.input<ReturnType<typeof operations.updateDocument.body>>;
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

/** The platform takes no condition with a write: of two at once, the later one replaces what it has not read. */
function overwrittenNote({ currentVersion: read }: Document, now: Document, has: ToolContext['has']) {
  const last = (now.currentVersion ?? 0) - 1;
  if (read === undefined || last <= read || now.versionCreated === false) return undefined;
  const look = withCall(has, 'read_document', { documentId: now.id, version: last });
  return `Version ${last} was written while this one was made from version ${read}, so its changes are NOT in this one. Read it${look}, and make them again.`;
}

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
    const { lines, subdocuments, shown } = await lossOf([document], call);
    return {
      name: document.name,
      losses: present(
        document.summary && `What it is about: ${document.summary.line(300)}`,
        ...lines,
        'All its versions will be lost.',
      ),
      shown: [document.currentVersion, document.content, ...shown],
      facts: { subdocuments },
      remove: () => call(operations.deleteDocument, { path }),
      find: () => call(operations.getDocument, { path }),
    };
  },
});
