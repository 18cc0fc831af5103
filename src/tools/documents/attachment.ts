/** Attaching and detaching: what, to whom, and with what effect. The shape of the platform's responses is unknown. */
import * as z from 'zod';
import type { Target } from '../../domain/documents/document.ts';
import { requireDocument, requireFolder } from '../../domain/known-record.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { agent, assistant, document, folder } from '../fields.ts';
import { flags, result, texts } from '../results.ts';

/** {@link attachmentOf} checks which of them go together. */
export const attachmentInput = () =>
  z.strictObject({
    documentId: document().optional(),
    folderId: folder().optional(),
    agentId: agent().optional(),
    assistantIdentifier: assistant().optional(),
  });

export const attachmentResult = () => result(texts('platformMessage'), flags('attached'));

/** One document or folder and one target, from the arguments. */
export type Attachment = ReturnType<typeof attachmentOf>;

/** @throws Refusal unless the arguments name one document or folder, and one target */
export function attachmentOf(args: z.output<ReturnType<typeof attachmentInput>>) {
  const { documentId, folderId, agentId, assistantIdentifier } = args;
  if ((documentId === undefined) === (folderId === undefined)) {
    throw new Refusal('Give either documentId or folderId. Nothing was sent.');
  }
  if ((agentId === undefined) === (assistantIdentifier === undefined)) {
    throw new Refusal('Give either agentId or assistantIdentifier. Nothing was sent.');
  }
  const target: Target = {
    targetType: agentId === undefined ? 'assistant' : 'agent',
    targetId: agentId ?? assistantIdentifier ?? '',
  };
  /** `document 65f…`. */
  const what = documentId === undefined ? `folder ${folderId}` : `document ${documentId}`;
  return { args, what, target };
}

/** Sends the request. `warnings` are shown in a dry run. */
export function send(
  kind: 'attach' | 'detach',
  { args, target }: Attachment,
  call: ToolContext['call'],
  warnings: readonly string[] = [],
) {
  const { documentId, folderId = '' } = args;
  if (documentId !== undefined) {
    const operation = kind === 'attach' ? operations.attachDocument : operations.detachDocument;
    return call(operation, { path: { documentId }, body: target }, { warnings });
  }
  const operation = kind === 'attach' ? operations.attachFolder : operations.detachFolder;
  return call(operation, { path: { folderId }, body: target }, { warnings });
}

/**
 * Reads what is to be detached, before anybody is asked.
 * @throws Refusal if it is not attached or the folder does not exist; PlatformError if the document does not exist
 */
export async function refuseUnattached(attachment: Attachment, call: ToolContext['call']): Promise<void> {
  const { args, what, target } = attachment;
  if (args.documentId === undefined) {
    await requireFolder(call, args.folderId ?? '');
    return;
  }
  await requireDocument(call, args.documentId);
  if ((await isAttached(attachment, call)) === false) {
    throw new Refusal(
      `Refused: ${what} is not attached to ${target.targetType} ${target.targetId} itself; a folder or skill may still give it. Nothing was sent.`,
    );
  }
}

/** The `via` of a document that is attached itself. */
const ITSELF = 'document';

/** Whether the document itself is attached to the target now; undefined if that can't be read, as for folders. */
export async function isAttached(attachment: Attachment, call: ToolContext['call']): Promise<boolean | undefined> {
  return (await waysTo(attachment, call))?.includes(ITSELF);
}

/** How the target sees the document: `document`, `folder`, or as sent. Undefined if that can't be read, as for folders. */
export async function waysTo(
  { args: { documentId }, target }: Attachment,
  call: ToolContext['call'],
): Promise<readonly string[] | undefined> {
  if (documentId === undefined) return undefined;
  const usage = await ifReadable(call(operations.getDocumentUsage, { path: { documentId } }));
  return usage?.users.filter(({ ids }) => ids.includes(target.targetId)).map(({ via = ITSELF }) => via);
}
