/**
 * Decides on a thread, for every tool that can: reads it, has somebody consent, and sends the decision while no other
 * decision on the thread is under way, if what was consented to is what the thread still asks for. One consent and one
 * `reviewToken` decide once. What is said of the outcome is the tool's own matter.
 */

import { Refusal } from '../../mcp/contract/errors.ts';
import type { ConsentAnswer, DecidedBy } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { instant, type LastSent, type Turn } from '../../mcp/contract/turns.ts';
import { type CancelledError, effectIn, PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { minute } from '../../present/units.ts';
import { type CurrentThread, currentThread } from '../threads/current-thread.ts';
import { phaseOf, waitingClaim } from '../threads/status.ts';
import { type DecisionEffect, effectOf } from './effect.ts';
import { LEAVE } from './question.ts';
import { changedSince, reviewDigest, tokenTime } from './review-token.ts';

/** What the caller asks for. */
export interface DecisionRequest {
  readonly threadId: string;
  readonly proposed: Decision;
  readonly comment?: string | undefined;
  readonly reviewToken?: string | undefined;
}

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
  | (DecisionEffect & DecisionSent);

/** A request that can't be decided on as it is. */
export interface RefusedDecision {
  readonly kind: 'refused';
  readonly why: RefusedFor;
  readonly text: string;
}
export type RefusedFor = 'not-waiting' | 'changed' | 'already-decided' | 'unread';

/** Asks whoever decides. `asOf` is when the thread was read: it becomes part of the question. */
export type Consent = (current: CurrentThread & { readonly asOf: number }) => Promise<ConsentAnswer>;

/** @throws PlatformError where the thread can't be read, or the platform refused; Refusal of the engine; CancelledError */
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

/** Why a request can't be decided on as it was read at `asOf`; undefined where it can. Sends nothing. */
export async function misfitOf(
  request: DecisionRequest,
  thread: Thread,
  asOf: number,
  context: Pick<ToolContext, 'turns'>,
): Promise<Decided | undefined> {
  const misfit = unfit(thread, request.reviewToken);
  if (misfit === undefined) return undefined;
  const last = await context.turns.last(request.threadId).catch(() => undefined);
  return overtaken(request, thread, seenAt(request, asOf), last) ?? misfit;
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
  const late = overtaken(request, current.thread, seen, turn.last);
  if (late !== undefined) return late;
  // Another call may have decided just before this one came: then nothing shows that its caller knows what waits now.
  if (turn.last !== undefined && !wasShown && reviewToken === undefined) return unread(threadId);
  const reread = async (): Promise<RefusedDecision | undefined> => {
    const now = await currentThread(threadId, context);
    return unfit(now.thread, reviewToken) ?? differing(current.thread, now.thread);
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
    if (!wasRefused(error)) {
      await turn.undo();
      throw error;
    }
    // A proxy may say no to what the platform behind it has done: the thread tells. One that can't be read must be, first.
    const after = await reread().catch(() => 'unread' as const);
    if (after === undefined) await turn.undo();
    throw after === undefined || after === 'unread' ? error : changedAllTheSame(error, threadId);
  }
}

/** Whether the platform answered, and refused. A rate limit is answered before anything is looked at. */
const wasRefused = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.facts.status !== undefined && error.facts.status !== 429;

const changedAllTheSame = (error: PlatformError, threadId: string): PlatformError =>
  error.with({
    fixer: 'state',
    advice: `Thread ${threadId} has nevertheless changed since it was read, so the decision may have taken effect. Read it with get_thread ${JSON.stringify({ threadId })} before deciding again.`,
  });

function refuseChanged(changed: RefusedDecision | undefined): void {
  if (changed !== undefined) throw new Refusal(changed.text);
}

const isUnknown = (error: unknown): error is PlatformError | CancelledError => effectIn(error) === 'unknown';

/** When the call's basis was read. The earliest time counts: a decision since then may have been about the same request. */
function seenAt({ reviewToken }: DecisionRequest, asOf: number): number {
  return Math.min(asOf, (reviewToken === undefined ? undefined : tokenTime(reviewToken)) ?? asOf);
}

const WHOSE: Readonly<Record<string, string>> = { human: 'by the human’s answer', card: 'in a card' };

function overtaken(
  { threadId, reviewToken }: DecisionRequest,
  thread: Thread,
  seen: number,
  last: LastSent | undefined,
): Decided | undefined {
  if (last === undefined) return undefined;
  const isUsed = reviewToken !== undefined && last.tokens.includes(reviewToken);
  if (seen > last.at && !isUsed) return undefined;
  const whose = WHOSE[last.by] ?? 'by another call';
  const on = last.digest === reviewDigest(thread) ? ' on this same request' : '';
  return refused(
    'already-decided',
    `Refused: ${last.decision} was sent to thread ${threadId} already${on}, ${whose}, at ${minute(new Date(last.at / 1000).toISOString())}. A decision counts once. Nothing was sent now. ${readAgain(threadId)}`,
  );
}

/** Why the thread can't be decided on as it is. */
function unfit(thread: Thread, token: string | undefined): RefusedDecision | undefined {
  const { id, status } = thread;
  if (phaseOf(status) !== 'waiting') {
    const claim = waitingClaim(thread);
    return refused(
      'not-waiting',
      claim === undefined
        ? `Refused: thread ${id} is ${status} and does not wait for approval. Nothing was sent.`
        : `Refused: thread ${id} is ${status} by one field and ${claim} by another, so it may not wait for approval. Nothing was sent. Read it again with get_thread ${JSON.stringify({ threadId: id })} in a moment; if they still disagree, decide in the platform itself.`,
    );
  }
  const change = token === undefined ? undefined : changedSince(token, thread);
  if (change === undefined) return undefined;
  return refused(
    'changed',
    `Refused: thread ${id} is not what the reviewToken was made for: ${change}. Nothing was sent. ${readAgain(id)}`,
  );
}

function differing(then: Thread, now: Thread): RefusedDecision | undefined {
  if (reviewDigest(then) === reviewDigest(now)) return undefined;
  return refused(
    'changed',
    `Refused: what thread ${now.id} asks for has changed since this call began. Nothing was sent. ${readAgain(now.id)}`,
  );
}

const unread = (threadId: string): Decided =>
  refused(
    'unread',
    `Refused: a decision was sent to thread ${threadId} before, and it may be waiting for something else by now. Nothing was sent. Read it with get_thread ${JSON.stringify({ threadId })}, and call again with the reviewToken from there.`,
  );

const refused = (why: RefusedFor, text: string): RefusedDecision => ({ kind: 'refused', why, text });

const readAgain = (threadId: string): string =>
  `Read it again with get_thread ${JSON.stringify({ threadId })}, and decide on what it asks for now.`;
