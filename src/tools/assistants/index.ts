import type { Tool } from '../../mcp/contract/tool.ts';
import { getChat } from './get-chat.ts';
import { listAssistantChats } from './list-assistant-chats.ts';
import { listAssistants } from './list-assistants.ts';
import { searchChats } from './search-chats.ts';
import { sendAssistantMessage } from './send-assistant-message.ts';

export const assistantTools: readonly Tool[] = [
  listAssistants,
  sendAssistantMessage,
  searchChats,
  listAssistantChats,
  getChat,
];
