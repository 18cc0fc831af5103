/** Reads the messages of threads and chats: what is said, the calls, and everything beside it. */
import { type ForeignText, foreign } from '../text.ts';
import { callsIn, callWords, filled, isCallPart, readCalls } from './calls.ts';
import {
  array,
  identifier,
  isEmpty,
  isObject,
  isPlainId,
  type Json,
  label,
  text,
  time,
  type Writable,
  words,
  wordsOfJson,
} from './coerce.ts';
import type { Message, ToolCall } from './records.ts';
import { isTime } from './volatile.ts';

/** Messages of a thread or chat; an entry that is neither object nor text is shown as JSON, an empty one is passed over. */
export function readMessages(value: unknown): Message[] {
  const messages: Message[] = [];
  for (const entry of array(value)) {
    if (isObject(entry)) messages.push(readMessage(entry));
    else if (!isEmpty(entry)) messages.push({ role: 'unknown', content: wordsOfJson(entry) ?? foreign('') });
  }
  return messages;
}

const CONTENT_KEYS = ['content', 'message', 'text'] as const;
const TIME_KEYS = [
  'timestamp',
  'createdAt',
  'creationTimestampMs',
  'created_at',
  'lastEditTimestampMs',
  'updatedAt',
] as const;
const ID_KEYS = ['id', '_id', 'uid', 'uuid', 'messageId'] as const;

function readMessage(source: Json): Message {
  const { calls, keys } = readCalls(source);
  const content = contentOf(source);
  const all = content.calls.length === 0 ? calls : [...calls, ...content.calls];
  const message: Writable<Message> = {
    role: label(source.role) ?? 'unknown',
    content: foreign(content.said),
  };
  const name = words(source.name);
  const toolCallId = identifier(source.tool_call_id ?? source.toolCallId);
  const timestamp = time(source.timestamp ?? source.createdAt ?? source.creationTimestampMs);
  const rest = restOf(source, keys);
  // One by one: most have two or three of these, and dropping the others afterwards took a tenth of the time of a list.
  if (name !== undefined) message.name = name;
  if (toolCallId !== undefined) message.toolCallId = toolCallId;
  if (all.length > 0) message.toolCalls = all;
  if (content.holdsToolResult) message.holdsToolResult = true;
  if (timestamp !== undefined) message.timestamp = timestamp;
  if (rest !== undefined) message.rest = rest;
  return message;
}

/** What a message says, with what is among the parts of it. */
interface Content {
  readonly said: string;
  readonly calls: readonly ToolCall[];
  /** See {@link ContentReader}. */
  readonly holdsToolResult: boolean;
}

const NO_CALLS: readonly ToolCall[] = [];

/** What is said under any of the keys, each text once. */
function contentOf(source: Json): Content {
  const { content, message, text: inner } = source;
  // Nearly every message: nothing needs to be put together.
  if (typeof content === 'string' && message === undefined && inner === undefined)
    return { said: content, calls: NO_CALLS, holdsToolResult: false };
  const reader = new ContentReader();
  const parts: string[] = [];
  for (const key of CONTENT_KEYS) {
    if (!Object.hasOwn(source, key) || isEmpty(source[key])) continue;
    const part = reader.read(source[key]);
    if (part !== '' && !parts.includes(part)) parts.push(part);
  }
  const { calls, holdsToolResult } = reader;
  return { said: parts.join('\n'), calls, holdsToolResult };
}

/** Whether a key of a message is in one of the record's fields already, or says nothing. */
const UNDERSTOOD: Readonly<Record<string, (value: unknown) => boolean>> = {
  role: (value) => text(value) !== undefined,
  // A name is shown before what is said, whole; anything that is neither a name nor an id is shown as JSON.
  name: (value) => /^[^\n\r]{1,80}$/.test(text(value) ?? ''),
  tool_call_id: isPlainId,
  toolCallId: isPlainId,
  type: (value) => value === 'message',
  ...Object.fromEntries(CONTENT_KEYS.map((key) => [key, () => true])),
  ...Object.fromEntries(TIME_KEYS.map((key) => [key, isTime])),
  ...Object.fromEntries(ID_KEYS.map((key) => [key, isPlainId])),
};

function restOf(source: Json, calls: ReadonlySet<string>): Json | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const key in source) {
    const value = source[key];
    if (!Object.hasOwn(source, key) || calls.has(key) || isEmpty(value)) continue;
    if (Object.hasOwn(UNDERSTOOD, key) && UNDERSTOOD[key]?.(value)) continue;
    rest ??= {};
    Object.defineProperty(rest, key, { value, enumerable: true });
  }
  return rest;
}

/** Parts inside parts are followed to here; what lies deeper is shown as JSON. */
const MAX_DEPTH = 8;
/** Types of parts that only say that they are text. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text', 'markdown']);

/** Content as text; the calls among its parts are collected on the way. */
class ContentReader {
  readonly calls: ToolCall[] = [];
  /** A part answers a call: then the message is a tool's, whatever its role says. */
  holdsToolResult = false;

  /** A text; an object `{message?, text?, data?, files?}` or an array of parts as the text of everything in it. */
  read(value: unknown, depth = 0): string {
    if (typeof value === 'string') return value;
    if (depth > MAX_DEPTH) return jsonOf(value) ?? '';
    if (Array.isArray(value))
      return value
        .map((part) => this.read(part, depth + 1))
        .filter((part) => part !== '')
        .join('\n');
    if (!isObject(value)) return text(value) ?? '';
    if (isCallPart(value)) {
      this.take(callsIn(value));
      return '';
    }
    if (typeof value.type === 'string' && /tool[_-]?result|function[_-]?call[_-]?output/i.test(value.type))
      this.holdsToolResult = true;
    return this.readObject(value, depth);
  }

  private take(calls: readonly ToolCall[]): void {
    for (const call of calls) this.calls.push(call);
  }

  private readObject(value: Json, depth: number): string {
    const { calls, keys } = readCalls(value);
    this.take(calls);
    const { message, text: inner, content, data, files, type, ...rest } = value;
    // Fields that nobody foresaw are kept: an approval may be about one of them.
    const others = Object.fromEntries(Object.entries(rest).filter(([key]) => !keys.has(key)));
    const said = [message, inner, content].map((part) => (isEmpty(part) ? '' : this.read(part, depth + 1)));
    const kind = TEXT_TYPES.has(type) || isEmpty(type) ? {} : { type };
    const isBare = said.every((part) => part === '') && isEmpty(data) && isEmpty(files) && isEmpty(filled(others));
    const parts = [
      ...new Set(said),
      jsonOf(data),
      filesOf(files),
      jsonOf(filled(isBare ? {} : { ...kind, ...others })),
    ];
    return parts.filter((part) => part !== undefined && part !== '').join('\n');
  }
}

const jsonOf = (value: unknown): string | undefined => wordsOfJson(value)?.raw;

/** A file by its name where that is all there is of it, else whole: the same name may stand before another address. */
function filesOf(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined;
  const files = Array.isArray(value) ? value : [value];
  return `files: ${files.map(fileWords).join(', ')}`;
}

function fileWords(file: unknown): string {
  const plain = text(file);
  if (plain !== undefined) return plain;
  const fields = isObject(file) ? Object.entries(filled(file)) : [];
  const [only, ...others] = fields;
  if (only === undefined) return jsonOf(file) ?? 'unnamed';
  return others.length === 0 ? (text(only[1]) ?? jsonOf(file) ?? 'unnamed') : (jsonOf(file) ?? 'unnamed');
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
