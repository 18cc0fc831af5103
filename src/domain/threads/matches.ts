/** Which threads match a search, where the text was found, and what is kept of a match: not the thread itself. */

import type { ThreadStatus } from '../../platform/operations/schemas.ts';
import { object } from '../../platform/parse/coerce.ts';
import { wholeText } from '../../platform/parse/messages.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { around, compareTexts, copied, holds } from '../found-text.ts';
import { hasMetadata, SeenMetadata } from '../metadata.ts';
import { messageCount } from './conversation.ts';
import { wasRejected } from './rejection.ts';
import { fitsStatus } from './status.ts';
import { aboutOf, asksOf, lastOf } from './topic.ts';

/** Filters on threads; absent ones match all. */
export interface ThreadFilter {
  /** Text in messages, calls and metadata, ignoring case. */
  readonly query?: string | undefined;
  readonly status?: ThreadStatus | undefined;
  /** Only threads that a human rejected, or only others. */
  readonly rejected?: boolean | undefined;
  readonly tenantId?: string | undefined;
  readonly subtenantId?: string | undefined;
  /** First and last day of the last change, `YYYY-MM-DD`, both included, in UTC. */
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A match, in brief. */
export interface Match {
  readonly threadId: string;
  readonly agent: Pick<Agent, 'id' | 'name'>;
  readonly status: string;
  readonly isRejected: boolean;
  /** ISO time of its last change. */
  readonly updatedAt?: string | undefined;
  /** Only if the time of its last change is unknown. */
  readonly createdAt?: string | undefined;
  readonly messages: number | undefined;
  readonly cost?: number | undefined;
  readonly currency?: string | undefined;
  readonly about?: string | undefined;
  readonly last?: string | undefined;
  readonly asks?: string | undefined;
  readonly hit?: Hit | undefined;
}

/** Takes threads and keeps the newest matches. */
export class Matches {
  readonly #filter: ThreadFilter;
  readonly #keep: number;
  readonly #needle: string | undefined;
  readonly #seenMetadata = new SeenMetadata();
  #kept: Match[] = [];
  #matching = 0;
  #rejected = 0;
  #searched = 0;
  #withoutText = 0;
  #undated = 0;
  #byCreation = 0;

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
    if (this.#isByDate && thread.updatedAt === undefined) this.#byCreation++;
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
      undated: this.#undated,
      byCreation: this.#byCreation,
      seenMetadata: this.#seenMetadata,
    };
  }

  #fits(thread: Thread): boolean {
    const { status, fromDate, toDate, metadata } = this.#filter;
    // A platform silently ignores unknown filters.
    if (status !== undefined && !fitsStatus(thread.status, status)) return false;
    const day = changedAt(thread)?.slice(0, 10);
    if (this.#isByDate && day === undefined) {
      this.#undated++;
      return false;
    }
    if (day !== undefined && ((fromDate && day < fromDate) || (toDate && day > toDate))) return false;
    if (metadata === undefined) return true;
    const values = object(thread.rest?.metadata);
    this.#seenMetadata.add(values);
    return hasMetadata(values, metadata);
  }

  get #isByDate(): boolean {
    return (this.#filter.fromDate ?? this.#filter.toDate) !== undefined;
  }

  #trim(): void {
    this.#kept.sort((a, b) => compareTexts(changedAt(b) ?? '', changedAt(a) ?? ''));
    this.#kept = this.#kept.slice(0, this.#keep);
  }
}

const changedAt = ({ updatedAt, createdAt }: Pick<Match, 'updatedAt' | 'createdAt'>): string | undefined =>
  updatedAt ?? createdAt;

interface Matching {
  readonly thread: Thread;
  readonly agent: Match['agent'];
  readonly isRejected: boolean;
  readonly hit: Hit | undefined;
  readonly needle: string | undefined;
}

function matchOf({ thread, agent, isRejected, hit, needle }: Matching): Match {
  const { id, status, cost, currency, updatedAt, createdAt } = thread;
  const [about, last, asks] = [aboutOf(thread), lastOf(thread), asksOf(thread)].map((text) => text && copied(text));
  const { excerpt, ...where } = hit ?? {};
  const isShown = needle !== undefined && [about, last].some((text) => text?.toLowerCase().includes(needle));
  return {
    threadId: id,
    agent,
    status,
    isRejected,
    ...(updatedAt === undefined ? { createdAt } : { updatedAt }),
    messages: messageCount(thread),
    cost,
    currency,
    about,
    last,
    asks,
    hit: hit && { place: hit.place, ...where, excerpt: isShown ? undefined : excerpt && copied(excerpt) },
  };
}

/** Characters of an excerpt around the text that was found. */
const EXCERPT = 140;

/** Where the text was found. */
interface Hit {
  /** Number of the message, from 1; absent for the thread's own calls and metadata. */
  readonly message?: number;
  /** The role of its writer; `metadata`; `pending call`. */
  readonly place: string;
  /** Absent if the excerpt of the first or last message already shows it. */
  readonly excerpt?: string | undefined;
}

/** The newest message that contains the text, else the thread's own calls or metadata. */
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
