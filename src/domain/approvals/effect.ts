/**
 * What became of a decision. A deployment was seen to answer 200 and not apply it, or to apply the opposite: so the thread
 * is read, and what it asks for then decides what is said, not its status alone. An agent that goes on at once may wait
 * for the next decision, fail or finish before anybody can look: all of that is what follows a decision that took.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import { isOthers, isTool } from '../../platform/parse/messages.ts';
import type { Message, Thread } from '../../platform/parse/records.ts';
import { digest } from '../../platform/text.ts';
import { isAbout } from '../same-record.ts';
import { threadAfter } from '../threads/current-thread.ts';
import { decisionNotedIn, namesRejection } from '../threads/rejection.ts';
import { endsLikeRejected, phaseOf, verdictIn } from '../threads/status.ts';
import { type Request, requestOf } from './request.ts';

/** What the thread shows after a decision that the platform accepted. */
export type DecisionEffect =
  /** The decision took, as far as can be seen; `status` is what the thread is now, `UNKNOWN` where the platform does not say. */
  | { readonly kind: 'decided'; readonly status: string; readonly doubt?: Doubt }
  /** The same, and the thread waits for the next one, on another request. */
  | { readonly kind: 'waits-for-another'; readonly status: string; readonly doubt?: Doubt }
  /**
   * The thread still waits for a decision on the same request. `isForLater`: the platform only accepted it, with a 202;
   * `answered`: its answer to the decision shows the thread running all the same.
   */
  | {
      readonly kind: 'did-not-take';
      readonly status: string;
      readonly isForLater?: boolean;
      readonly answered?: string | undefined;
    }
  /** The thread's state contradicts the decision. */
  | { readonly kind: 'contradicted'; readonly status: string };

/**
 * Why a rejection may not have kept what it rejected from being done: a thread that goes on to another request, or ends well,
 * looks the same after an approval. `answered`: a tool has answered since; `unseen`: nothing tells. The other way round, a
 * thread that has ended as after a rejection does not show that an approval took.
 */
export type Doubt = 'answered' | 'unseen';

/** Some platforms show a moment later what they have done: before it is said that a decision did not take, that is waited for. */
const SECOND_LOOK_MS = 300;

/** Reads the thread after a decision. `answer` is what the platform answered to it. */
export async function effectOf(
  decision: Decision,
  request: Pick<Request, 'thread'>,
  answer: Thread,
  context: ToolContext,
): Promise<DecisionEffect> {
  const before = request.thread;
  const hasGoneOn = isAbout({ id: answer.id }, [before.id]) && phaseOf(answer.status) === 'running';
  const look = async () => judge(decision, before, await threadAfter(before.id, answer, context), hasGoneOn);
  const effect = await look();
  if (effect.kind !== 'did-not-take') return effect;
  const isForLater = context.platform.isForLater();
  const isCancelled = await sleep(SECOND_LOOK_MS, undefined, { signal: context.signal }).then(
    () => false,
    () => true,
  );
  const second = isCancelled ? effect : await look();
  if (second.kind !== 'did-not-take') return second;
  return { ...second, isForLater, answered: hasGoneOn ? answer.status : undefined };
}

/** @param hasGoneOn whether the answer to the decision shows the thread running */
function judge(decision: Decision, before: Thread, after: Thread | undefined, hasGoneOn: boolean): DecisionEffect {
  const status = after?.status ?? 'UNKNOWN';
  const since = after?.messages.slice(before.messages.length) ?? [];
  // The first one: a later note is about a later request.
  const noted = since.map(decisionNotedIn).find((one) => one !== undefined);
  if (isOpposite(decision, noted)) return { kind: 'contradicted', status };
  const doubt = noted === undefined ? doubtOf(decision, status, since, hasGoneOn) : undefined;
  const doubted = doubt === undefined ? {} : { doubt };
  if (phaseOf(status) === 'waiting' && after !== undefined) {
    if (asksForAnother(before, after)) return { kind: 'waits-for-another', status, ...doubted };
    return { kind: 'did-not-take', status };
  }
  return contradicts(decision, status) ? { kind: 'contradicted', status } : { kind: 'decided', status, ...doubted };
}

const isOpposite = (decision: Decision, noted: ReturnType<typeof decisionNotedIn>): boolean =>
  (decision === 'APPROVED' && noted === 'rejected') || (decision === 'REJECTED' && noted === 'approved');

/** What the thread leaves open about a decision that nothing in its conversation notes. */
function doubtOf(decision: Decision, status: string, since: readonly Message[], hasGoneOn: boolean): Doubt | undefined {
  if (namesRejection(status)) return undefined;
  const isAnswered = since.some((message) => isTool(message) || message.holdsToolResult === true);
  if (decision === 'APPROVED') return !isAnswered && !hasGoneOn && endsLikeRejected(status) ? 'unseen' : undefined;
  if (isAnswered) return 'answered';
  return endsLikeRejected(status) ? undefined : 'unseen';
}

function contradicts(decision: Decision, status: string): boolean {
  if (decision === 'APPROVED') return namesRejection(status);
  return phaseOf(status) === 'running' || verdictIn(status) === 'approved';
}

/** Whether it waits for something else than before. An answer that leaves the conversation out tells nothing. */
function asksForAnother(before: Thread, after: Thread): boolean {
  if (after.messages.length === 0) return false;
  if (asked(before) !== asked(after)) return true;
  // The agent need not have said a word: a call beside its words, or the next one of several, is another request.
  const open = openCalls(after);
  return open.length > 0 && digest(open) !== digest(openCalls(before));
}

/** The calls that nothing has answered, as they would be made: what else stands with one may only tell how far it is. */
const openCalls = (thread: Thread): readonly unknown[] =>
  requestOf(thread)
    .calls.filter(({ state }) => state === 'open' || state === 'earlier')
    .map(({ name, argumentsText }) => [name.raw, argumentsText.raw]);

/** All that the agent has said and asked for; when it said so is no part of it. */
const asked = ({ messages }: Thread): string =>
  digest(messages.filter((message) => !isOthers(message)).map(({ timestamp: _, ...message }) => message));
