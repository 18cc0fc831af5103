/** Chats as the sandbox stores them, and as it sends them (specification, ChatHistory). */
import type * as z from 'zod';
import type { chatHistory } from '../../platform/operations/schemas.ts';
import { isoTime } from '../clock.ts';

export type ChatHistory = z.output<ReturnType<typeof chatHistory>>;

interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface Chat {
  readonly chatUid: string;
  readonly assistantIdentifier: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly messages: ChatMessage[];
  metadata: Record<string, unknown>;
}

/** The wire shape. */
export function toChatHistory(chat: Chat): ChatHistory {
  return {
    chatUid: chat.chatUid,
    assistantIdentifier: chat.assistantIdentifier,
    createdAt: isoTime(chat.createdAt),
    messages: chat.messages.map(({ role, content, at }) => ({ role, content, timestamp: isoTime(at) })),
    ...(Object.keys(chat.metadata).length === 0 ? {} : { metadata: chat.metadata }),
  };
}
