/** An agent's earlier requests: the calls in its latest threads, and their outcomes if the conversation shows them. */

import { parsedArguments } from '../../../platform/parse/calls.ts';
import { isOthers, isTool } from '../../../platform/parse/messages.ts';
import type { Message, Thread } from '../../../platform/parse/records.ts';
import { decisionNotedIn, namesRejection } from '../../threads/rejection.ts';
import { phaseOf } from '../../threads/status.ts';
import { callsInText } from './calls-in-text.ts';
import { type Leaf, leavesOf } from './input.ts';

/** `ran`: a tool answered, and no decision is recorded. */
export type Outcome = 'approved' | 'rejected' | 'waits' | 'ran' | 'unknown';

/** A call that an agent made or asked for, and its outcome. */
export interface EarlierCall {
  readonly threadId: string;
  readonly name: string;
  readonly leaves: readonly Pick<Leaf, 'path' | 'key' | 'value'>[];
  readonly outcome: Outcome;
  /** The currency among the arguments, if any. */
  readonly currency: string | undefined;
}

/** Calls kept per agent, and the longest string argument that is compared. */
const MAX_CALLS = 1_000;
export const SHORT_TEXT = 40;

/** Extract of the threads that were read, without the conversations. */
export class AgentHistory {
  readonly calls: readonly EarlierCall[];
  /** Number of threads read. */
  readonly threads: number;
  /** Ids of waiting threads. */
  readonly waiting: ReadonlySet<string>;

  constructor(threads: readonly Thread[]) {
    this.threads = threads.length;
    this.calls = threads.flatMap(callsOf).slice(0, MAX_CALLS);
    this.waiting = new Set(threads.filter(({ status }) => phaseOf(status) === 'waiting').map(({ id }) => id));
  }

  /** Earlier requests for a function: all those of other threads, and the decided ones of this thread. */
  of(name: string, threadId: string): readonly EarlierCall[] {
    return this.calls.filter(
      (call) =>
        call.name === name &&
        call.outcome !== 'waits' &&
        (call.threadId !== threadId || call.outcome === 'approved' || call.outcome === 'rejected'),
    );
  }
}

function callsOf(thread: Thread): EarlierCall[] {
  const found = new Map<string, EarlierCall>();
  const { messages, id: threadId } = thread;
  const isWaiting = phaseOf(thread.status) === 'waiting';
  const add = (name: string, value: unknown, index: number): void => {
    const leaves = leavesOf(value);
    const decided = decisionAfter(messages, index);
    const isRejected = namesRejection(thread.status);
    const isAnswered = messages.slice(index + 1).some((message) => isTool(message) || message.holdsToolResult);
    const outcome: Outcome =
      decided ?? (isWaiting ? 'waits' : isRejected ? 'rejected' : isAnswered ? 'ran' : 'unknown');
    const currency = currencyOf(leaves);
    // A call that is first named in text and then made is one request.
    found.set(`${name} ${JSON.stringify(leaves.map(({ path, value: one }) => [path, one]))}`, {
      threadId,
      name,
      leaves: leaves
        .filter((leaf) => typeof leaf.value !== 'string' || leaf.value.length <= SHORT_TEXT)
        .map(({ path, key, value: one }) => ({ path, key, value: one })),
      outcome,
      currency,
    });
  };
  for (const call of thread.toolCalls ?? []) add(call.name.raw, parsedArguments(call), messages.length);
  messages.forEach((message, index) => {
    for (const call of message.toolCalls ?? []) add(call.name.raw, parsedArguments(call), index);
    if (isOthers(message)) return;
    for (const call of callsInText(message.content.raw)) add(call.name, call.arguments, index);
  });
  return [...found.values()];
}

/** Arguments that hold a currency. */
export const currenciesIn = <T extends Pick<Leaf, 'key' | 'value'>>(leaves: readonly T[]): T[] =>
  leaves.filter(({ key, value }) => /currency/i.test(key) && typeof value === 'string');

/** The currency among the arguments. If there are several, all of them: such calls have no range in a single currency. */
export function currencyOf(leaves: readonly Pick<Leaf, 'key' | 'value'>[]): string | undefined {
  const found = new Set(currenciesIn(leaves).map(({ value }) => String(value).toUpperCase()));
  return found.size === 0 ? undefined : [...found].join(', ');
}

/** The first decision after a message, unless the agent makes another call before it. */
function decisionAfter(messages: readonly Message[], index: number): 'approved' | 'rejected' | undefined {
  for (const message of messages.slice(index + 1)) {
    const decision = decisionNotedIn(message);
    if (decision !== undefined) return decision;
    if (message.toolCalls !== undefined) return undefined;
  }
  return undefined;
}
