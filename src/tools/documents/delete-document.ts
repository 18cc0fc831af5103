import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { deleteWithConsent } from '../../domain/deletion.ts';
import { ifReadable } from '../../domain/optional-read.ts';
import { requireSameRecord } from '../../domain/same-record.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { count, firstOf } from '../../present/units.ts';
import { document } from '../fields.ts';
import { flags, numbers, result, texts } from '../results.ts';

/** Subdocuments and users that the question names. */
const NAMED = 20;

/** DELETE /v1/documents/{documentId}, which also deletes its subdocuments. */
export const deleteDocument = defineTool({
  name: 'delete_document',
  title: 'Delete document',
  toolset: 'documents',
  effect: 'destructive',
  isIdempotent: true,
  example: { documentId: 'document-9' },
  description: 'Deletes a document and its subdocuments permanently.',
  input: () => z.strictObject({ documentId: document() }),
  output: () => result(texts('documentId', 'name', 'platformMessage'), numbers('subdocuments'), flags('deleted')),
  handle: withNames(['documentId'], 'write', async ({ documentId }, context) => {
    const { call } = context;
    const path = { documentId };
    const document = requireSameRecord('document', documentId, await call(operations.getDocument, { path }));
    const { items, unreadable, total = 0 } = await call(operations.listSubdocuments, { path });
    const usage = await ifReadable(call(operations.getDocumentUsage, { path }));
    // The list may be only the first page.
    const subdocuments = Math.max(total, items.length + unreadable);
    return deleteWithConsent(
      {
        subject: `delete_document ${documentId}`,
        kind: 'document',
        id: documentId,
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
        facts: { documentId, name: document.name?.line(120), subdocuments },
        remove: () => call(operations.deleteDocument, { path }),
        find: () => call(operations.getDocument, { path }),
      },
      context,
    );
  }),
});
