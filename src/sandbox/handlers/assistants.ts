/** Assistants: list, talk, chat histories. */
import { operations } from '../../platform/operations/index.ts';
import { toCard, toChatHistory } from '../assistants/assistant.ts';
import { converse, searchChats } from '../assistants/converse.ts';
import { type Handler, param, querying, receiving } from '../http/handler.ts';
import { json, notFound } from '../http/reply.ts';
import { inProject, page, theAssistant } from './find.ts';

export const listAssistants = querying(operations.listAssistants.query, ({ world }, { projectId }) =>
  json(inProject(world.assistants.values(), projectId).map(toCard)),
);

export const sendAssistantMessage = receiving(operations.sendAssistantMessage.body, (call, body) =>
  json(converse(call.world, theAssistant(call), body)),
);

export const listChats = receiving(operations.listChats.body, ({ world, page: part }, filter) => {
  const chats = searchChats(world.chats.values(), filter);
  return json((part === undefined ? chats : page(chats, part)).map(toChatHistory));
});

export const listAssistantChats = querying(operations.listAssistantChats.query, (call, query) => {
  const assistantIdentifier = theAssistant(call).identifier;
  const chats = searchChats(call.world.chats.values(), { assistantIdentifier });
  return json(page(chats, query).map(toChatHistory));
});

/** A chat of another assistant is not found. */
export const getAssistantChat: Handler = (call) => {
  const assistant = theAssistant(call);
  const id = param(call, 'chat_id');
  const chat = call.world.chats.get(id);
  if (chat?.assistantIdentifier !== assistant.identifier) throw notFound(`chat ${id}`);
  return json(toChatHistory(chat));
};
