/**
 * Threads by what they say and are, across all agents or some. No operation of the platform does this: the thread lists of
 * the agents are read side by side, as for the inbox, and nothing is kept but the newest matches.
 */

import { reasonText } from '../../mcp/contract/error-text.ts';
import type { PlatformCalls } from '../../mcp/contract/platform-calls.ts';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { ThreadStatus } from '../../platform/operations/schemas.ts';
import { object } from '../../platform/parse/coerce.ts';
import { wholeText } from '../../platform/parse/messages.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import type { UnreadAgent } from '../agents/unread.ts';
import { allPages } from '../all-pages.ts';
import { compareTexts } from '../compare-texts.ts';
import { around, copied, holds } from '../found-text.ts';
import { hasMetadata, SeenMetadata } from '../metadata.ts';
import { wasRejected } from './rejection.ts';
import { fitsStatus } from './status.ts';
import { aboutOf, asksOf, lastOf } from './topic.ts';

/** What threads must match; what is absent matches all. */
export interface ThreadFilter {
  /** Looked for in messages, calls and metadata, upper and lower case alike. */
  readonly query?: string | undefined;
  readonly status?: ThreadStatus | undefined;
  /** Only those that a human rejected, or only the others. */
  readonly rejected?: boolean | undefined;
  readonly tenantId?: string | undefined;
  readonly subtenantId?: string | undefined;
  /** First and last day of the last change, `YYYY-MM-DD`, both included, in UTC. */
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Where the text was found. */
export interface Hit {
  /** Number of the message, from 1; absent for the thread's own calls and metadata. */
  readonly message?: number;
  /** Who said it; `metadata`, `pending call`. */
  readonly place: string;
  /** Absent where the first words of the thread, or the last ones, show it. */
  readonly excerpt?: string | undefined;
}

/** A match in short: the thread itself is not kept. */
export interface Match {
  readonly threadId: string;
  readonly agent: Pick<Agent, 'id' | 'name'>;
  readonly status: string;
  readonly isRejected: boolean;
  /** ISO time of its last change. */
  readonly changedAt?: string | undefined;
  readonly messages: number;
  readonly cost?: number | undefined;
  readonly currency?: string | undefined;
  readonly about?: string | undefined;
  readonly last?: string | undefined;
  readonly asks?: string | undefined;
  readonly hit?: Hit | undefined;
}

/** The matches that were kept, and what is known of the whole search. */
export interface Found {
  /** Newest change first; as many as were to be kept. */
  readonly matches: readonly Match[];
  readonly matching: number;
  readonly rejected: number;
  readonly threadsSearched: number;
  /** Agents from the first that was to be searched up to here were searched: fewer than asked for where time was up. */
  readonly agentsSearched: number;
  /** Threads whose list entry came without a conversation: their text could not be searched. */
  readonly withoutText: number;
  readonly failures: readonly UnreadAgent[];
  readonly seenMetadata: SeenMetadata;
}

export interface SearchOptions {
  readonly call: PlatformCalls['call'];
  /** How many agents are asked at once. */
  readonly width: number;
  readonly agents: readonly Pick<Agent, 'id' | 'name'>[];
  /** Matches to keep. */
  readonly keep: number;
  /** No agent is begun after so many milliseconds. */
  readonly limitMs: number;
  progress?(done: number, total: number): void;
}

/** Characters of an excerpt around the text that was found. */
const EXCERPT = 140;

/** @throws PlatformError when every agent that was asked fails; CancelledError */
export async function searchThreads(filter: ThreadFilter, options: SearchOptions): Promise<Found> {
  const { call, width, agents, keep, limitMs, progress } = options;
  const started = Date.now();
  const gathered = new Matches(filter, keep);
  const failures: UnreadAgent[] = [];
  let firstError: unknown;
  const searched = new Set(agents.map(({ id }) => id));
  // The list of an agent may hold threads of others: those are found in their own.
  const isOthers = ({ agentId }: Thread, id: string): boolean =>
    agentId !== undefined && agentId !== id && searched.has(agentId);
  let begun = 0;
  let done = 0;
  await mapConcurrent(agents, width, async (agent) => {
    // What was begun is always finished, so those that were searched are the first ones. The first is always begun.
    if (begun > 0 && Date.now() - started > limitMs) return;
    begun++;
    try {
      for (const thread of await threadsOf(call, agent.id, filter)) {
        if (!isOthers(thread, agent.id)) gathered.add(thread, agent);
      }
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      firstError ??= error;
      failures.push({ agent, why: reasonText(error) });
    }
    done++;
    progress?.(done, agents.length);
  });
  if (failures.length > 0 && failures.length === done) throw firstError;
  return { ...gathered.result(), agentsSearched: done, failures };
}

function threadsOf(call: PlatformCalls['call'], agentId: string, filter: ThreadFilter): Promise<Thread[]> {
  const { status, tenantId, subtenantId } = filter;
  return allPages(
    (offset, limit) =>
      call(operations.listAgentThreads, {
        path: { agentId },
        query: { status, tenantId, subtenantId, offset, limit },
      }),
    ({ id }) => id,
  );
}

class Matches {
  readonly #filter: ThreadFilter;
  readonly #keep: number;
  readonly #needle: string | undefined;
  readonly #seenMetadata = new SeenMetadata();
  #kept: Match[] = [];
  #matching = 0;
  #rejected = 0;
  #searched = 0;
  #withoutText = 0;

