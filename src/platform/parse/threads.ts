/** Threads and their evaluations. */
import { type ForeignText, foreign } from '../text.ts';
import { CALLS, filled, readCalls, type ToolCall } from './calls.ts';
import {
  currencyOf,
  fieldsThat,
  foreignJson,
  foreignText,
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
} from './coerce.ts';
import { jsonText } from './json-text.ts';
import { lacksMessages, readMessages } from './messages.ts';
import { type RecordOf, readerOf, type Table } from './table.ts';
import { isSteady, isTime } from './volatile.ts';

/** `FAILED (rejected)`. */
const statusText = (status: string, { outcome }: Json): string =>
  outcome === undefined ? status : `${status} (${outcome})`;

/** AgentThread of the specification; also the short responses `{threadId, state, pausedAt}` of pause and resume. */
export const THREAD = {
  id: { from: ['id', 'threadId', '_id'], read: identifier, required: true, show: { as: 'threadId' } },
  agentId: { read: identifier, show: { line: 'agent …' } },
  /** One of the specification's five, or an unknown value as sent; `UNKNOWN` if the response has none. */
  status: {
    from: [],
    read: (_: unknown, thread: Json) => statusesOf(thread)[0] ?? 'UNKNOWN',
    required: true,
    show: { line: statusText },
  },
  /** A different status in the other field for it. */
  otherStatuses: { from: [], read: otherStatusesOf },
  createdAt: { from: ['createdAt', 'creationTimestampMs'], read: time, show: { line: 'created …' } },
  updatedAt: {
    from: ['updatedAt', 'lastEditTimestampMs', 'pausedAt', 'resumedAt'],
    read: time,
    show: { line: 'updated …' },
  },
  /** JSON text of the custom metadata. */
  metadata: { read: foreignJson, show: { is: 'object' } },
  messages: { from: [], read: (_: unknown, thread: Json) => readMessages(thread[messagesKey(thread)]), required: true },
  lacksMessages: { from: [], read: (_: unknown, thread: Json) => lacksMessages(thread[messagesKey(thread)]) },
  /** In the platform's currency; the specification names none. */
  cost: { from: ['cost', 'totalCost'], read: number, show: { line: 'cost …' } },
  /** The currency of the cost; a plain `currency` may be that of what the thread asks for. */
  currency: { from: ['costCurrency'], read: currencyOf, show: { line: false } },
  tenants: { from: [], read: tenantsOf },
  toolCalls: { from: [CALLS], read: callsBeside, show: { as: 'pendingCalls', is: 'objects' } },
} as const satisfies Table;

export interface Thread extends RecordOf<typeof THREAD> {
  /** All other fields, and the metadata, as sent. */
  readonly rest?: Json;
  /** The response without its wrapper, ids, status, times and costs: what a decision is bound to. */
  readonly source: Json;
}

const readFields = readerOf(THREAD);

/** Undefined without an id. */
export function readThread(value: unknown): Thread | undefined {
  const thread = withWrapper(value);
  const fields = readFields(thread);
  if (fields === undefined) return undefined;
  const source = sourceOf(thread);
  const rest = restOf(source);
  return Object.assign(fields, { source }, isEmpty(rest) ? {} : { rest });
}

/** Keys in a wrapper's `meta` that are about the request; all others are about the response: ids, times, limits. */
const OF_REQUEST = /approv|pending|action|question|prompt|confirm|call|tool/i;

/** The content of a `{success, data, meta, …}` wrapper, plus the wrapper's fields about the request. */
function withWrapper(value: unknown): Json {
  const content = unwrap(value);
  if (content === value || !isObject(content)) return object(content);
  const { success, timestamp, meta, error, message } = object(value);
  const beside = filled({
    success: typeof success === 'boolean' ? undefined : success,
    timestamp: isTime(timestamp) ? undefined : timestamp,
    meta: isObject(meta) ? fieldsThat((key, value) => OF_REQUEST.test(key) && !isEmpty(value), meta) : meta,
    error,
    message,
  });
  const named = Object.entries(beside).map(([key, value]) => [`beside the thread: ${key}`, value]);
  return { ...content, ...Object.fromEntries(named) };
}

const messagesKey = (thread: Json): 'messages' | 'threadContent' =>
  isEmpty(thread.messages) && !isEmpty(thread.threadContent) ? 'threadContent' : 'messages';

/** The distinct values of the fields for a status. A value that is not text is shown as JSON. */
function statusesOf({ status, state }: Json): readonly string[] {
  const [one, other] = [status, state].map((value) =>
    isEmpty(value) ? undefined : label(text(value) ?? jsonText(value)),
  );
  return [one, other === one ? undefined : other].filter((value) => value !== undefined);
}

function otherStatusesOf(_: unknown, thread: Json): readonly string[] | undefined {
  const others = statusesOf(thread).slice(1);
  return others.length === 0 ? undefined : others;
}

