/**
 * Reads what a waiting thread asks for: the question, the inbox, the cards, the brief and `get_thread` are all drawn from
 * it. A request is everything the agent said since a user spoke or a tool sent a result, every open call with what was said
 * beside it, and whatever else the platform sent with them.
 */
import { foreignJson, isObject, type Json } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { isHuman } from '../../platform/parse/messages.ts';
import type { Message, Thread } from '../../platform/parse/records.ts';
import { digest, type ForeignText, foreign, textDigest } from '../../platform/text.ts';
import { age } from '../../present/units.ts';
import { holdsResult, THREAD_FIELDS } from './calls.ts';
import {
  beginOfRequest,
  beginOfTurn,
  meaningOf,
  openWhenAsked,
  type RequestCall,
  requestCalls,
  type Statement,
  statementsIn,
} from './request-calls.ts';
import { STAMP } from './starter.ts';

/** Other fields that the platform sent with a message or the thread, as JSON. */
export interface Extra {
  /** Number of its message; {@link THREAD_FIELDS} for the thread's own fields. */
  readonly message: number;
  readonly json: ForeignText;
}

/** What a human decides on. */
export type Request = ReturnType<typeof requestOf>;

/** `waiting for 18 h`, or `created 18 h ago` if the platform doesn't send the time of the last change. */
export function waitText(
  { updatedAt, createdAt }: Pick<Thread, 'updatedAt' | 'createdAt'>,
  before = 'waiting for',
): string | undefined {
  const time = age(updatedAt ?? createdAt);
  return time && (updatedAt === undefined ? `created ${time} ago` : `${before} ${time}`);
}

/** Whether it has waited longer than `overdueHours`, by its last change or creation; never if that is off. */
export function isOverdue(
  { updatedAt, createdAt }: Pick<Thread, 'updatedAt' | 'createdAt'>,
  overdueHours: number | undefined,
): boolean {
  const since = Date.parse(updatedAt ?? createdAt ?? '');
  return overdueHours !== undefined && Date.now() - since > overdueHours * HOUR_MS;
}
const HOUR_MS = 3_600_000;

export function requestOf(thread: Thread) {
  const { messages } = thread;
  const from = beginOfRequest(messages);
  const statements = messages.slice(from).flatMap((message, index) => statementsIn(message, from + index + 1));
  const human = messages.filter((message) => isHuman(message) && !message.content.isEmpty);
  const last = messages.slice(0, from).findLast((message) => isHuman(message) && !message.content.isEmpty);
  const { calls, finishedBefore } = requestCalls(thread, statements, from);
  return {
    thread,
    /**
     * Digest of everything that the platform sent for the thread, understood or not, except times and costs. Only a decision
     * needs it, and it reads all that was sent.
     */
    get digest() {
      return requestDigest(thread);
    },
    /** ISO time of the thread's last change, which is when it began to wait. Without one, this is not known. */
    since: thread.updatedAt,
    /** The user's first message, and their last one before the request if it isn't the same. */
    task: human[0]?.content,
    lastUserMessage: last === human[0] ? undefined : last?.content,
    /** In display order: see {@link RequestCall}. */
    calls,
    /** Names of calls with a result earlier in this turn, before what is decided on; they are counted, not shown. */
    finishedBefore,
    statements: [...besideOpenCalls(messages, calls, from), ...statements],
    // With the message that opened the turn.
    extras: extrasOf(thread, Math.max(0, Math.min(from, beginOfTurn(messages) - 1))),
    /** Index of the first message of the request. */
    from,
  };
}

/** Digests of threads that were read, so that each is made once, by the part that {@link requestDigest} looks through. */
const digests = new WeakMap<Json, string>();

