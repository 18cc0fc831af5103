/** Reads a thread before and after a write. */

import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { isAbout, requireSameRecord } from '../known-record.ts';

/** Reads the thread. @throws Refusal if the platform responds with another one */
export const currentThread = async (threadId: string, { call }: Pick<ToolContext, 'call'>): Promise<Thread> =>
  requireSameRecord('thread', threadId, await call(operations.getThread, { path: { threadId } }));

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
