/**
 * Reduces a stream of chats to the page that is shown: the specification's chat list is unbounded and not paginated, so only
 * the newest entries are kept. The filters are checked on each chat, because a platform silently ignores unknown ones.
 */
import type * as z from 'zod';
import { Structured } from '../../mcp/contract/result.ts';
import type { operations } from '../../platform/operations/index.ts';
import { compact } from '../../platform/parse/coerce.ts';
import { wholeText } from '../../platform/parse/messages.ts';
import type { Chat } from '../../platform/parse/records.ts';
import type { PageQuery } from '../../present/paging.ts';
import { Counter, type CountFields, dayOf, monthOf } from '../counts.ts';
import { compareTexts, copied as copiedText, holds, wordsOf } from '../found-text.ts';
import { hasMetadata, SeenMetadata } from '../metadata.ts';
import { type ChatEntry, type ChatRow, chatEntry, rowOf } from './chat.ts';

/** What chats are counted by, beside their metadata. */
const FIELDS: CountFields<Chat> = {
  assistant: ({ assistantIdentifier }) => assistantIdentifier,
  day: ({ createdAt }) => dayOf(createdAt),
  month: ({ createdAt }) => monthOf(createdAt),
};

/** Filters on chats; absent ones match all. The days are both included, in UTC. */
export interface ChatFilter extends z.input<ReturnType<typeof operations.listChats.body>> {
  /** Text in the messages, ignoring case. */
  readonly query?: string | undefined;
}

/** Which of the chats are shown: the newest from an offset on, or none, but their number by a value. */
export interface ChatPage extends PageQuery {
  readonly countBy?: string | undefined;
}

/** What a reducer returns at its end. */
export type ReducedChats = ReturnType<ChatReducer['result']>;

/** Counts of the chats so far. */
interface State {
  /** Chats received although a filter excludes them, by filter. */
  readonly leftOut: { assistantIdentifier: number; dates: number; metadata: number };
  kept: (ChatEntry | ChatRow)[];
  readonly counter: Counter<Chat> | undefined;
  /** Chats received. */
  seen: number;
  /** Chats that match all filters. */
  matching: number;
  /** Matching chats that lack a filtered field, so that the filter could not be checked. */
  unchecked: number;
  /** Chats that fit otherwise, and whose conversation the platform leaves out: their text was not searched. */
  withoutText: number;
  /** Ids of this page's first {@link MAX_IDS} chats. */
  readonly ids: Set<string>;
}

/** No page has more chats; a list without pages may have any number. */
const MAX_IDS = 1_000;

const noChats = (countBy: string | undefined): State => ({
  leftOut: { assistantIdentifier: 0, dates: 0, metadata: 0 },
  kept: [],
  counter: countBy === undefined ? undefined : new Counter(countBy, FIELDS, ({ metadataValues }) => metadataValues),
  seen: 0,
  matching: 0,
  unchecked: 0,
  withoutText: 0,
  ids: new Set(),
});

/** Takes chats one by one: `reset` before a page is read again, `commit` after each page, `result` at the end. */
export class ChatReducer {
  readonly #filter: ChatFilter;
  readonly #page: ChatPage;
  readonly #words: readonly string[] | undefined;
  #now: State;
  /** The state at the last `commit`. */
  #before: State;
  #isStuck = false;
  readonly #seenMetadata = new SeenMetadata();

  constructor(filter: ChatFilter, page: ChatPage) {
    this.#filter = filter;
    this.#page = page;
    this.#now = noChats(page.countBy);
    this.#before = noChats(page.countBy);
    this.#words = wordsOf(filter.query);
  }

  /** Discards chats since the last `commit`: an attempt failed, and the page comes again. */
  reset(): void {
    this.#now = copied(this.#before);
  }

  /** Ends a page. @returns whether it held a chat that the page before did not */
  commit(): boolean {
    const { ids, seen } = this.#now;
    const isNew = seen > this.#before.seen;
    // A shorter page is the end of a list in which chats have moved on.
    this.#isStuck = !isNew && ids.size > 0 && ids.size >= this.#before.ids.size;
    this.#trim();
    this.#before = this.#now;
    this.#now = copied(this.#before);
    return isNew;
  }

