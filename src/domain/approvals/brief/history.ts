/** An agent's earlier requests: the calls in its latest threads, and their outcomes if the conversation shows them. */

import { parsedArguments } from '../../../platform/parse/calls.ts';
import { jsonText } from '../../../platform/parse/json-text.ts';
import { isOthers, isTool } from '../../../platform/parse/messages.ts';
import type { Message, Thread } from '../../../platform/parse/records.ts';
import { textDigest } from '../../../platform/text.ts';
import { compareTexts } from '../../found-text.ts';
import { callsInText } from '../../threads/calls-in-text.ts';
import { askKey, type Request, requestOf } from '../../threads/request.ts';
import { decisionNotedIn, phaseOf, wasRejected } from '../../threads/status.ts';
import { amountsOf, currenciesIn } from './contradict-money.ts';
import { earlierLeaves, type Leaf } from './input.ts';

/** `ran`: a tool sent a result, and no decision is recorded; `named`: in text only, without a decision that the platform notes: maybe invented. */
export type Outcome = 'approved' | 'rejected' | 'waits' | 'ran' | 'unknown' | 'named';

/** A call that an agent made or asked for, and its outcome. */
export interface EarlierCall {
  readonly threadId: string;
  readonly name: string;
  /** Without long texts. */
  readonly leaves: readonly Pick<Leaf, 'path' | 'key' | 'value'>[];
  /** Whether its lists were kept to their ends. */
  readonly isWhole: boolean;
  /** Of all values, also of those that were not kept; undefined if there are too many to know. */
  readonly paths: ReadonlySet<string> | undefined;
  readonly outcome: Outcome;
  /** The currency among the arguments, if any. */
  readonly currency: string | undefined;
  readonly amounts: readonly EarlierAmount[];
  /** See {@link identityOf}; of approved calls only. */
  readonly identity: string | undefined;
  /** ISO time of the decision, if the platform notes it. */
  readonly time: string | undefined;
}

/** An amount of an earlier call, in units of its currency. */
export interface EarlierAmount {
  readonly path: string;
  readonly value: number;
  readonly currency: string | undefined;
}

/** Calls and values kept per agent, since each value is compared with them, the longest string argument that is compared, and the longest address. */
const MAX_CALLS = 1_000;
const MAX_VALUES = 20_000;
export const SHORT_TEXT = 40;
const ADDRESS = 254;

/** Whether a string argument is compared with others: a name, a code, an address. */
export const isShort = (value: string): boolean =>
  value.length <= SHORT_TEXT || (value.length <= ADDRESS && value.includes('@'));

/** A call that is only named in text may be invented. */
export const tookPlace = ({ outcome }: EarlierCall): boolean => outcome !== 'named';

/** The same for two calls of one function with the same arguments, in any order. */
export const identityOf = (name: string, args: unknown): string => textDigest(`${name} ${jsonText(args, true)}`);

/** The amounts of a call, without what they belong to. */
export const earlierAmounts = (leaves: readonly Leaf[]): EarlierAmount[] =>
  amountsOf({ leaves }).map(({ leaf: { path }, value, currency }) => ({ path, value, currency }));

/** A thread that waited when the history was read. */
export interface WaitingThread {
  /** See {@link askKey}. */
  readonly ask: string | undefined;
  /** ISO time since when it waits; empty if that isn't known. */
  readonly since: string;
  /** Four eyes bar the reader from deciding on it. */
  readonly isBarred: boolean;
}

/** Waiting threads of the same agent that ask for the same, without a request itself. */
export interface Repeated {
  /** Of the newest one: the ids of the others, longest wait first. */
  readonly older: readonly string[];
  /** Those of them on which four eyes bar the reader from deciding. */
  readonly barred: readonly string[];
  /** The newest one, if it is another. */
  readonly newest: string | undefined;
}

/** Extract of the threads that were read, without the conversations. */
export class AgentHistory {
  readonly calls: readonly EarlierCall[];
  /** Whether these are all. */
  readonly isWhole: boolean;
  /** Number of threads read. */
  readonly threads: number;
  /** The waiting threads by id. */
  readonly waiting: ReadonlyMap<string, WaitingThread>;
  /** ISO time of the latest change of a thread. */
  readonly latest: string | undefined;

  /** @param isRejected whether a rejection ended the thread */
  constructor(
    threads: readonly Thread[],
    isBarred: (thread: Thread) => boolean = () => false,
    isRejected: (thread: Thread) => boolean = wasRejected,
  ) {
    this.threads = threads.length;
    this.latest = threads
      .map(({ updatedAt, createdAt }) => updatedAt ?? createdAt ?? '')
      .sort()
      .at(-1);
    let left = MAX_VALUES;
    const all = threads.flatMap((thread) => callsOf(thread, isRejected(thread)));
    this.calls = all.slice(0, MAX_CALLS).filter(({ leaves, paths }) => {
      left -= Math.max(leaves.length, paths?.size ?? 0);
      return left >= 0;
    });
    this.isWhole = this.calls.length === all.length;
    this.waiting = new Map(
      threads
        .filter(({ status }) => phaseOf(status) === 'waiting')
        .map((thread) => [
          thread.id,
          {
            ask: askKey(requestOf(thread)),
            since: thread.updatedAt ?? thread.createdAt ?? '',
            isBarred: isBarred(thread),
          },
        ]),
    );
  }

