/** Threads and their evaluations. */
import { foreign } from '../text.ts';
import { CALLS, filled, readCalls, type ToolCall } from './calls.ts';
import {
  fieldsThat,
  identifier,
  isEmpty,
  isObject,
  type Json,
  label,
  number,
  object,
  text,
  time,
  unwrap,
  words,
  wordsOfJson,
} from './coerce.ts';
import { jsonText } from './json-text.ts';
import { readMessages } from './messages.ts';
import { type RecordOf, readerOf, type Table } from './table.ts';
import { isSteady, isTime } from './volatile.ts';

/** AgentThread of the specification; also the short answers `{threadId, state, pausedAt}` of pause and resume. */
const THREAD = {
  id: { from: ['id', 'threadId', '_id'], read: identifier, required: true },
  agentId: { read: identifier },
  /** One of the specification's five, or an unknown value as it came; `UNKNOWN` where the answer has none. */
  status: { from: [], read: (_: unknown, thread: Json) => statusesOf(thread)[0] ?? 'UNKNOWN', required: true },
  /** What the other field for a status says, where it says something else. */
  otherStatuses: { from: [], read: otherStatusesOf },
  createdAt: { from: ['createdAt', 'creationTimestampMs'], read: time },
  updatedAt: { from: ['updatedAt', 'lastEditTimestampMs', 'pausedAt', 'resumedAt'], read: time },
  /** JSON text of the custom metadata. */
  metadata: { read: wordsOfJson },
  messages: { from: [], read: (_: unknown, thread: Json) => readMessages(thread[messagesKey(thread)]), required: true },
  /** In the platform's currency; the specification names none. */
  cost: { from: ['cost', 'totalCost'], read: number },
  /** Of the cost, where the answer names one: `currency` alone may be that of what the thread asks for. */
  currency: { from: ['costCurrency'], read: label },
  /** Calls that stand beside the messages. */
  toolCalls: { from: [CALLS], read: callsBeside },
  /** The fields that none of the above holds, and the metadata, as they were sent. */
  rest: { from: [], read: restOf },
  /** The whole answer but for its wrapper, the ids, the status, times and costs: what a decision is bound to. */
  source: { from: [], read: sourceOf, required: true },
} as const satisfies Table;
export type Thread = RecordOf<typeof THREAD>;

const readFields = readerOf(THREAD);

/** Undefined without an id. */
export const readThread = (value: unknown): Thread | undefined => readFields(withWrapper(value));

/** Keys in a wrapper's `meta` that speak of what is asked for; everything else is about the answer: ids, times, limits. */
const OF_REQUEST = /approv|pending|action|question|prompt|confirm|call|tool/i;

/** What is in a `{success, data, meta, error, message, timestamp}` wrapper, with what the wrapper itself asks for beside it. */
function withWrapper(value: unknown): Json {
  const content = unwrap(value);
  if (content === value || !isObject(content)) return object(content);
  const { success, timestamp, meta, error, message } = object(value);
  const beside = filled({
    success: typeof success === 'boolean' ? undefined : success,
    timestamp: isTime(timestamp) ? undefined : timestamp,
    meta: isObject(meta) ? fieldsThat((key, said) => OF_REQUEST.test(key) && !isEmpty(said), meta) : meta,
    error,
    message,
  });
  const named = Object.entries(beside).map(([key, said]) => [`beside the thread: ${key}`, said]);
  return { ...content, ...Object.fromEntries(named) };
}

/** Where the messages stand. */
const messagesKey = (thread: Json): 'messages' | 'threadContent' =>
  isEmpty(thread.messages) && !isEmpty(thread.threadContent) ? 'threadContent' : 'messages';

/** What the fields for a status say, each word once. One that is no word is shown as JSON. */
function statusesOf({ status, state }: Json): readonly string[] {
  const said = [status, state].flatMap((one) => label(isEmpty(one) ? undefined : (text(one) ?? jsonText(one))) ?? []);
  return [...new Set(said)];
}

function otherStatusesOf(_: unknown, thread: Json): readonly string[] | undefined {
  const others = statusesOf(thread).slice(1);
  return others.length === 0 ? undefined : others;
}

function callsBeside(value: unknown): readonly ToolCall[] | undefined {
  const { calls } = readCalls(value);
  return calls.length === 0 ? undefined : calls;
}

const IDENTITY: ReadonlySet<string> = new Set(['id', '_id', 'threadId', 'agentId', 'status', 'state']);

function sourceOf(_: unknown, thread: Json): Json {
  const { id, threadId, _id, agentId } = thread;
  const known: readonly unknown[] = [id ?? threadId ?? _id, agentId, ...statusesOf(thread)];
  return fieldsThat((key, said) => isSteady(key, said) && !(IDENTITY.has(key) && known.includes(said)), thread);
}

function restOf(_: unknown, thread: Json): Json | undefined {
  const source = sourceOf(_, thread);
  const { calls, others } = readCalls(source[CALLS]);
  const key = messagesKey(thread);
  const rest = {
    ...fieldsThat((name, said) => !(name === key && Array.isArray(said)), source),
    ...(calls.length === 0 ? {} : { [CALLS]: others }),
  };
  return isEmpty(filled(rest)) ? undefined : filled(rest);
}

/** How a thread was judged. */
export const EVALUATION = {
  id: { from: ['id', '_id'], read: identifier, show: { as: 'evaluationId' } },
  threadId: { read: identifier },
  /** As the platform sent it, on the scale of `scale`. */
  score: {
    from: ['score', 'overallScore'],
    read: number,
    show: {
      line: (score: string, { scale }: Json) => `score ${score}${scale === undefined ? '' : ` out of ${scale}`}`,
    },
  },
  /** The highest score of the scale the platform used: 1 or 10; absent where the score is on neither. */
  scale: { from: [], read: scaleOf, show: { is: 'number', line: false } },
  status: { read: label, show: {} },
  createdAt: { read: time, show: { line: 'created …' } },
  /** Each with its score, the first 20: `⟦tone⟧ 8, ⟦facts⟧ 6`. */
  criteria: { read: criteriaOf, show: { line: 'criteria …' } },
  feedback: { read: words, show: { max: 2000, inLine: 300 } },
} as const satisfies Table;
export type Evaluation = RecordOf<typeof EVALUATION>;

const readJudgement = readerOf(EVALUATION);

/** `{score 0..1}`, or `{evaluation: {overallScore 0..10, criteria}}`. */
export function readEvaluation(value: unknown): Evaluation | undefined {
  if (!isObject(value)) return undefined;
  const { evaluation, ...beside } = value;
  return readJudgement(isObject(evaluation) ? { ...beside, ...evaluation } : value);
}

/** 0 to 1, or 0 to 10; undefined for a score that is on neither. */
function scaleOf(_: unknown, { score: given, overallScore }: Json): number | undefined {
  const unit = number(given);
  const score = unit ?? number(overallScore);
  if (score === undefined || score < 0 || score > 10) return undefined;
  return unit !== undefined && score <= 1 ? 1 : 10;
}

const CRITERIA = 20;

function criteriaOf(value: unknown): string | undefined {
  const named = Object.entries(object(value)).flatMap(([name, entry]) => {
    const score = number(entry) ?? number(object(entry).score);
    return score === undefined ? [] : `${foreign(name).line(60)} ${score}`;
  });
  if (named.length === 0) return undefined;
  return named.slice(0, CRITERIA).join(', ') + (named.length > CRITERIA ? ` and ${named.length - CRITERIA} more` : '');
}
