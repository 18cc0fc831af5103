/** Sends one decision, once, and only if its thread still asks for what the human consented to. decide.ts asks for consent. */

import { Refusal } from '../../mcp/contract/errors.ts';
import { withCall } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { CancelledError, mayHaveTakenEffect, PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { currentThread, LOOK_AGAIN_AFTER_MS, lookAgain } from '../threads/current-thread.ts';
import { claimKey, type Request, requestOf } from '../threads/request.ts';
import { namesRejection, phaseOf, rejectedIn, rememberRejection, waitingClaim } from '../threads/status.ts';
import { forgetHistory } from './brief/load.ts';
import { type Decided, type DecisionSent, effectOf, type Looks } from './effect.ts';
import { enforceFourEyes } from './four-eyes.ts';
import { againText, clockIn } from './sheet.ts';

interface Sending extends Pick<DecisionSent, 'sheet' | 'by' | 'decision' | 'comment' | 'isCommentDropped'> {
  /** What it shares with another write, in the audit log. */
  readonly group?: string;
  readonly looks?: Looks;
}

/**
 * Sends a decision on a reserved connection, after claiming the request and reading it again, so that nothing waits
 * between the check and the sending. The claim is released if nothing happened; otherwise it outlives every reply to the
 * same question.
 */
export function send(sending: Sending, context: ToolContext): Promise<Decided> {
  const { sheet, decision, comment } = sending;
  const threadId = sheet.thread.id;
  const { agentId } = sheet.thread;
  const key = claimKey(sheet);
  const { settings, signal } = context;
  const { claims } = context.decisions;
  return context.platform.reserve(async (call): Promise<Decided> => {
    if (signal.aborted) throw new CancelledError('none');
    const reserved: ToolContext = { ...context, call };
    if (!settings.dryRun && !(await claims.take(key)))
      throw alreadyDecided(threadId, clockIn(await claims.leftMs(key)), context.has);
    let isOpen = true;
    let isSent = false;
    try {
      const check = async (): Promise<void> => {
        const thread = await currentThread(threadId, reserved).catch(orGone(threadId));
        refuseChanged(sheet, thread, context);
        enforceFourEyes(thread, context);
      };
      await check();
      isSent = true;
      const reply = await call(
        operations.handleThreadApproval,
        { path: { threadId }, body: bodyOf(decision, comment) },
        {
          emptyAs: { id: threadId },
          beforeRepeat: check,
          starter: sheet.startedBy?.name,
          group: sending.group,
          afterDenial: (error) => afterDenial(error, sending, reserved),
          warnings: settings.approvals === 'off' ? [] : [UNASKED],
        },
      );
      isOpen = false;
      const effect = await effectOf(sending, reply, reserved);
      if (decision === 'REJECTED') rememberRejection(sheet.thread, effect.status, context.memory);
      if (effect.kind !== 'did-not-take') return { ...effect, ...sending };
      return { ...effect, ...sending, decidableAfter: clockIn(await claims.leftMs(key)) };
    } catch (error) {
      if (mayHaveTakenEffect(error)) {
        isOpen = false;
        return { kind: 'unknown', error, ...sending };
      }
      // Without a status, the platform did not respond to the decision.
      if (!isSent || !(error instanceof PlatformError) || error.facts.status === undefined) throw error;
      return { kind: 'denied', error, ...sending };
    } finally {
      if (isSent && agentId !== undefined) forgetHistory(agentId, context.memory);
      if (isOpen) await claims.release(key);
    }
  });
}

/** Of a dry run, which asks nobody. */
export const UNASKED = 'Whether a human would be asked, or the decision refused, was not checked.';

/**
 * A 429 comes before the platform looks at the decision. Any other error may come from a proxy after the platform has
 * applied it, so the thread is read, and again a moment later: some platforms show an effect late. Not in a batch,
 * whose decisions are sent one after the other.
 * @returns the error to report, which says so if the decision may have taken effect
 */
async function afterDenial(
  error: PlatformError,
  { sheet, looks }: Pick<Sending, 'sheet' | 'looks'>,
  context: ToolContext,
): Promise<PlatformError> {
  const { status, effect } = error.facts;
  if (status === undefined || status === 429 || effect === 'unknown') return error;
  const threadId = sheet.thread.id;
  let isGone = false;
  const read = () =>
    currentThread(threadId, context).catch((failure: unknown) => {
      isGone = isNotFound(error) && isNotFound(failure);
      return undefined;
    });
  const mayHaveChanged = (thread: Thread | undefined) =>
    thread === undefined || requestOf(thread).digest !== sheet.digest;
  const pauses = looks === 'later' ? [] : LOOK_AGAIN_AFTER_MS;
  const now = await lookAgain(read, mayHaveChanged, context, pauses);
  if (isGone) return gone(error, threadId);
  if (!mayHaveChanged(now)) return error;
  const look = `Read it${withCall(context.has, 'get_thread', { threadId })} before deciding again.`;
  const advice =
    now === undefined
      ? `Thread ${threadId} could not be read afterwards, so the effect of the decision is unknown. ${look}`
      : `Thread ${threadId} has nevertheless changed since it was read, so the decision may have taken effect. ${look}`;
  // The advice already says what to check.
  return error.with({ fixer: 'state', mayHaveChanged: true, checks: undefined, advice });
}

const isNotFound = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.facts.status === 404;

/** The error about a thread that was read for its decision, and was deleted since. */
const gone = (error: PlatformError, threadId: string): PlatformError =>
  error.with({
    fixer: 'state',
    // The id is right.
    checks: undefined,
    advice: `Thread ${threadId} was there when it was asked about, and is gone now: nothing is left to decide.`,
  });

/** For a read of a thread that was asked about. @throws the error, of a thread that was deleted meanwhile as such */
export const orGone =
  (threadId: string) =>
  (error: unknown): never => {
    throw isNotFound(error) ? gone(error, threadId) : error;
  };

/** @throws Refusal if the thread has changed since it was read */
export function refuseChanged({ digest }: Pick<Request, 'digest'>, thread: Thread, context: ToolContext): void {
  refuseUnlessWaiting(thread, context);
  if (requestOf(thread).digest === digest) return;
  throw new Refusal(
    `Refused: what thread ${thread.id} asks for has changed since it was read. Nothing was sent. ${decideAgain(thread.id, context)}`,
    'changed',
  );
}

/** The refusal of a decision on a request that somebody has claimed. */
export const alreadyDecided = (threadId: string, after: string | undefined, has: ToolContext['has']): Refusal =>
  new Refusal(
    `Refused: a decision on this request of thread ${threadId} has already been sent, or is being sent. A request is decided once. Nothing was sent now. ${againText(after)} ${readAgain(threadId, has)}`,
    'already_decided',
  );

/** @throws Refusal if the thread isn't waiting for a decision */
export function refuseUnlessWaiting(thread: Thread, { has, memory }: Pick<ToolContext, 'has' | 'memory'>): void {
  const { id, status } = thread;
  if (phaseOf(status) === 'waiting') return;
  const claim = waitingClaim(thread);
  throw new Refusal(
    claim === undefined
      ? `Refused: ${doesNotWait(thread, memory)}`
      : `Refused: thread ${id} is ${status} by one field and ${claim} by another, so whether it waits for approval is unclear. Nothing was sent. Read it again${withCall(has, 'get_thread', { threadId: id })} in a moment; if they still disagree, decide in the platform itself.`,
    'not_waiting',
  );
}

/** A status that nobody knows, or none, may be one that waits. */
function doesNotWait(thread: Thread, memory: ToolContext['memory']): string {
  const { id, status } = thread;
  const isUnclear = 'so whether it waits for approval is not known. Nothing was sent.';
  if (status === 'UNKNOWN') return `the platform does not say the status of thread ${id}, ${isUnclear}`;
  if (phaseOf(status) !== 'other')
    return `thread ${id} is ${status}${!namesRejection(status) && rejectedIn(memory)(thread) ? ' (rejected)' : ''} and does not wait for approval. Nothing was sent.`;
  return `thread ${id} is ${status}, which this server does not know, ${isUnclear} If it does, it can be decided on in the platform itself.`;
}

/**
 * How to decide on what the thread asks for now: a host that asks shows it to the human, otherwise it has to be read. A batch
 * and a card need a token.
 */
export const decideAgain = (threadId: string, { has, client, settings }: ToolContext): string =>
  client.canAsk && settings.approvals !== 'off' && has('approve_thread')
    ? 'Call approve_thread without reviewToken: the human is then asked about what it asks for now.'
    : readAgain(threadId, has);

const readAgain = (threadId: string, has: ToolContext['has']): string =>
  `Read it again${withCall(has, 'get_thread', { threadId })}, and decide on what it asks for now.`;

/** The request body of a decision. */
export const bodyOf = (status: Decision, comment: string | undefined) => ({
  status,
  ...(comment === undefined ? {} : { comment }),
});
