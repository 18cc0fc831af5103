/**
 * Decides on waiting threads, for every tool that can: reads each, asks the human, and sends each decision (send.ts).
 * outcome.ts reports the result.
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
import { enforceFourEyes } from './four-eyes.ts';
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
import { isShownAtOnce } from './read-on.ts';
import { lacksConversation } from './request.ts';
import { changedSince, isOfPart } from './review-token.ts';
import { bodyOf, decideAgain, refuseUnlessWaiting, send } from './send.ts';
import { readSheet, type Sheet } from './sheet.ts';

/** Requests read at once: no more than there are connections for decisions, or reads time out waiting for one. */
const READ_AT_ONCE = 4;

/** Set if the decision was made on a card, rather than in a question or by the caller. */
export type Via = 'card' | undefined;

/**
 * One result per item, in order; a failure of one item doesn't affect the others.
 * @throws NeedsHuman; Refusal if nobody may decide here; errors that concern no single item: a bug, a cancelled call
 */
export async function decide(items: readonly DecisionItem[], context: ToolContext, via?: Via): Promise<Decided[]> {
  const read = await mapConcurrent(items, READ_AT_ONCE, (item) => settled(() => readItem(item, context)));
  const decidable = read.flatMap((one) => ('kind' in one ? [] : [one]));
  const [first] = decidable;
  if (first === undefined) return read.flatMap((one) => ('kind' in one ? [one] : []));
  const isOne = items.length === 1;
  const answer = await context.client.ask(isOne ? asQuestion(first.sheet, first.proposal) : asBatch(items, decidable));
  const results: Decided[] = [];
  for (const one of read) {
    results.push('kind' in one ? one : await settled(() => decideOne(one, answer, isOne, context, via), one.sheet));
    if (!isOne) context.progress(results.length, items.length, `Decided on ${results.length} of ${items.length}`);
  }
  return results;
}

/** The result of a step, with expected errors as a refusal. @throws anything else: a bug */
async function settled<T>(step: () => Promise<T>, sheet?: Sheet): Promise<T | Extract<Decided, { kind: 'refused' }>> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof PlatformError || error instanceof CancelledError)) throw error;
    return { kind: 'refused', error, ...(sheet === undefined ? {} : { sheet }) };
  }
}

/** Makes the reads of one sheet sequential: in parallel they would take connections that other decisions need. */
function sequentially(call: ToolContext['call']): ToolContext['call'] {
  let before: Promise<unknown> = Promise.resolve();
  return (operation, input, options) => {
    const made = before.then(() => call(operation, input, options));
    before = made.catch(() => undefined);
    return made;
  };
}

async function readItem(item: DecisionItem, context: ToolContext): Promise<Decidable> {
  const { threadId, status, reviewToken } = item;
  const sheet = await context.platform.reserve((call) => readSheet(threadId, { ...context, call: sequentially(call) }));
  refuseUnlessWaiting(sheet.thread, context.has);
  enforceFourEyes(sheet.thread, context);
  const change = reviewToken === undefined ? undefined : changedSince(reviewToken, sheet, context);
  if (change !== undefined) {
    throw new Refusal(
      `Refused: thread ${threadId} is not what the reviewToken was made for: ${change}. Nothing was sent. ${decideAgain(threadId, context)}`,
    );
  }
  const comment = checkedComment(item.comment);
  const wording = status === 'PENDING' ? '' : sentAs(operations.handleThreadApproval, { status }, context);
  return { item, sheet, proposal: { status, comment, sentAs: wording } };
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
        `Refused: the request of thread ${item.threadId} was not in the question. Nothing was sent. ${decideAgain(item.threadId, context)}`,
      );
    }
    if (chosen.choice === OPEN) return { kind: 'left', why: 'open', sheet };
    if (chosen.choice === LEAVE) return { kind: 'left', why: 'left', sheet };
    return send({ sheet, by: 'human', ...chosenDecision(chosen, proposal) }, context);
  }
  if (answer.kind !== 'nobody') return { kind: 'left', why: answer.kind, sheet };
  if (proposal.status === 'PENDING') return { kind: 'left', why: 'proposed', sheet };
  if (answer.by === 'not-asked') refuseWithoutHuman(item, sheet, { why: answer.why, via, context });
  const by = answer.by === 'not-asked' && via === 'card' ? 'card' : answer.by;
  const { status, comment } = proposal;
  if (context.settings.dryRun && !isOne)
    return { kind: 'planned', request: await plan(sheet, proposal, context), sheet };
  return send({ sheet, by, decision: status, comment, isCommentDropped: false }, context);
}

