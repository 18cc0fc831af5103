/** A thread as one line of a list, and as the facts of a single result. */

import { type Item, Structured, structured, type Value } from '../../mcp/contract/result.ts';
import { callAsText } from '../../platform/parse/calls.ts';
import { foreignJson, type Json, number, text } from '../../platform/parse/coerce.ts';
import { isHuman, wholeText } from '../../platform/parse/messages.ts';
import type { Thread, ToolCall } from '../../platform/parse/records.ts';
import type { Table, ValuesOf } from '../../platform/parse/table.ts';
import { THREAD } from '../../platform/parse/threads.ts';
import { foreign } from '../../platform/text.ts';
import { excerpt, isWhole } from '../../present/excerpt.ts';
import { facts, item } from '../../present/record.ts';
import { count } from '../../present/units.ts';
import { type MoneyOf, sameCurrency, type WithCost } from '../costs/currency.ts';
import { callData, messageCount } from './conversation.ts';
import { requestOf } from './request.ts';
import { decidedCalls } from './request-calls.ts';
import { phaseOf, wasRejected } from './status.ts';

/** Fields that results derive from a thread. */
const DERIVED = {
  /** `rejected` if a rejection ended it, which is not a failure of the agent; or what became of its decision. */
  outcome: { read: text, show: { line: false } },
  agentName: { read: text, show: { max: 60 } },
  /** Of one that isn't enabled. */
  agentState: { read: text, show: { line: 'agent …' } },
  /** Their number. */
  messages: { read: number, show: { line: 'messages …' } },
  /** The task, the last message, and the waiting call. */
  about: { read: text, show: { line: 'about …' } },
  last: { read: text, show: { line: 'last …' } },
  asks: { read: text, show: { line: 'asks for …' } },
  /** Where a search found the text, and the text around it. */
  foundIn: {
    read: text,
    show: { line: (place: string, { found }: Json) => `found in ${place}${found === undefined ? '' : `: ${found}`}` },
  },
  found: { read: text, show: { line: false } },
  /** Those that no other field shows; get_thread with message 0 has them in full. */
  otherFields: { read: foreignJson, show: { is: 'object' } },
} as const satisfies Table;

const { id, agentId, status, createdAt, updatedAt, metadata, cost, currency, toolCalls } = THREAD;
const { outcome, agentName, agentState, messages, about, last, asks, foundIn, found, otherFields } = DERIVED;

/** A cost has no currency if the whole list shares it. */
const COMMON = { createdAt, updatedAt, messages, cost, currency, about, last, asks };

/** A thread of one agent, without its conversation. */
export const THREAD_LINE = { id, status, outcome, ...COMMON } as const satisfies Table;

/** A match of a search, with its agent and the place of the text. */
export const MATCH_LINE = {
  id,
  status,
  outcome,
  agentName,
  agentState,
  agentId,
  ...COMMON,
  foundIn,
  found,
} as const satisfies Table;

/** A thread alone, without its conversation and its id. */
export const THREAD_FACTS = {
  agentId,
  status,
  outcome,
  createdAt,
  updatedAt,
  cost,
  currency,
  metadata,
  toolCalls,
  otherFields,
} as const satisfies Table;

/** Characters of the last message of a thread that failed: it usually says why. */
const REASON = 300;

/** The fields of a line that the thread itself gives. */
export const lineOf = (thread: Thread, isRejected: boolean) => ({
  id: thread.id,
  status: thread.status,
  outcome: isRejected ? 'rejected' : undefined,
  createdAt: thread.createdAt,
  updatedAt: thread.updatedAt,
  messages: messageCount(thread),
  about: aboutOf(thread),
  last: lastOf(thread, phaseOf(thread.status) === 'failed' ? REASON : undefined),
  asks: asksOf(thread),
});

/**
 * Records as lines of `table`, and the currency that their costs share; each line repeats it after the amount.
 * @param recordOf a new record, to which the cost is added: copying one field by field is slow in long lists
 */
