import * as z from 'zod';
import { CHAT_LINE } from '../../domain/chats/chat.ts';
import { ChatReducer, type ReducedChats } from '../../domain/chats/search.ts';
import { dialectMayBe } from '../../domain/dialect.ts';
import type { NextStep } from '../../mcp/contract/answer.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { StreamedList } from '../../platform/client/stream-list.ts';
import { operations } from '../../platform/operations/index.ts';
import { echoedFields } from '../../present/echo-arguments.ts';
import { fromOffset, unreadableNotes } from '../../present/paging.ts';
import { item } from '../../present/record.ts';
import { count } from '../../present/units.ts';
import { assistantIdentifier, pageLimit, pageOffset } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** Largest chat that is read for its metadata alone, in bytes. */
const METADATA_BYTES = 1024 * 1024;

/** Specification: POST /v1/assistants/chats. The answer is not paginated, so it is reduced while it arrives. */
export const searchChats = defineTool({
  name: 'search_chats',
  title: 'Search chats',
  toolset: 'assistants',
  effect: 'read',
  example: { query: 'order' },
  description:
    'Searches chats by text, assistant, date and metadata, newest first; a matching question comes with its answer.',
  input: () => {
    const { fromDate, toDate, metadata } = operations.listChats.body().shape;
    return z
      .strictObject({
        query: z.string().optional().describe('Text in the messages.'),
        assistantIdentifier: assistantIdentifier().optional(),
        fromDate: fromDate.describe('Created since YYYY-MM-DD, UTC.'),
        toDate: toDate.describe('Last: YYYY-MM-DD.'),
        metadata: metadata.describe('Fields to match.'),
        limit: pageLimit(20),
        offset: pageOffset(),
      })
      .refine(({ fromDate, toDate }) => fromDate === undefined || toDate === undefined || fromDate <= toDate, {
        path: ['toDate'],
        message: 'toDate must not be before fromDate',
      });
  },
  output: () => result({ chats: records(shapeOf(CHAT_LINE)) }),
  async handle({ query, limit, offset, ...filter }, context) {
    const { call, settings } = context;
    const reducer = new ChatReducer({ ...filter, query }, { limit, offset });
    const sink = new StreamedList(operations.listChats, reducer, settings.maxResponseMb * 1024 * 1024);
    await call(operations.listChats, { body: filter }, { sink }).catch((error: unknown) => {
      throw withAdvice(error);
    });
    const found = reducer.result();
    const dialect = dialectMayBe(context);
    const { entries, matching } = found;
    const first = entries.find((entry) => entry.assistantIdentifier !== undefined);
    return {
      summary: `${matching === 0 ? 'No chat matches' : `${count(matching, 'chat')} ${matching === 1 ? 'matches' : 'match'}`}${matching > 1 ? ', newest first' : ''}${fromOffset({ offset })}; ${searchedText(found, sink)}.`,
      notes: [
        ...new Set([
          ...effectNotes(found, dialect),
          ...(matching === 0 && filter.metadata !== undefined ? await metadataNotes(filter, found, call) : []),
          ...restNotes(sink, dialect),
          ...unreadableNotes(sink),
          ...withoutTextNotes(found),
          ...oversizedNotes(sink),
        ]),
      ],
      list: {
        name: 'chats',
        items: entries.map((entry) => item(CHAT_LINE, entry)),
        total: matching,
        rest: (shown): NextStep | undefined =>
          offset + shown < matching
            ? {
                tool: 'search_chats',
                arguments: { ...echoedFields({ query, ...filter }), limit, offset: offset + shown },
                why: 'see the rest',
              }
            : undefined,
      },
      next:
        matching > 1 || first === undefined
          ? undefined
          : {
              tool: 'get_chat',
              arguments: {
                assistantIdentifier: first.assistantIdentifier,
                chatUuid: first.chatUuid,
                // If the answer is shown beside the question, read on from the answer.
                ...(query ? { message: (first.message ?? 1) + (first.answer === undefined ? 0 : 1) } : {}),
              },
              why: 'read it',
            },
    };
  },
});

/**
 * Notes on the metadata that chats have. A platform that filters by itself sends no chats, so one request is made
 * without the filter.
 */
async function metadataNotes(
  { metadata: _, ...others }: Readonly<Record<string, unknown>>,
  { seen, seenMetadata }: ReducedChats,
  call: ToolContext['call'],
): Promise<string[]> {
  if (seen > 0) return seenMetadata.notes('chats');
  const reducer = new ChatReducer(others, { limit: 1, offset: 0 });
  const sink = new StreamedList(operations.listChats, reducer, METADATA_BYTES);
  try {
    await call(operations.listChats, { body: others }, { sink });
  } catch (error) {
    // The note is optional.
    if (error instanceof PlatformError) return [];
    throw error;
  }
  return reducer.result().seenMetadata.notes('chats');
}

/** How much was searched, of the chats that the platform sent for these filters. */
function searchedText(
  { seen, isStuck }: ReducedChats,
  { oversized, unreadable }: Readonly<Record<'oversized' | 'unreadable', number>>,
): string {
  const missed = oversized + unreadable;
  if (missed > 0) return `searched ${seen} of ${count(seen + missed, 'chat')} that the platform sent`;
  if (isStuck) return `searched the ${seen} that the platform sent before it repeated itself`;
  if (seen === 0) return 'the platform sent none for these filters';
  return seen === 1
    ? 'searched the one chat that the platform sent'
    : `searched all ${seen} chats that the platform sent`;
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

const withoutTextNotes = ({ withoutText }: ReducedChats): string[] =>
  withoutText === 0
    ? []
    : [`The platform leaves out the conversation of ${count(withoutText, 'chat')}: their text was not searched.`];

function oversizedNotes({ oversized }: { readonly oversized: number }): string[] {
  if (oversized === 0) return [];
  return [
    `${count(oversized, 'chat')} ${oversized === 1 ? 'is' : 'are'} larger than AGENT_PLATFORM_MAX_RESPONSE_MB and ${oversized === 1 ? 'was' : 'were'} not searched.`,
  ];
}

/** Notes on a list that the platform paginates, although the specification does not. */
function restNotes({ rest, received }: Pick<StreamedList<never>, 'rest' | 'received'>, dialect: string): string[] {
  if (rest === undefined) return [];
  return [
    `The platform sent only ${rest.total === undefined ? count(received, 'chat') : `${received} of ${count(rest.total, 'chat')}`}: the rest was not searched.`,
    dialect,
  ];
}

/** Notes on filters that had no effect or could not be checked. */
function effectNotes({ leftOut, unchecked, isStuck, seen }: ReducedChats, dialect: string): string[] {
  const dropped = Object.entries(leftOut).filter(([, n]) => n > 0);
  const total = dropped.reduce((sum, [, n]) => sum + n, 0);
  const by = dropped.map(([filter, n]) => `${filter} (${n})`).join(', ');
  return [
    ...(total > 0
      ? [
          `The platform also sent ${count(total, 'chat')} that don't match the filters, by ${by}; they were left out.`,
          // Metadata has the same name in every dialect.
          ...(leftOut.assistantIdentifier + leftOut.dates > 0 ? [dialect] : []),
        ]
      : []),
    ...(isStuck
      ? [
          `The platform sent the same page again: if there are more than these ${count(seen, 'chat')}, they were not searched.`,
        ]
      : []),
    ...(unchecked > 0
      ? [
          `${count(unchecked, 'chat')} can't be checked against the filters: the platform leaves out createdAt or assistantIdentifier.`,
        ]
      : []),
  ];
}
