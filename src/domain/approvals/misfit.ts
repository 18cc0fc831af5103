/** Why a decision can't be sent: the thread does not wait, is not what was read, or has been decided on since. */
import { withCall } from '../../mcp/contract/answer.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { LastSent } from '../../mcp/contract/turns.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { minute } from '../../present/units.ts';
import { phaseOf, waitingClaim } from '../threads/status.ts';
import { changedSince, reviewDigest, tokenTime } from './review-token.ts';

/** What the caller asks for. */
export interface DecisionRequest {
  readonly threadId: string;
  readonly proposed: Decision;
  readonly comment?: string | undefined;
  readonly reviewToken?: string | undefined;
}

/** A request that can't be decided on as it is. */
export interface RefusedDecision {
  readonly kind: 'refused';
  readonly why: RefusedFor;
  readonly text: string;
}
export type RefusedFor = 'not-waiting' | 'changed' | 'already-decided' | 'unread';

/** Why a request can't be decided on as it was read at `asOf`; undefined where it can. Sends nothing. */
export async function misfitOf(
  request: DecisionRequest,
  thread: Thread,
  asOf: number,
  context: Pick<ToolContext, 'turns' | 'has'>,
): Promise<RefusedDecision | undefined> {
  const misfit = unfit(thread, request.reviewToken, context.has);
  if (misfit === undefined) return undefined;
  const last = await context.turns.last(request.threadId).catch(() => undefined);
  return overtaken(request, thread, { seen: seenAt(request, asOf), last, has: context.has }) ?? misfit;
}

/** When the call's basis was read. The earliest time counts: a decision since then may have been about the same request. */
export function seenAt({ reviewToken }: DecisionRequest, asOf: number): number {
  return Math.min(asOf, (reviewToken === undefined ? undefined : tokenTime(reviewToken)) ?? asOf);
}

const WHOSE: Readonly<Record<string, string>> = { human: 'by the human’s answer', card: 'in a card' };

/** Why a decision comes too late; `last` is the last one that was sent to the thread, `seen` when its basis was read. */
export function overtaken(
  { threadId, reviewToken }: DecisionRequest,
  thread: Thread,
  { seen, last, has }: { readonly seen: number; readonly last: LastSent | undefined; readonly has: ToolContext['has'] },
): RefusedDecision | undefined {
  if (last === undefined) return undefined;
  const isUsed = reviewToken !== undefined && last.tokens.includes(reviewToken);
  if (seen > last.at && !isUsed) return undefined;
  const whose = WHOSE[last.by] ?? 'by another call';
  const on = last.digest === reviewDigest(thread) ? ' on this same request' : '';
  return refused(
    'already-decided',
    `Refused: ${last.decision} was sent to thread ${threadId} already${on}, ${whose}, at ${minute(new Date(last.at / 1000).toISOString())}. A decision counts once. Nothing was sent now. ${readAgain(threadId, has)}`,
  );
}

/** Why the thread can't be decided on as it is. */
export function unfit(thread: Thread, token: string | undefined, has: ToolContext['has']): RefusedDecision | undefined {
  const { id, status } = thread;
  if (phaseOf(status) !== 'waiting') {
    const claim = waitingClaim(thread);
    return refused(
      'not-waiting',
      claim === undefined
        ? `Refused: thread ${id} is ${status} and does not wait for approval. Nothing was sent.`
        : `Refused: thread ${id} is ${status} by one field and ${claim} by another, so whether it waits for approval is unclear. Nothing was sent. Read it again${withCall(has, 'get_thread', { threadId: id })} in a moment; if they still disagree, decide in the platform itself.`,
    );
  }
  if (token === undefined) return undefined;
  if (tokenTime(token) === undefined) {
    return refused(
      'changed',
      `Refused: this server did not issue that reviewToken. Nothing was sent. ${readAgain(id, has)}`,
    );
  }
  const change = changedSince(token, thread);
  if (change === undefined) return undefined;
  return refused(
    'changed',
    `Refused: thread ${id} is not what the reviewToken was made for: ${change}. Nothing was sent. ${readAgain(id, has)}`,
  );
}

/** Why a decision on the thread as it was then would be one on something else now. */
export function differing(then: Thread, now: Thread, has: ToolContext['has']): RefusedDecision | undefined {
  if (reviewDigest(then) === reviewDigest(now)) return undefined;
  return refused(
    'changed',
    `Refused: what thread ${now.id} asks for has changed since this call began. Nothing was sent. ${readAgain(now.id, has)}`,
  );
}

/** Somebody decided on the thread before, and nothing shows that the caller knows what it waits for now. */
export const unread = (threadId: string, has: ToolContext['has']): RefusedDecision =>
  refused(
    'unread',
    `Refused: a decision was sent to thread ${threadId} before, and it may be waiting for something else by now. Nothing was sent. Read it${withCall(has, 'get_thread', { threadId })}, and call again with the reviewToken from there.`,
  );

const refused = (why: RefusedFor, text: string): RefusedDecision => ({ kind: 'refused', why, text });

const readAgain = (threadId: string, has: ToolContext['has']): string =>
  `Read it again${withCall(has, 'get_thread', { threadId })}, and decide on what it asks for now.`;