const plan = ({ thread }: Sheet, { status, comment }: Proposal, { platform }: ToolContext): Promise<PlatformRequest> =>
  platform.plan(operations.handleThreadApproval, { path: { threadId: thread.id }, body: bodyOf(status, comment) });

/**
 * A proposed comment belongs to the proposed choice: if the human chooses otherwise and leaves it unedited, it isn't sent.
 * Blanks don't count, since a field of one line drops line breaks.
 */
function chosenDecision(
  { choice, comment }: PartAnswer,
  proposal: Proposal,
): Pick<DecisionSent, 'decision' | 'comment' | 'isCommentDropped'> {
  const decision: Decision = choice === 'APPROVED' ? 'APPROVED' : 'REJECTED';
  const solid = (text: string | undefined): string | undefined => checkedComment(text)?.replace(/\s+/g, '');
  const isAsProposed = comment !== undefined && solid(comment) === solid(proposal.comment);
  const isCommentDropped = decision !== proposal.status && isAsProposed;
  return {
    decision,
    comment: isCommentDropped ? undefined : isAsProposed ? proposal.comment : comment,
    isCommentDropped,
  };
}

const TELL_HUMAN =
  'Nothing was sent. Tell the human: they can decide in a host that shows questions, in a card, or in the platform itself.';

/** Refuses a decision that a model may not make alone when nobody can be asked. @throws Refusal */
function refuseWithoutHuman(
  { threadId, status, reviewToken }: DecisionItem,
  sheet: Sheet,
  { why, via, context }: { readonly why: string | undefined; readonly via: Via; readonly context: ToolContext },
): void {
  const because = why === undefined ? 'nobody can be asked here' : `this server can't ask a human, because ${why}`;
  const tokenCall = context.has('get_thread')
    ? ` ${callText({ tool: 'get_thread', arguments: { threadId }, why: '' })} gives one to decide with.`
    : '';
  if (reviewToken === undefined) {
    throw new Refusal(
      `Refused: ${because}; so a decision needs the reviewToken of what was read. Nothing was sent.${tokenCall}`,
    );
  }
  // A rejection lets nothing happen.
  if (status !== 'APPROVED') return;
  if (isOfPart(reviewToken, sheet, context)) {
    throw new Refusal(
      `Refused: ${because}, and the answer that gave this reviewToken showed only a part of the request. Nothing was sent.${tokenCall}`,
    );
  }
  if (lacksConversation(sheet)) {
    throw new Refusal(
      `Refused: ${because}, and the platform's answer leaves out the conversation of thread ${threadId}, so what it asks for is not known. Nothing was sent. Tell the human: it can be decided in the platform itself.`,
    );
  }
  // On a card, the human saw all of it before pressing.
  if (via === 'card') return;
  if (!isShownAtOnce(sheet)) {
    throw new Refusal(
      `Refused: ${because}, and what thread ${threadId} asks for is longer than can be shown at once. ${TELL_HUMAN}`,
    );
  }
  if (!hasContradiction(sheet.brief)) return;
  throw new Refusal(
    [
      `Refused: ${because}, and what thread ${threadId} asks for is contradictory:`,
      ...briefLines(sheet.brief, ['contradictions']),
      TELL_HUMAN,
    ].join('\n'),
  );
}
