/** A chat as one line of a list, never its conversation. */

import { Structured } from '../../mcp/contract/answer.ts';
import { compact, type Json, number, text, time } from '../../platform/parse/coerce.ts';
import { isHuman } from '../../platform/parse/messages.ts';
import type { Chat } from '../../platform/parse/records.ts';
import type { RecordOf, Table } from '../../platform/parse/table.ts';
import { excerpt } from '../../present/excerpt.ts';
import { structured } from '../../present/record.ts';
import { around, holds } from '../found-text.ts';

const structuredOf = (value: unknown): Structured | undefined => (value instanceof Structured ? value : undefined);

/** A chat as a list has it. */
export const CHAT_LINE = {
  chatUuid: { read: text, required: true, show: {} },
  assistantIdentifier: { read: text, show: {} },
  /** To the minute. */
  createdAt: { read: time, show: { line: 'created …' } },
  /** Number of messages. */
  messages: { read: number, required: true, show: { line: 'messages …' } },
  /** The metadata, cut. */
  metadata: { read: structuredOf, show: { is: 'object', line: 'metadata …' } },
  /** Number, from 1, of the message that the excerpt is of. */
  message: { read: number, show: { line: false } },
  excerpt: {
    read: text,
    show: {
      line: (said: string, { message, answer }: Json) =>
        `#${message} ${said}${answer === undefined ? '' : ` answered ${answer}`}`,
    },
  },
  /** What followed, if the excerpt is from a question. */
  answer: { read: text, show: { line: false } },
} as const satisfies Table;
export type ChatEntry = RecordOf<typeof CHAT_LINE>;

/** Characters of an excerpt, of the answer beside it, and of the metadata. */
const EXCERPT = 160;
const ANSWER = 160;
const METADATA = 120;

/** The chat in short: the message that holds `needle` (lower case), around it; else the user's last. */
export function chatEntry(chat: Chat, needle?: string): ChatEntry {
  const { chatUuid, assistantIdentifier, createdAt, messages, metadata, metadataValues } = chat;
  const index =
    needle === undefined
      ? messages.findLastIndex(isHuman)
      : messages.findIndex(({ content }) => holds(content, needle));
  const message = messages[index];
  const reply = message !== undefined && isHuman(message) ? messages[index + 1] : undefined;
  return compact({
    chatUuid,
    assistantIdentifier,
    createdAt,
    messages: messages.length,
    metadata: metadata && structured(metadata, metadataValues, metadata.line(METADATA)),
    message: message && index + 1,
    excerpt:
      message && (needle === undefined ? excerpt(message.content, EXCERPT) : around(message.content, needle, EXCERPT)),
    answer: reply === undefined || isHuman(reply) ? undefined : excerpt(reply.content, ANSWER),
  });
}
