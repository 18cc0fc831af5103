/** Loads an agent's earlier requests: one list of its latest threads, cached for a minute. */

import type { Memory, OptionalReadContext } from '../../../mcp/contract/tool.ts';
import { PlatformError } from '../../../platform/client/errors.ts';
import { operations } from '../../../platform/operations/index.ts';
import type { Thread } from '../../../platform/parse/records.ts';
import { mapConcurrent } from '../../../present/map-concurrent.ts';
import type { People } from '../../threads/starter.ts';
import { rejectedIn } from '../../threads/status.ts';
import { fourEyesObjection } from '../four-eyes.ts';
import { AgentHistory } from './history.ts';

const KEPT_MS = 60_000;
/** The largest page that the platform's specification allows. */
const LATEST = 100;
/** A brief isn't worth a longer wait: the request itself has already been read. */
const MAX_MS = 5_000;

type Context = OptionalReadContext & People;

/** The history, or the reason without one: completes "earlier requests were left out: ...". */
export type Loaded = { readonly history: AgentHistory } | { readonly leftOut: string };

/**
 * The history to decide with. Replicas keep histories of different moments, and a question names older requests: the one that
 * asks and the one that takes the answer have to see the same.
 */
export const currentHistory = (agentId: string | undefined, context: Context): Promise<Loaded> =>
  loadHistory(agentId, context, context.settings.stateRedisUrl !== undefined);

const keyOf = (agentId: string): string => `history of ${agentId}`;

/** After a decision on one of its threads, so that the next brief counts it. Others' decisions count within a minute. */
export const forgetHistory = (agentId: string, memory: Memory): void => memory.set(keyOf(agentId), undefined, 0);

/** Doesn't fail on platform errors: a brief without earlier requests is better than none. @throws CancelledError */
export async function loadHistory(agentId: string | undefined, context: Context, isFresh = false): Promise<Loaded> {
  if (agentId === undefined) return { leftOut: 'the platform does not say which agent is asking' };
  const key = keyOf(agentId);
  const kept = context.memory.get(key);
  if (kept instanceof AgentHistory && !isFresh) return { history: kept };
  const closedMs = await context.platform.heldBackMs();
  // Whole seconds, as in the errors of calls: a platform that names no time is given a moment, which is a guess of ours.
  if (closedMs > 0)
    return { leftOut: `the platform's rate limit holds calls back for another ${Math.ceil(closedMs / 1000)} s` };
  try {
    const threads = await context.call(
      operations.listAgentThreads,
      { path: { agentId }, query: { limit: LATEST, offset: 0 } },
      { timeoutMs: Math.min(MAX_MS, context.settings.timeoutMs) },
    );
    // If no conversation has a turn of the agent, calls may exist that the list doesn't show.
    if (threads.items.length > 0 && threads.items.every(({ messages }) => messages.length <= 1))
      return { leftOut: "the platform's list of threads leaves out their conversations" };
    const isBarred = (thread: Thread): boolean => fourEyesObjection(thread, context) !== undefined;
    const history = new AgentHistory(threads.items, isBarred, rejectedIn(context.memory));
    context.memory.set(key, history, KEPT_MS);
    return { history };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { leftOut: `the agent's threads could not be read (${error.facts.status ?? error.facts.kind})` };
  }
}

/** The histories of several agents, loaded concurrently, each once. @returns a lookup by agent */
export async function loadHistories(
  agentIds: readonly string[],
  context: Context,
): Promise<(agentId: string) => Loaded> {
  const ids = [...new Set(agentIds)];
  const loaded = await mapConcurrent(ids, context.settings.maxConnections, (id) => loadHistory(id, context));
  const byId = new Map(ids.map((id, index) => [id, loaded[index]]));
  return (agentId) => byId.get(agentId) ?? { leftOut: 'the agent is unknown' };
}