  /** Counts a chat, and keeps it while it may belong on the page. */
  add(chat: Chat): void {
    const { ids } = this.#now;
    if (ids.size < MAX_IDS) ids.add(chat.chatUuid);
    // Chats move to the next page when others are created, and then come twice.
    if (this.#before.ids.has(chat.chatUuid)) return;
    this.#now.seen++;
    const excludedBy = this.#excludedBy(chat);
    if (excludedBy !== undefined) {
      this.#now.leftOut[excludedBy]++;
      return;
    }
    const words = this.#words;
    if (words !== undefined && chat.lacksMessages) this.#now.withoutText++;
    if (words !== undefined && !chat.messages.some((message) => holds(wholeText(message), words))) return;
    this.#now.matching++;
    if (!this.#isCheckable(chat)) this.#now.unchecked++;
    if (this.#now.counter === undefined) this.#keep(chat);
    else this.#now.counter.add(chat);
  }

  result() {
    this.#trim();
    const { kept, counter, matching, seen, leftOut, unchecked, withoutText } = this.#now;
    const page = kept.slice(this.#page.offset);
    return {
      /** The page, newest first: with the place of the text that was searched for, or, if none was, as rows. */
      entries: page.filter((one): one is ChatEntry => !isRow(one)),
      rows: page.filter(isRow),
      /** Undefined if nothing was to be counted. */
      counted: counter?.result(),
      matching,
      seen,
      leftOut,
      unchecked,
      withoutText,
      /** The platform sent a page of the list again, so later chats were not searched. */
      isStuck: this.#isStuck,
      seenMetadata: this.#seenMetadata,
    };
  }

  #excludedBy(chat: Chat): keyof State['leftOut'] | undefined {
    const { assistantIdentifier: wanted, fromDate, toDate, metadata } = this.#filter;
    const { assistantIdentifier, metadataValues } = chat;
    this.#seenMetadata.add(metadataValues);
    if (wanted !== undefined && assistantIdentifier !== undefined && assistantIdentifier !== wanted) {
      return 'assistantIdentifier';
    }
    const day = chat.createdAt?.slice(0, 10);
    if (day !== undefined && ((fromDate && day < fromDate) || (toDate && day > toDate))) return 'dates';
    return metadata === undefined || hasMetadata(metadataValues, metadata) ? undefined : 'metadata';
  }

  /** The specification requires both fields; a chat without them matches and is counted. */
  #isCheckable(chat: Chat): boolean {
    const { assistantIdentifier, fromDate, toDate } = this.#filter;
    if (assistantIdentifier !== undefined && chat.assistantIdentifier === undefined) return false;
    return (fromDate === undefined && toDate === undefined) || chat.createdAt !== undefined;
  }

  #keep(chat: Chat): void {
    const { kept } = this.#now;
    kept.push(this.#words === undefined ? rowOf(chat) : copiedEntry(chatEntry(chat, this.#words)));
    if (kept.length >= 2 * (this.#page.limit + this.#page.offset) + 64) this.#trim();
  }

  #trim(): void {
    const now = this.#now;
    now.kept.sort((a, b) => compareTexts(b.createdAt ?? '', a.createdAt ?? ''));
    now.kept = now.kept.slice(0, this.#page.limit + this.#page.offset);
  }
}

const isRow = (kept: ChatEntry | ChatRow): kept is ChatRow => 'first' in kept;

/** A match without the conversation that its excerpts were cut from. */
const copiedEntry = ({ excerpt, answer, metadata, ...entry }: ChatEntry): ChatEntry => ({
  ...entry,
  ...compact({
    excerpt: excerpt && copiedText(excerpt),
    answer: answer && copiedText(answer),
    metadata: metadata && new Structured(copiedText(metadata.text), metadata.data),
  }),
});

/** A copy for the next page, without ids. */
const copied = (state: State): State => ({
  ...state,
  leftOut: { ...state.leftOut },
  kept: [...state.kept],
  counter: state.counter?.copy(),
  ids: new Set(),
});
