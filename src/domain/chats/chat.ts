/** A chat as one line of a list, never its conversation. */

import { type Item, join } from '../../mcp/contract/answer.ts';
import type { Chat } from '../../platform/parse/records.ts';
import type { ForeignText } from '../../platform/text.ts';

/** What a list needs of a chat. */
export interface ChatEntry {
  readonly chatUuid: string;
  readonly assistantIdentifier?: string | undefined;
  readonly createdAt?: string | undefined;
  /** Number of messages. */
  readonly messages: number;
  /** Number, from 1, of the message that the excerpt is of. */
  readonly message?: number | undefined;
  readonly excerpt?: ForeignText | undefined;
}

/** Characters of an excerpt. */
const EXCERPT = 160;
/** Characters shown before a match. */
const LEAD = 50;

/**
 * Whether the text holds `needle` (lower case) where it can be seen. A search in what is masked would tell a guesser
 * whether a secret begins like their words; most texts are ruled out before anything is cleaned.
 */
export function holds(content: ForeignText, needle: string): boolean {
  return content.raw.toLowerCase().includes(needle) && content.visible.toLowerCase().includes(needle);
}

/** The chat in short: the message that holds `needle` (lower case), around it; else the user's last. */
export function chatEntry(chat: Chat, needle?: string): ChatEntry {
  const { chatUuid, assistantIdentifier, createdAt, messages } = chat;
  const index =
    needle === undefined
      ? messages.findLastIndex(({ role }) => role === 'user')
      : messages.findIndex(({ content }) => holds(content, needle));
  const content = messages[index]?.content;
  const at = needle === undefined ? 0 : (content?.visible.toLowerCase().indexOf(needle) ?? 0);
  return {
    chatUuid,
    assistantIdentifier,
    createdAt,
    messages: messages.length,
    message: content && index + 1,
    excerpt: content?.slice(Math.max(0, at - LEAD), EXCERPT * 8).line(EXCERPT),
  };
}

export function chatItem(entry: ChatEntry): Item {
  const { chatUuid, assistantIdentifier, createdAt, messages, message, excerpt } = entry;
  return {
    data: { ...entry },
    line: join(
      chatUuid,
      assistantIdentifier,
      createdAt && `created ${createdAt}`,
      `messages ${messages}`,
      excerpt && `#${message} ${excerpt}`,
    ),
  };
}
