import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { startThread } from '../../domain/threads/start.ts';
import { refuseReservedMetadata } from '../../domain/threads/starter.ts';
import { phaseOf } from '../../domain/threads/status.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { freeObject } from '../../platform/operations/schemas.ts';
import { agent, notBlank } from '../fields.ts';
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
  lookups: ['list_agent_threads'],
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
          .describe('Or a conversation so far.'),
        metadata: freeObject().optional().describe('Your own fields.'),
        tags: tags.describe('Labels.'),
        tenantId: tenantId.describe('Its tenant.'),
        subtenantId: subtenantId.describe('Its end user.'),
      })
      .refine((args) => (args.message === undefined) !== (args.messages === undefined), {
        path: ['message'],
        message: 'give either message or messages',
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
