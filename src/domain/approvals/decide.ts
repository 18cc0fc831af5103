/**
 * Decides on waiting threads, for every tool that can: reads each, has the human consent to what they see, and sends each
 * decision only while its thread still is what was consented to. What is said of the outcome is in outcome.ts.
 */
import { callText, withCall } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { DecidedBy, FormAnswer, PartAnswer } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { CancelledError, effectIn, PlatformError } from '../../platform/client/errors.ts';
import type { PlatformRequest } from '../../platform/client/request.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { sentAs } from '../dialect.ts';
import { currentThread } from '../threads/current-thread.ts';
import { phaseOf, waitingClaim } from '../threads/status.ts';
import { asBatch } from './batch.ts';
import { briefLines, hasContradiction } from './brief/brief.ts';
import { type DecisionEffect, effectOf } from './effect.ts';
import { refuseOwn } from './four-eyes.ts';
import {
  asQuestion,
  checkedComment,
  DECISION,
  type Decidable,
  type DecisionItem,
  LEAVE,
  type Proposal,
} from './question.ts';
import { type Request, requestOf } from './request.ts';
import { changedSince } from './review-token.ts';
import { readSheet, type Sheet } from './sheet.ts';

/** How a decision ended. */
export type Decided =
  /** Nothing was sent. `proposed`: the caller asked to leave it waiting. */
  | { readonly kind: 'left'; readonly why: 'declined' | 'closed' | 'left' | 'proposed'; readonly sheet: Sheet }
  /** Nothing was sent: the error says why, and what to do. */
  | { readonly kind: 'refused'; readonly error: Error; readonly sheet?: Sheet }
  /** A dry run of several: what would be sent. */
  | { readonly kind: 'planned'; readonly request: PlatformRequest; readonly sheet: Sheet }
  /** It was sent, and whether it took effect can't be known. */
  | ({ readonly kind: 'unknown'; readonly error: PlatformError | CancelledError } & DecisionSent)
  /** It was sent, and the platform said no. */
  | ({ readonly kind: 'denied'; readonly error: PlatformError } & DecisionSent)
  | (DecisionEffect & DecisionSent);

/** A decision that reached the platform. */
export interface DecisionSent {
  readonly decision: Decision;
  readonly by: DecidedBy;
  /** The comment that was sent with it. */
  readonly comment: string | undefined;
  /** The proposed comment was about another choice than the human's, and was left out. */
  readonly isCommentDropped: boolean;
  /** As it was decided on. */
  readonly sheet: Sheet;
}

/** Requests that are read at once: no more than decisions have connections, or those that wait for one run out of time. */
const READ_AT_ONCE = 4;

/** Where the decision was made, if not in a question or by the caller. */
export type Via = 'card' | undefined;

/**
 * One result for each item, in their order; what fails for one leaves the others alone.
 * @throws NeedsHuman; Refusal if nobody may decide here; what is no failure of a single item: a bug, the end of the call
 */
export async function decide(items: readonly DecisionItem[], context: ToolContext, via?: Via): Promise<Decided[]> {
  const read = await mapConcurrent(items, READ_AT_ONCE, (item) => settled(() => readItem(item, context)));
  const decidable = read.flatMap((one) => ('kind' in one ? [] : [one]));
  const [first] = decidable;
  if (first === undefined) return read.flatMap((one) => ('kind' in one ? [one] : []));
  const isOne = items.length === 1;
  const answer = await context.ask(isOne ? asQuestion(first.sheet, first.proposal) : asBatch(items, decidable));
  const results: Decided[] = [];
  for (const one of read) {
    results.push('kind' in one ? one : await settled(() => decideOne(one, answer, isOne, context, via), one.sheet));
    if (!isOne) context.progress(results.length, items.length, `Decided on ${results.length} of ${items.length}`);
  }
  return results;
}

/** What a step comes to, or the refusal that it ends with. @throws a bug */
async function settled<T>(step: () => Promise<T>, sheet?: Sheet): Promise<T | Extract<Decided, { kind: 'refused' }>> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof PlatformError || error instanceof CancelledError)) throw error;
    return { kind: 'refused', error, ...(sheet === undefined ? {} : { sheet }) };
  }
}

/** Side by side, the reads of one sheet would take the connections that other decisions are sent on at once. */
function inTurn(call: ToolContext['call']): ToolContext['call'] {
  let before: Promise<unknown> = Promise.resolve();
  return (operation, input, options) => {
    const made = before.then(() => call(operation, input, options));
    before = made.catch(() => undefined);
    return made;
  };
}

