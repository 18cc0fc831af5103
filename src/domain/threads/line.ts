/** A thread as one line of a list, and as the facts of a single answer. */

import type { Item, Money, Value } from '../../mcp/contract/answer.ts';
import { callAsText } from '../../platform/parse/calls.ts';
import { foreignJson, type Json, number, text, time } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import type { Table } from '../../platform/parse/table.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { excerpt, isWhole } from '../../present/excerpt.ts';
import { item, structured } from '../../present/record.ts';
import { minute } from '../../present/units.ts';
import { type MoneyOf, sameCurrency } from '../costs/currency.ts';
import { messageCount } from './conversation.ts';
import type { Match } from './matches.ts';
import { wasRejected } from './rejection.ts';
import { aboutOf, asksOf, lastOf } from './topic.ts';

/** `FAILED (rejected)`. */
const statusText = (status: string, { outcome }: Json): string =>
  outcome === undefined ? status : `${status} (${outcome})`;

const LINE_END = {
  cost: { read: number, show: { line: 'cost …' } },
  /** The currency of the cost; left out if the whole list shares it. */
  currency: { read: text, show: { line: false } },
  /** The task, the last message, and the waiting call. */
  about: { read: text, show: { line: 'about …' } },
  last: { read: text, show: { line: 'last …' } },
  asks: { read: text, show: { line: 'asks for …' } },
} as const satisfies Table;

/** A thread of one agent, without its conversation. */
export const THREAD_LINE = {
  threadId: { read: text, show: {} },
  status: { read: text, show: { line: statusText } },
  /** `rejected` if a human's rejection ended it, which is not a failure of the agent. */
  outcome: { read: text, show: { line: false } },
  createdAt: { read: time, show: { line: 'created …' } },
  updatedAt: { read: time, show: { line: 'updated …' } },
  messages: { read: number, show: { line: 'messages …' } },
  ...LINE_END,
} as const satisfies Table;

/** A match of a search, with its agent and the place of the text. */
export const MATCH_LINE = {
  threadId: { read: text, show: {} },
  status: { read: text, show: { line: statusText } },
  outcome: { read: text, show: { line: false } },
  agentName: { read: text, show: { max: 60 } },
  agentId: { read: text, show: { line: 'agent …' } },
  createdAt: { read: time, show: { line: 'created …' } },
  updatedAt: { read: time, show: { line: 'updated …' } },
  messages: { read: number, show: { line: 'messages …' } },
  ...LINE_END,
  foundIn: {
    read: text,
    show: { line: (place: string, { found }: Json) => `found in ${place}${found === undefined ? '' : `: ${found}`}` },
  },
  found: { read: text, show: { line: false } },
} as const satisfies Table;

/** Threads as lines, and the currency that their costs share; each line repeats it after the amount. */
export interface Lines {
  readonly items: readonly Item[];
  readonly currency: string | undefined;
}

/** One line per thread. Fields are named one by one: copying whole threads is slow in long lists. */
export function threadLines(threads: readonly Thread[], moneyOf: MoneyOf): Lines {
  return linesOf(THREAD_LINE, threads, threads.map(moneyOf), (thread, cost, currency) => ({
    threadId: thread.id,
    status: thread.status,
    createdAt: thread.createdAt,
    updatedAt: thread.updatedAt,
    outcome: outcomeOf(wasRejected(thread)),
    messages: messageCount(thread),
    about: aboutOf(thread),
    last: lastOf(thread),
    asks: asksOf(thread),
    cost,
    currency,
  }));
}

/** Matches of a search as lines. */
export function matchLines(matches: readonly Match[], moneyOf: MoneyOf): Lines {
  const costs = matches.map(({ agent, cost, currency }) => moneyOf({ agentId: agent.id, cost, currency }));
  return linesOf(MATCH_LINE, matches, costs, ({ agent, hit, ...match }, cost, currency) => ({
    ...match,
    cost,
    currency,
    agentId: agent.id,
    agentName: agent.name,
    outcome: outcomeOf(match.isRejected),
    foundIn: hit && (hit.message === undefined ? hit.place : `#${hit.message} ${hit.place}`),
    found: hit?.excerpt,
  }));
}

function linesOf<T>(
  table: Table,
  all: readonly T[],
  costs: readonly (Money | undefined)[],
  of: (one: T, cost: Money | undefined, currency: string | undefined) => Json,
): Lines {
  const currency = sameCurrency(costs);
  const items = all.map((one, index) => {
    const cost = costs[index];
    return item(table, of(one, cost, cost?.currency === currency ? undefined : cost?.currency));
  });
  return { items, currency };
}

const outcomeOf = (isRejected: boolean): string | undefined => (isRejected ? 'rejected' : undefined);

/** Characters of a thread's other fields. */
export const OTHER_FIELDS = 400;

/** Characters of the calls beside the messages. */
const PENDING_CALLS = 400;

const pendingCalls = ({ toolCalls = [] }: Pick<Thread, 'toolCalls'>): ForeignText =>
  foreign(toolCalls.map(callAsText).join('\n'));

/** Whether {@link threadFacts} shows all of the calls beside the messages. */
export const arePendingCallsWhole = (thread: Pick<Thread, 'toolCalls'>): boolean =>
  isWhole(pendingCalls(thread), PENDING_CALLS);

/** The facts of a thread without its conversation and its id. */
export function threadFacts(thread: Thread, moneyOf: MoneyOf): Record<string, Value> {
  const cost = moneyOf(thread);
  const { metadata, ...others } = thread.rest ?? {};
  const otherFields = foreignJson(others);
  return {
    agentId: thread.agentId,
    status: thread.status,
    outcome: outcomeOf(wasRejected(thread)),
    createdAt: thread.createdAt && minute(thread.createdAt),
    updatedAt: thread.updatedAt && minute(thread.updatedAt),
    cost,
    currency: cost?.currency,
    metadata: thread.metadata && structured(thread.metadata, metadata, excerpt(thread.metadata, 1000)),
    pendingCalls: thread.toolCalls && excerpt(pendingCalls(thread), PENDING_CALLS),
    // All other fields; get_thread with message 0 shows them in full.
    otherFields: otherFields && structured(otherFields, others, excerpt(otherFields, OTHER_FIELDS)),
  };
}
