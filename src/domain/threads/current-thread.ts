/** Reads a thread before and after a write. */

import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { isAbout, isNotFound, requireSameRecord } from '../known-record.ts';
import { readInbox } from './inbox.ts';
import { requestDigest } from './request.ts';

const ambiguous = (threadId: string, agents: number): Refusal =>
  new Refusal(
    `Refused: ${agents} agents have a waiting thread ${threadId}, and they ask for different things, so which of them would be written to is unclear. Nothing was sent. It can be decided on in the platform itself.`,
  );

/** A thread's current state. `isFromList`: it comes from a list, because the platform can't read a single thread. */
export interface CurrentThread {
  readonly thread: Thread;
  readonly isFromList: boolean;
}

/**
 * Reads the thread. If the platform lacks that operation (404 or 405), the lists of waiting threads are searched instead.
 * @throws PlatformError if they don't hold it either
 */
export async function currentThread(
  threadId: string,
  { call, settings }: Pick<ToolContext, 'call' | 'settings'>,
): Promise<CurrentThread> {
  try {
    const thread = requireSameRecord('thread', threadId, await call(operations.getThread, { path: { threadId } }));
    return { thread, isFromList: false };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // If the search fails too, the first error is reported.
    const inbox = await readInbox({ call, width: settings.maxConnections, isWhole: true }).catch(() => undefined);
    const [found, ...others] = (inbox?.waiting ?? []).filter(({ thread }) => thread.id === threadId);
    if (found === undefined) throw error;
    const digest = requestDigest(found.thread);
    if (others.some(({ thread }) => requestDigest(thread) !== digest)) throw ambiguous(threadId, others.length + 1);
    return { thread: found.thread, isFromList: true };
  }
}

/**
 * The thread after a write: read once, or from the write's response if the read fails, returns another thread or no status.
 * Undefined if neither shows it.
 */
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

/** The status of the thread after a write, or `UNKNOWN`. */
export async function statusAfter(
  threadId: string,
  response: Thread,
  context: Pick<ToolContext, 'call'>,
): Promise<string> {
  return (await threadAfter(threadId, response, context))?.status ?? 'UNKNOWN';
}
