/** Reads threads and their evaluations. */
import { type ForeignText, foreign } from '../text.ts';
import { readCalls } from './calls.ts';
import {
  compact,
  fieldsThat,
  identifier,
  isEmpty,
  isObject,
  type Json,
  label,
  number,
  object,
  pick,
  text,
  time,
  unwrap,
  type Writable,
  words,
  wordsOfJson,
} from './coerce.ts';
import { readMessages } from './messages.ts';
import type { Evaluation, Thread } from './records.ts';
import { isSteady, isTime } from './volatile.ts';

/**
 * A thread; also the short answers `{threadId, state, pausedAt}` of pause and resume. Fields are asked for by their names:
 * the threads of a list have one shape, in which V8 knows where they are. Looked up by keys in a variable, and dropped
 * again where they were missing, they took a third longer.
 */
export function readThread(value: unknown): Thread | undefined {
  const source = threadIn(withWrapper(value));
  const id = identifier(source.id ?? source.threadId ?? source._id);
  if (id === undefined) return undefined;
  const agentId = identifier(source.agentId ?? source.agent_id);
  // An empty one, or one that is no word, must not hide the other: whether a thread waits is told by its status.
  const status = label(source.status) ?? label(source.state) ?? statusInside(source) ?? 'UNKNOWN';
  const { calls, keys } = readCalls(source);
  const key = MESSAGES.find((one) => !isEmpty(source[one])) ?? MESSAGES[0];
  const messages = Array.isArray(source[key]) ? source[key] : undefined;
  const known: readonly unknown[] = [id, agentId, status];
  const beside = fieldsThat(
    (name, said) => (messages === undefined || name !== key) && isSteady(name, said) && !isIdentity(name, said, known),
    source,
  );
  const rest = keys.size === 0 ? beside : fieldsThat((name) => !keys.has(name), beside);
  const thread: Writable<Thread> = {
    id,
    status,
    messages: readMessages(messages),
    source: messages === undefined ? beside : { ...beside, messages },
  };
  const others = otherStatuses(source, status);
  const createdAt = time(source.createdAt ?? source.creationTimestampMs ?? source.created_at);
  const updatedAt = time(
    source.updatedAt ?? source.lastEditTimestampMs ?? source.updated_at ?? source.pausedAt ?? source.resumedAt,
  );
  const metadata = wordsOfJson(source.metadata);
  const cost = number(source.cost ?? source.totalCost);
  // `currency` alone may be that of what the thread asks for.
  const currency = label(source.costCurrency ?? source.cost_currency);
  if (agentId !== undefined) thread.agentId = agentId;
  if (createdAt !== undefined) thread.createdAt = createdAt;
  if (updatedAt !== undefined) thread.updatedAt = updatedAt;
  if (metadata !== undefined) thread.metadata = metadata;
  if (cost !== undefined) thread.cost = cost;
  if (currency !== undefined) thread.currency = currency;
  if (calls.length > 0) thread.toolCalls = calls;
  if (!isEmpty(rest)) thread.rest = rest;
  if (others.length > 0) thread.otherStatuses = others;
  return thread;
}

/** Keys in a wrapper's `meta` that speak of what is asked for; everything else is about the answer: ids, times, limits. */
const OF_REQUEST = /approv|pending|action|question|prompt|confirm|call|tool/i;

/** The content of a `{success, data, meta, error, message, timestamp}` wrapper, with what the wrapper itself asks for beside it. */
function withWrapper(value: unknown): Json {
  const content = unwrap(value);
  if (content === value || !isObject(content)) return object(content);
  const { error, success, timestamp, meta, message } = object(value);
  const asked = Object.entries(object(meta)).filter(([key, part]) => OF_REQUEST.test(key) && !isEmpty(part));
  const beside = Object.entries({
    ...asideFrom({ success, timestamp }),
    error,
    message,
    meta: isObject(meta) ? Object.fromEntries(asked) : meta,
  }).filter(([, part]) => !isEmpty(part));
  if (beside.length === 0) return content;
  return { ...content, ...Object.fromEntries(beside.map(([key, part]) => [`beside the thread: ${key}`, part])) };
}

