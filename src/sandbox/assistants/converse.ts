/** Conversations: one turn (find or start the chat, reply, store both messages), and the search over chats. */

import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import type {
  assistantMessageRequest,
  assistantMessageResponse,
  chatHistoryFilter,
} from '../../platform/operations/schemas.ts';
import { isoDay, isoTime } from '../clock.ts';
import { badRequest, notFound } from '../http/reply.ts';
import { newId } from '../ids.ts';
import { tokens } from '../threads/thread.ts';
import type { World } from '../world.ts';
import type { Assistant, Chat } from './assistant.ts';
import { shorten } from './replies.ts';

type Request = z.output<ReturnType<typeof assistantMessageRequest>> & { files?: { name: string }[] | undefined };
type Response = z.output<ReturnType<typeof assistantMessageResponse>>;

/** @throws HttpError 400 if the assistant is disabled, 404 if it has no such chat */
export function converse(world: World, assistant: Assistant, request: Request): Response {
  if (!assistant.enabled) throw badRequest(`assistant ${assistant.identifier} is disabled`);
  const chat = chatFor(world, assistant, request.chatUuid);
  const at = world.now();
  const earlier = chat.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const { message, context = {}, metadata = {}, files = [] } = request;
  const seen = files.length === 0 ? '' : `I received ${files.map(({ name }) => name).join(', ')}. `;
  const reply = seen + recall(earlier) + assistant.reply({ message, earlier, context, world });
  chat.metadata = { ...chat.metadata, ...metadata };
  chat.messages.push({ role: 'user', content: message, at }, { role: 'assistant', content: reply, at });
  world.chats.set(chat.chatUid, chat);
  const used = chat.messages.reduce((sum, { content }) => sum + tokens(content), 0);
  return { chatUuid: chat.chatUid, message: reply, tokens_used: used, timestamp: isoTime(at) };
}

function chatFor(world: World, assistant: Assistant, chatUuid: string | null | undefined): Chat {
  const { identifier } = assistant;
  if (!chatUuid)
    return { chatUid: newId(), assistantIdentifier: identifier, createdAt: world.now(), messages: [], metadata: {} };
  const chat = world.chats.get(chatUuid);
  if (chat?.assistantIdentifier !== identifier) throw notFound(`chat ${chatUuid}`);
  return chat;
}

/** Shows that the assistant remembers the conversation. */
function recall(earlier: readonly string[]): string {
  const last = earlier.at(-1);
  return last === undefined ? '' : `Following on from your earlier question “${shorten(last, 100)}”: `;
}

/** Newest first; both days are inclusive, in UTC. @throws HttpError 400 if toDate is before fromDate */
export function searchChats(chats: Iterable<Chat>, filter: z.output<ReturnType<typeof chatHistoryFilter>>): Chat[] {
  const { assistantIdentifier, fromDate, toDate, metadata = {} } = filter;
  if (fromDate !== undefined && toDate !== undefined && toDate < fromDate) {
    throw badRequest('toDate must not be before fromDate', 'toDate');
  }
  const fits = (chat: Chat): boolean => {
    const day = isoDay(chat.createdAt);
    if (assistantIdentifier !== undefined && chat.assistantIdentifier !== assistantIdentifier) return false;
    if (fromDate !== undefined && day < fromDate) return false;
    if (toDate !== undefined && day > toDate) return false;
    return Object.entries(metadata).every(([key, value]) => isDeepStrictEqual(chat.metadata[key], value));
  };
  return [...chats].filter(fits).sort((a, b) => b.createdAt - a.createdAt);
}
