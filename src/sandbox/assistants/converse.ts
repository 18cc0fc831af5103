/** One turn of a conversation: find or start the chat, answer, store both messages. */
import type * as z from 'zod';
import type { assistantMessageRequest, assistantMessageResponse } from '../../platform/operations/schemas.ts';
import { isoTime } from '../clock.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { newId } from '../ids.ts';
import { tokens } from '../threads/usage.ts';
import type { World } from '../world.ts';
import type { Assistant } from './assistant.ts';
import type { Chat } from './chat.ts';
import { shorten } from './shorten.ts';

type Request = z.output<ReturnType<typeof assistantMessageRequest>> & { files?: { name: string }[] | undefined };
type Response = z.output<ReturnType<typeof assistantMessageResponse>>;

/**
 * Sends a message to an assistant. A null or empty `chatUuid` starts a chat, any other continues one.
 * @throws HttpError 400 where the assistant is disabled, 404 where the chat is not one of this assistant's.
 */
export function converse(world: World, assistant: Assistant, request: Request): Response {
  if (!assistant.enabled) throw badRequest(`assistant ${assistant.identifier} is disabled`);
  const chat = chatFor(world, assistant, request.chatUuid);
  const at = world.now();
  const earlier = chat.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const { message, context = {}, metadata = {}, files = [] } = request;
  const seen = files.length === 0 ? '' : `I received ${files.map(({ name }) => name).join(', ')}. `;
  const reply = seen + recall(earlier) + assistant.answer({ message, earlier, context, world });
  chat.metadata = { ...chat.metadata, ...metadata };
  chat.messages.push({ role: 'user', content: message, at }, { role: 'assistant', content: reply, at });
  world.chats.set(chat.chatUid, chat);
  const used = chat.messages.reduce((sum, { content }) => sum + tokens(content), 0);
  return { chatUuid: chat.chatUid, message: reply, tokens_used: used, timestamp: isoTime(at) };
}

function chatFor(world: World, assistant: Assistant, chatUuid: string | null | undefined): Chat {
  if (chatUuid === undefined || chatUuid === null || chatUuid === '') {
    const identifier = assistant.identifier;
    return { chatUid: newId(), assistantIdentifier: identifier, createdAt: world.now(), messages: [], metadata: {} };
  }
  const chat = world.chats.get(chatUuid);
  if (chat === undefined || chat.assistantIdentifier !== assistant.identifier) throw notFound(`chat ${chatUuid}`);
  return chat;
}

/** Shows that the conversation is remembered. */
function recall(earlier: readonly string[]): string {
  const last = earlier.at(-1);
  return last === undefined ? '' : `Following on from your earlier question “${shorten(last, 100)}”: `;
}
