import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { compareAnswer, creationText, requireChanges } from '../../domain/changes.ts';
import { findFolder } from '../../domain/documents/document.ts';
import { updateWithConsent } from '../../domain/update.ts';
import type { Answer } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { FOLDER } from '../../platform/parse/documents.ts';
import { facts } from '../../present/record.ts';
import { folder, id, projectId } from '../fields.ts';
import { flags, result, shapeOf, textLists } from '../results.ts';

/** POST /v1/document-folders, or PATCH /v1/document-folders/{folderId}. */
export const writeDocumentFolder = defineTool({
  name: 'write_document_folder',
  title: 'Write folder',
  toolset: 'documents',
  effect: 'destructive',
  example: { name: 'New' },
  description: 'Creates a document folder or, given a folderId, updates its given fields.',
  input: () => {
    const { name, color, tags } = operations.updateFolder.body().shape;
    return z.strictObject({
      folderId: folder().optional(),
      name: name.describe('Display name.'),
      projectId: projectId().optional(),
      parentFolderId: id('Folder to put it in.').optional(),
      color: color.describe('Such as #2e7d32.'),
      tags: tags.describe('Labels.'),
    });
  },
  output: () => result(shapeOf(FOLDER), flags('created'), textLists('changed')),
  handle: withNames(['folderId'], 'write', async ({ folderId, ...body }, context) => {
    return folderId === undefined ? create(body, context) : change(folderId, body, context);
  }),
});

type Changes = z.input<ReturnType<typeof operations.updateFolder.body>>;

async function create(body: Changes, context: ToolContext): Promise<Answer> {
  const { name } = body;
  if (name === undefined) {
    throw new Refusal('A new folder needs a name; to change one, give its folderId. Nothing was sent.');
  }
  const folder = await context.call(operations.createFolder, { body: { ...body, name } });
  return {
    summary: `${creationText(`folder ${folder.name?.line(120) ?? ''} with id ${folder.id}`, context)}.`,
    notes: compareAnswer(body, folder.source).notes,
    facts: { ...facts(FOLDER, folder), created: context.platform.isDeferred() ? undefined : true },
  };
}

async function change(folderId: string, changes: Changes, context: ToolContext): Promise<Answer> {
  const { call } = context;
  const target = `folder ${folderId}`;
  const body = requireChanges(changes, target, Object.keys(operations.updateFolder.body().shape));
  const { name, source } = await findFolder(call, folderId);
  return updateWithConsent(
    {
      kind: 'folder',
      ids: { folderId },
      target,
      name,
      requested: body,
      current: source,
      send: (options) => call(operations.updateFolder, { path: { folderId }, body }, options),
      facts: (folder) => ({ ...facts(FOLDER, folder), created: false }),
    },
    context,
  );
}
