/** Operations of the tag Assistants: messages and chat histories. */
import * as z from 'zod';
import { group } from './operation.ts';
import {
  assistantMessageRequest,
  assistantMessageResponse,
  chatHistory,
  chatHistoryFilter,
  lazy,
  limit,
  offset,
  projectFilter,
} from './schemas.ts';

const assistants = group({ tag: 'Assistants' });

export const listAssistants = assistants.reads({
  path: '/v1/assistants',
  summary: 'list assistants',
  query: lazy(() => z.object({ projectId: projectFilter() })),
  response: { record: 'assistant', many: true, listKeys: ['assistants'] },
});

/** The specification's request, plus the files that a deployment accepts (docs/platform-notes.md, "Files"). */
const assistantMessageWithFiles = lazy(() =>
  assistantMessageRequest().extend({
    files: z
      .array(
        z.object({
          name: z.string(),
          downloadUrl: z.string(),
          // One deployment reads this misspelling, so both are sent.
          donwloadUrl: z.string().optional(),
          fileType: z.string().optional(),
        }),
      )
      .optional(),
  }),
);

export const sendAssistantMessage = assistants.writes({
  path: '/v1/assistants/{assistant_id}/messages',
  summary: 'send a message to an assistant',
  slow: true,
  body: assistantMessageWithFiles,
  dialects: { actions: { body: { chatUuid: { name: 'chatUid' } } } },
  response: { record: 'reply', schema: assistantMessageResponse },
});

const chats = {
  record: 'chat',
  many: true,
  listKeys: ['chats', 'histories'],
  schema: lazy(() => z.array(chatHistory())),
} as const;

export const listChats = assistants.reads({
  method: 'POST',
  path: '/v1/assistants/chats',
  summary: 'list chat histories with filters',
  body: chatHistoryFilter,
  dialects: {
    actions: {
      body: {
        assistantIdentifier: { name: 'assistantSpecializationIdentifier' },
        fromDate: { name: 'createdAfter', day: 'first' },
        toDate: { name: 'createdBefore', day: 'last' },
      },
      pageSize: 100,
    },
  },
  response: chats,
});

export const listAssistantChats = assistants.reads({
  path: '/v1/assistants/{assistant_id}/chats',
  summary: 'list the chat histories of one assistant',
  query: lazy(() => z.object({ limit: limit(20), offset: offset() })),
  response: chats,
});

export const getAssistantChat = assistants.reads({
  path: '/v1/assistants/{assistant_id}/chats/{chat_id}',
  summary: 'get a chat history',
  response: { record: 'chat', schema: chatHistory },
});
