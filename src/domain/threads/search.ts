/**
 * Threads by what they say and are, across all agents or some. No operation of the platform does this: the thread lists of
 * the agents are read side by side, as for the inbox, and nothing is kept but the newest matches.
 */

import { reasonText } from '../../mcp/contract/error-text.ts';
import type { PlatformCalls } from '../../mcp/contract/platform-calls.ts';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import type { UnreadAgent } from '../agents/agents.ts';
import { allPages } from '../all-pages.ts';
import type { SeenMetadata } from '../metadata.ts';
import { type Match, Matches, type ThreadFilter } from './matches.ts';

/** The matches that were kept, and what is known of the whole search. */
export interface Found {
  /** Newest change first; as many as were to be kept. */
  readonly matches: readonly Match[];
  readonly matching: number;
  readonly rejected: number;
  readonly threadsSearched: number;
  /** Agents from the first that was to be searched up to here were searched: fewer than asked for where time was up. */
  readonly agentsSearched: number;
  /** Threads whose list entry came without a conversation: their text could not be searched. */
  readonly withoutText: number;
  readonly failures: readonly UnreadAgent[];
  /** Agents whose lists shrank whenever they were read. */
  readonly unsteady: readonly Pick<Agent, 'id'>[];
  readonly seenMetadata: SeenMetadata;
}

export interface SearchOptions {
  readonly call: PlatformCalls['call'];
  /** How many agents are asked at once. */
  readonly width: number;
  readonly agents: readonly Pick<Agent, 'id' | 'name'>[];
  /** Matches to keep. */
  readonly keep: number;
  /** No agent is begun after so many milliseconds. */
  readonly limitMs: number;
  progress?(done: number, total: number): void;
}

/** @throws PlatformError when every agent that was asked fails; CancelledError */
export async function searchThreads(filter: ThreadFilter, options: SearchOptions): Promise<Found> {
  const { call, width, agents, keep, limitMs, progress } = options;
  const started = Date.now();
  const gathered = new Matches(filter, keep);
  const failures: UnreadAgent[] = [];
  const unsteady: Pick<Agent, 'id'>[] = [];
  let firstError: unknown;
  const searched = new Set(agents.map(({ id }) => id));
  // The list of an agent may hold threads of others: those are found in their own.
  const isOthers = ({ agentId }: Thread, id: string): boolean =>
    agentId !== undefined && agentId !== id && searched.has(agentId);
  let begun = 0;
  let done = 0;
  await mapConcurrent(agents, width, async (agent) => {
    // What was begun is always finished, so those that were searched are the first ones. The first is always begun.
    if (begun > 0 && Date.now() - started > limitMs) return;
    begun++;
    try {
      for (const thread of await threadsOf(call, agent.id, filter, () => unsteady.push(agent))) {
        if (!isOthers(thread, agent.id)) gathered.add(thread, agent);
      }
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      firstError ??= error;
      failures.push({ agent, why: reasonText(error) });
    }
    done++;
    progress?.(done, agents.length);
  });
  if (failures.length > 0 && failures.length === done) throw firstError;
  return { ...gathered.result(), agentsSearched: done, failures, unsteady };
}

function threadsOf(
  call: PlatformCalls['call'],
  agentId: string,
  filter: ThreadFilter,
  onUnsteady: () => void,
): Promise<Thread[]> {
  const { status, tenantId, subtenantId } = filter;
  return allPages(
    (offset, limit) =>
      call(operations.listAgentThreads, {
        path: { agentId },
        query: { status, tenantId, subtenantId, offset, limit },
      }),
    ({ id }) => id,
    onUnsteady,
  );
}
