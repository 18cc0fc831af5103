import { threadIds } from '../domain/completers.ts';
import type { ResourceSpec } from '../mcp/contract/resource.ts';

export const threadResource: ResourceSpec = {
  name: 'thread',
  title: 'Thread',
  description: 'One thread: its status, cost and the newest part of its conversation.',
  uri: 'agent-platform://threads/{threadId}',
  mimeType: 'text/plain',
  tool: 'get_thread',
  arguments: ({ threadId }) => ({ threadId }),
  complete: { threadId: threadIds },
};