async function readItem(item: DecisionItem, context: ToolContext): Promise<Decidable> {
  const { threadId, status, reviewToken } = item;
  const sheet = await context.platform.reserve((call) => readSheet(threadId, { ...context, call: inTurn(call) }));
  refuseUnlessWaiting(sheet.thread, context.has);
  refuseOwn(sheet.thread, context);
  const change = reviewToken === undefined ? undefined : changedSince(reviewToken, sheet, context);
  if (change !== undefined) {
    throw new Refusal(
      `Refused: thread ${threadId} is not what the reviewToken was made for: ${change}. Nothing was sent. ${readAgain(threadId, context.has)}`,
    );
  }
  const comment = checkedComment(item.comment);
  const words =
    status === 'PENDING'
      ? ''
      : await sentAs(operations.handleThreadApproval, { path: { threadId }, body: { status } }, context);
  return { item, sheet, proposal: { status, comment, sentAs: words } };
}

/** @throws Refusal for a thread that does not wait for a decision */
function refuseUnlessWaiting(thread: Thread, has: ToolContext['has']): void {
  const { id, status } = thread;
  if (phaseOf(status) === 'waiting') return;
  const claim = waitingClaim(thread);
  throw new Refusal(
    claim === undefined
      ? `Refused: thread ${id} is ${status} and does not wait for approval. Nothing was sent.`
      : `Refused: thread ${id} is ${status} by one field and ${claim} by another, so whether it waits for approval is unclear. Nothing was sent. Read it again${withCall(has, 'get_thread', { threadId: id })} in a moment; if they still disagree, decide in the platform itself.`,
  );
}

const readAgain = (threadId: string, has: ToolContext['has']): string =>
  `Read it again${withCall(has, 'get_thread', { threadId })}, and decide on what it asks for now.`;

async function decideOne(
  { item, sheet, proposal }: Decidable,
  answer: FormAnswer,
  isOne: boolean,
  context: ToolContext,
  via: Via,
): Promise<Decided> {
  if (answer.kind === 'answered') {
    const chosen = answer.parts.get(isOne ? DECISION : item.threadId);
    if (chosen === undefined) {
      throw new Refusal(
        `Refused: the request of thread ${item.threadId} was not in the question. Nothing was sent. ${readAgain(item.threadId, context.has)}`,
      );
    }
    if (chosen.choice === LEAVE) return { kind: 'left', why: 'left', sheet };
    return send({ sheet, by: 'human', ...commented(chosen, proposal) }, context);
  }
  if (answer.kind !== 'nobody') return { kind: 'left', why: answer.kind, sheet };
  if (proposal.status === 'PENDING') return { kind: 'left', why: 'proposed', sheet };
  if (answer.by === 'not-asked') refuseAlone(item, sheet, { why: answer.why, via, has: context.has });
  const by = answer.by === 'not-asked' && via === 'card' ? 'card' : answer.by;
  const { status, comment } = proposal;
  if (context.settings.dryRun && !isOne)
    return { kind: 'planned', request: await plan(sheet, proposal, context), sheet };
  return send({ sheet, by, decision: status, comment, isCommentDropped: false }, context);
}

const bodyOf = (status: Decision, comment: string | undefined) => ({
  status,
  ...(comment === undefined ? {} : { comment }),
});

const plan = ({ thread }: Sheet, { status, comment }: Proposal, { platform }: ToolContext): Promise<PlatformRequest> =>
  platform.plan(operations.handleThreadApproval, { path: { threadId: thread.id }, body: bodyOf(status, comment) });

/** A comment belongs to the choice that it was proposed for: left as it was beside another choice, it is not sent. */
function commented(
  { choice, comment }: PartAnswer,
  proposal: Proposal,
): Pick<DecisionSent, 'decision' | 'comment' | 'isCommentDropped'> {
  const decision: Decision = choice === 'APPROVED' ? 'APPROVED' : 'REJECTED';
  const isAsProposed = comment !== undefined && checkedComment(comment) === proposal.comment;
  const isCommentDropped = decision !== proposal.status && isAsProposed;
  return { decision, comment: isCommentDropped ? undefined : comment, isCommentDropped };
}

/** What no model decides without a human, if nobody can be asked. @throws Refusal */
function refuseAlone(
  { threadId, status, reviewToken }: DecisionItem,
  sheet: Sheet,
  { why, via, has }: { readonly why: string | undefined; readonly via: Via; readonly has: ToolContext['has'] },
): void {
  const because = why === undefined ? 'nobody can be asked here' : `this server can't ask a human, because ${why}`;
  if (reviewToken === undefined) {
    const calls = [
      has('get_thread') && callText({ tool: 'get_thread', arguments: { threadId }, why: '' }),
      has('list_pending_approvals') && 'list_pending_approvals',
    ].filter((call) => call !== false);
    const givers = calls.length === 0 ? '' : ` ${calls.join(' and ')} ${calls.length === 1 ? 'gives' : 'give'} it.`;
    throw new Refusal(
      `Refused: ${because}; so a decision needs the reviewToken of what was read. Nothing was sent.${givers}`,
    );
  }
  // A card has shown the contradiction to the human who pressed; a rejection lets nothing happen.
  if (status !== 'APPROVED' || !hasContradiction(sheet.brief) || via === 'card') return;
  throw new Refusal(
    [
      `Refused: ${because}, and what thread ${threadId} asks for is contradictory:`,
      ...briefLines(sheet.brief, ['contradictions']),
      'Nothing was sent. Tell the human: they can decide in a host that shows questions, in a card, or in the platform itself.',
    ].join('\n'),
  );
}

