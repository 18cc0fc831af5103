import { readInbox } from '../domain/approvals/inbox.ts';
import { requestDigest } from '../domain/approvals/request.ts';
import type { ResourceSpec } from '../mcp/contract/resource.ts';
import { digest } from '../platform/text.ts';

export const approvalsResource: ResourceSpec = {
  name: 'pending-approvals',
  title: 'Pending approvals',
  description: 'Every thread waiting for a human decision, longest wait first, with what each asks for.',
  uri: 'agent-platform://approvals/pending',
  mimeType: 'text/plain',
  tool: 'list_pending_approvals',
  arguments: () => ({}),
  /** What waits and what it asks, and which agents could not be asked; how long it waits moves on by itself. */
  async watch(_variables, { call, settings }) {
    const { waiting, failures } = await readInbox({ call, width: settings.maxConnections });
    const threads = waiting.map(({ thread }) => requestDigest(thread)).sort();
    return digest([threads, failures.map(({ agent }) => agent.id).sort()]);
  },
};
