/** A thread as one line of a list, and as the facts of a single answer. */

import { type Item, join, type Value } from '../../mcp/contract/answer.ts';
import { callWords } from '../../platform/parse/calls.ts';
import { wordsOfJson } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { minute } from '../../present/units.ts';
import type { Match } from './search.ts';
import { aboutOf, lastOf, wasRejected } from './topic.ts';

/** One line a thread: what it is about and what was said last, never the conversation. */
export function threadItem(thread: Thread): Item {
  const { id: threadId, status, cost } = thread;
  const createdAt = thread.createdAt && minute(thread.createdAt);
  const updatedAt = thread.updatedAt && minute(thread.updatedAt);
  const outcome = outcomeOf(thread);
  const messages = thread.messages.length;
  const about = aboutOf(thread);
  const last = lastOf(thread);
  return {
    data: { threadId, status, outcome, createdAt, updatedAt, cost, messages, about, last },
    line: join(
      threadId,
      outcome ? `${status} (${outcome})` : status,
      createdAt && `created ${createdAt}`,
      updatedAt && `updated ${updatedAt}`,
      `messages ${messages}`,
      cost !== undefined && `cost ${cost}`,
      about && `about ${about}`,
      last && `last ${last}`,
    ),
  };
}

/** `rejected` where a human's rejection ended it: that is no failure of the agent. */
const outcomeOf = (thread: Thread): string | undefined => (wasRejected(thread) ? 'rejected' : undefined);

/** A match of a search as a line: like {@link threadItem}, with its agent and where the text was found. */
export function matchItem({ threadId, agent, hit, ...match }: Match): Item {
  const { status, messages, cost, about } = match;
  const agentName = agent.name?.line(60);
  const outcome = match.isRejected ? 'rejected' : undefined;
  const updatedAt = match.changedAt && minute(match.changedAt);
  // What was found in the first or the last message takes the place of its first words.
  const last = hit?.message === messages ? undefined : match.last;
  const foundIn = hit && (hit.message === undefined ? hit.place : `#${hit.message} ${hit.place}`);
  const found = hit?.excerpt;
  return {
    data: {
      threadId,
      agentId: agent.id,
      agentName,
      status,
      outcome,
      updatedAt,
      cost,
      messages,
      about,
      last,
      foundIn,
      found,
    },
    line: join(
      threadId,
      outcome ? `${status} (${outcome})` : status,
      agentName,
      `agent ${agent.id}`,
      updatedAt && `updated ${updatedAt}`,
      `messages ${messages}`,
      cost !== undefined && `cost ${cost}`,
      about && `about ${about}`,
      last && `last ${last}`,
      found && `found in ${foundIn}: ${found}`,
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
