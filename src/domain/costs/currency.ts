/**
 * The currency of threads' costs. The specification's threads have an amount without a currency, so it is taken from the
 * costs of their agent. Read once an hour per agent; without it an amount has no currency.
 */

import { ifReadable } from '../../mcp/contract/error-text.ts';
import { Money } from '../../mcp/contract/result.ts';
import type { Memory, OptionalReadContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';

/** How long a currency is cached, and how long its absence is. */
const CACHE_MS = 60 * 60_000;
const UNKNOWN_MS = 10 * 60_000;
/** Maximum wait for a currency. */
const MAX_WAIT_MS = 2_000;
/** Agents whose currency is read in one call: a page of the inbox. */
const MAX_AGENTS = 20;

/** A record with a cost. */
export type WithCost = { readonly [K in 'agentId' | 'cost' | 'currency']?: Thread[K] | undefined };

const keyOf = (agentId: string): string => `currency of ${agentId}`;

/** The cached currency of an agent: null if the platform named none. */
function cachedCurrency(agentId: string, memory: Memory): string | null | undefined {
  const value = memory.get(keyOf(agentId));
  return typeof value === 'string' || value === null ? value : undefined;
}

/** The cost of a thread, with its currency if known. */
export type MoneyOf = (thread: WithCost) => Money | undefined;

/** Ignores failures of the platform, and reads nothing while the rate gate is closed. @throws CancelledError */
export async function moneyOf(threads: readonly WithCost[], context: OptionalReadContext): Promise<MoneyOf> {
  const { memory, settings } = context;
  const missing = new Set<string>();
  for (const { agentId, cost, currency } of threads) {
    if (agentId !== undefined && cost !== undefined && currency === undefined) missing.add(agentId);
  }
  const agentIds = [...missing].filter((agentId) => cachedCurrency(agentId, memory) === undefined).slice(0, MAX_AGENTS);
  if (agentIds.length > 0 && (await context.platform.heldBackMs()) === 0) {
    await mapConcurrent(agentIds, settings.maxConnections, (agentId) => readCurrency(agentId, context));
  }
  return knownMoney(memory);
}

/** The same from the cache alone. */
export const knownMoney =
  (memory: Memory): MoneyOf =>
  ({ agentId, cost, currency }) => {
    const known = currency ?? (agentId === undefined ? undefined : cachedCurrency(agentId, memory));
    return cost === undefined ? undefined : new Money(cost, known ?? undefined);
  };

async function readCurrency(agentId: string, { call, memory, settings }: OptionalReadContext): Promise<void> {
  const timeoutMs = Math.min(MAX_WAIT_MS, settings.timeoutMs);
  const costs = await ifReadable(call(operations.getCostSummary, { path: { agentId } }, { timeoutMs }));
  const currency = costs?.currency ?? null;
  memory.set(keyOf(agentId), currency, currency === null ? UNKNOWN_MS : CACHE_MS);
}

/** The common currency of several amounts; undefined if they differ, or one is unknown. */
export function sameCurrency(amounts: readonly (Money | undefined)[]): string | undefined {
  let first: Money | undefined;
  for (const money of amounts) {
    first ??= money;
    if (money !== undefined && money.currency !== first?.currency) return undefined;
  }
  return first?.currency;
}
