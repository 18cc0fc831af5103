/** Reads a thread before and after a write. A thread that waits for a human is left alone by all tools but decisions. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../mcp/contract/errors.ts';
import { withCall } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { isAbout, requireSameRecord } from '../known-record.ts';
import { phaseOf, waitingClaim } from './status.ts';

/** Reads the thread. @throws Refusal if the platform responds with another one */
export const currentThread = async (threadId: string, { call }: Pick<ToolContext, 'call'>): Promise<Thread> =>
  requireSameRecord('thread', threadId, await call(operations.getThread, { path: { threadId } }));

/**
 * Reads a thread that is about to change. Only a decision may change a waiting thread: pausing and resuming it would let it
 * continue without one. If its fields disagree, it counts as waiting.
 * @param verb the change: `paused`
 * @throws Refusal if it waits, PlatformError if it can't be read; nothing was sent
 */
export async function threadUnlessWaiting(threadId: string, verb: string, context: ToolContext): Promise<Thread> {
  const thread = await currentThread(threadId, context);
  const { id, status } = thread;
  if (phaseOf(status) !== 'waiting') {
    const claim = waitingClaim(thread);
    if (claim === undefined) return thread;
    throw new Refusal(
      `Refused: thread ${id} is ${status} by one field and ${claim} by another; one that may be waiting for a human's decision can't be ${verb}. Nothing was sent. Read it again${withCall(context.has, 'get_thread', { threadId: id })} in a moment; if they still disagree, it can be ${verb} in the platform itself.`,
    );
  }
  const decide = context.has('approve_thread')
    ? `Read what it asks for${withCall(context.has, 'get_thread', { threadId: id })}, and decide with approve_thread.`
    : 'It must be decided on first.';
  throw new Refusal(
    `Refused: thread ${id} is ${status}; a thread waiting for a human's decision can't be ${verb}. Nothing was sent. ${decide}`,
  );
}

/** For operations whose response names no tenant: if one is pinned, the thread is read. @throws PlatformError */
export async function checkPinnedTenant(
  threadId: string,
  context: Pick<ToolContext, 'call' | 'settings'>,
): Promise<void> {
  const { tenantId, subtenantId } = context.settings;
  if (tenantId === undefined && subtenantId === undefined) return;
  await context.call(operations.getThread, { path: { threadId } });
}

/** The thread after a write: as read, or as the write's response shows it; undefined if neither does. */
export async function threadAfter(
  threadId: string,
  response: Thread,
  { call }: Pick<ToolContext, 'call'>,
): Promise<Thread | undefined> {
  const read = await call(operations.getThread, { path: { threadId } }).catch(() => undefined);
  return [read, response].find(
    (thread) => thread !== undefined && isAbout({ id: thread.id }, [threadId]) && thread.status !== 'UNKNOWN',
  );
}

/** Some platforms show a change a moment later, so nothing counts as ineffective before two more reads. */
export const LOOK_AGAIN_AFTER_MS: readonly number[] = [300, 1_000];

/** Looks until what is expected `isSeen`, or until no pause is left. A cancelled call can't read again: the last look counts. */
export async function lookAgain<T>(
  look: () => Promise<T>,
  isSeen: (seen: T) => boolean,
  { signal }: Pick<ToolContext, 'signal'>,
  pausesMs = LOOK_AGAIN_AFTER_MS,
): Promise<T> {
  let seen = await look();
  for (const ms of pausesMs) {
    if (isSeen(seen) || !(await paused(ms, signal))) break;
    seen = await look();
  }
  return seen;
}

/** Waits. @returns false if the call was cancelled meanwhile */
export const paused = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal }).catch(() => false);
