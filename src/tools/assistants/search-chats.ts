import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { CHAT_LINE, type ChatEntry, chatRows } from '../../domain/chats/chat.ts';
import { type ChatFilter, type ChatPage, createChatReducer, type ReducedChats } from '../../domain/chats/search.ts';
import { countResult } from '../../domain/counts.ts';
import { dialectMayBe } from '../../domain/dialect.ts';
import { missNotes, wordsOf } from '../../domain/found-text.ts';
import { type Item, present, type ToolResult } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { StreamedChats } from '../../platform/client/stream-chats.ts';
import { operations } from '../../platform/operations/index.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { fromOffset, restOf, unreadableNotes } from '../../present/paging.ts';
import { item } from '../../present/record.ts';
import { count, matchText } from '../../present/units.ts';
import { assistant, COUNTED, countBy, countedLimit, pageOffset } from '../fields.ts';
import { countShape, numbers, objects, records, result, shapeOf, textLists } from '../results.ts';

/** Largest chat that is read for its metadata alone, in bytes. */
const METADATA_BYTES = 1024 * 1024;

/** Specification: POST /v1/assistants/chats. The response is not paginated, so it is reduced while it arrives. */
export const searchChats = defineTool({
  name: 'search_chats',
  title: 'Search chats',
  toolset: 'assistants',
  effect: 'read',
  example: { query: 'order' },
  description: 'Searches chats, newest first, or counts them. A matching question comes with its answer.',
  input: () => {
    const { fromDate, toDate, metadata } = operations.listChats.body().shape;
    return z
      .strictObject({
        query: z.string().optional().describe('Words in one message.'),
        assistantIdentifier: assistant().optional(),
        fromDate: fromDate.describe('Created since YYYY-MM-DD, UTC.'),
        toDate: toDate.describe('Last: YYYY-MM-DD.'),
        metadata: metadata.describe('Fields to match.'),
        countBy: countBy('assistant, day, month'),
        limit: countedLimit(ROWS),
        offset: pageOffset(),
      })
      .refine(({ fromDate, toDate }) => fromDate === undefined || toDate === undefined || fromDate <= toDate, {
        path: ['toDate'],
        message: 'toDate must not be before fromDate',
      });
  },
  output: () =>
    result(textLists('columns'), objects('shared'), numbers('matching', 'without'), {
      chats: records(shapeOf(CHAT_LINE)),
      rows: z.array(z.array(z.string())),
      counts: records(countShape()),
    }),
  handle: withNames(['assistantIdentifier'], 'read', async ({ countBy, limit, offset, ...filter }, context) => {
    const page = { countBy, offset, limit: limit ?? (countBy === undefined ? ROWS : COUNTED) };
    const search = await searched(filter, page, context);
    const notes = await notesOn(search, context);
    const { counted } = search.found;
    const shown =
      counted === undefined
        ? listed(search)
        : countResult(counted, { noun: 'chat', searched: extentOf(search), page, call: again(search) });
    return { ...shown, notes: [...new Set([...notes, ...(shown.notes ?? [])])] };
  }),
});

/** Rows of a page, unless the caller asks for another number. */
const ROWS = 20;

/** A search that was carried out. */
type Searched = Awaited<ReturnType<typeof searched>>;

async function searched(filter: ChatFilter, page: ChatPage, { call, settings }: ToolContext) {
  const { query: _, ...body } = filter;
  const reducer = createChatReducer(filter, page);
  const sink = new StreamedChats(reducer, settings.maxResponseMb * 1024 * 1024, settings);
  await call(operations.listChats, { body }, { sink }).catch((error: unknown) => {
    throw withAdvice(error);
  });
  return { filter, page, found: reducer.result(), sink };
}

/** The same search from another place of its rows; free fields as JSON text, as they are published. */
const again = ({ filter, page: { countBy, limit } }: Searched) =>
  restOf('search_chats', { ...filter, metadata: filter.metadata && jsonText(filter.metadata), countBy, limit });

