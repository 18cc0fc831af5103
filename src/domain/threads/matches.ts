/**
 * Which threads match a search, where the text was found, and the parts of a match that are kept, without the thread
 * itself.
 */

import type { ThreadStatus } from '../../platform/operations/schemas.ts';
import { object } from '../../platform/parse/coerce.ts';
import { wholeText } from '../../platform/parse/messages.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import type { MoneyOf } from '../costs/currency.ts';
import { around, compareTexts, copied, holds } from '../found-text.ts';
import { hasMetadata, SeenMetadata } from '../metadata.ts';
import { lineOf, linesOf, MATCH_LINE } from './line.ts';
import { wasRejected } from './rejection.ts';
import { fitsStatus } from './status.ts';

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

/** A match as its line shows it. */
export type Match = ReturnType<typeof matchOf>;

/** Matches as lines. */
export const matchLines = (matches: readonly Match[], moneyOf: MoneyOf) =>
  linesOf(MATCH_LINE, matches, moneyOf, (match) => match);

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
    this.#kept.push(matchOf({ thread, agent, hit, needle }));
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

type Dated = { readonly [K in 'updatedAt' | 'createdAt']?: string | undefined };
const changedAt = ({ updatedAt, createdAt }: Dated): string | undefined => updatedAt ?? createdAt;

interface Matching {
  readonly thread: Thread;
  readonly agent: Pick<Agent, 'id' | 'name'>;
  readonly hit: Hit | undefined;
  readonly needle: string | undefined;
}

/** Texts are copied, so that a match does not keep the whole thread in memory. */
function matchOf({ thread, agent, hit, needle }: Matching) {
  const { cost, currency } = thread;
  const line = lineOf(thread);
  const [about, last, asks] = [line.about, line.last, line.asks].map((text) => text && copied(text));
  const isShown = needle !== undefined && [about, last].some((text) => text?.toLowerCase().includes(needle));
  return {
    ...line,
    // Only if the time of its last change is unknown.
    createdAt: line.updatedAt === undefined ? line.createdAt : undefined,
    about,
    last,
    asks,
    agentId: agent.id,
    agentName: agent.name,
    cost,
    currency,
    foundIn: hit && (hit.message === undefined ? hit.place : `#${hit.message} ${hit.place}`),
    // The excerpt of the first or last message may already show it.
    found: isShown ? undefined : hit && copied(hit.excerpt),
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
  readonly excerpt: string;
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
