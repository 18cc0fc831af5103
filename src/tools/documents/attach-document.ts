import { withNames } from '../../domain/by-name.ts';
import { indexNotesOf, knowledgeNotes } from '../../domain/documents/document.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { attachmentInput, attachmentOf, attachmentResult, isAttached, send } from './attachment.ts';

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
  handle: withNames(
    ['documentId', 'folderId', 'agentId', 'assistantIdentifier'],
    'write',
    async (args, { call, settings }) => {
      const attachment = attachmentOf(args);
      const { what, target } = attachment;
      const who = `${target.targetType} ${target.targetId}`;
      // A dry run ends with the request, so its notes come before.
      const warnings = settings.dryRun ? await knowledgeNotes(target, call) : [];
      const response = await send('attach', attachment, call, warnings);
      const attached = await isAttached(attachment, call);
      if (attached === false) {
        throw new EffectError(
          `The platform accepted the request, but ${what} is NOT attached to ${who}: the list of what uses it does not include it.`,
        );
      }
      return {
        summary: attached
          ? `Attached ${what} to ${who}.`
          : `The platform accepted the request; whether ${what} is attached to ${who} could not be checked.`,
        notes: [...(await knowledgeNotes(target, call)), ...(await indexNotesOf(args.documentId, call))],
        facts: { attached, platformMessage: response.message?.line(300) },
      };
    },
  ),
});