/** Without the thread's own times and costs, which change by themselves; the case of its id doesn't matter. */
export function requestDigest({ id, agentId, status, otherStatuses, source }: Thread): string {
  const statuses = otherStatuses === undefined ? status : [status, ...otherStatuses];
  let sent = digests.get(source);
  if (sent === undefined) {
    const { id: _id, _id: _mongo, threadId: _threadId, ...rest } = source;
    sent = textDigest(jsonText(rest, true));
    digests.set(source, sent);
  }
  return digest([id.toLowerCase(), agentId, statuses, sent]);
}

/**
 * What a decision is claimed by: only what is asked. A platform that takes a decision for later may write a revision, a mark
 * or a time into the thread, and its request is still the one that was decided; so neither those nor the digest count. New
 * words, another call, or the same call asked again after a tool's result make another request. One that stands only in
 * fields that nobody knows can't be told from the next: that is claimed until the claim expires.
 */
export function claimKey({ thread, calls, statements, from }: Omit<Request, 'digest'>): string {
  const open = calls.filter(({ state }) => state === 'open');
  // A request with a result of a gate or tool meanwhile is still the same request while nothing else is open.
  const asked = open.length > 0 ? open : openWhenAsked(thread);
  const isBeside = asked.some(({ message }) => message === THREAD_FIELDS);
  return digest([
    thread.id.toLowerCase(),
    from,
    asked.map((call) => [call.name.raw, meaningOf(call)]),
    // Without words beside an earlier open call: they leave the request once it has a result.
    statements.filter(({ isAgent, message }) => isAgent && message > from).map(({ text }) => text.raw),
    // A call beside the messages has no place of its own among them.
    isBeside ? thread.messages.slice(from).filter(holdsResult).length : 0,
  ]);
}

/**
 * The same for requests of two threads that ask for the same in the same task, word for word; undefined if nothing shows what
 * they ask for. Two threads have different stamps of who started them, whoever that was.
 */
export function askKey({ thread, task, calls, statements, extras, from }: Omit<Request, 'digest'>): string | undefined {
  if (task === undefined || calls.length + statements.length === 0) return undefined;
  const { metadata, ...rest } = thread.rest ?? {};
  const { [STAMP]: _, ...others } = isObject(metadata) ? metadata : { metadata };
  return digest([
    thread.messages.slice(0, from).flatMap((message) => (isHuman(message) ? message.content.raw : [])),
    calls.map(({ name, argumentsText, more, state }) => [name.raw, argumentsText.raw, more?.raw, state]),
    statements.map(({ role, name, text }) => [role, name?.raw, text.raw]),
    extras.filter(({ message }) => message !== THREAD_FIELDS).map(({ json }) => json.raw),
    jsonText(rest, true),
    Object.entries(others).some(([, value]) => value !== undefined) ? jsonText(others, true) : '',
  ]);
}

/** What was said with open calls before another one had a result, and the agent went on. */
function besideOpenCalls(messages: readonly Message[], calls: readonly RequestCall[], from: number): Statement[] {
  const open = calls.filter(({ state, message }) => state === 'open' && message !== THREAD_FIELDS && message <= from);
  return [...new Set(open.map(({ message }) => message))].flatMap((number) => {
    const message = messages[number - 1];
    return message === undefined ? [] : statementsIn(message, number);
  });
}

/** Includes earlier messages of the turn: an unknown field may be what the request is about. */
function extrasOf({ messages, rest }: Thread, from: number): Extra[] {
  const own = messages.slice(from).map((message, index) => ({ message: from + index + 1, fields: message.rest }));
  return [{ message: THREAD_FIELDS, fields: rest }, ...own].flatMap(({ message, fields }) =>
    fields === undefined ? [] : [{ message, json: foreignJson(fields) ?? foreign('') }],
  );
}

/**
 * Whether nothing shows what is asked: the platform sent no call, and left out the conversation. An empty one counts as left
 * out, since a thread that waits was given a task.
 */
export const lacksConversation = ({ thread, calls }: Pick<Request, 'thread' | 'calls'>): boolean =>
  thread.messages.length === 0 && calls.length === 0;
