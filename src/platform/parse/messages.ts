/** The messages of threads and chats: who wrote them, their text, their calls, and all other fields. */
import { type ForeignText, foreign } from '../text.ts';
import { CALLS, callAsText, filled, readCalls } from './calls.ts';
import {
  array,
  compact,
  fieldsThat,
  foreignJson,
  foreignText,
  identifier,
  isEmpty,
  isObject,
  isPlainId,
  type Json,
  label,
  pick,
  text,
  time,
} from './coerce.ts';
import { isTime } from './volatile.ts';

/** One message of a thread or chat. */
export type Message = ReturnType<typeof readMessage>;

/** An entry that is neither object nor text is shown as JSON; an empty one is skipped. */
export function readMessages(value: unknown): Message[] {
  const messages: Message[] = [];
  for (const entry of array(value)) {
    if (isObject(entry)) messages.push(readMessage(entry));
    else if (!isEmpty(entry)) messages.push({ role: 'unknown', content: foreignJson(entry) ?? foreign('') });
  }
  return messages;
}

/** True for a response that leaves the conversation out, which is not an empty one; undefined for a list. */
export const lacksMessages = (value: unknown): true | undefined => (Array.isArray(value) ? undefined : true);

const TIMES = ['timestamp', 'createdAt', 'creationTimestampMs'] as const;

function readMessage(source: Json) {
  const { calls, others } = readCalls(source[CALLS]);
  const role = label(source.role) ?? 'unknown';
  const toolCallId = identifier(source.tool_call_id);
  const rest = fieldsThat((key, value) => !isEmpty(value) && !UNDERSTOOD.get(key)?.(value), source);
  // Not a field of what an agent says; shown as it was sent.
  if (toolCallId !== undefined && mayBeAgent({ role })) rest.tool_call_id = source.tool_call_id;
  if (others.length > 0) rest[CALLS] = others;
  return compact({
    /** `user`, `assistant`, `system`, `tool`, or what the platform sent. */
    role,
    content: foreign(contentOf(source.content) ?? ''),
    /** Name of the tool or function, for tool messages. */
    name: foreignText(source.name),
    toolCallId,
    toolCalls: calls.length > 0 ? calls : undefined,
    /** Part of its content is a call's result, so it is a tool's message whatever its role. */
    holdsToolResult: array(source.content).some(isToolResult) || undefined,
    /** ISO date-time, UTC. */
    timestamp: time(pick(source, ...TIMES)),
    /** All other fields as sent. */
    rest: isEmpty(rest) ? undefined : rest,
  });
}

const isToolResult = (part: unknown): boolean => isObject(part) && /result|output/i.test(text(part.type) ?? '');

/** Text; the text of an object `{message?, data?, files?}`. Undefined for everything else. */
function contentOf(content: unknown): string | undefined {
  if (!isObject(content)) return text(content);
  const { message, data, files, ...others } = content;
  const plain = text(message);
  const parts = [
    plain,
    jsonOf(data),
    filesOf(files),
    jsonOf(filled(plain === undefined ? { message, ...others } : others)),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

/** A name that is shown beside what was said; a longer one is shown as a field of its own. */
const NAME = /^[^\n\r]{1,80}$/;

/** Whether the record shows a field of a message in full; not a role, name or id longer than it is shown. */
const UNDERSTOOD: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['role', (role: unknown) => /^.{0,40}$/.test(text(role) ?? '-'.repeat(41))],
  ['content', (content: unknown) => contentOf(content) !== undefined],
  ['name', (name: unknown) => NAME.test(text(name) ?? '')],
  ['tool_call_id', isPlainId],
  [CALLS, (calls: unknown) => Array.isArray(calls)],
  ['type', (type: unknown) => type === 'message'],
  ...['id', '_id'].map((key) => [key, isPlainId] as const),
  ...[...TIMES, 'updatedAt', 'lastEditTimestampMs'].map((key) => [key, isTime] as const),
]);

const jsonOf = (value: unknown): string | undefined => foreignJson(value)?.raw;

/** Files by name, or as JSON if they have other fields: files with the same name may have different addresses. */
function filesOf(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined;
  const files = Array.isArray(value) ? value : [value];
  return `files: ${files.map(fileText).join(', ')}`;
}

function fileText(file: unknown): string {
  const { name, ...others } = isObject(file) ? filled(file) : { name: file };
  return (isEmpty(others) ? text(name) : undefined) ?? jsonOf(file) ?? 'unnamed';
}

/** The whole of a message as text: its content, its calls, and the rest as JSON. */
export function wholeText({
  content,
  toolCalls = [],
  rest,
}: Pick<Message, 'content' | 'toolCalls' | 'rest'>): ForeignText {
  if (toolCalls.length === 0 && rest === undefined) return content;
  const parts = [content.raw, ...toolCalls.map(callAsText), jsonOf(rest)];
  return foreign(parts.filter((part) => part !== undefined && part.trim() !== '').join('\n'));
}

/** What a message says: its text, and the texts of its parts if it was sent in parts. Other fields are nobody's words. */
export function spokenText({ content, rest }: Pick<Message, 'content' | 'rest'>): string {
  const parts = array(rest?.content).flatMap((part) => text(isObject(part) ? part.text : part) ?? []);
  return [content.raw, ...parts].filter((part) => part !== '').join('\n');
}

/** The writer of a message; deployments have roles beyond the specification's. */
export type Role = Pick<Message, 'role'>;

const HUMAN = /^(?:user|human)$/i;
const AGENT = /^(?:assistant|ai|model|agent|bot)$/i;

export const isHuman = ({ role }: Role): boolean => HUMAN.test(role);

/** Whether the platform says that the agent wrote it. */
export const isAgent = ({ role }: Role): boolean => AGENT.test(role);

const TOOL = /^(?:tool|function|tool_result)$/i;
const SYSTEM = /^system$/i;
const DEVELOPER = /^developer$/i;
/** The role of a message that was sent without one. */
const UNKNOWN = /^unknown$/i;

export const isTool = ({ role }: Role): boolean => TOOL.test(role);
export const isSystem = ({ role }: Role): boolean => SYSTEM.test(role);

/** Whether the agent may have written it: the platform says so, or does not name the writer. */
export const mayBeAgent = (message: Role): boolean => isAgent(message) || UNKNOWN.test(message.role);

/** Whether the platform says that somebody other than the agent wrote it: such a message never requests anything. */
export const isOthers = (message: Role): boolean =>
  isHuman(message) || isTool(message) || isSystem(message) || DEVELOPER.test(message.role);
