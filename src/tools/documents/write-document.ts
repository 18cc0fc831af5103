import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { changeLines } from '../../domain/change-consent.ts';
import { compareAnswer, creationText, requireChanges } from '../../domain/changes.ts';
import { indexNotes, writtenFacts } from '../../domain/documents/document.ts';
import { requireSameRecord } from '../../domain/same-record.ts';
import { updateWithConsent } from '../../domain/update.ts';
import type { Answer } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Document } from '../../platform/parse/records.ts';
import { document, id } from '../fields.ts';
import { flags, result, textLists, writtenShape } from '../results.ts';

/** POST /v1/documents, or PATCH /v1/documents/{documentId}. */
export const writeDocument = defineTool({
  name: 'write_document',
  title: 'Write document',
  toolset: 'documents',
  effect: 'destructive',
  example: { name: 'New', markdownContent: '# New' },
  description:
    'Creates a Markdown document or, given a documentId, updates its given fields; says whether a version was created.',
  input: () => {
    const { name, summary, markdownContent, tags } = operations.updateDocument.body().shape;
    return z.strictObject({
      documentId: document().optional(),
      name: name.describe('Without extension.'),
      markdownContent: markdownContent.describe('The full text.'),
      summary: summary.describe('What it says, in brief.'),
      projectId: id('Project to put it in; "none" takes it out.').optional(),
      folderId: id('Folder to put it in; "none" takes it out.').optional(),
      parentDocumentId: id('Document to put it under; "none" takes it out.').optional(),
      tags: tags.describe('Labels.'),
    });
  },
  output: () => result(writtenShape(), flags('created', 'versionCreated'), textLists('changed')),
  handle: withNames(['documentId'], 'write', async ({ documentId, ...fields }, context) => {
    const { projectId, folderId, parentDocumentId, ...plain } = fields;
    const body = { ...plain, ...cleared({ projectId, folderId, parentDocumentId }) };
    return documentId === undefined ? create(body, context) : change(documentId, body, context);
  }),
});

type Changes = z.input<ReturnType<typeof operations.updateDocument.body>>;

/** `none` clears an id, since null counts as left out. */
const cleared = (ids: Readonly<Record<'projectId' | 'folderId' | 'parentDocumentId', string | undefined>>) =>
  Object.fromEntries(Object.entries(ids).map(([key, value]) => [key, value === 'none' ? null : value]));

async function create({ summary, ...body }: Changes, context: ToolContext): Promise<Answer> {
  const { name, markdownContent } = body;
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
  const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const document = await context.call(operations.createDocument, { body: { ...fields, name, markdownContent } });
  return {
    summary: `${creationText(`document ${document.name?.line(120) ?? ''} with id ${document.id}`, context)}${versionSuffix(document)}.`,
    notes: [...compareAnswer(fields, document.source).notes, ...indexNotes(document)],
    facts: { ...writtenFacts(document), created: context.platform.isDeferred() ? undefined : true },
    next: { tool: 'read_document', arguments: { documentId: document.id }, why: 'check its index' },
  };
}

async function change(documentId: string, changes: Changes, context: ToolContext): Promise<Answer> {
  const { call, settings } = context;
  const target = `document ${documentId}`;
  const body = requireChanges(changes, target, Object.keys(operations.updateDocument.body().shape));
  const { name, source, fileType } = requireSameRecord(
    'document',
    documentId,
    await call(operations.getDocument, { path: { documentId } }),
  );
  if (body.markdownContent !== undefined && fileType !== undefined && fileType.toLowerCase() !== 'md') {
    throw new Refusal(
      `Refused: ${target} is a ${fileType} file, and only the content of Markdown documents can be written. Nothing was sent.`,
    );
  }
  return updateWithConsent(
    {
      kind: 'document',
      ids: { documentId },
      target,
      name,
      requested: body,
      current: bound(source, body),
      send: (options) =>
        call(
          operations.updateDocument,
          { path: { documentId }, body },
          { ...options, warnings: settings.dryRun ? changeLines(body, source) : [] },
        ),
      more: versionSuffix,
      facts: (document) => ({
        ...writtenFacts(document),
        created: false,
        versionCreated: document.versionCreated,
      }),
      notes: (document) => [
        ...(body.markdownContent !== undefined && document.versionCreated === false
          ? ['No version was created: the platform says that the content is unchanged.']
          : []),
        ...indexNotes(document),
      ],
    },
    context,
  );
}

/**
 * The fields to which the human's answer is bound. Building the index changes the others, with a summary by a model.
 */
function bound(source: Readonly<Record<string, unknown>>, { summary }: Changes): Readonly<Record<string, unknown>> {
  const { status: _status, tokenCount: _tokens, ...rest } = source;
  if (summary !== undefined) return rest;
  const { summary: _summary, ...others } = rest;
  return others;
}

/** `; this is version 3`, if the answer says so. */
function versionSuffix({ versionCreated, currentVersion }: Document): string {
  if (versionCreated === false) return '';
  if (currentVersion !== undefined) return `; this is version ${currentVersion}`;
  return versionCreated === true ? '; a version was created' : '';
}
