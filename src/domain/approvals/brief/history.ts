/** An agent's earlier requests: the calls in its latest threads, and their outcomes if the conversation shows them. */

import { parsedArguments } from '../../../platform/parse/calls.ts';
import { isOthers, isTool } from '../../../platform/parse/messages.ts';
import type { Message, Thread } from '../../../platform/parse/records.ts';
import { callsInText } from '../../threads/calls-in-text.ts';
import { decisionNotedIn, namesRejection } from '../../threads/rejection.ts';
import { phaseOf } from '../../threads/status.ts';
import { type Leaf, leavesOf } from './input.ts';

/** `ran`: a tool answered, and no decision is recorded; `named`: in text only, without a decision that the platform notes; it may be invented. */
export type Outcome = 'approved' | 'rejected' | 'waits' | 'ran' | 'unknown' | 'named';

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
  const { messages, id: threadId, status } = thread;
  const lastAnswer = messages.findLastIndex((message) => isTool(message) || message.holdsToolResult);
  const undecided = phaseOf(status) === 'waiting' ? 'waits' : namesRejection(status) ? 'rejected' : undefined;
  const add = (name: string, value: unknown, index: number, isInText = false): void => {
    const leaves = leavesOf(value);
    // A call that is first named in text and then made is one request.
    const key = `${name} ${JSON.stringify(leaves.map(({ path, value: one }) => [path, one]))}`;
    if (isInText && found.has(key)) return;
    const decided = decisionAfter(messages, index);
    const took = decided ?? undecided ?? (lastAnswer > index ? 'ran' : 'unknown');
    found.set(key, {
      threadId,
      name,
      leaves: leaves
        .filter((leaf) => typeof leaf.value !== 'string' || leaf.value.length <= SHORT_TEXT)
        .map(({ path, key, value: one }) => ({ path, key, value: one })),
      // Whoever creates a thread may write messages into it: a call in text took place only if the platform notes a decision.
      outcome: isInText && decided === undefined && took !== 'waits' ? 'named' : took,
      currency: currencyOf(leaves),
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
