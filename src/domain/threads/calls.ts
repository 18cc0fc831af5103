/** The calls of a conversation, and which of them have a result. */
import { groupBy } from '../../basics/maps.ts';
import { parsedArguments } from '../../platform/parse/calls.ts';
import { isAgent, isTool, mayBeAgent } from '../../platform/parse/messages.ts';
import type { Message, ToolCall } from '../../platform/parse/records.ts';
import { callsInText } from './calls-in-text.ts';
import { decisionNotedIn } from './status.ts';
import { holdsBack, isNoResult, resultText } from './tool-results.ts';

/** Stands for the thread's own fields where messages, numbered from 1, are referred to. */
export const THREAD_FIELDS = 0;

/** A call that an agent made. */
export type MadeCall = ReturnType<typeof madeCall>;

/** All calls: first those outside the messages, which can have no result, then those in them. */
export function callsOf(messages: readonly Message[], unplaced: readonly ToolCall[] = []): MadeCall[] {
  const places = indexCalls(messages);
  const names = new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name.raw)));
  return [
    ...unplaced.map((call) => madeCall(call, THREAD_FIELDS, false)),
    ...messages.flatMap((message, index) => {
      if (message.toolCalls === undefined) return [];
      const copies = groupBy(message.toolCalls, ({ id }) => id);
      const open = new Set(
        message.toolCalls.filter(({ id }) => !hasResultAfter(places, index, id, copies.get(id)?.length)),
      );
      const isAnswered = answeredBy(resultsWithoutId(messages, index, names), [...open]);
      return message.toolCalls.map((call) => madeCall(call, index + 1, !open.has(call) || isAnswered(call)));
    }),
  ];
}

const madeCall = (call: ToolCall, message: number, hasResult: boolean) => ({
  id: call.id,
  name: call.name,
  /** The parsed arguments, or the text as sent if it isn't JSON. */
  arguments: parsedArguments(call),
  /** The arguments as sent. */
  argumentsText: call.arguments,
  /** JSON of other fields that the platform sent with the call. */
  more: call.more,
  /** Whether it has a result. A gate may send one, too ("needs approval"), so such a call may still be waiting. */
  hasResult,
  /** Number of its message, from 1; {@link THREAD_FIELDS} for a call outside the messages. */
  message,
});

/**
 * The results without an id between a message with calls and the next one, each by the name that it gives, if the message has
 * a call of that name.
 */
function resultsWithoutId(
  messages: readonly Message[],
  index: number,
  names: ReadonlySet<string>,
): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const called = new Set(messages[index]?.toolCalls?.map(({ name }) => name.raw));
  for (let at = index + 1; at < messages.length && messages[at]?.toolCalls === undefined; at++) {
    const message = messages[at];
    if (message === undefined || message.toolCallId !== undefined || !holdsResult(message) || isGate(message)) continue;
    const name = message.name?.raw;
    if (name !== undefined && called.has(name)) found.push(name);
    // A result that names another call of the conversation is that one's.
    else if (name === undefined || !names.has(name)) found.push(undefined);
  }
  return found;
}

/**
 * Which calls of a message these results answer: those of a name if each of them has one, and the others likewise. Of fewer
 * results than calls nobody knows whose they are, and what waits must be shown as a call to decide on.
 */
function answeredBy(
  results: readonly (string | undefined)[],
  open: readonly ToolCall[],
): (call: Pick<ToolCall, 'name'>) => boolean {
  const given = groupBy(results, (name) => name);
  const asked = groupBy(open, ({ name }) => name.raw);
  const have = (name: string | undefined, calls: number): boolean => (given.get(name)?.length ?? 0) >= calls;
  const isNamed = ({ name }: Pick<ToolCall, 'name'>): boolean => have(name.raw, asked.get(name.raw)?.length ?? 0);
  const others = open.filter((call) => !isNamed(call)).length;
  return (call) => isNamed(call) || have(undefined, others);
}

/** Whether a result says that its call is held back: such a call is still open. */
export const isGate = (message: Message): boolean => holdsBack(resultText(message));

/** Whether a message is a tool's result, whatever its role. */
export const holdsResult = (message: Message): boolean => isTool(message) || message.holdsToolResult === true;

/**
 * Whether a call has a result before a later message reuses its id; a later result may belong to that other call. If its own
 * message has several calls with its id (`copies`), only as many results are theirs for certain.
 */
