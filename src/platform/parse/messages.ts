/** The messages of threads and chats: what is said, the calls, and everything beside it. */
import { type ForeignText, foreign } from '../text.ts';
import { CALLS, callWords, filled, readCalls, type ToolCall } from './calls.ts';
import {
  array,
  fieldsThat,
  identifier,
  isEmpty,
  isObject,
  isPlainId,
  type Json,
  label,
  pick,
  text,
  time,
  type Writable,
  words,
  wordsOfJson,
} from './coerce.ts';
import { isTime } from './volatile.ts';

/** One message of a thread or chat. */
export interface Message {
  /** `user`, `assistant`, `system`, `tool`, or what the platform sent. */
  readonly role: string;
  readonly content: ForeignText;
  /** Name of the tool or function, for tool messages. */
  readonly name?: ForeignText;
  readonly toolCallId?: string;
  /** Calls that the message asks for. */
  readonly toolCalls?: readonly ToolCall[];
  /** A part of its content answers a call: then it is a tool's message, whatever its role says. */
  readonly holdsToolResult?: boolean;
  /** ISO date-time, UTC. */
  readonly timestamp?: string;
  /** The fields that none of the above holds, as they were sent. */
  readonly rest?: Json;
}

/** An entry that is neither object nor text is shown as JSON, an empty one is passed over. */
export function readMessages(value: unknown): Message[] {
  const messages: Message[] = [];
  for (const entry of array(value)) {
    if (isObject(entry)) messages.push(readMessage(entry));
    else if (!isEmpty(entry)) messages.push({ role: 'unknown', content: wordsOfJson(entry) ?? foreign('') });
  }
  return messages;
}

const TIMES = ['timestamp', 'createdAt', 'creationTimestampMs'] as const;

function readMessage(source: Json): Message {
  const { calls, others } = readCalls(source[CALLS]);
  const message: Writable<Message> = {
    role: label(source.role) ?? 'unknown',
    content: foreign(contentOf(source.content) ?? ''),
  };
  const name = words(source.name);
  const toolCallId = identifier(source.tool_call_id);
  const timestamp = time(pick(source, ...TIMES));
  const rest: Record<string, unknown> = fieldsThat(
    (key, said) => !isEmpty(said) && !UNDERSTOOD.get(key)?.(said),
    source,
  );
  if (others.length > 0) rest[CALLS] = others;
  if (name !== undefined) message.name = name;
  if (toolCallId !== undefined) message.toolCallId = toolCallId;
  if (calls.length > 0) message.toolCalls = calls;
  if (array(source.content).some(isToolResult)) message.holdsToolResult = true;
  if (timestamp !== undefined) message.timestamp = timestamp;
  if (!isEmpty(rest)) message.rest = rest;
  return message;
}

const isToolResult = (part: unknown): boolean => isObject(part) && /result|output/i.test(text(part.type) ?? '');

/** Text; the text of an object `{message?, data?, files?}`. Undefined for everything else. */
function contentOf(content: unknown): string | undefined {
  if (!isObject(content)) return text(content);
  const { message, data, files, ...others } = content;
  const said = text(message);
  const parts = [
    said,
    jsonOf(data),
    filesOf(files),
    jsonOf(filled(said === undefined ? { message, ...others } : others)),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

/**
 * Whether a field of a message is in one of the record's already. What is longer than it is shown there is not: a role, a
 * name, an id.
 */
const UNDERSTOOD: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['role', (role: unknown) => /^.{0,40}$/.test(text(role) ?? '-'.repeat(41))],
  ['content', (content: unknown) => contentOf(content) !== undefined],
  ['name', (name: unknown) => /^[^\n\r]{1,80}$/.test(text(name) ?? '')],
  ['tool_call_id', isPlainId],
  [CALLS, (calls: unknown) => Array.isArray(calls)],
  ['type', (type: unknown) => type === 'message'],
  ...['id', '_id'].map((key) => [key, isPlainId] as const),
  ...[...TIMES, 'updatedAt', 'lastEditTimestampMs'].map((key) => [key, isTime] as const),
]);

const jsonOf = (value: unknown): string | undefined => wordsOfJson(value)?.raw;

/** A file by its name where that is all there is of it, else whole: the same name may stand before another address. */
function filesOf(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined;
  const files = Array.isArray(value) ? value : [value];
  return `files: ${files.map(fileWords).join(', ')}`;
}

function fileWords(file: unknown): string {
  const { name, ...others } = isObject(file) ? filled(file) : { name: file };
  return (isEmpty(others) ? text(name) : undefined) ?? jsonOf(file) ?? 'unnamed';
}

/** The text of everything that a message holds: what is said, its calls, and the rest as JSON. */
export function wholeText({
  content,
  toolCalls = [],
  rest,
}: Pick<Message, 'content' | 'toolCalls' | 'rest'>): ForeignText {
  if (toolCalls.length === 0 && rest === undefined) return content;
  const parts = [content.raw, ...toolCalls.map(callWords), jsonOf(rest)];
  return foreign(parts.filter((part) => part !== undefined && part.trim() !== '').join('\n'));
}
