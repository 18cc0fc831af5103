/**
 * A chat as one line of a list, without its conversation, and as a row of a table, where nothing was searched for: what all rows
 * share stands once, and texts are shortened evenly until a hundred rows fit into one result.
 */
import {
  type Item,
  type ItemList,
  join,
  type NextStep,
  present,
  RESULT_BUDGET,
  Structured,
  structured,
  type Value,
} from '../../mcp/contract/result.ts';
import { compact, type Json, number, text, time } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { isHuman, wholeText } from '../../platform/parse/messages.ts';
import type { Chat } from '../../platform/parse/records.ts';
import type { RecordOf, Table } from '../../platform/parse/table.ts';
import { foreign, plainOrMarked } from '../../platform/text.ts';
import { excerpt } from '../../present/excerpt.ts';
import { count, firstOf, minute } from '../../present/units.ts';
import { metadataName } from '../counts.ts';
import { around, copied, holds } from '../found-text.ts';
import { messageCount } from '../threads/conversation.ts';

const structuredOf = (value: unknown): Structured | undefined => (value instanceof Structured ? value : undefined);

/** A chat in a list. */
export const CHAT_LINE = {
  chatUuid: { read: text, required: true, show: {} },
  assistantIdentifier: { read: text, show: {} },
  /** To the minute. */
  createdAt: { read: time, show: { line: 'created …' } },
  /** Number of messages. */
  messages: { read: number, show: { line: 'messages …' } },
  /** The metadata, shortened. */
  metadata: { read: structuredOf, show: { is: 'object', line: 'metadata …' } },
  /** Number of the excerpt's message, from 1. */
  message: { read: number, show: { line: false } },
  excerpt: {
    read: text,
    show: {
      line: (text: string, { message, answer }: Json) =>
        `#${message} ${text}${answer === undefined ? '' : ` answered ${answer}`}`,
    },
  },
  /** The next message, if the excerpt is the user's. */
  answer: { read: text, show: { line: false } },
  /** Numbers of further messages with the text. */
  also: { read: text, show: { line: 'also in …' } },
} as const satisfies Table;
export type ChatEntry = RecordOf<typeof CHAT_LINE>;

/** Further messages that are named. */
const ALSO = 3;
/** Characters of an excerpt, of its reply, and of the metadata. */
const EXCERPT = 160;
const ANSWER = 160;
const METADATA = 120;

/** A chat with an excerpt around words, as `wordsOf` returns them. */
export function chatEntry(chat: Chat, words: readonly string[]): ChatEntry {
  const { chatUuid, assistantIdentifier, createdAt, messages, metadata, metadataValues } = chat;
  const found = messages.flatMap((message, index) => (holds(wholeText(message), words) ? index : []));
  const [index = -1] = found;
  const also = found.slice(1).map((other) => `#${other + 1}`);
  const message = messages[index];
  const reply = message !== undefined && isHuman(message) ? messages[index + 1] : undefined;
  return compact({
    chatUuid,
    assistantIdentifier,
    createdAt,
    messages: messageCount(chat),
    metadata: metadata && structured(metadata, metadataValues, metadata.line(METADATA)),
    message: message && index + 1,
    excerpt: message && around(wholeText(message), words, EXCERPT),
    answer: reply === undefined || isHuman(reply) ? undefined : excerpt(reply.content, ANSWER),
    also: also.length === 0 ? undefined : firstOf(also, ALSO),
  });
}

/** Characters of the first message and of a value of metadata, and the fewest when rows are many. */
const LONGEST = 60;
const VALUE = 40;
const SHORTEST = 8;
const STEP = 4;
/** Characters of the result beside its rows. */
const AROUND = 1_400;
/** Keys of metadata that have a column; the others are named. */
const MAX_COLUMNS = 5;
const NAMED = 8;

/** What is kept of a chat: its conversation may be long. */
export type ChatRow = ReturnType<typeof rowOf>;

/** The parts of a chat that its row shows. */
export function rowOf(chat: Chat) {
  const { chatUuid, assistantIdentifier, createdAt, messages, metadataValues } = chat;
  const first = messages.find((message) => isHuman(message) && !message.content.isEmpty);
  return {
    chatUuid,
    assistantIdentifier,
    createdAt,
    messages: messageCount(chat),
    metadata: metadataValues,
    // The beginning of the user's first message. A copy: a part of the message would keep all of it in memory.
    first: first && foreign(copied(first.content.line(LONGEST + 1).raw)),
  };
}

