/** Reads threads, their messages and their evaluations. */
import { type ForeignText, foreign } from '../text.ts';
import {
  array,
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
  words,
  wordsOfJson,
} from './coerce.ts';
import type { Evaluation, Message, Thread } from './records.ts';

/** A thread; also the short answers `{threadId, state, pausedAt}` of pause and resume. */
export function readThread(value: unknown): Thread | undefined {
  const outer = object(value);
  const source = isObject(outer.thread) ? outer.thread : outer;
  const id = identifier(pick(source, 'id', 'threadId', '_id'));
  if (id === undefined) return undefined;
  return compact({
    id,
    agentId: identifier(pick(source, 'agentId', 'agent_id')),
    status: label(pick(source, 'status', 'state')) ?? 'UNKNOWN',
    createdAt: time(pick(source, 'createdAt', 'creationTimestampMs', 'created_at')),
    updatedAt: time(pick(source, 'updatedAt', 'lastEditTimestampMs', 'updated_at', 'pausedAt', 'resumedAt')),
    metadata: wordsOfJson(pick(source, 'metadata')),
    messages: readMessages(pick(source, 'messages', 'threadContent')),
    cost: number(pick(source, 'cost', 'totalCost')),
  });
}

/** Messages of a thread or chat; entries that are neither object nor text are passed over. */
export function readMessages(value: unknown): Message[] {
  const messages: Message[] = [];
  for (const entry of array(value)) {
    if (typeof entry === 'string') messages.push({ role: 'unknown', content: foreign(entry) });
    else if (isObject(entry)) messages.push(readMessage(entry));
  }
  return messages;
}

function readMessage(source: Json): Message {
  const calls = array(pick(source, 'tool_calls', 'toolCalls'))
    .filter(isObject)
    .map(readToolCall);
  return compact({
    role: label(pick(source, 'role')) ?? 'unknown',
    content: readContent(pick(source, 'content', 'message', 'text')),
    name: words(pick(source, 'name')),
    toolCallId: identifier(pick(source, 'tool_call_id', 'toolCallId')),
    toolCalls: calls.length > 0 ? calls : undefined,
    timestamp: time(pick(source, 'timestamp', 'createdAt', 'creationTimestampMs')),
  });
}

function readToolCall(source: Json): { name: ForeignText; arguments: ForeignText } {
  const target = isObject(source.function) ? source.function : source;
  return {
    name: foreign(text(pick(target, 'name', 'toolName')) ?? 'unknown'),
    arguments: wordsOfJson(pick(target, 'arguments', 'args', 'input', 'parameters')) ?? foreign('{}'),
  };
}

/** Parts inside parts are followed to here; what lies deeper is shown as JSON. */
const MAX_DEPTH = 8;

/** Content as text; an object `{message?, data?, files?}` or an array of parts as the text of all that it holds. */
function readContent(value: unknown, depth = 0): ForeignText {
  if (typeof value === 'string') return foreign(value);
  if (Array.isArray(value)) {
    if (depth > MAX_DEPTH) return wordsOfJson(value) ?? foreign('');
    return foreign(value.map((part) => readContent(part, depth + 1).raw).join('\n'));
  }
  if (!isObject(value)) return foreign(text(value) ?? '');
  const { message, text: inner, data, files, type: _, ...rest } = value;
  // Fields that nobody foresaw are kept: an approval may be about one of them.
  const parts = [text(message) ?? text(inner), jsonOf(data), filesOf(files), jsonOf(rest)];
  return foreign(parts.filter((part) => part !== undefined && part !== '').join('\n'));
}

const jsonOf = (value: unknown): string | undefined => wordsOfJson(value)?.raw;

function filesOf(value: unknown): string | undefined {
  const names = array(value).map((file) => text(file) ?? text(pick(object(file), 'name', 'fileName', 'url', 'id')));
  return names.length > 0 ? `files: ${names.map((name) => name ?? 'unnamed').join(', ')}` : undefined;
}

/** An evaluation: `{score 0..1}`, or `{evaluation: {overallScore 0..10, criteria}}`. */
export function readEvaluation(value: unknown): Evaluation | undefined {
  if (!isObject(value)) return undefined;
  const inner = isObject(value.evaluation) ? value.evaluation : value;
  const unit = number(pick(inner, 'score'));
  const overall = number(pick(inner, 'overallScore'));
  const score = unit ?? overall;
  return compact({
    id: identifier(pick(inner, 'id', '_id', 'evaluationId') ?? pick(value, 'id', '_id')),
    threadId: identifier(pick(inner, 'threadId') ?? pick(value, 'threadId')),
    score,
    scale: score === undefined ? undefined : unit !== undefined && unit <= 1 ? (1 as const) : (10 as const),
    status: label(pick(inner, 'status', 'state') ?? pick(value, 'status', 'state')),
    feedback: words(pick(inner, 'feedback', 'comment', 'summary')),
    criteria: readCriteria(pick(inner, 'criteria')),
    createdAt: time(pick(inner, 'createdAt', 'timestamp') ?? pick(value, 'createdAt', 'timestamp')),
  });
}

function readCriteria(value: unknown): { name: ForeignText; score: number }[] {
  return Object.entries(object(value)).flatMap(([name, entry]) => {
    const score = number(entry) ?? number(pick(object(entry), 'score', 'value'));
    return score === undefined ? [] : [{ name: foreign(name), score }];
  });
}