  constructor(filter: ThreadFilter, keep: number) {
    this.#filter = filter;
    this.#keep = keep;
    this.#needle = filter.query?.trim().toLowerCase() || undefined;
  }

  add(thread: Thread, agent: Pick<Agent, 'id' | 'name'>): void {
    this.#searched++;
    if (!this.#fits(thread)) return;
    const needle = this.#needle;
    if (needle !== undefined && thread.messages.length === 0) this.#withoutText++;
    const hit = needle === undefined ? undefined : hitIn(thread, needle);
    if (needle !== undefined && hit === undefined) return;
    const isRejected = wasRejected(thread);
    const { rejected } = this.#filter;
    if (rejected !== undefined && rejected !== isRejected) return;
    this.#matching++;
    if (isRejected) this.#rejected++;
    this.#kept.push(matchOf({ thread, agent, isRejected, hit, needle }));
    if (this.#kept.length >= 2 * this.#keep + 64) this.#trim();
  }

  result() {
    this.#trim();
    return {
      matches: this.#kept,
      matching: this.#matching,
      rejected: this.#rejected,
      threadsSearched: this.#searched,
      withoutText: this.#withoutText,
      seenMetadata: this.#seenMetadata,
    };
  }

  #fits(thread: Thread): boolean {
    const { status, fromDate, toDate, metadata } = this.#filter;
    // A platform silently ignores a filter that it does not know.
    if (status !== undefined && !fitsStatus(thread.status, status)) return false;
    const day = changedAt(thread)?.slice(0, 10);
    if ((fromDate ?? toDate) !== undefined && day === undefined) return false;
    if (day !== undefined && ((fromDate && day < fromDate) || (toDate && day > toDate))) return false;
    if (metadata === undefined) return true;
    const values = object(thread.rest?.metadata);
    this.#seenMetadata.add(values);
    return hasMetadata(values, metadata);
  }

  #trim(): void {
    this.#kept.sort((a, b) => compareTexts(b.changedAt ?? '', a.changedAt ?? ''));
    this.#kept = this.#kept.slice(0, this.#keep);
  }
}

const changedAt = ({ updatedAt, createdAt }: Thread): string | undefined => updatedAt ?? createdAt;

/** The newest message that holds the text, else the thread's own calls or metadata. */
function hitIn(thread: Thread, needle: string): Hit | undefined {
  const { messages, toolCalls, metadata } = thread;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    const whole = message && wholeText(message);
    if (message !== undefined && whole !== undefined && holds(whole, needle)) {
      return { message: index + 1, place: message.role, excerpt: around(whole, needle, EXCERPT) };
    }
  }
  const calls = toolCalls && wholeText({ content: foreign(''), toolCalls });
  if (calls !== undefined && holds(calls, needle)) {
    return { place: 'pending call', excerpt: around(calls, needle, EXCERPT) };
  }
  if (metadata === undefined || !holds(metadata, needle)) return undefined;
  return { place: 'metadata', excerpt: around(metadata, needle, EXCERPT) };
}

interface Matching {
  readonly thread: Thread;
  readonly agent: Match['agent'];
  readonly isRejected: boolean;
  readonly hit: Hit | undefined;
  readonly needle: string | undefined;
}

function matchOf({ thread, agent, isRejected, hit, needle }: Matching): Match {
  const { id, status, messages, cost, currency } = thread;
  const [about, last, asks] = [aboutOf(thread), lastOf(thread), asksOf(thread)].map((text) => text && copied(text));
  const { excerpt, ...where } = hit ?? {};
  const isShown = needle !== undefined && [about, last].some((text) => text?.toLowerCase().includes(needle));
  return {
    threadId: id,
    agent,
    status,
    isRejected,
    changedAt: changedAt(thread),
    messages: messages.length,
    cost,
    currency,
    about,
    last,
    asks,
    hit: hit && { place: hit.place, ...where, excerpt: isShown ? undefined : excerpt && copied(excerpt) },
  };
}
