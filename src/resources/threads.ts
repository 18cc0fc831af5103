import { operations } from '../platform/operations/index.ts';
import type { ResourceSpec } from '../server/resource.ts';
import { threadIds } from '../views/candidates.ts';
import { reviewDigest } from '../views/review.ts';

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
  watch: async ({ threadId = '' }, { call }) => reviewDigest(await call(operations.getThread, { path: { threadId } })),
};
