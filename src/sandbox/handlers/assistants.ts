/** Assistants: list, talk, chat histories. */
import { operations } from '../../platform/operations/index.ts';
import { toCard } from '../assistants/assistant.ts';
import { toChatHistory } from '../assistants/chat.ts';
import { converse } from '../assistants/converse.ts';
import { searchChats } from '../assistants/search.ts';
import { notFound } from '../http/errors.ts';
import { param, plain, querying, receiving } from '../http/handler.ts';
import { json } from '../http/reply.ts';
import { theAssistant } from './find.ts';
import { inProject, page } from './page.ts';

export const listAssistants = querying(operations.listAssistants.query, ({ world }, { projectId }) =>
  json(inProject(world.assistants.values(), projectId).map(toCard)),
);

export const sendAssistantMessage = receiving(operations.sendAssistantMessage.body, (call, body) =>
  json(converse(call.world, theAssistant(call), body)),
);

export const listChats = receiving(operations.listChats.body, ({ world, instants, page: part }, filter) => {
  const exactly = { from: instants.fromDate, to: instants.toDate };
  const chats = searchChats(world.chats.values(), { ...filter, ...exactly });
  return json((part === undefined ? chats : page(chats, part)).map(toChatHistory));
});

export const listAssistantChats = querying(operations.listAssistantChats.query, (call, query) => {
  const assistantIdentifier = theAssistant(call).identifier;
  const chats = searchChats(call.world.chats.values(), { assistantIdentifier });
  return json(page(chats, query).map(toChatHistory));
});

/** A chat of another assistant is not found either. */
export const getAssistantChat = plain((call) => {
  const assistant = theAssistant(call);
  const id = param(call, 'chat_id');
  const chat = call.world.chats.get(id);
  if (chat?.assistantIdentifier !== assistant.identifier) throw notFound(`chat ${id}`);
  return json(toChatHistory(chat));
});
