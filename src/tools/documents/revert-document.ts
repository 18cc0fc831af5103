import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { noEffect } from '../../domain/changes.ts';
import { changeLines, consentToChange } from '../../domain/confirm.ts';
import { indexNotes, writtenFacts } from '../../domain/documents/document.ts';
import { checkRecord, requireDocument, requireVersion } from '../../domain/known-record.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { document } from '../fields.ts';
import { numbers, result, textLists, texts } from '../results.ts';

/** POST /v1/documents/{documentId}/revert/{version}. */
export const revertDocument = defineTool({
  name: 'revert_document',
  title: 'Revert document',
  toolset: 'documents',
  effect: 'destructive',
  lookups: ['read_document'],
  example: { documentId: 'document-1', version: 1 },
  description: 'Restores an earlier version of a document.',
  input: () =>
    z.strictObject({
      documentId: document(),
      version: z
        .int()
        .min(1)
        .meta({ from: ['read_document'] }),
    }),
  output: () =>
    result(texts('documentId', 'name', 'status'), numbers('currentVersion', 'version'), textLists('changed')),
  handle: withNames(['documentId'], 'write', async ({ documentId, version }, context) => {
    const { call, settings } = context;
    const target = `document ${documentId}`;
    const path = { documentId, version: String(version) };
    const { name, source } = await requireDocument(call, documentId);
    const earlier = await requireVersion(call, documentId, version, ' Nothing was sent.');
    const requested = { markdownContent: earlier.content?.raw };
    const unseen = earlier.content === undefined ? ['The platform does not show the content of that version.'] : [];
    const warnings = [`It goes back to version ${version}.`, ...unseen];
    const stop = await consentToChange({ target, name, requested, current: source, warnings }, context);
    if (stop !== undefined) return { ...stop, facts: { documentId, ...stop.facts } };
    const sent = await call(
      operations.revertDocument,
      { path },
      {
        emptyAs: { id: documentId },
        warnings: settings.dryRun ? [...unseen, ...changeLines(requested, source)] : [],
      },
    );
    checkRecord(`revert of ${target}`, sent, [documentId]);
    const isOther = ({ content }: typeof sent): boolean =>
      content !== undefined && earlier.content !== undefined && content.raw !== earlier.content.raw;
    // Many databases send the record as it was before.
    const document = isOther(sent) ? await requireDocument(call, documentId).catch(() => sent) : sent;
    const { content } = document;
    if (isOther(document)) {
      throw new EffectError(
        `The platform accepted the revert of ${target}${noEffect(context.platform.isDeferred())}: its content is not that of version ${version}.`,
      );
    }
    return {
      summary:
        content === undefined || earlier.content === undefined
          ? `The platform accepted the revert of ${target} to version ${version}; its answer does not show the content.`
          : context.platform.isDeferred()
            ? `The platform accepted the revert of ${target} to version ${version} for later (202): whether it has been carried out is not known.`
            : `Reverted ${target} to version ${version}${document.currentVersion === undefined ? '' : `, as version ${document.currentVersion}`}.`,
      notes: indexNotes(document),
      // It stays where it is.
      facts: { ...writtenFacts(document), projectId: undefined, folderId: undefined, documentId, version },
      next: { tool: 'read_document', arguments: { documentId }, why: 'read it' },
    };
  }),
});