function hasResultAfter({ results, calls }: CallIndex, index: number, id: string | undefined, copies = 1): boolean {
  if (id === undefined) return false;
  const given = results.get(id) ?? [];
  const made = calls.get(id) ?? [];
  const result = given[firstAfter(given, index) + copies - 1];
  const other = made[firstAfter(made, index)];
  return result !== undefined && (other === undefined || result <= other);
}

/** The place of the first index beyond `index`. By halves: thousands of calls may share one id. */
function firstAfter(indexes: readonly number[], index: number): number {
  let from = 0;
  let to = indexes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((indexes[middle] ?? 0) > index) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Indexes of the messages with the results of each call and of those that make it, by id. */
interface CallIndex {
  readonly results: ReadonlyMap<string, readonly number[]>;
  readonly calls: ReadonlyMap<string, readonly number[]>;
}

/** Built once: searching the later messages for each call would be quadratic. */
function indexCalls(messages: readonly Message[]): CallIndex {
  const results = new Map<string, number[]>();
  const calls = new Map<string, number[]>();
  const note = (of: Map<string, number[]>, id: string, at: number): void => {
    const found = of.get(id);
    if (found === undefined) of.set(id, [at]);
    else found.push(at);
  };
  for (const [at, message] of messages.entries()) {
    const { toolCallId, toolCalls = [] } = message;
    // An agent can't send its own call's result, and what a gate holds back has none.
    const isResult = holdsResult(message) || !isAgent(message);
    if (toolCallId !== undefined && isResult && !isGate(message)) note(results, toolCallId, at);
    for (const { id } of toolCalls) if (id !== undefined) note(calls, id, at);
  }
  return { results, calls };
}

/** A call in the conversation, and the results that followed. */
export interface Made {
  /** Index of its message. */
  readonly at: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly args: unknown;
  /** JSON of other fields that the platform sent with the call. */
  readonly more?: string | undefined;
  readonly results: { readonly at: number; readonly message: Message }[];
}

/** Whether a message says what a tool did: neither that it waits for a human, nor what the human decided. */
export const isResult = (message: Message): boolean => holdsResult(message) && !isGate(message) && !isNoResult(message);

/**
 * Whether a message leaves a call without a result. A gate may use many words while a call waits; what it says of one
 * that was decided on, or that nobody was asked about, must be a gate's and no more.
 */
const isWithoutResult = (message: Message, waits: boolean): boolean =>
  waits ? !isResult(message) : isNoResult(message);

/**
 * The calls of the conversation in order, also those that stand in the agent's text only, each with its results.
 * @param isWaiting a human is still to decide
 */
export function callsMade(messages: readonly Message[], isWaiting = false): Made[] {
  const made: Made[] = [];
  const byId = new Map<string, Made>();
  const isDecision = (message: Message): boolean => decisionNotedIn(message) !== undefined;
  const lastDecision = isWaiting ? messages.length : messages.findLastIndex(isDecision);
  let decision = -1;
  for (const [at, message] of messages.entries()) {
    const { toolCalls = [], toolCallId = '', content } = message;
    if (isDecision(message)) decision = at;
    const call = holdsResult(message) ? (byId.get(toolCallId) ?? namedIn(made, message)) : undefined;
    if (call !== undefined) {
      // None was made since the call, and one is still to come.
      const waits = decision < call.at && at < lastDecision;
      if (!isWithoutResult(message, waits)) call.results.push({ at, message });
    }
    for (const call of toolCalls) {
      const { id, name, more } = call;
      const one: Made = { at, id, name: name.raw, args: parsedArguments(call), more: more?.raw, results: [] };
      made.push(one);
      if (call.id !== undefined) byId.set(call.id, one);
    }
    if (toolCalls.length > 0 || !mayBeAgent(message)) continue;
    for (const { name, arguments: args } of callsInText(content.raw))
      made.push({ at, id: undefined, name, args, results: [] });
  }
  return made;
}

/** Calls that a result without a known id may belong to, from the latest. */
const LATEST = 50;

/** The call that such a result belongs to: the first open one of its name in the latest message that has one. */
function namedIn(made: readonly Made[], { toolCallId, name }: Message): Made | undefined {
  const latest = made
    .slice(-LATEST)
    .filter((call) => (call.id === undefined || toolCallId === undefined) && call.name === (name?.raw ?? call.name));
  const open = latest.filter(({ results }) => results.length === 0);
  return open.length === 0 ? latest.at(-1) : open.find(({ at }) => at === open.at(-1)?.at);
}
