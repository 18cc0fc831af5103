/** A chat as one line of a list, never its conversation. */

import { type Item, join } from '../../mcp/contract/answer.ts';
import type { Chat } from '../../platform/parse/records.ts';
import { isHuman } from '../../platform/parse/roles.ts';
import type { ForeignText } from '../../platform/text.ts';
import { excerpt } from '../../present/excerpt.ts';
import { minute } from '../../present/units.ts';
import { around, holds } from '../found-text.ts';

/** What a list needs of a chat. */
export interface ChatEntry {
  readonly chatUuid: string;
  readonly assistantIdentifier?: string | undefined;
  readonly createdAt?: string | undefined;
  /** Number of messages. */
  readonly messages: number;
  /** Number, from 1, of the message that the excerpt is of. */
  readonly message?: number | undefined;
  readonly excerpt?: string | undefined;
  /** What followed, if the excerpt is from a question. */
  readonly answer?: string | undefined;
  /** JSON of its beginning. */
  readonly metadata?: ForeignText | undefined;
}

/** Characters of an excerpt, of the answer beside it, and of the metadata. */
const EXCERPT = 160;
const ANSWER = 160;
const METADATA = 120;

/** The chat in short: the message that holds `needle` (lower case), around it; else the user's last. */
export function chatEntry(chat: Chat, needle?: string): ChatEntry {
  const { chatUuid, assistantIdentifier, createdAt, messages, metadata } = chat;
  const index =
    needle === undefined
      ? messages.findLastIndex(isHuman)
      : messages.findIndex(({ content }) => holds(content, needle));
  const message = messages[index];
  const reply = message !== undefined && isHuman(message) ? messages[index + 1] : undefined;
  return {
    chatUuid,
    assistantIdentifier,
    createdAt,
    messages: messages.length,
    metadata: metadata?.line(METADATA),
    message: message && index + 1,
    excerpt:
      message && (needle === undefined ? excerpt(message.content, EXCERPT) : around(message.content, needle, EXCERPT)),
    answer: reply === undefined || isHuman(reply) ? undefined : excerpt(reply.content, ANSWER),
  };
}

/** Line and data of a {@link ChatEntry}; its time to the minute. */
export function chatItem(entry: ChatEntry): Item {
  const { chatUuid, assistantIdentifier, messages, message, metadata, excerpt: said, answer } = entry;
  const createdAt = entry.createdAt && minute(entry.createdAt);
  return {
    data: { ...entry, createdAt },
    line: join(
      chatUuid,
      assistantIdentifier,
      createdAt && `created ${createdAt}`,
      `messages ${messages}`,
      metadata && `metadata ${metadata}`,
      said && `#${message} ${said}${answer === undefined ? '' : ` answered ${answer}`}`,
    ),
  };
}
