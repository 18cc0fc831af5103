/**
 * Decides on waiting threads, for every tool that can: reads each, has the human consent to what they see, and has each
 * decision sent (send.ts). What is said of the outcome is in outcome.ts.
 */
import { callText } from '../../mcp/contract/answer.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { FormAnswer, PartAnswer } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { CancelledError, PlatformError } from '../../platform/client/errors.ts';
import type { PlatformRequest } from '../../platform/client/request.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { sentAs } from '../dialect.ts';
import { asBatch } from './batch.ts';
import { briefLines, hasContradiction } from './brief/brief.ts';
import type { Decided, DecisionSent } from './decided.ts';
import { refuseOwn } from './four-eyes.ts';
import {
  asQuestion,
  checkedComment,
  DECISION,
  type Decidable,
  type DecisionItem,
  LEAVE,
  OPEN,
  type Proposal,
} from './question.ts';
import { changedSince } from './review-token.ts';
import { bodyOf, readAgain, refuseUnlessWaiting, send } from './send.ts';
import { readSheet, type Sheet } from './sheet.ts';

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
    if (chosen.choice === OPEN) return { kind: 'left', why: 'open', sheet };
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
