/** The platform can't search threads: the agents' lists are read concurrently, and the newest matches kept. */

import type { PlatformCalls } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { readEach } from '../../present/read-each.ts';
import type { AgentNote, ThreadGap } from '../agents/agents.ts';
import { allPages } from '../all-pages.ts';
import { createMatches, type ThreadFilter, type Wanted } from './matches.ts';

/** The matches kept, and counts of the whole search. */
export type Found = Awaited<ReturnType<typeof searchThreads>>;

export interface SearchOptions extends Wanted {
  readonly call: PlatformCalls['call'];
  /** Agents read at once. */
  readonly width: number;
  readonly agents: readonly AgentNote[];
  /** The platform's own filter by status is left out: every thread is read, and compared here. */
  readonly readsEveryStatus?: boolean;
  /** Milliseconds after which no further agent is started. */
  readonly limitMs: number;
  progress?(done: number, total: number): void;
}

/** @throws PlatformError if every agent fails; CancelledError */
export async function searchThreads(filter: ThreadFilter, options: SearchOptions) {
  const { call, width, agents, limitMs, progress, readsEveryStatus } = options;
  const { tenantId, subtenantId } = filter;
  const status = readsEveryStatus === true ? undefined : filter.status;
  const started = performance.now();
  const gathered = createMatches(filter, options);
  const gaps: ThreadGap[] = [];
  const searched = new Set(agents.map(({ id }) => id));
  // An agent's list may hold threads of other agents; those are found in their own lists.
  const isOthers = ({ agentId }: Thread, id: string): boolean =>
    agentId !== undefined && agentId !== id && searched.has(agentId);
  const owners = new Set<string>();
  let begun = 0;
  const searchOf = async (agent: AgentNote): Promise<AgentNote | undefined> => {
    // Started agents are always finished, so the searched agents are the first ones. The first one is always started.
    if (begun > 0 && performance.now() - started > limitMs) return undefined;
    begun++;
    const { items, isWhole, ...gap } = await allPages((offset, limit) =>
      call(operations.listAgentThreads, {
        path: { agentId: agent.id },
        query: { status, tenantId, subtenantId, offset, limit },
      }),
    );
    if (!isWhole) gaps.push({ ...agent, ...gap });
    for (const thread of items) {
      if (isOthers(thread, agent.id)) continue;
      gathered.add(thread, agent);
      owners.add(thread.agentId ?? agent.id);
    }
    return agent;
  };
  const { found, failures } = await readEach(agents, width, searchOf, progress);
  return {
    ...gathered.result(),
    /** Number of agents searched, from the first; fewer than requested if time ran out. */
    agentsSearched: found.length + failures.length,
    failures,
    /** Whom the threads that were searched name as their agent. */
    owners: [...owners].map((agentId) => ({ agentId })),
    /** Agents whose list of threads is incomplete. */
    gaps,
  };
}
