import { requestDigest } from '../domain/approvals/request.ts';
import { threadIds } from '../domain/completers.ts';
import type { ResourceSpec } from '../mcp/contract/resource.ts';
import { operations } from '../platform/operations/index.ts';

export const threadResource: ResourceSpec = {
  name: 'thread',
  title: 'Thread',
  description: 'One thread: its status, cost and the newest part of its conversation.',
  uri: 'agent-platform://threads/{threadId}',
  mimeType: 'text/plain',
  tool: 'get_thread',
  arguments: ({ threadId }) => ({ threadId }),
  complete: { threadId: threadIds },
  /** Its status and everything said in it; the platform has no cheaper read. */
  watch: async ({ threadId = '' }, { call }) => requestDigest(await call(operations.getThread, { path: { threadId } })),
};