/** The chats that match, with the text that was searched for, or as rows. */
function listed(search: Searched): ToolResult {
  const { filter, page, found } = search;
  const { entries, rows, matching } = found;
  const { offset } = page;
  const call = again(search);
  const rest = (shown: number) => (offset + shown < matching ? call(offset + shown) : undefined);
  const table = chatRows({ rows, assistant: filter.assistantIdentifier, total: matching, offset, rest });
  const [first] = [...entries, ...rows];
  const isText = wordsOf(filter.query) !== undefined;
  return {
    summary: `${matchText(matching, 'chat')}${matching > 1 ? ', newest first' : ''}${fromOffset({ offset })}; ${extentOf(search)}.`,
    notes: isText ? [] : table.notes,
    facts: { shared: isText ? undefined : table.shared },
    list: isText
      ? { name: 'chats', items: entries.map((entry) => entryItem(entry, filter)), total: matching, offset, rest }
      : table.list,
    next:
      matching > 1 || first?.assistantIdentifier === undefined
        ? undefined
        : {
            tool: 'get_chat',
            // Its newest messages: the one that was found is quoted above.
            arguments: { assistantIdentifier: first.assistantIdentifier, chatUuid: first.chatUuid },
            why: 'read it',
          },
  };
}

/** A match; the assistant that was asked for is not repeated. */
function entryItem({ assistantIdentifier, ...entry }: ChatEntry, filter: ChatFilter): Item {
  const isAsked = assistantIdentifier === filter.assistantIdentifier;
  return item(CHAT_LINE, isAsked ? entry : { ...entry, assistantIdentifier });
}

/** Elements that were sent and not searched. */
const missedOf = ({ sink: { counts } }: Searched): number => counts.oversized + counts.unreadable + counts.withheld;

/**
 * Whether chats were created or deleted between two pages. One that was deleted moves the others up, past the beginning of the
 * next page; one that was created is missing where another came twice.
 */
function hasMoved(search: Searched): boolean {
  const { found, sink } = search;
  if (found.isStuck || sink.rest !== undefined) return false;
  // In a single answer, fewer than the total are chats that came twice in it.
  const isFewer = sink.pages > 1 && sink.total !== undefined && found.seen + missedOf(search) < sink.total;
  return sink.hasChanged || isFewer;
}

/** What the filters left out or could not be checked on, and what was not searched. */
async function notesOn(search: Searched, context: ToolContext): Promise<readonly string[]> {
  const { filter, found, sink } = search;
  const { leftOut, unchecked, isStuck, seen, matching, withoutText } = found;
  const { counts, pages, isAbandoned } = sink;
  const rest = isAbandoned ? undefined : sink.rest;
  const { received, oversized, ...others } = counts;
  const dialect = dialectMayBe(context);
  const dropped = Object.entries(leftOut).filter(([, n]) => n > 0);
  const total = dropped.reduce((sum, [, n]) => sum + n, 0);
  const by = dropped.map(([name, n]) => `${name} (${n})`).join(', ');
  // If others match, the filters did their work here, and there is nothing to do about it.
  const isMissed = total > 0 && matching === 0;
  return present(
    isMissed &&
      `The platform sent ${count(total, 'chat')} that ${total === 1 ? "doesn't" : "don't"} match the filters, by ${by}.`,
    // Metadata has the same name in every dialect.
    isMissed && leftOut.assistantIdentifier + leftOut.dates > 0 && dialect,
    isStuck &&
      `The platform sent the same page again: if there are more than these ${count(seen, 'chat')}, they were not searched.`,
    unchecked > 0 &&
      `${count(unchecked, 'chat')} can't be checked against the filters: the platform leaves out createdAt or assistantIdentifier.`,
    ...(matching === 0 && filter.metadata !== undefined ? await metadataNotes(filter, found, context) : []),
    ...(matching === 0 ? missNotes(filter.query) : []),
    // Pages, although the specification has none.
    isAbandoned && `The list of chats had not ended after ${count(pages, 'page')}: what may follow was not searched.`,
    rest &&
      `The platform sent only ${rest.total === undefined ? count(received, 'chat') : `${received} of ${count(rest.total, 'chat')}`}: the rest was not searched.`,
    rest && dialect,
    hasMoved(search) &&
      'The list of chats could not be read completely, because chats changed meanwhile: some chats may be missing. Call again for a fresh look.',
    ...unreadableNotes(others),
    withoutText > 0 &&
      `The platform leaves out the conversation of ${count(withoutText, 'chat')}: their text was not searched.`,
    oversized > 0 &&
      `${count(oversized, 'chat')} ${oversized === 1 ? 'is' : 'are'} larger than AGENT_PLATFORM_MAX_RESPONSE_MB and ${oversized === 1 ? 'was' : 'were'} not searched.`,
  );
}

