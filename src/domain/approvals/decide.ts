/**
 * Decides on a thread, for every tool that can: reads it, has somebody consent, and sends the decision while no other
 * decision on the thread is under way, if what was consented to is what the thread still asks for. One consent and one
 * `reviewToken` decide once. What is said of the outcome is the tool's own matter.
 */

import { withCall } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ConsentAnswer, DecidedBy } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { instant, type Turn } from '../../mcp/contract/turns.ts';
import { type CancelledError, effectIn, PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { type CurrentThread, currentThread } from '../threads/current-thread.ts';
import { type DecisionEffect, effectOf } from './effect.ts';
import {
  type DecisionRequest,
  differing,
  misfitOf,
  overtaken,
  type RefusedDecision,
  seenAt,
  unfit,
  unread,
} from './misfit.ts';
import { LEAVE } from './question.ts';
import { reviewDigest } from './review-token.ts';

/** A decision that reached the platform. */
export interface DecisionSent {
  readonly decision: Decision;
  readonly by: DecidedBy;
  /** The comment that was sent with it, where one was. */
  readonly comment: string | undefined;
  /** The thread as it was decided on. */
  readonly before: Thread;
  readonly isFromList: boolean;
}

/** How a decision ended. */
export type Decided =
  /** Nothing was sent: the human declined, closed the question, or left the thread waiting. */
  | { readonly kind: 'left'; readonly why: 'declined' | 'closed' | 'left'; readonly thread: Thread }
  /** Nothing was sent: `text` says why, and what to do. */
  | RefusedDecision
  /** It was sent, and whether it took effect can't be known. */
  | ({ readonly kind: 'unknown'; readonly error: PlatformError | CancelledError } & DecisionSent)
  /** It was sent, and the platform said no. */
  | ({ readonly kind: 'denied'; readonly error: PlatformError } & DecisionSent)
  | (DecisionEffect & DecisionSent);

/** Asks whoever decides. `asOf` is when the thread was read: it becomes part of the question. */
export type Consent = (current: CurrentThread & { readonly asOf: number }) => Promise<ConsentAnswer>;

/** @throws PlatformError where the thread can't be read, or nothing got to the platform; Refusal of the engine; CancelledError */
export async function decideThread(request: DecisionRequest, consent: Consent, context: ToolContext): Promise<Decided> {
  const { threadId } = request;
  const asOf = instant();
  // What waits now is what this call is about, however long it waits for its turn.
  const current = await currentThread(threadId, context);
  const misfit = await misfitOf(request, current.thread, asOf, context);
  if (misfit !== undefined) return misfit;
  const answer = await consent({ ...current, asOf });
  if (answer.kind !== 'decided') return { kind: 'left', why: answer.kind, thread: current.thread };
  if (answer.choice === LEAVE) return { kind: 'left', why: 'left', thread: current.thread };
  return context.turns.alone(threadId, (turn) => decideNow({ request, current, answer, asOf, turn, context }));
}

interface Deciding {
  readonly request: DecisionRequest;
  readonly current: CurrentThread;
  readonly answer: Extract<ConsentAnswer, { kind: 'decided' }>;
  readonly asOf: number;
  readonly turn: Turn;
  readonly context: ToolContext;
}

/** Alone by now: nothing else that decides on this thread runs until this returns. */
async function decideNow({ request, current, answer, asOf, turn, context }: Deciding): Promise<Decided> {
  const { threadId, reviewToken } = request;
  const { by } = answer;
  // Who was shown the request decides on what they saw, whenever that was.
  const wasShown = by === 'human' || by === 'card';
  const seen = seenAt(request, wasShown ? (answer.asOf ?? asOf) : asOf);
  const late = overtaken(request, current.thread, { seen, last: turn.last, has: context.has });
  if (late !== undefined) return late;
  // Another call may have decided just before this one came: then nothing shows that its caller knows what waits now.
  if (turn.last !== undefined && !wasShown && reviewToken === undefined) return unread(threadId, context.has);
  const reread = async (): Promise<RefusedDecision | undefined> => {
    const now = await currentThread(threadId, context);
    return unfit(now.thread, reviewToken, context.has) ?? differing(current.thread, now.thread, context.has);
  };
  const changed = await reread();
  if (changed !== undefined) return changed;
  const decision = answer.choice as Decision;
  // The proposed comment was in the form's field: what the human left there is theirs, and an emptied field sends none.
  const { comment } = answer;
  const sent = { decision, by, comment, before: current.thread, isFromList: current.isFromList };
  await turn.begin({ decision, by, digest: reviewDigest(current.thread), token: reviewToken });
  try {
    const reply = await context.call(
      operations.handleThreadApproval,
      { path: { threadId }, body: { status: decision, ...(comment === undefined ? {} : { comment }) } },
      { emptyAs: { id: threadId }, beforeRepeat: async () => refuseChanged(await reread()) },
    );
    return { ...(await effectOf(decision, current.thread, reply, context)), ...sent };
  } catch (error) {
    if (isUnknown(error)) return { kind: 'unknown', error, ...sent };
    if (!wasDenied(error)) {
      await turn.undo();
      throw error;
    }
    // A rate limit is answered before anything is looked at. Any other no may be a proxy's, to what the platform behind it
    // has done: the thread tells. One that can't be read must be, first.
    const after = error.facts.status === 429 ? undefined : await reread().catch(() => 'unread' as const);
    if (after === undefined) await turn.undo();
    if (after === undefined || after === 'unread') return { kind: 'denied', error, ...sent };
    return { kind: 'unknown', error: changedAllTheSame(error, threadId, context.has), ...sent };
  }
}

/** Whether the platform answered, and refused. */
const wasDenied = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.facts.status !== undefined;

const changedAllTheSame = (error: PlatformError, threadId: string, has: ToolContext['has']): PlatformError =>
  error.with({
    fixer: 'state',
    advice: `Thread ${threadId} has nevertheless changed since it was read, so the decision may have taken effect. Read it${withCall(has, 'get_thread', { threadId })} before deciding again.`,
  });

function refuseChanged(changed: RefusedDecision | undefined): void {
  if (changed !== undefined) throw new Refusal(changed.text);
}

const isUnknown = (error: unknown): error is PlatformError | CancelledError => effectIn(error) === 'unknown';
