import * as z from 'zod';
import { threadAfter, threadUnlessWaiting } from '../../domain/threads/current-thread.ts';
import { wasRejected } from '../../domain/threads/rejection.ts';
import { phaseOf, unknownStatusNotes } from '../../domain/threads/status.ts';
import type { NextStep } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { isAgent } from '../../platform/parse/messages.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { notBlank, threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

/**
 * POST /v1/agents/threads/{threadId}/messages. Deployments that have it also resume a waiting thread, so the thread is read
 * first: a message must not act as an approval.
 */
export const sendThreadMessage = defineTool({
  name: 'send_thread_message',
  title: 'Send thread message',
  toolset: 'threads-extra',
  effect: 'write',
  isOpenWorld: true,
  lookups: ['get_thread'],
  example: { threadId: 'ended', message: 'Go on.' },
  description:
    'Sends a message to a thread: an ended one continues with it, a running one reads it in its next turn. It costs money; the agent may act. Refused if it waits for approval. Not on all platforms.',
  input: () =>
    z.strictObject({
      threadId: threadId(),
      message: notBlank(operations.sendThreadMessage.body().shape.message).describe('What to say.'),
    }),
  output: () => result(texts('status', 'statusBefore')),
  async handle({ threadId, message }, context) {
    const check = () => threadUnlessWaiting(threadId, 'sent a message', context);
    const before = await check();
    const sent = await context.call(
      operations.sendThreadMessage,
      { path: { threadId }, body: { message } },
      { emptyAs: { id: threadId }, beforeRepeat: check },
    );
    const after = await threadAfter(threadId, sent, context);
    const status = after?.status ?? 'UNKNOWN';
    return {
      summary: `Sent the message to thread ${threadId}${was(before.status, ', which was')}${wasRejected(before) ? ' (rejected)' : ''}${was(status, '; it is now')}.`,
      notes: [
        ...unknownStatusNotes(status),
        ...(after !== undefined && isMissing(message, after)
          ? ['The conversation does not show the message yet: it may have been ignored.']
          : []),
        ...(phaseOf(status) === 'waiting' ? ['It is now waiting for approval: the message decided nothing.'] : []),
      ],
      facts: { status, statusBefore: before.status },
      next: nextOf(threadId, status, after !== undefined && hasReply(message, after)),
    };
  },
});

const was = (status: string, before: string): string => (status === 'UNKNOWN' ? '' : `${before} ${status}`);

/** Whether the conversation lacks the message; false if the response leaves the conversation out. */
const isMissing = (message: string, { messages, lacksMessages }: Thread): boolean =>
  !lacksMessages && !messages.some(({ content }) => content.raw.includes(message.trim()));

/** Whether the agent wrote something after this message. */
function hasReply(message: string, { messages }: Thread): boolean {
  const at = messages.findLastIndex(({ content }) => content.raw.includes(message.trim()));
  return at >= 0 && messages.slice(at + 1).some(isAgent);
}

function nextOf(threadId: string, status: string, isRead: boolean): NextStep {
  const phase = phaseOf(status);
  if (phase === 'paused') return { tool: 'resume_thread', arguments: { threadId }, why: 'let it read the message' };
  return phase === 'running'
    ? { tool: 'wait_for_thread', arguments: { threadIds: [threadId] }, why: 'see how it ends' }
    : { tool: 'get_thread', arguments: { threadId }, why: isRead ? 'read its answer' : 'see whether it has answered' };
}
