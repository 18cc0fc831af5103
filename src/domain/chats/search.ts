/**
 * Chats, one after the other, down to the page that is shown: the chat list of the specification is not paginated and
 * grows without bound, so nothing is kept but the newest entries. The filters are checked again on each chat, because a
 * platform silently ignores what it does not know.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Chat } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import type { PageQuery } from '../../present/paging.ts';
import { type ChatEntry, chatEntry, holds } from './chat.ts';

export interface ChatFilter {
  readonly assistantIdentifier?: string | undefined;
  /** First and last day, `YYYY-MM-DD`, both included, in UTC. */
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Looked for in the messages, upper and lower case alike. */
  readonly query?: string | undefined;
}

export interface ReducedChats {
  /** The page: newest first. */
  readonly entries: readonly ChatEntry[];
  /** Chats that match everything asked for. */
  readonly matching: number;
  /** Chats that came. */
  readonly seen: number;
  /** Chats that came although a filter rules them out, by the filter. */
  readonly leftOut: Readonly<Record<'assistantIdentifier' | 'dates' | 'metadata', number>>;
  /** Matching chats that do not carry what a filter asks for, so that it could not be checked. */
  readonly unchecked: number;
}

export class ChatReducer {
  readonly #filter: ChatFilter;
  readonly #page: PageQuery;
  readonly #needle: string | undefined;
  #leftOut = { assistantIdentifier: 0, dates: 0, metadata: 0 };
  #kept: ChatEntry[] = [];
  #seen = 0;
  #matching = 0;
  #unchecked = 0;

  constructor(filter: ChatFilter, page: PageQuery) {
    this.#filter = filter;
    this.#page = page;
    this.#needle = filter.query === undefined || filter.query === '' ? undefined : filter.query.toLowerCase();
  }

  /** Forgets all that came: an attempt failed, and the list comes again from its beginning. */
  reset(): void {
    this.#leftOut = { assistantIdentifier: 0, dates: 0, metadata: 0 };
    this.#kept = [];
    this.#seen = 0;
    this.#matching = 0;
    this.#unchecked = 0;
  }

  add(chat: Chat): void {
    this.#seen++;
    const ruledOutBy = this.#ruledOutBy(chat);
    if (ruledOutBy !== undefined) {
      this.#leftOut[ruledOutBy]++;
      return;
    }
    const needle = this.#needle;
    if (needle !== undefined && !chat.messages.some(({ content }) => holds(content, needle))) return;
    this.#matching++;
    if (!this.#isCheckable(chat)) this.#unchecked++;
    this.#keep(chat);
  }

  result(): ReducedChats {
    this.#trim();
    return {
      entries: this.#kept.slice(this.#page.offset),
      matching: this.#matching,
      seen: this.#seen,
      leftOut: { ...this.#leftOut },
      unchecked: this.#unchecked,
    };
  }

  #ruledOutBy(chat: Chat): keyof ReducedChats['leftOut'] | undefined {
    const { assistantIdentifier: wanted, fromDate, toDate, metadata = {} } = this.#filter;
    const { assistantIdentifier, metadataValues } = chat;
    if (wanted !== undefined && assistantIdentifier !== undefined && assistantIdentifier !== wanted) {
      return 'assistantIdentifier';
    }
    const day = chat.createdAt?.slice(0, 10);
    if (day !== undefined && ((fromDate && day < fromDate) || (toDate && day > toDate))) return 'dates';
    const hasAll = Object.entries(metadata).every(
      ([key, value]) => Object.hasOwn(metadataValues, key) && isDeepStrictEqual(metadataValues[key], value),
    );
    return hasAll ? undefined : 'metadata';
  }

  /** Both fields are required by the specification; a chat without them gets the benefit of the doubt, and is counted. */
  #isCheckable(chat: Chat): boolean {
    const { assistantIdentifier, fromDate, toDate } = this.#filter;
    if (assistantIdentifier !== undefined && chat.assistantIdentifier === undefined) return false;
    return (fromDate === undefined && toDate === undefined) || chat.createdAt !== undefined;
  }

  #keep(chat: Chat): void {
    const { excerpt, ...entry } = chatEntry(chat, this.#needle);
    // A copy: a slice would keep the whole message in memory.
    this.#kept.push({ ...entry, excerpt: excerpt && foreign(Buffer.from(excerpt.raw).toString()) });
    if (this.#kept.length >= 2 * (this.#page.limit + this.#page.offset) + 64) this.#trim();
  }

  #trim(): void {
    this.#kept.sort((a, b) => compare(b.createdAt ?? '', a.createdAt ?? ''));
    this.#kept = this.#kept.slice(0, this.#page.limit + this.#page.offset);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