/** What is found where a wrapper says how and when it was answered, and is something else. */
function asideFrom({ success, timestamp }: Json): Json {
  return {
    ...(typeof success === 'boolean' || isEmpty(success) ? {} : { success }),
    ...(isTime(timestamp) || isEmpty(timestamp) ? {} : { timestamp }),
  };
}

/** Where the messages stand. */
const MESSAGES = ['messages', 'threadContent'] as const;

/** The thread itself; what stands beside it in `{thread, pendingApproval}` belongs to it. */
function threadIn(outer: Json): Json {
  if (!isObject(outer.thread)) return outer;
  const { thread, success, timestamp, ...others } = outer;
  const beside = Object.entries({ ...others, ...asideFrom({ success, timestamp }) }).filter(
    ([, value]) => !isEmpty(value),
  );
  if (beside.length === 0) return thread;
  const named = beside.map(([key, value]) => [Object.hasOwn(thread, key) ? `beside the thread: ${key}` : key, value]);
  return { ...thread, ...Object.fromEntries(named) };
}

const IDENTITY: ReadonlySet<string> = new Set(['id', '_id', 'threadId', 'agentId', 'agent_id', 'status', 'state']);

/** Whether a field only names the thread, under whatever key: another spelling of the same is the same. */
const isIdentity = (key: string, value: unknown, known: readonly unknown[]): boolean =>
  IDENTITY.has(key) && (isEmpty(value) || known.includes(text(value)));

/** A status in a list or an object: `['PAUSED']`, `{name: 'PAUSED', since: …}`. */
function statusInside({ status, state }: Json): string | undefined {
  const [inside] = [status, state].flatMap((value) => {
    const [first, ...others] = [value].flat();
    return others.length > 0 ? [] : (label(isObject(first) ? pick(first, ...STATUS_KEYS) : first) ?? []);
  });
  return inside;
}

/** What a thread's other fields for a status say, those beside the thread too, where that is something else. */
function otherStatuses(source: Json, status: string): readonly string[] {
  let others = NONE;
  for (const key of STATUS_FIELDS) {
    const value = source[key];
    // Nearly always: three of the four are missing, and the one is the status. Lists of threads are long.
    if (value === undefined || value === status || isEmpty(value)) continue;
    const word = label(value) ?? statusInside({ status: value });
    if (word !== undefined && word !== status && !others.includes(word)) others = [...others, word];
  }
  return others;
}

const STATUS_FIELDS = ['status', 'state', 'beside the thread: status', 'beside the thread: state'] as const;
const NONE: readonly string[] = [];

const STATUS_KEYS = ['status', 'state', 'name', 'value', 'code'] as const;

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
    scale: scaleOf(score, unit !== undefined),
    status: label(pick(inner, 'status', 'state') ?? pick(value, 'status', 'state')),
    feedback: words(pick(inner, 'feedback', 'comment', 'summary')),
    criteria: readCriteria(pick(inner, 'criteria')),
    createdAt: time(pick(inner, 'createdAt', 'timestamp') ?? pick(value, 'createdAt', 'timestamp')),
  });
}

/** 0 to 1, or 0 to 10; undefined for a score that is on neither. */
function scaleOf(score: number | undefined, mayBeUnit: boolean): Evaluation['scale'] {
  if (score === undefined || score < 0 || score > 10) return undefined;
  return mayBeUnit && score <= 1 ? 1 : 10;
}

function readCriteria(value: unknown): { name: ForeignText; score: number }[] {
  return Object.entries(object(value)).flatMap(([name, entry]) => {
    const score = number(entry) ?? number(pick(object(entry), 'score', 'value'));
    return score === undefined ? [] : [{ name: foreign(name), score }];
  });
}