export function linesOf<T extends WithCost, L extends Table>(
  table: L,
  all: readonly T[],
  moneyOf: MoneyOf,
  recordOf: (one: T) => Record<string, unknown> & Omit<ValuesOf<L>, 'cost' | 'currency'>,
): { readonly items: readonly Item[]; readonly currency: string | undefined } {
  const costs = all.map(moneyOf);
  const shared = sameCurrency(costs);
  const items = all.map((one, index) => {
    const money = costs[index];
    const record: Record<string, unknown> = recordOf(one);
    record.cost = money;
    record.currency = money?.currency === shared ? undefined : money?.currency;
    return item(table, record);
  });
  return { items, currency: shared };
}

/** One line per thread. */
export const threadLines = (threads: readonly Thread[], moneyOf: MoneyOf, isRejected = wasRejected) =>
  linesOf(THREAD_LINE, threads, moneyOf, (thread) => lineOf(thread, isRejected(thread)));

/** Characters of a thread's metadata, and of its other fields. */
const METADATA = 1_000;
const OTHER_FIELDS = 400;

/** Characters of the calls beside the messages. */
const PENDING_CALLS = 400;

/** The facts of a thread without its conversation and its id. */
export function threadFacts(thread: Thread, moneyOf: MoneyOf, isRejected = wasRejected): Record<string, Value> {
  const cost = moneyOf(thread);
  const { metadata, ...others } = thread.rest ?? {};
  const otherFields = foreignJson(others);
  return facts(THREAD_FACTS, {
    agentId: thread.agentId,
    status: thread.status,
    outcome: isRejected(thread) ? 'rejected' : undefined,
    createdAt: thread.createdAt,
    updatedAt: thread.updatedAt,
    cost,
    currency: cost?.currency,
    metadata: thread.metadata && structured(thread.metadata, metadata, excerpt(thread.metadata, METADATA)),
    toolCalls: thread.toolCalls && pendingCalls(thread.toolCalls),
    otherFields: otherFields && structured(otherFields, others, excerpt(otherFields, OTHER_FIELDS)),
  } satisfies ValuesOf<typeof THREAD_FACTS>);
}

function pendingCalls(toolCalls: readonly ToolCall[]): Structured {
  const all = foreign(toolCalls.map(callAsText).join('\n'));
  const shown = excerpt(all, PENDING_CALLS);
  if (!isWhole(all, PENDING_CALLS)) return new Structured(shown, [{ excerpt: shown }]);
  // The text shows all of them, so no part may be cut here.
  return new Structured(
    shown,
    toolCalls.map((call) => callData(call, 2 * PENDING_CALLS)),
  );
}

/** Characters of the task, of the last message, and of a waiting call's arguments. */
const ABOUT = 70;
const LAST = 90;
const ARGUMENTS = 400;

/** An excerpt of the first user message. */
export function aboutOf({ messages }: Pick<Thread, 'messages'>, max = ABOUT): string | undefined {
  const task = messages.find((message) => isHuman(message) && !message.content.isEmpty);
  return task && excerpt(task.content, max);
}

/** An excerpt of the last message that is not empty, unless it is the task. */
export function lastOf({ messages }: Pick<Thread, 'messages'>, max = LAST): string | undefined {
  const index = messages.findLastIndex((message) => !wholeText(message).isEmpty);
  const message = messages[index];
  if (message === undefined || (index === 0 && isHuman(message))) return undefined;
  return excerpt(wholeText(message), max);
}

/** The waiting call with its arguments; undefined if the thread does not wait or names no call. */
function asksOf(thread: Thread): string | undefined {
  if (phaseOf(thread.status) !== 'waiting') return undefined;
  const [first, ...others] = decidedCalls(requestOf(thread));
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : `, and ${count(others.length, 'more call')}`;
  return `${first.name.line(80)} ${excerpt(first.argumentsText, ARGUMENTS)}${more}`;
}
