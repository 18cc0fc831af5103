import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { conversationPage, extentText, singleMessage } from '../../domain/threads/conversation.ts';
import { type NextStep, structured } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { minute } from '../../present/units.ts';
import { assistant, chatUuid, conversationPart, onePart } from '../fields.ts';
import { messageShape, objects, records, result, texts } from '../results.ts';

/** GET /v1/assistants/{id}/chats/{chatId} returns the whole conversation; this shows a part. */
export const getChat = defineTool({
  name: 'get_chat',
  title: 'Get chat',
  toolset: 'assistants',
  effect: 'read',
  example: { assistantIdentifier: 'assistant-1', chatUuid: 'chat-1' },
  description: 'Reads a chat with an assistant: its newest messages.',
  input: () =>
    z
      .strictObject({
        assistantIdentifier: assistant(),
        chatUuid: chatUuid(),
        ...conversationPart(),
      })
      .check(onePart),
  output: () => result(texts('createdAt'), objects('metadata'), { messages: records(messageShape()) }),
  handle: withNames(
    ['assistantIdentifier'],
    'read',
    async ({ assistantIdentifier, chatUuid, limit, before, message, from }, { call }) => {
      const chat = await call(operations.getAssistantChat, {
        path: { assistant_id: assistantIdentifier, chat_id: chatUuid },
      });
      const { messages } = chat;
      const page = (place: Readonly<Record<string, number>>): NextStep => ({
        tool: 'get_chat',
        arguments: { assistantIdentifier, chatUuid, ...place },
        why: 'read on',
      });
      const notes =
        chat.chatUuid === chatUuid ? [] : [`The platform answered with chat ${chat.chatUuid}, not ${chatUuid}.`];
      if (message !== undefined) {
        const single = singleMessage({ what: `chat ${chatUuid}`, of: chat, number: message, from, call: page });
        return { summary: single.summary, notes, list: single.list, next: single.next };
      }
      return {
        summary: `Chat ${chat.chatUuid} with assistant ${assistantIdentifier}: ${extentText(chat)}.`,
        notes,
        facts: {
          createdAt: chat.createdAt && minute(chat.createdAt),
          metadata: chat.metadata && structured(chat.metadata, chat.metadataValues, chat.metadata.line(1000)),
        },
        list: conversationPage({ messages, before, limit, call: page }),
      };
    },
  ),
});
