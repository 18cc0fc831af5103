import { describeChoice } from '../../domain/describe-choice.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { choose } from '../../mcp/contract/question.ts';
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
  example: { folderId: 'folder-1', agentId: 'agent-1' },
  description: 'Detaches a document or folder from an agent or assistant, after asking the human if the host can.',
  input: attachmentInput,
  output: attachmentResult,
  async handle(args, context) {
    const { call } = context;
    const attachment = attachmentOf(args);
    const { what, target } = attachment;
    const who = `${target.targetType} ${target.targetId}`;
    await refuseUnattached(attachment, call);
    const consent = await choose(context, {
      subject: `detach ${what} ${who}`,
      digest: digest(['detach', what, target]),
      message: `Detach ${what} from ${who}? It can no longer be read there unless it is also attached in another way.`,
      choices: [
        { value: 'detach', title: 'Detach it' },
        { value: 'keep', title: 'Leave it attached' },
      ],
      proposed: 'detach',
    });
    if (consent.kind !== 'decided' || consent.choice !== 'detach') {
      return { summary: `Nothing was detached: ${describeChoice(consent, 'chose to leave it attached')}.` };
    }
    const answer = await send('detach', attachment, call);
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
      facts: { attached, platformMessage: answer.message?.line(300) },
    };
  },
});
