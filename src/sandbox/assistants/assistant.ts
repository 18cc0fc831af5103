/** Assistants and chats as the sandbox stores and sends them. */

import type * as z from 'zod';
import type { chatHistory } from '../../platform/operations/schemas.ts';
import { isoTime } from '../clock.ts';
import type { Agent } from '../records.ts';
import type { Thread } from '../threads/thread.ts';

/** The part of the sandbox that assistants read; they change nothing. */
export interface VisibleWorld {
  /** Epoch ms. */
  now(): number;
  readonly agents: ReadonlyMap<string, Agent>;
  readonly threads: { all(): readonly Thread[] };
}

/** A question to an assistant. */
export interface Question {
  readonly message: string;
  /** The user's earlier messages in this chat, oldest first. */
  readonly earlier: readonly string[];
  readonly context: Readonly<Record<string, unknown>>;
  readonly world: VisibleWorld;
}

export interface Assistant {
  /** A slug; it addresses the assistant in paths. */
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly state: 'enabled' | 'disabled';
  readonly projectId?: string;
  readonly provider: string;
  readonly model: string;
  /** The reply, by simple rules: the same question in the same world gets the same. */
  readonly reply: (question: Question) => string;
}

/** The wire shape. */
export const toCard = ({ reply: _reply, ...card }: Assistant): Omit<Assistant, 'reply'> => card;

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
export const toChatHistory = (chat: Chat): z.output<ReturnType<typeof chatHistory>> => ({
  chatUid: chat.chatUid,
  assistantIdentifier: chat.assistantIdentifier,
  createdAt: isoTime(chat.createdAt),
  messages: chat.messages.map(({ role, content, at }) => ({ role, content, timestamp: isoTime(at) })),
  ...(Object.keys(chat.metadata).length === 0 ? {} : { metadata: chat.metadata }),
});
