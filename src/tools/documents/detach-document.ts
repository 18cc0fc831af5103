import { withNames } from '../../domain/by-name.ts';
import { confirm } from '../../domain/confirm.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { digest } from '../../platform/text.ts';
import { attachmentInput, attachmentOf, attachmentResult, refuseUnattached, send, waysTo } from './attachment.ts';

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
  handle: withNames(['documentId', 'folderId', 'agentId', 'assistantIdentifier'], 'write', async (args, context) => {
    const { call } = context;
    const attachment = attachmentOf(args);
    const { what, target } = attachment;
    const who = `${target.targetType} ${target.targetId}`;
    await refuseUnattached(attachment, call);
    const { why } = await confirm(context, {
      subject: `detach ${what} ${who}`,
      digest: digest(['detach', what, target]),
      message: `Detach ${what} from ${who}? It can no longer be read there unless it is also attached in another way.`,
      yes: { value: 'detach', title: 'Detach it' },
      no: { value: 'keep', title: 'Leave it attached' },
      chose: 'chose to leave it attached',
    });
    if (why !== undefined) return { summary: `Nothing was detached: ${why}.` };
    const response = await send('detach', attachment, call);
    const ways = await waysTo(attachment, call);
    const attached = ways?.includes('document');
    if (attached === true) {
      throw new EffectError(`The platform accepted the request, but ${what} is still attached to ${who}.`);
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
