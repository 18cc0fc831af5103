import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { compareResponse, creationText } from '../../domain/changes.ts';
import { refuseReservedMetadata, withStamp } from '../../domain/threads/starter.ts';
import { itIs, phaseOf } from '../../domain/threads/status.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { freeObject } from '../../platform/operations/schemas.ts';
import { type Json, pick } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
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
  description: 'Starts a thread: gives an agent a task and lets it run. It costs money and may act on its own.',
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
    const { call } = context;
    refuseReservedMetadata(requested.metadata, context);
    const first = requested.message ?? requested.messages?.[0]?.content ?? '';
    const metadata = withStamp(requested.metadata, { agentId, first }, context);
    const body = { ...requested, ...(metadata === undefined ? {} : { metadata }) };
    const thread = await call(operations.createThread, { path: { agentId }, body });
    const isOther = thread.agentId !== undefined && thread.agentId.toLowerCase() !== agentId.toLowerCase();
    const isRunning = phaseOf(thread.status) === 'running' || thread.status === 'UNKNOWN';
    return {
      summary: `${creationText(`thread ${thread.id} for agent ${agentId}`, context)}; ${itIs(thread.status)}.`,
      notes: [
        ...(isOther ? [`The answer says that it belongs to agent ${thread.agentId}, not to ${agentId}.`] : []),
        ...compareResponse(fieldsShown(body, thread), thread.source).notes,
      ],
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

/** The fields besides the task that the response shows; many responses are short, so a missing field proves nothing. */
const fieldsShown = (body: Json, { source }: Thread): Json =>
  Object.fromEntries(
    ['metadata', 'tags', 'tenantId', 'subtenantId']
      .filter((key) => pick(source, key) !== undefined)
      .map((key) => [key, body[key]]),
  );
