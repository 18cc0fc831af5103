/** Attaching and detaching: what, to whom, and with what effect. The shape of the platform's responses is unknown. */

import * as z from 'zod';
import { recordsById, withNames } from '../../domain/by-name.ts';
import { confirm } from '../../domain/confirm.ts';
import { indexNotesOf, knowledgeNotes, type Target } from '../../domain/documents/document.ts';
import { requireDocument, requireFolder, toKnownRecord } from '../../domain/known-record.ts';
import { UnknownRecord } from '../../domain/named.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { EffectError, Refusal } from '../../mcp/contract/errors.ts';
import type { ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { digest, type ForeignText } from '../../platform/text.ts';
import { agent, assistant, document, folder } from '../fields.ts';
import { flags, result, texts } from '../results.ts';

/** {@link attachmentOf} checks which of them go together. */
const attachmentInput = () =>
  z.strictObject({
    documentId: document().optional(),
    folderId: folder().optional(),
    agentId: agent().optional(),
    assistantIdentifier: assistant().optional(),
  });

type AttachmentInput = z.output<ReturnType<typeof attachmentInput>>;

/**
 * The handler, with ids in place of names. The target stands in the body, where a platform may take any text for its id: so
 * it is looked up before anything is sent.
 */
function withAttachmentNames(handle: (args: AttachmentInput, context: ToolContext) => Promise<ToolResult>) {
  const named = withNames<AttachmentInput>(
    ['agentId', 'assistantIdentifier'],
    'place',
    withNames<AttachmentInput>(['documentId', 'folderId'], 'write', handle),
  );
  return async (args: AttachmentInput, context: ToolContext): Promise<ToolResult> => {
    // What can't be sent needs no look at names.
    attachmentOf(args);
    return named(args, context);
  };
}

const attachmentResult = () => result(texts('platformMessage'), flags('attached'));

/** POST .../attach of a document or a folder. */
export const attachDocument = defineTool({
  name: 'attach_document',
  title: 'Attach document',
  toolset: 'documents',
  effect: 'write',
  isIdempotent: true,
  lookups: ['read_document'],
  example: { documentId: 'document-1', agentId: 'agent-1' },
  description: 'Attaches a document or folder to an agent or assistant; says whether it sees it.',
  input: attachmentInput,
  output: attachmentResult,
  handle: withAttachmentNames(async (args, { call, settings }) => {
    const attachment = attachmentOf(args);
    const { what, target } = attachment;
    const who = `${target.targetType} ${target.targetId}`;
    // A dry run ends with the request, so its notes come before.
    const warnings = settings.dryRun ? await knowledgeNotes(target, call) : [];
    const response = await send('attach', attachment, call, warnings);
    const attached = await isAttached(attachment, call);
    if (attached === false) {
      throw new EffectError(
        `The platform accepted the request, but so far ${what} is NOT attached to ${who}: the list of what uses it does not include it.`,
      );
    }
    return {
      summary: attached
        ? `Attached ${what} to ${who}.`
        : `The platform accepted the request; whether ${what} is attached to ${who} could not be checked.`,
      notes: [...(await knowledgeNotes(target, call)), ...(await indexNotesOf(args.documentId, call))],
      facts: { attached, platformMessage: response.message?.line(300) },
    };
  }),
});

/** POST .../detach of a document or a folder. */
export const detachDocument = defineTool({
  name: 'detach_document',
  title: 'Detach document',
  toolset: 'documents',
  effect: 'destructive',
  isIdempotent: true,
  lookups: ['read_document'],
  example: { folderId: 'folder-1', agentId: 'agent-1' },
  description: 'Detaches a document or folder from an agent or assistant.',
  input: attachmentInput,
  output: attachmentResult,
  handle: withAttachmentNames(async (args, context) => {
    const { call } = context;
    const attachment = attachmentOf(args);
    const { what, target } = attachment;
    const who = `${target.targetType} ${target.targetId}`;
    const name = await attachedName(attachment, call);
    const named = context.client.canAsk ? await namedAs(target, call) : '';
    const { why } = await confirm(context, {
      subject: `detach ${what} ${who}`,
      digest: digest(['detach', what, target, name, named]),
      message: `Detach ${what}${name === undefined ? '' : `, ${name.line(80)},`} from ${who}${named}? It can no longer be read there unless it is also attached in another way.`,
      yes: { value: 'detach', title: 'Detach it' },
      no: { value: 'keep', title: 'Leave it attached' },
      chose: 'chose to leave it attached',
    });
    if (why !== undefined) return { summary: `Nothing was detached: ${why}.` };
    const response = await send('detach', attachment, call);
    const ways = await waysTo(attachment, call);
    const attached = ways?.includes('document');
    if (attached === true) {
      throw new EffectError(`The platform accepted the request, but so far ${what} is still attached to ${who}.`);
    }
    return {
      summary:
        attached === false
          ? `Detached ${what} from ${who}.`
          : `The platform accepted the request; whether ${what} is detached from ${who} could not be checked.`,
      notes: ways?.length
        ? [`It can still be read there, since it is attached via ${[...new Set(ways)].join(', ')}.`]
        : [],
      facts: { attached, platformMessage: response.message?.line(300) },
    };
  }),
});

/** One document or folder and one target, from the arguments. */
export type Attachment = ReturnType<typeof attachmentOf>;

/** @throws Refusal unless the arguments name one document or folder, and one target */
function attachmentOf(args: AttachmentInput) {
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
function send(
  kind: 'attach' | 'detach',
  { args, target }: Attachment,
  call: ToolContext['call'],
  warnings: readonly string[] = [],
) {
  const { documentId, folderId = '' } = args;
  const isDocument = documentId !== undefined;
  const [ofDocument, ofFolder] =
    kind === 'attach'
      ? [operations.attachDocument, operations.attachFolder]
      : [operations.detachDocument, operations.detachFolder];
  const write = isDocument
    ? call(ofDocument, { path: { documentId }, body: target }, { warnings })
    : call(ofFolder, { path: { folderId }, body: target }, { warnings });
  // A 404 may be about either, or about the operation.
  const isGone = async (): Promise<false> => {
    await (isDocument ? requireDocument(call, documentId) : requireFolder(call, folderId));
    await requireTarget(target, call);
    return false;
  };
  return toKnownRecord({ kind: isDocument ? 'document' : 'folder', doing: `${kind}ing`, isGone }, write);
}

/** @throws Refusal if it is in no list, as far as that can be read */
async function requireTarget({ targetType, targetId }: Target, call: ToolContext['call']): Promise<void> {
  const argument = targetType === 'agent' ? 'agentId' : 'assistantIdentifier';
  if ((await recordsById(argument, [targetId], call)).found?.length === 0)
    throw new UnknownRecord(`Refused: ${targetType} ${targetId} is in no list of ${targetType}s. Nothing was changed.`);
}

/** What it is called. @throws Refusal if it is not attached or the folder doesn't exist, PlatformError if the document doesn't */
async function attachedName(attachment: Attachment, call: ToolContext['call']): Promise<ForeignText | undefined> {
  const { args, what, target } = attachment;
  if (args.documentId === undefined) return (await requireFolder(call, args.folderId ?? '')).name;
  const { name } = await requireDocument(call, args.documentId);
  if ((await isAttached(attachment, call)) === false) {
    // It may be attached to the one with that name.
    throw new UnknownRecord(
      `Refused: ${what} is not attached to ${target.targetType} ${target.targetId} itself; a folder or skill may still give it. Nothing was sent.`,
    );
  }
  return name;
}

/** The `via` of a document that is attached itself. */
const ITSELF = 'document';

/** Whether the document itself is attached to the target now; undefined if that can't be read, as for folders. */
const isAttached = async (attachment: Attachment, call: ToolContext['call']): Promise<boolean | undefined> =>
  (await waysTo(attachment, call))?.includes(ITSELF);

/** `, ⟦Refund Agent⟧`, if its name can be read. */
async function namedAs({ targetType, targetId }: Target, call: ToolContext['call']): Promise<string> {
  const argument = targetType === 'agent' ? 'agentId' : 'assistantIdentifier';
  const [target] = (await recordsById(argument, [targetId], call)).found ?? [];
  return target?.name === undefined ? '' : `, ${target.name.line(80)}`;
}

/** How the target sees the document: `document`, `folder`, or as sent. Undefined if that can't be read, as for folders. */
async function waysTo(
  { args: { documentId }, target }: Attachment,
  call: ToolContext['call'],
): Promise<readonly string[] | undefined> {
  if (documentId === undefined) return undefined;
  const usage = await ifReadable(call(operations.getDocumentUsage, { path: { documentId } }));
  return usage?.users.filter(({ ids }) => ids.includes(target.targetId)).map(({ via = ITSELF }) => via);
}
