import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { chatRows, rowOf } from '../../domain/chats/rows.ts';
import { otherOwnerNotes } from '../../domain/filters.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { headline, platformPage, restOf } from '../../present/paging.ts';
import { assistant, pageOf } from '../fields.ts';
import { objects, result, textLists } from '../results.ts';

/** GET /v1/assistants/{id}/chats. */
export const listAssistantChats = defineTool({
  name: 'list_assistant_chats',
  title: 'List assistant chats',
  toolset: 'assistants',
  effect: 'read',
  example: { assistantIdentifier: 'assistant-1' },
  description: "Lists an assistant's chats, each with its beginning.",
  input: () => {
    return z.strictObject({
      assistantIdentifier: assistant(),
      ...pageOf(operations.listAssistantChats.query().shape),
    });
  },
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
