/** Threads with a status that the platform's filter by status leaves out. */

import type { PlatformCalls } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import type { TenantPins } from '../../platform/client/tenant-fence.ts';
import { operations } from '../../platform/operations/index.ts';
import type { ThreadStatus } from '../../platform/operations/schemas.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { readEach } from '../../present/read-each.ts';
import { ofTenants } from '../filters.ts';
import { isSpelled, phaseOf } from './status.ts';

/** Agents, and threads of each, in which {@link leftOutByStatus} looks. */
const SAMPLE = { agents: 5, threads: 20 };

/**
 * A thread that has a status by a word of the platform's own (`failed`, `paused_for_approval`), which its filter by status leaves
 * out: then no list for that status is whole. It is looked for among the latest threads of some agents, as far as they can be read.
 */
export async function leftOutByStatus(
  status: ThreadStatus,
  call: PlatformCalls['call'],
  agents: readonly Pick<Agent, 'id'>[],
  tenants: TenantPins = {},
): Promise<Thread | undefined> {
  const { tenantId, subtenantId } = tenants;
  const isOfThem = ofTenants(tenants)?.matches;
  const has = ({ status: is }: Thread): boolean =>
    status === 'AWAITING_APPROVAL' ? phaseOf(is) === 'waiting' : isSpelled(is, status);
  const threadOf = async (agentId: string, filter?: ThreadStatus) => {
    const query = { status: filter, tenantId, subtenantId, limit: SAMPLE.threads, offset: 0 };
    const { items } = await call(operations.listAgentThreads, { path: { agentId }, query });
    // The list may hold threads of another agent or tenant, too.
    return items.find((one) => has(one) && (one.agentId ?? agentId) === agentId && (isOfThem?.(one) ?? true));
  };
  const leftOutOf = async ({ id }: Pick<Agent, 'id'>) => {
    const one = await threadOf(id);
    // Asked again with the filter: a list may take a moment to know a thread whose status has just changed.
    if (one === undefined || one.status === status) return undefined;
    return (await threadOf(id, status)) === undefined ? one : undefined;
  };
  try {
    return (await readEach(agents.slice(0, SAMPLE.agents), SAMPLE.agents, leftOutOf)).found[0];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return undefined;
  }
}

/** The note on such a thread. */
export const leftOutNote = ({ id, status }: Thread): string =>
  `${id} waits as ${foreign(status).line(40)}, but the platform's filter by status leaves such threads out: they are missing here.`;
