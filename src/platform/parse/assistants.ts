/** Reads assistants, their replies and chat histories. */
import { type ForeignText, foreign } from '../text.ts';
import {
  boolean,
  compact,
  identifier,
  isObject,
  type Json,
  label,
  number,
  object,
  pick,
  text,
  time,
  unwrap,
  words,
  wordsOfJson,
} from './coerce.ts';
import { readMessages } from './messages.ts';
import type { Assistant, Chat, Reply } from './records.ts';
import { isAgent, isHuman } from './roles.ts';

/** Undefined where no field holds an identifier. */
export function readAssistant(value: unknown): Assistant | undefined {
  const source = object(value);
  const id = identifier(pick(source, 'identifier', 'assistantIdentifier', 'id', '_id', 'slug'));
  if (id === undefined) return undefined;
  const enabled = boolean(pick(source, 'enabled'));
  return compact({
    identifier: id,
    name: words(pick(source, 'name', 'title')),
    description: words(pick(source, 'description')),
    state:
      label(pick(source, 'state', 'status')) ?? (enabled === undefined ? undefined : enabled ? 'enabled' : 'disabled'),
    provider: words(pick(source, 'provider')),
    model: words(pick(source, 'model', 'llm')),
    projectId: identifier(pick(source, 'projectId')),
    toolGroups: readToolGroups(source),
  });
}

/** The groups of tools that a model may use, of an assistant or of an agent's assistantSpecialization. */
export function readToolGroups(source: Json): readonly string[] | undefined {
  const inner = object(pick(source, 'assistantSpecialization'));
  const groups = pick(source, 'availableToolsGroupsUids') ?? pick(inner, 'availableToolsGroupsUids');
  return Array.isArray(groups) ? groups.map((group) => text(group) ?? '').filter((group) => group !== '') : undefined;
}

const chatId = (source: Json): string | undefined =>
  identifier(pick(source, 'chatUuid', 'chatUid', 'chatUID', 'chatId', 'id', '_id'));

/** What an answer tells of a chat: under `chat`, or else beside it; an id there may be another record's. */
function chatIn(outer: Json): { readonly source: Json; readonly chatUuid: string | undefined } {
  const { chat } = outer;
  return isObject(chat)
    ? { source: { ...outer, ...chat }, chatUuid: chatId(chat) ?? chatId(outer) }
    : { source: outer, chatUuid: chatId(outer) };
}

/**
 * An assistant's reply: as specified, or the chat history, or the array of the run's messages; of the latter two the reply
 * is the assistant's last message since the human's: what it said before answers something else. The words of a wrapper are
 * the reply where what it holds says nothing.
 */
export function readReply(value: unknown): Reply | undefined {
  const content = unwrap(value);
  const outer = Array.isArray(content) ? { messages: content } : object(content);
  const { source, chatUuid } = chatIn(outer);
  // What stands beside a chat may only say that the message was sent.
  const spoken = (isObject(outer.chat) && spokenIn(outer.chat)) || spokenIn(outer);
  const around = content === value ? undefined : text(pick(object(value), 'message'));
  const said = spoken?.said ?? around;
  if (said === undefined && chatUuid === undefined) return undefined;
  return compact({
    chatUuid,
    message: foreign(said ?? ''),
    to: spoken?.to,
    tokensUsed: number(pick(source, 'tokens_used', 'tokensUsed', 'totalTokens')),
    timestamp: time(pick(source, 'timestamp', 'createdAt')) ?? spoken?.at,
  });
}

interface Spoken {
  readonly said: string;
  readonly at: string | undefined;
  /** The human's message before it, in a history. */
  readonly to: ForeignText | undefined;
}

/** The words of a reply, and when they were said where they are a message; undefined without any. */
function spokenIn(source: Json): Spoken | undefined {
  const direct = pick(source, 'message', 'reply', 'response', 'answer', 'content');
  const messages = readMessages(pick(source, 'messages', 'threadContent', 'history'));
  const asked = messages.findLastIndex(isHuman);
  const last = messages.slice(asked + 1).findLast(isAgent);
  const said = isObject(direct) ? (readMessages([direct])[0]?.content.raw ?? '') : (text(direct) ?? last?.content.raw);
  if (said === undefined) return undefined;
  return { said, at: last?.timestamp, to: direct === undefined ? messages[asked]?.content : undefined };
}

/** By itself or under `chat`; undefined without an id, under whichever name. */
export function readChat(value: unknown): Chat | undefined {
  const { source, chatUuid } = chatIn(object(value));
  if (chatUuid === undefined) return undefined;
  return compact({
    chatUuid,
    assistantIdentifier: identifier(
      pick(source, 'assistantIdentifier', 'assistantSpecializationIdentifier', 'assistantId', 'assistant_id'),
    ),
    createdAt: time(pick(source, 'createdAt', 'creationTimestampMs', 'created_at', 'timestamp')),
    messages: readMessages(pick(source, 'messages', 'history', 'chatContent')),
    metadata: wordsOfJson(pick(source, 'metadata')),
    metadataValues: object(pick(source, 'metadata')),
  });
}
