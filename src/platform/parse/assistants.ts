/** Assistants, their replies and chat histories. */
import { type ForeignText, foreign } from '../text.ts';
import {
  boolean,
  compact,
  foreignJson,
  foreignText,
  identifier,
  isEmpty,
  isObject,
  type Json,
  label,
  metadataOf,
  number,
  object,
  pick,
  text,
  time,
  unwrap,
} from './coerce.ts';
import { isAgent, isHuman, lacksMessages, type Message, readMessages } from './messages.ts';
import { saysNoError } from './outcomes.ts';
import { type RecordOf, readerOf, source, type Table } from './table.ts';

/** An assistant; calls name it by its identifier. */
export const ASSISTANT = {
  identifier: { read: identifier, required: true, show: { as: 'assistantIdentifier' } },
  name: { read: foreignText, show: { max: 100 } },
  /** `enabled`, `disabled`, or the state as the platform sent it. */
  state: { read: stateOf, show: {} },
  provider: { read: foreignText, show: { max: 60 } },
  model: { read: foreignText, show: { max: 60 } },
  description: { read: foreignText, show: { max: 200 } },
  projectId: { read: identifier },
  toolGroups: { from: [], read: (_, assistant) => readToolGroups(assistant) },
  source,
} as const satisfies Table;
export type Assistant = RecordOf<typeof ASSISTANT>;

function stateOf(state: unknown, { enabled }: Json): string | undefined {
  const is = boolean(enabled);
  return label(state) ?? (is === undefined ? undefined : is ? 'enabled' : 'disabled');
}

/** The groups of tools that a model may use, of an assistant or of an agent's assistantSpecialization. */
export function readToolGroups(source: Json): readonly string[] | undefined {
  const groups = source.availableToolsGroupsUids ?? object(source.assistantSpecialization).availableToolsGroupsUids;
  return Array.isArray(groups) ? groups.flatMap((group) => text(group) || []) : undefined;
}

const MESSAGES = ['messages', 'threadContent'] as const;

/** ChatHistory of the specification. */
const CHAT = {
  /** The specification calls it `chatUid`; the id to continue with. */
  chatUuid: { from: ['chatUuid', 'chatUid', 'chatUID', 'id', '_id'], read: identifier, required: true },
  assistantIdentifier: { from: ['assistantIdentifier', 'assistantSpecializationIdentifier'], read: identifier },
  createdAt: { from: ['createdAt', 'creationTimestampMs'], read: time },
  messages: { from: MESSAGES, read: readMessages, required: true },
  lacksMessages: { from: [], read: (_: unknown, chat: Json) => lacksMessages(pick(chat, ...MESSAGES)) },
  metadata: { read: foreignJson },
  /** The metadata as an object, for checking that a filter had its effect. */
  metadataValues: { from: [], read: (_: unknown, chat: Json) => metadataOf(chat), required: true },
} as const satisfies Table;
export type Chat = RecordOf<typeof CHAT>;

const readOne = readerOf(CHAT);
const chatId = (source: Json): string | undefined => identifier(pick(source, ...CHAT.chatUuid.from));

/** A chat under `chat`, or else at the top level; an id beside `chat` may be another record's. */
function chatIn(outer: Json): Json {
  const { chat } = outer;
  return isObject(chat) ? { ...outer, ...chat, chatUuid: chatId(chat) ?? chatId(outer) } : outer;
}

/** By itself or under `chat`; undefined without an id under any name. */
export const readChat = (value: unknown): Chat | undefined => readOne(chatIn(object(value)));

/**
 * An assistant's reply: as specified, or a chat history, or an array of messages. In the latter two the reply is the
 * assistant's last message after the human's last one; earlier messages reply to something else. If the wrapped value holds
 * no text, the wrapper's `message` is the reply.
 */
export function readReply(value: unknown) {
  const content = unwrap(value);
  const outer = Array.isArray(content) ? { messages: content } : object(content);
  const source = chatIn(outer);
  const chatUuid = chatId(source);
  // A message beside a chat may only confirm that the message was sent.
  const found = replyingMessage(object(outer.chat)) ?? replyingMessage(outer);
  const reply = found?.content.raw ?? (content === value ? undefined : text(object(value).message));
  if (reply === undefined && chatUuid === undefined) return undefined;
  const error = saysNoError(source.error) ? object(value).error : source.error;
  return compact({
    chatUuid,
    message: foreign(reply ?? ''),
    /** In a history: the human's message that it replies to. */
    to: found?.to,
    tokensUsed: number(pick(source, 'tokens_used', 'tokensUsed')),
    /** What the response says went wrong, beside a chat. */
    error: saysNoError(error) ? undefined : foreignJson(object(error).message || error),
  });
}

/** The replying message, with the human's message before it in a history; undefined if there is none. */
function replyingMessage({
  message,
  messages,
  threadContent,
}: Json): (Pick<Message, 'content'> & { readonly to?: ForeignText | undefined }) | undefined {
  const plain = text(message);
  if (plain !== undefined) return { content: foreign(plain) };
  const [one] = isObject(message) ? readMessages([isContent(message) ? { content: message } : message]) : [];
  if (one !== undefined) return { content: said(one) };
  if (Array.isArray(message) && message.length > 0) return { content: foreignJson(message) ?? foreign('') };
  const all = readMessages(messages ?? threadContent);
  const lastHuman = all.findLastIndex(isHuman);
  const last = all.slice(lastHuman + 1).findLast(isAgent);
  return last && { content: said(last), to: all[lastHuman]?.content };
}

/** `{message?, data?, files?}`: the content of a message without one around it. */
const isContent = ({ content, role, message, data, files }: Json): boolean =>
  content === undefined && role === undefined && [message, data, files].some((part) => !isEmpty(part));

/** Content in parts, such as texts and pictures, is no text. */
const said = ({ rest, content }: Message): ForeignText => foreignJson(rest?.content) ?? content;
