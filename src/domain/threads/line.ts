/** A thread as one line of a list, and as the facts of a single answer. */

import { type Item, join, type Money, type Value } from '../../mcp/contract/answer.ts';
import { callWords } from '../../platform/parse/calls.ts';
import { wordsOfJson } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { excerpt } from '../../present/excerpt.ts';
import { minute } from '../../present/units.ts';
import { type MoneyOf, sameCurrency } from '../costs/currency.ts';
import type { Match } from './matches.ts';
import { wasRejected } from './rejection.ts';
import { aboutOf, asksOf, lastOf } from './topic.ts';

/** Threads as lines, and the currency that their costs have in common: each line has it beside its amount. */
export interface Lines {
  readonly items: readonly Item[];
  readonly currency: string | undefined;
}

/** One line a thread: what it is about, what was said last and what it asks for, never the conversation. */
export function threadLines(threads: readonly Thread[], moneyOf: MoneyOf): Lines {
  const costs = threads.map(moneyOf);
  const currency = sameCurrency(costs);
  return { items: threads.map((thread, index) => threadItem(thread, costs[index], currency)), currency };
}

function threadItem(thread: Thread, cost: Money | undefined, common: string | undefined): Item {
  const { id: threadId, status } = thread;
  const createdAt = thread.createdAt && minute(thread.createdAt);
  const updatedAt = thread.updatedAt && minute(thread.updatedAt);
  const outcome = rejectionOf(thread);
  const messages = thread.messages.length;
  const about = aboutOf(thread);
  const last = lastOf(thread);
  const asks = asksOf(thread);
  return {
    data: {
      threadId,
      status,
      outcome,
      createdAt,
      updatedAt,
      cost,
      currency: ownCurrency(cost, common),
      messages,
      about,
      last,
      asks,
    },
    line: join(
      threadId,
      statusWords(status, outcome),
      createdAt && `created ${createdAt}`,
      updatedAt && `updated ${updatedAt}`,
      `messages ${messages}`,
      cost !== undefined && `cost ${cost}`,
      about && `about ${about}`,
      last && `last ${last}`,
      asks && `asks for ${asks}`,
    ),
  };
}

/** The currency of an amount in structured content: given once where a whole list shares it. */
const ownCurrency = (cost: Money | undefined, common: string | undefined): string | undefined =>
  cost?.currency === common ? undefined : cost?.currency;

/** `rejected` where a human's rejection ended it: that is no failure of the agent. */
const rejectionOf = (thread: Thread): string | undefined => (wasRejected(thread) ? 'rejected' : undefined);

/** `FAILED (rejected)`. */
const statusWords = (status: string, outcome: string | undefined): string =>
  outcome === undefined ? status : `${status} (${outcome})`;

/** Matches of a search as lines: with their agent and where the text was found. */
export function matchLines(matches: readonly Match[], moneyOf: MoneyOf): Lines {
  const costs = matches.map(({ agent, cost, currency }) =>
    moneyOf({ agentId: agent.id, ...given({ cost, currency }) }),
  );
  const common = sameCurrency(costs);
  return { items: matches.map((match, index) => matchItem(match, costs[index], common)), currency: common };
}

const given = ({ cost, currency }: Pick<Match, 'cost' | 'currency'>): Pick<Thread, 'cost' | 'currency'> => ({
  ...(cost === undefined ? {} : { cost }),
  ...(currency === undefined ? {} : { currency }),
});

function matchItem(
  { threadId, agent, hit, ...match }: Match,
  cost: Money | undefined,
  common: string | undefined,
): Item {
  const { status, messages, about, last, asks } = match;
  const agentName = agent.name?.line(60);
  const outcome = match.isRejected ? 'rejected' : undefined;
  const updatedAt = match.changedAt && minute(match.changedAt);
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
      currency: ownCurrency(cost, common),
      messages,
      about,
      last,
      asks,
      foundIn,
      found,
    },
    line: join(
      threadId,
      statusWords(status, outcome),
      agentName,
      `agent ${agent.id}`,
      updatedAt && `updated ${updatedAt}`,
      `messages ${messages}`,
      cost !== undefined && `cost ${cost}`,
      about && `about ${about}`,
      last && `last ${last}`,
      asks && `asks for ${asks}`,
      foundIn && `found in ${foundIn}${found === undefined ? '' : `: ${found}`}`,
    ),
  };
}

/** The facts of a thread but for its conversation, and its id, which the caller has. */
export function threadFacts(thread: Thread, moneyOf: MoneyOf): Record<string, Value> {
  const cost = moneyOf(thread);
  return {
    agentId: thread.agentId,
    status: thread.status,
    outcome: rejectionOf(thread),
    createdAt: thread.createdAt && minute(thread.createdAt),
    updatedAt: thread.updatedAt && minute(thread.updatedAt),
    cost,
    currency: cost?.currency,
    metadata: thread.metadata && excerpt(thread.metadata, 1000),
    pendingCalls: thread.toolCalls && excerpt(foreign(thread.toolCalls.map(callWords).join('\n')), 400),
    otherFields: otherFields(thread),
  };
}

/** What the platform sent beside all that; read whole with get_thread and message 0. */
function otherFields({ rest }: Thread): string | undefined {
  const { metadata: _, ...others } = rest ?? {};
  const words = wordsOfJson(others);
  return words && excerpt(words, 400);
}