  /** @param ask its {@link askKey} */
  repeated({ thread: { id, updatedAt, createdAt } }: Pick<Request, 'thread'>, ask: string | undefined): Repeated {
    const own: [string, string] = [updatedAt ?? createdAt ?? '', id];
    const others = [...this.waiting].filter(
      ([other, waiting]) => other !== id && ask !== undefined && waiting.ask === ask,
    );
    const sorted = others
      .map(([other, { since }]): [string, string] => [since, other])
      .sort((a, b) => compareTexts(a[0], b[0]) || compareTexts(a[1], b[1]));
    const last = sorted.at(-1);
    const isNewest = last === undefined || (compareTexts(last[0], own[0]) || compareTexts(last[1], own[1])) < 0;
    if (!isNewest) return { older: [], barred: [], newest: last[1] };
    const older = sorted.map(([, other]) => other);
    return { older, barred: older.filter((other) => this.waiting.get(other)?.isBarred === true), newest: undefined };
  }

  /** Earlier requests for a function: all those of other threads, and the decided ones of this thread. */
  of(name: string, threadId: string): readonly EarlierCall[] {
    return this.beside(name, threadId).filter(({ outcome }) => outcome !== 'waits');
  }

  /** {@link of}, and the waiting ones of other threads. */
  beside(name: string, threadId: string): readonly EarlierCall[] {
    return this.calls.filter(
      (call) =>
        call.name === name &&
        (call.threadId !== threadId || call.outcome === 'approved' || call.outcome === 'rejected'),
    );
  }
}

function callsOf(thread: Thread, isRejected: boolean): EarlierCall[] {
  const found = new Map<string, EarlierCall>();
  const { messages, id: threadId, status } = thread;
  const lastResult = messages.findLastIndex((message) => isTool(message) || message.holdsToolResult);
  const undecided = phaseOf(status) === 'waiting' ? 'waits' : isRejected ? 'rejected' : undefined;
  const notes = decisionsAfter(messages);
  const latest = messages.findLastIndex(({ toolCalls }) => toolCalls !== undefined);
  const add = (name: string, value: unknown, index: number, isInText = false): void => {
    const { leaves, isWhole, paths } = earlierLeaves(value);
    // A call that is first named in text and then made is one request.
    const key = `${name} ${JSON.stringify(leaves.map(({ path, value: one }) => [path, one]))}`;
    const note = (isInText ? notes.onText : notes.onCall)[index];
    const decided = note && decisionNotedIn(note);
    if (isInText && decided === undefined && found.has(key)) return;
    // The thread's status is about its latest calls.
    const hasRun = lastResult > index && index < latest;
    const isUndecided = undecided === 'waits' || !hasRun ? undecided : undefined;
    const took = decided ?? isUndecided ?? (lastResult > index ? 'ran' : 'unknown');
    found.set(key, {
      threadId,
      name,
      leaves: leaves
        .filter((leaf) => typeof leaf.value !== 'string' || isShort(leaf.value))
        .map(({ path, key, value: one }) => ({ path, key, value: one })),
      isWhole,
      paths,
      // Whoever creates a thread may write messages into it: a call in text took place only if the platform notes a decision.
      outcome: isInText && decided === undefined && took !== 'waits' ? 'named' : took,
      currency: currencyOf(leaves),
      amounts: earlierAmounts(leaves),
      identity: took === 'approved' ? identityOf(name, value) : undefined,
      time: note?.timestamp,
    });
  };
  for (const call of thread.toolCalls ?? []) add(call.name.raw, parsedArguments(call), messages.length);
  for (const [index, message] of messages.entries()) {
    for (const call of message.toolCalls ?? []) add(call.name.raw, parsedArguments(call), index);
    for (const call of isOthers(message) ? [] : callsInText(message.content.raw))
      add(call.name, call.arguments, index, true);
  }
  return [...found.values()];
}

/** The currency among the arguments. If there are several, all of them: such calls have no range in a single currency. */
export function currencyOf(leaves: readonly Pick<Leaf, 'key' | 'value'>[]): string | undefined {
  const found = new Set(currenciesIn(leaves).map(({ value }) => String(value).toUpperCase()));
  return found.size === 0 ? undefined : [...found].join(', ');
}

/** For each message, the first note of a decision after it, unless the agent makes another call before it. */
function decisionsAfter(messages: readonly Message[]) {
  const onCall: (Message | undefined)[] = [];
  const onText: (Message | undefined)[] = [];
  let note: Message | undefined;
  let ofText: Message | undefined;
  for (const [at, message] of [...messages.entries()].reverse()) {
    onCall[at] = note;
    onText[at] = ofText;
    if (decisionNotedIn(message) !== undefined) note = ofText = message;
    else if (message.toolCalls !== undefined) note = ofText = undefined;
    // A call in words is none that a decision on a call that was made could be about.
    else if (!isOthers(message) && callsInText(message.content.raw).length > 0) ofText = undefined;
  }
  return { onCall, onText };
}