/** Empty texts if there is none; undefined if the platform doesn't say, or one of them can't be read. */
function tenantsOf(_: unknown, thread: Json): { readonly tenantId: string; readonly subtenantId: string } | undefined {
  if (!Object.hasOwn(thread, 'tenantId') && !Object.hasOwn(thread, 'subtenantId')) return undefined;
  const [tenantId, subtenantId] = [thread.tenantId, thread.subtenantId].map((id) => (isEmpty(id) ? '' : text(id)));
  return tenantId === undefined || subtenantId === undefined ? undefined : { tenantId, subtenantId };
}

function callsBeside(value: unknown): readonly ToolCall[] | undefined {
  const { calls } = readCalls(value);
  return calls.length === 0 ? undefined : calls;
}

const IDENTITY: ReadonlySet<string> = new Set(['id', '_id', 'threadId', 'agentId', 'status', 'state']);

function sourceOf(thread: Json): Json {
  const { id, threadId, _id, agentId } = thread;
  const known: readonly unknown[] = [id ?? threadId ?? _id, agentId, ...statusesOf(thread)];
  return fieldsThat((key, value) => isSteady(key, value) && !(IDENTITY.has(key) && known.includes(value)), thread);
}

function restOf(source: Json): Json {
  const { calls, others } = readCalls(source[CALLS]);
  const messages = messagesKey(source);
  const isRead = (key: string): boolean =>
    key === messages ? Array.isArray(source[key]) : key === CALLS && calls.length > 0;
  const rest = fieldsThat((key) => !isRead(key), source);
  return calls.length > 0 && others.length > 0 ? { ...rest, [CALLS]: others } : rest;
}

/** An evaluation of a thread. */
export const EVALUATION = {
  id: { from: ['id', '_id'], read: identifier, show: { as: 'evaluationId' } },
  threadId: { read: identifier },
  /** As the platform sent it, on the scale of `scale`. */
  score: {
    from: ['score', 'overallScore'],
    read: number,
    show: {
      line: (score: string, { scale }: Json) => `score ${scoreText(score, scale)}`,
    },
  },
  /** The top of the platform's scale: 1 or 10; absent if the score is on neither. */
  scale: { from: [], read: scaleOf, show: { is: 'number', line: false } },
  status: { read: label, show: {} },
  createdAt: { read: time, show: { line: 'evaluated …' } },
  /** The first 20 criteria with their scores: `⟦tone⟧ 8, ⟦facts⟧ 6`. */
  criteria: { read: criteriaOf, show: { line: 'criteria …' } },
  /** On the whole, then on each criterion. */
  feedback: { read: feedbackOf, show: { max: 2000, inLine: 300 } },
} as const satisfies Table;
export type Evaluation = RecordOf<typeof EVALUATION>;

/** `0.87 out of 1`, or `85` if the scale is unknown. */
export function scoreText(score: number | string, scale: unknown): string {
  return `${score}${scale === undefined ? '' : ` out of ${scale}`}`;
}

/** Whether the result is pending. */
export const isPending = ({ status }: Evaluation): boolean => status?.toUpperCase() === 'PENDING';

/** Whether it failed: some platforms send a score of 0 then, which is no verdict. */
export const isFailed = ({ status = '' }: Evaluation): boolean => /^(?:FAILED|ERROR)$/i.test(status);

/** Evaluations, newest first; those without a time last. */
export const newestFirst = (evaluations: readonly Evaluation[]): Evaluation[] =>
  evaluations.toSorted((a, b) => timeOf(b) - timeOf(a));
const timeOf = ({ createdAt = '' }: Evaluation): number => Date.parse(createdAt) || 0;

const readJudgement = readerOf(EVALUATION);

/** `{score 0..1}`, or `{evaluation: {overallScore 0..10, criteria}}`. */
export function readEvaluation(value: unknown): Evaluation | undefined {
  if (!isObject(value)) return undefined;
  const { evaluation, ...beside } = value;
  return readJudgement(isObject(evaluation) ? { ...beside, ...evaluation } : value);
}

/** 0 to 1, or 0 to 10; undefined for a score that is on neither. */
function scaleOf(_: unknown, { score: value, overallScore }: Json): number | undefined {
  const unit = number(value);
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

/** A judge mostly says of each criterion why it gave the score, under a name of its own. */
function feedbackOf(value: unknown, { criteria }: Json): ForeignText | undefined {
  const reasons = Object.entries(object(criteria)).flatMap(([name, entry]) =>
    [entry, ...Object.values(object(entry))]
      .filter((one) => typeof one === 'string' && number(one) === undefined)
      .map((reason) => `${name}: ${reason}`),
  );
  return foreignText([text(value), ...reasons].filter((one) => !isEmpty(one)).join('\n'));
}
