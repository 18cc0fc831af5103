/** Attaching and detaching: what, to whom, and what became of it. The platform's answers are not known. */
import * as z from 'zod';
import { findFolder } from '../../domain/documents/document.ts';
import type { Target } from '../../domain/documents/knowledge.ts';
import { requireSameRecord } from '../../domain/same-record.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import { agentId, assistantIdentifier, documentId, folderId } from '../fields.ts';
import { flags, result, texts } from '../results.ts';

/** Which of them go together, {@link attachmentOf} checks. */
export const attachmentInput = () =>
  z.strictObject({
    documentId: documentId().optional(),
    folderId: folderId().optional(),
    agentId: agentId().optional(),
    assistantIdentifier: assistantIdentifier().optional(),
  });

export const attachmentResult = () => result(texts('platformMessage'), flags('attached'));

/** One thing and one target, as the arguments name them. */
export interface Attachment {
  readonly given: z.output<ReturnType<typeof attachmentInput>>;
  /** `document 65f…`. */
  readonly what: string;
  readonly target: Target;
}

/** @throws Refusal unless one thing and one target are given */
export function attachmentOf(given: Attachment['given']): Attachment {
  const { documentId, folderId, agentId, assistantIdentifier } = given;
  if ((documentId === undefined) === (folderId === undefined)) {
    throw new Refusal('Give either documentId or folderId. Nothing was sent.');
  }
  if (agentId !== undefined && assistantIdentifier === undefined) {
    return { given, what: whatOf(given), target: { targetType: 'agent', targetId: agentId } };
  }
  if (assistantIdentifier !== undefined && agentId === undefined) {
    return { given, what: whatOf(given), target: { targetType: 'assistant', targetId: assistantIdentifier } };
  }
  throw new Refusal('Give either agentId or assistantIdentifier. Nothing was sent.');
}

const whatOf = ({ documentId, folderId = '' }: Attachment['given']): string =>
  documentId === undefined ? `folder ${folderId}` : `document ${documentId}`;

/** Sends it. `warnings` are shown in a dry run. */
export function send(
  kind: 'attach' | 'detach',
  { given, target }: Attachment,
  call: ToolContext['call'],
  warnings: readonly string[] = [],
) {
  const { documentId, folderId = '' } = given;
  if (documentId !== undefined) {
    const operation = kind === 'attach' ? operations.attachDocument : operations.detachDocument;
    return call(operation, { path: { documentId }, body: target }, { warnings });
  }
  const operation = kind === 'attach' ? operations.attachFolder : operations.detachFolder;
  return call(operation, { path: { folderId }, body: target }, { warnings });
}

/**
 * Reads what is to be detached, before anybody is asked about it.
 * @throws Refusal where it is not attached, or the folder does not exist; PlatformError where the document does not
 */
export async function refuseUnattached(attachment: Attachment, call: ToolContext['call']): Promise<void> {
  const { given, what, target } = attachment;
  if (given.documentId === undefined) {
    await findFolder(call, given.folderId ?? '');
    return;
  }
  requireSameRecord(
    'document',
    given.documentId,
    await call(operations.getDocument, { path: { documentId: given.documentId } }),
  );
  if ((await isAttached(attachment, call)) === false) {
    throw new Refusal(
      `Refused: ${what} is not attached to ${target.targetType} ${target.targetId} itself; a folder or skill may still give it. Nothing was sent.`,
    );
  }
}

/** Whether the target reaches the document itself by now; undefined where that can't be read, as for folders. */
export async function isAttached(
  { given: { documentId }, target }: Attachment,
  call: ToolContext['call'],
): Promise<boolean | undefined> {
  if (documentId === undefined) return undefined;
  try {
    const { users } = await call(operations.getDocumentUsage, { path: { documentId } });
    return users.some(({ ids, via }) => ids.includes(target.targetId) && (via === undefined || via === 'document'));
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