/** A page of rows. */
interface RowPage {
  readonly rows: readonly ChatRow[];
  /** The assistant that was asked for, which is not repeated. */
  readonly assistant: string | undefined;
  readonly total: number | undefined;
  readonly offset: number;
  rest(shown: number): NextStep | undefined;
}

/** The rows as a list, what they share, and notes on what they leave out. */
export function chatRows({ rows, assistant, total, offset, rest }: RowPage): {
  readonly list: ItemList;
  readonly shared: Value;
  readonly notes: readonly string[];
} {
  const cells = rows.map((row) => cellsOf(row, assistant));
  const names = [...new Set(cells.flatMap((one) => Object.keys(one)))];
  const isShared = (name: string): boolean => rows.length > 1 && cells.every((one) => one[name] === cells[0]?.[name]);
  const differing = names.filter((name) => !isShared(name));
  const ofMost = (a: string, b: string): number => share(cells, b) - share(cells, a);
  const shown = differing.toSorted(ofMost).slice(0, MAX_COLUMNS);
  const columns = ['chatUuid', 'createdAt', 'messages', ...differing.filter((name) => shown.includes(name)), 'first'];
  const hidden = differing.filter((name) => !shown.includes(name));
  const shared = Object.fromEntries(
    names.filter(isShared).map((name) => [name, plainOrMarked(cells[0]?.[name] ?? '', VALUE)]),
  );
  const hasShared = Object.keys(shared).length > 0;
  const isPart = offset > 0 || rest(rows.length) !== undefined;
  return {
    list: { name: 'rows', columns, items: fitted(rows, cells, columns), total, offset, rest },
    shared: hasShared ? shared : undefined,
    notes: present(
      hasShared && isPart && 'shared holds for the rows shown; others may differ.',
      hidden.length > 0 && `Not shown: ${count(hidden.length, 'more metadata key')}, ${firstOf(hidden, NAMED)}.`,
    ),
  };
}

/** What may differ between chats: their assistant and each key of their metadata, as plain text. */
function cellsOf({ assistantIdentifier, metadata }: ChatRow, assistant: string | undefined): Record<string, string> {
  const cells: Record<string, string> = {};
  if (assistantIdentifier !== undefined && assistantIdentifier !== assistant) cells.assistant = assistantIdentifier;
  for (const [key, value] of Object.entries(metadata)) {
    if (value !== undefined && value !== null && value !== '') {
      cells[metadataName(key)] = text(value) ?? jsonText(value, true);
    }
  }
  return cells;
}

const share = (cells: readonly Record<string, string>[], name: string): number =>
  cells.filter((one) => one[name] !== undefined).length;

/** The rows with texts as long as fit, all equally. */
function fitted(
  rows: readonly ChatRow[],
  cells: readonly Record<string, string>[],
  columns: readonly string[],
): readonly Item[] {
  for (let most = LONGEST; ; most -= STEP) {
    const items = rows.map((row, index) => itemOf(row, cells[index] ?? {}, columns, most));
    const size = (item: Item): number =>
      Math.max(item.line.length, JSON.stringify(columns.map((name) => String(item.data[name] ?? ''))).length) + 1;
    const all = items.reduce((sum, item) => sum + size(item), 0);
    if (all <= RESULT_BUDGET - AROUND || most - STEP < SHORTEST) return items;
  }
}

function itemOf(row: ChatRow, cells: Record<string, string>, columns: readonly string[], most: number): Item {
  const { chatUuid, createdAt, messages, first } = row;
  const known: Record<string, Value> = {
    chatUuid,
    createdAt: createdAt && minute(createdAt),
    messages,
    first: first?.line(most),
  };
  const room = Math.max(2 * SHORTEST, Math.min(VALUE, most));
  const data: Record<string, Value> = Object.fromEntries(
    columns.map((name): [string, Value] => {
      const cell = cells[name];
      return [name, name in known ? known[name] : cell === undefined ? undefined : plainOrMarked(cell, room)];
    }),
  );
  return { data, line: join(...columns.map((name) => String(data[name] ?? '–'))) };
}
