/** A thread as one line of a list, and as the facts of a single answer. */

import { type Item, join, type Value } from '../../mcp/contract/answer.ts';
import { callWords } from '../../platform/parse/calls.ts';
import { wordsOfJson } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';

/** One line a thread, never the conversation. */
export function threadItem(thread: Thread): Item {
  const { id, status, createdAt, updatedAt, cost } = thread;
  const messages = thread.messages.length;
  return {
    data: { threadId: id, status, createdAt, updatedAt, cost, messages },
    line: join(
      id,
      status,
      createdAt && `created ${createdAt}`,
      updatedAt && `updated ${updatedAt}`,
      `messages ${messages}`,
      cost !== undefined && `cost ${cost}`,
    ),
  };
}

/** The facts of a thread but for its conversation. */
export function threadFacts(thread: Thread): Record<string, Value> {
  return {
    threadId: thread.id,
    agentId: thread.agentId,
    status: thread.status,
    createdAt: thread.createdAt,
    updatedAt: thread.updatedAt,
    cost: thread.cost,
    metadata: thread.metadata?.line(1000),
    pendingCalls: thread.toolCalls && foreign(thread.toolCalls.map(callWords).join('\n')).line(400),
    otherFields: otherFields(thread),
  };
}

/** What the platform sent beside all that; read whole with get_thread and message 0. */
function otherFields({ rest }: Thread): ForeignText | undefined {
  const { metadata: _, ...others } = rest ?? {};
  return wordsOfJson(others)?.line(400);
}
