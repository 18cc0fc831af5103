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
import { type CountFields, createCounter, dayOf, monthOf } from '../counts.ts';
import { hasMetadata, SeenMetadata } from '../filters.ts';
import { compareTexts, copied as copiedText, holds, wordsOf } from '../found-text.ts';
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
export type ReducedChats = ReturnType<ReturnType<typeof createChatReducer>['result']>;

/** Chats that are recognised if they come again: 10 MB of ids. */
const MAX_IDS = 100_000;

/** Takes chats one by one: `reset` before a page is read again, `commit` after each page, `result` at the end. */
export function createChatReducer(filter: ChatFilter, { limit, offset, countBy }: ChatPage) {
  const { assistantIdentifier: wanted, fromDate, toDate, metadata } = filter;
  const words = wordsOf(filter.query);
  const seenMetadata = new SeenMetadata();
  let isStuck = false;
  /** Ids of the chats on all pages before this one. */
  const known = new Set<string>();
  let now = noChats(countBy);
  /** The state at the last `commit`. */
  let before = noChats(countBy);

  function excludedBy({ assistantIdentifier, createdAt, metadataValues }: Chat): keyof State['leftOut'] | undefined {
    seenMetadata.add(metadataValues);
    if (wanted !== undefined && assistantIdentifier !== undefined && assistantIdentifier !== wanted) {
      return 'assistantIdentifier';
    }
    const day = createdAt?.slice(0, 10);
    if (day !== undefined && ((fromDate && day < fromDate) || (toDate && day > toDate))) return 'dates';
    return metadata === undefined || hasMetadata(metadataValues, metadata) ? undefined : 'metadata';
  }

  /** The specification requires both fields; a chat without them matches and is counted. */
  const isCheckable = ({ assistantIdentifier, createdAt }: Chat): boolean =>
    (wanted === undefined || assistantIdentifier !== undefined) &&
    ((fromDate ?? toDate) === undefined || createdAt !== undefined);

  function trim(): void {
    now.kept.sort((a, b) => compareTexts(b.createdAt ?? '', a.createdAt ?? ''));
    now.kept = now.kept.slice(0, limit + offset);
  }

  return {
    /** Discards chats since the last `commit`: an attempt failed, and the page comes again. */
    reset(): void {
      now = copied(before);
    },
    /** Ends a page. @returns whether it held a chat that no page before did */
    commit(): boolean {
      for (const id of now.ids) if (known.size < MAX_IDS) known.add(id);
      const isNew = now.seen > before.seen;
      // A shorter page is the end of a list in which chats have moved on.
      isStuck = !isNew && now.ids.size > 0 && now.ids.size >= before.ids.size;
      trim();
      before = now;
      now = copied(before);
      return isNew;
    },
    /** Counts a chat, and keeps it while it may belong on the page. */
    add(chat: Chat): void {
      const id = `${chat.assistantIdentifier ?? ''} ${chat.chatUuid}`;
      const isKnown = known.has(id) || now.ids.has(id);
      if (now.ids.size < MAX_IDS) now.ids.add(id);
      // Chats move to the next page when others are created, and then come twice; some platforms send them twice at once.
      if (isKnown) return;
      now.seen++;
      const excluded = excludedBy(chat);
      if (excluded !== undefined) {
        now.leftOut[excluded]++;
        return;
      }
      if (words !== undefined && chat.lacksMessages) now.withoutText++;
      if (words !== undefined && !chat.messages.some((message) => holds(wholeText(message), words))) return;
      now.matching++;
      if (!isCheckable(chat)) now.unchecked++;
      if (now.counter !== undefined) return void now.counter.add(chat);
      now.kept.push(words === undefined ? rowOf(chat) : copiedEntry(chatEntry(chat, words)));
      if (now.kept.length >= 2 * (limit + offset) + 64) trim();
    },
    result() {
      trim();
      const { kept, counter, matching, seen, leftOut, unchecked, withoutText } = now;
      const page = kept.slice(offset);
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
        isStuck,
        seenMetadata,
      };
    },
  };
}

/** Counts of the chats so far. */
type State = ReturnType<typeof noChats>;

const noChats = (countBy: string | undefined) => ({
  /** Chats received although a filter excludes them, by filter. */
  leftOut: { assistantIdentifier: 0, dates: 0, metadata: 0 },
  kept: [] as (ChatEntry | ChatRow)[],
  counter:
    countBy === undefined ? undefined : createCounter(countBy, FIELDS, ({ metadataValues }: Chat) => metadataValues),
  /** Chats received. */
  seen: 0,
  /** Chats that match all filters. */
  matching: 0,
  /** Matching chats that lack a filtered field, so that the filter could not be checked. */
  unchecked: 0,
  /** Chats that fit otherwise, and whose conversation the platform leaves out: their text was not searched. */
  withoutText: 0,
  /** Ids of this page's first {@link MAX_IDS} chats, new or not. */
  ids: new Set<string>(),
});

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
