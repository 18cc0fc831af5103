/** The chats of an assistant, and one of them. */
import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { chatRows, rowOf } from '../../domain/chats/chat.ts';
import { otherOwnerNotes } from '../../domain/filters.ts';
import { conversationPage, extentText, singleMessage } from '../../domain/threads/conversation.ts';
import { type NextStep, structured } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { headline, platformPage, restOf } from '../../present/paging.ts';
import { minute } from '../../present/units.ts';
import { assistant, chatUuid, conversationPart, onePart, pageOf } from '../fields.ts';
import { messageShape, objects, records, result, textLists, texts } from '../results.ts';

/** GET /v1/assistants/{id}/chats. */
export const listAssistantChats = defineTool({
  name: 'list_assistant_chats',
  title: 'List assistant chats',
  toolset: 'assistants',
  effect: 'read',
  example: { assistantIdentifier: 'assistant-1' },
  description: "Lists an assistant's chats, each with its beginning.",
  input: () =>
    z.strictObject({ assistantIdentifier: assistant(), ...pageOf(operations.listAssistantChats.query().shape) }),
  output: () => result(textLists('columns'), objects('shared'), { rows: z.array(z.array(z.string())) }),
  handle: withNames(['assistantIdentifier'], 'read', async ({ assistantIdentifier, ...query }, { call }) => {
    const response = await call(operations.listAssistantChats, { path: { assistant_id: assistantIdentifier }, query });
    const page = platformPage(response, query, restOf('list_assistant_chats', { assistantIdentifier, ...query }));
    const [first] = page.items;
    const { list, shared, notes } = chatRows({ ...page, rows: page.items.map(rowOf), assistant: assistantIdentifier });
    return {
      summary: headline(page, query, 'chat', ` of assistant ${assistantIdentifier}`),
      notes: [...page.notes, ...notes, ...otherOwnerNotes('assistantIdentifier', assistantIdentifier, page.items)],
      facts: { shared },
      list,
      next:
        page.items.length > 1 || first === undefined
          ? undefined
          : {
              tool: 'get_chat',
              arguments: { assistantIdentifier, chatUuid: first.chatUuid },
              why: 'read it',
            },
    };
  }),
});

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
      const notes = [
        ...(chat.chatUuid === chatUuid ? [] : [`The platform answered with chat ${chat.chatUuid}, not ${chatUuid}.`]),
        ...(chat.assistantIdentifier === undefined || chat.assistantIdentifier === assistantIdentifier
          ? []
          : [`It names another assistant as its own: ${chat.assistantIdentifier}.`]),
      ];
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
