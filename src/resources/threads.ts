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

export const approvalsResource: ResourceSpec = {
  name: 'pending-approvals',
  title: 'Pending approvals',
  description:
    'Every thread waiting for a human decision, longest wait first, contradictions at the top, with what each asks for.',
  uri: 'agent-platform://approvals/pending',
  mimeType: 'text/plain',
  tool: 'list_pending_approvals',
  arguments: () => ({}),
};
