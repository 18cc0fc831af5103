/** A chat as one line of a list, without its conversation. */

import { Structured, structured } from '../../mcp/contract/result.ts';
import { compact, type Json, number, text, time } from '../../platform/parse/coerce.ts';
import { isHuman, wholeText } from '../../platform/parse/messages.ts';
import type { Chat } from '../../platform/parse/records.ts';
import type { RecordOf, Table } from '../../platform/parse/table.ts';
import { excerpt } from '../../present/excerpt.ts';
import { firstOf } from '../../present/units.ts';
import { around, holds } from '../found-text.ts';
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
