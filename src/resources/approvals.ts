import type { ResourceSpec } from '../mcp/contract/resource.ts';

export const approvalsResource: ResourceSpec = {
  name: 'pending-approvals',
  title: 'Pending approvals',
  description: 'Every thread waiting for a human decision, longest wait first, with what each asks for.',
  uri: 'agent-platform://approvals/pending',
  mimeType: 'text/plain',
  tool: 'list_pending_approvals',
  arguments: () => ({}),
};