/** Notes on the metadata of chats. A platform that filters by itself sent none, so it is asked again without the filter. */
async function metadataNotes(
  { metadata: _metadata, query: _query, ...others }: ChatFilter,
  { seen, seenMetadata }: ReducedChats,
  { call, settings }: ToolContext,
): Promise<string[]> {
  if (seen > 0) return seenMetadata.notes('chats searched');
  const reducer = createChatReducer(others, { limit: 1, offset: 0 });
  const sink = new StreamedChats(reducer, METADATA_BYTES, settings);
  try {
    await call(operations.listChats, { body: others }, { sink });
  } catch (error) {
    // The note is optional.
    if (error instanceof PlatformError) return [];
    throw error;
  }
  const sent = reducer.result();
  return sent.seen > 0 ? sent.seenMetadata.notes('chats sent without this filter') : [];
}

/** How much was searched. Without a filter, what the platform sent is all there is, unless it says otherwise. */
function extentOf(search: Searched): string {
  const {
    filter: { query: _, ...filters },
    found: { seen, isStuck, leftOut },
    sink: { rest, pages, total, isAbandoned },
  } = search;
  const missed = missedOf(search);
  if (rest?.total !== undefined) return `searched ${seen} of ${count(rest.total, 'chat')}`;
  if (missed > 0) return `searched ${seen} of ${count(seen + missed, 'chat')} that the platform sent`;
  if (isStuck) return `searched the ${seen} that the platform sent before it repeated itself`;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  if (seen === 0) return isFiltered ? 'the platform sent none for these filters' : 'the platform has none';
  // Of several pages, only a total proves that no chat was deleted between two of them, which moves another out of sight.
  const isUnproven = pages > 1 && total !== seen && !isFiltered;
  if (rest !== undefined || isAbandoned || isUnproven || hasMoved(search))
    return `searched the ${count(seen, 'chat')} that the platform sent`;
  const all = seen === 1 ? 'searched the only chat' : `searched all ${seen} chats`;
  const outside = Object.values(leftOut).reduce((sum, n) => sum + n, 0);
  if (!isFiltered) return all;
  if (outside === 0) return `${all} that the platform sent for these filters${daysText(filters)}`;
  // Where none is left, a note says by which filters.
  return `${all} that the platform sent${outside === seen ? '' : `, of which ${outside} ${outside === 1 ? "doesn't" : "don't"} match these filters`}`;
}

/** ` (2026-10-01 to 2026-10-31)`: the days that were asked for; empty if none were. */
function daysText({ fromDate: from, toDate: to }: ChatFilter): string {
  if (from === to) return from === undefined ? '' : ` (${from})`;
  if (to === undefined) return ` (from ${from} on)`;
  return from === undefined ? ` (up to ${to})` : ` (${from} to ${to})`;
}

/** The error for a list that is too large, or too large for the time limit, with advice to narrow the search. */
function withAdvice(error: unknown): unknown {
  if (!(error instanceof PlatformError)) return error;
  if (error.facts.kind === 'too-large')
    return error.with({ advice: 'Narrow the search by assistantIdentifier, fromDate or toDate.' });
  if (error.facts.kind !== 'timeout') return error;
  return error.with({
    advice:
      'Call again later; if there are many chats, narrow the search by assistantIdentifier, fromDate or toDate, or raise AGENT_PLATFORM_TIMEOUT_MS.',
  });
}
