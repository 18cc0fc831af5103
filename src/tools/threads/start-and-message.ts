/** A new thread, and a message to one. */
import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { threadAfter, threadUnlessWaiting } from '../../domain/threads/current-thread.ts';
import { startThread } from '../../domain/threads/start.ts';
import { refuseReservedMetadata } from '../../domain/threads/starter.ts';
import { phaseOf, unknownStatusNotes, wasRejected } from '../../domain/threads/status.ts';
import { type NextStep, present } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { freeObject } from '../../platform/operations/schemas.ts';
import { isAgent } from '../../platform/parse/messages.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { agent, notBlank, threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

/** Decisions and tools' results are read from messages of other roles: a caller must not invent them. */
const ROLES = ['user', 'assistant'] as const;

/** POST /v1/agents/{agentId}/threads. */
export const createThread = defineTool({
  name: 'create_thread',
  title: 'Create thread',
  toolset: 'threads',
  effect: 'write',
  isOpenWorld: true,
  // The latest change first: a list may begin with the oldest.
  lookups: ['search_threads', 'list_agent_threads'],
  example: { agentId: 'agent-1', message: 'Go.' },
  description: 'Starts a thread: an agent gets a task and runs. It costs money and may act on its own.',
  input: () => {
    const { tags, tenantId, subtenantId } = operations.createThread.body().shape;
    return z
      .strictObject({
        agentId: agent(),
        message: notBlank(z.string().min(1)).optional().describe('The task.'),
        messages: z
          .array(
            z.strictObject({
              role: z.enum(ROLES).describe('Sender; never system or tool.'),
              content: z.string().describe('Text.'),
            }),
          )
          .min(1)
          .optional()
          .describe('Or a conversation.'),
        metadata: freeObject().optional().describe('Your own fields.'),
        tags: tags.describe('Labels.'),
        tenantId: tenantId.describe('Its tenant.'),
        subtenantId: subtenantId.describe('Its end user.'),
      })
      .refine((args) => (args.message === undefined) !== (args.messages === undefined), {
        path: ['message'],
        message: 'give either message or messages',
      })
      .refine(({ messages }) => messages === undefined || messages.at(-1)?.role === 'user', {
        path: ['messages'],
        message: 'the last message must have the role user: the agent writes its own reply',
      });
  },
  output: () => result(texts('threadId', 'status')),
  handle: withNames(['agentId'], 'write', async ({ agentId, ...requested }, context) => {
    refuseReservedMetadata(requested.metadata, context);
    const { thread, fact, notes } = await startThread(agentId, requested, context);
    const isRunning = phaseOf(thread.status) === 'running' || thread.status === 'UNKNOWN';
    return {
      summary: `${fact}.`,
      notes,
      facts: {
        threadId: thread.id,
        status: thread.status,
      },
      next: isRunning
        ? { tool: 'wait_for_thread', arguments: { threadIds: [thread.id] }, why: 'see how it ends' }
        : { tool: 'get_thread', arguments: { threadId: thread.id }, why: 'read it' },
    };
  }),
});

/** Where the platform has this operation, a message also resumes a waiting thread. That is refused: it would approve. */
export const sendThreadMessage = defineTool({
  name: 'send_thread_message',
  title: 'Send thread message',
  toolset: 'threads-extra',
  effect: 'write',
  isOpenWorld: true,
  lookups: ['get_thread'],
  example: { threadId: 'ended', message: 'Go on.' },
  description:
    'Sends a message to a thread: an ended one continues with it, a running one reads it next. It costs money; the agent may act. Refused if it waits for approval. Not on all platforms.',
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
      notes: present(
        ...unknownStatusNotes(status),
        after !== undefined &&
          isMissing(message, after) &&
          'The conversation does not show the message yet: it may have been ignored.',
        phaseOf(status) === 'waiting' && 'It is now waiting for approval: the message decided nothing.',
      ),
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