type Sending = Pick<DecisionSent, 'sheet' | 'by' | 'decision' | 'comment' | 'isCommentDropped'>;

/**
 * Sends a decision: on a connection of its own, after claiming the request and reading it once more, so that nothing waits
 * between that look and the sending. The claim is given back if nothing happened; otherwise it outlives every answer to
 * the same question.
 */
function send(sending: Sending, context: ToolContext): Promise<Decided> {
  const { sheet, decision, comment } = sending;
  const threadId = sheet.thread.id;
  const key = `${threadId.toLowerCase()}:${sheet.digest}`;
  const { claims, settings, signal } = context;
  return context.platform.reserve(async (call): Promise<Decided> => {
    if (signal.aborted) throw new CancelledError('none');
    const reserved: ToolContext = { ...context, call };
    if (!settings.dryRun && !(await claims.take(key))) throw alreadyDecided(threadId, context.has);
    let isOpen = true;
    let isSent = false;
    try {
      const check = async (): Promise<void> => {
        const { thread } = await currentThread(threadId, reserved);
        refuseChanged(sheet, thread, context.has);
        refuseOwn(thread, context);
      };
      await check();
      isSent = true;
      const reply = await call(
        operations.handleThreadApproval,
        { path: { threadId }, body: bodyOf(decision, comment) },
        { emptyAs: { id: threadId }, beforeRepeat: check, starter: sheet.startedBy?.name },
      );
      isOpen = false;
      return { ...(await effectOf(decision, sheet, reply, reserved)), ...sending };
    } catch (error) {
      if (isUnknown(error)) {
        isOpen = false;
        return { kind: 'unknown', error, ...sending };
      }
      if (!isSent || !wasDenied(error)) throw error;
      const after = await afterDenial(error, sheet, reserved);
      isOpen = after === undefined;
      return after === undefined
        ? { kind: 'denied', error, ...sending }
        : { kind: 'unknown', error: after, ...sending };
    } finally {
      if (isOpen) await claims.release(key);
    }
  });
}

const isUnknown = (error: unknown): error is PlatformError | CancelledError => effectIn(error) === 'unknown';

/** Whether the platform answered the decision, and refused it. */
const wasDenied = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && error.facts.status !== undefined;

/**
 * A rate limit is answered before anything is looked at. Any other no may be a proxy's, to what the platform behind it has
 * done: the thread tells. @returns the error to report if the decision may have taken effect
 */
async function afterDenial(
  error: PlatformError,
  sheet: Sheet,
  context: ToolContext,
): Promise<PlatformError | undefined> {
  if (error.facts.status === 429) return undefined;
  const threadId = sheet.thread.id;
  const now = await currentThread(threadId, context).catch(() => undefined);
  if (now !== undefined && requestOf(now.thread).digest === sheet.digest) return undefined;
  const look = `Read it${withCall(context.has, 'get_thread', { threadId })} before deciding again.`;
  return error.with({
    fixer: 'state',
    // The advice says what to look at.
    checks: undefined,
    advice:
      now === undefined
        ? `Thread ${threadId} could not be read afterwards, so whether the decision took effect is not known. ${look}`
        : `Thread ${threadId} has nevertheless changed since it was read, so the decision may have taken effect. ${look}`,
  });
}

/** @throws Refusal if the thread is not what was decided on */
function refuseChanged({ digest }: Pick<Request, 'digest'>, thread: Thread, has: ToolContext['has']): void {
  refuseUnlessWaiting(thread, has);
  if (requestOf(thread).digest === digest) return;
  throw new Refusal(
    `Refused: what thread ${thread.id} asks for has changed since it was read. Nothing was sent. ${readAgain(thread.id, has)}`,
  );
}

const alreadyDecided = (threadId: string, has: ToolContext['has']): Refusal =>
  new Refusal(
    `Refused: a decision on this very request of thread ${threadId} was sent already, or is being sent. It counts once. Nothing was sent now. If the thread still waits for the same, it can be decided again in eleven minutes. ${readAgain(threadId, has)}`,
  );
