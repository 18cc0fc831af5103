/** What every tool does that moves a thread without deciding on it: looks first, and leaves one alone that waits for a human. */

import { withCall } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { type CurrentThread, currentThread } from './current-thread.ts';
import { phaseOf, waitingClaim } from './status.ts';

/**
 * Reads a thread that is about to be moved. A waiting one may be moved by a decision alone: pausing and resuming it would
 * let it go on without one.
 * Where its fields disagree on whether it waits, it may.
 * @param verb what is to be done: `paused`
 * @throws Refusal where it waits; PlatformError where it can't be read. Nothing was sent then
 */
export async function threadUnlessWaiting(
  threadId: string,
  verb: string,
  context: ToolContext,
): Promise<CurrentThread> {
  const current = await currentThread(threadId, context);
  const { id, status } = current.thread;
  if (phaseOf(status) !== 'waiting') {
    const claim = waitingClaim(current.thread);
    if (claim === undefined) return current;
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

/**
 * For operations on a thread whose own answer names no tenant: where one is pinned, the thread is read first.
 * @throws PlatformError where it belongs to another tenant, or can't be read
 */
export async function checkPinnedTenant(
  threadId: string,
  context: Pick<ToolContext, 'call' | 'settings'>,
): Promise<void> {
  const { tenantId, subtenantId } = context.settings;
  if (tenantId === undefined && subtenantId === undefined) return;
  await context.call(operations.getThread, { path: { threadId } });
}
