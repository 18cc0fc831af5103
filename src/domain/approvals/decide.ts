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
import { lacksConversation } from '../threads/request.ts';
import { asBatch } from './batch.ts';
import { briefLines } from './brief/brief.ts';
import type { Decided, DecisionSent } from './decided.ts';
import { enforceFourEyes } from './four-eyes.ts';
import { whyNotUnasked } from './may-approve.ts';
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
import { type Review, reviewOf } from './review-token.ts';
import { alreadyDecided, bodyOf, decideAgain, refuseUnlessWaiting, send } from './send.ts';
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
  const read = await mapConcurrent(items, READ_AT_ONCE, (item) => settled(() => readItem(item, context, via)));
  const decidable = read.flatMap((one) => ('kind' in one ? [] : [one]));
  const [first] = decidable;
  if (first === undefined) return read.flatMap((one) => ('kind' in one ? [one] : []));
  const isOne = items.length === 1;
  const answer = await context.client.ask(
    isOne ? asQuestion(first.sheet, first.proposal, context) : asBatch(items, decidable),
  );
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

/** An item that was read, and how much of it the caller has read before. */
interface ReadItem extends Decidable {
  readonly review: Review | undefined;
}

async function readItem(item: DecisionItem, context: ToolContext, via: Via): Promise<ReadItem> {
  const { threadId, status, reviewToken } = item;
  const sheet = await context.platform.reserve((call) => readSheet(threadId, { ...context, call: sequentially(call) }));
  refuseUnlessWaiting(sheet.thread, context.has);
  enforceFourEyes(sheet.thread, context);
  if (sheet.isDecided) throw alreadyDecided(threadId, context.has);
  const review = reviewToken === undefined ? undefined : reviewOf(reviewToken, sheet, context, via ?? 'review');
  if (review?.kind === 'invalid') {
    throw new Refusal(
      `Refused: thread ${threadId} is not what the reviewToken was made for: ${review.why}. Nothing was sent. ${decideAgain(threadId, context)}`,
    );
  }
  const comment = checkedComment(item.comment);
  const wording = status === 'PENDING' ? '' : sentAs(operations.handleThreadApproval, { status }, context);
  return { item, sheet, review, proposal: { status, comment, sentAs: wording } };
}

async function decideOne(
  { item, sheet, review, proposal }: ReadItem,
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
  if (answer.by === 'not-asked') refuseUnasked({ item, sheet, review, proposal }, { why: answer.why, via, context });
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

/** Refuses a decision that a model may not make alone when nobody can be asked. @throws Refusal */
function refuseUnasked(
  { item, sheet, review }: ReadItem,
  { why, via, context }: { readonly why: string | undefined; readonly via: Via; readonly context: ToolContext },
): void {
  const { threadId, status, reviewToken = '' } = item;
  const because = why === undefined ? 'nobody can be asked here' : `this server can't ask a human, because ${why}`;
  const read = (args: Readonly<Record<string, string>>): string =>
    context.has('get_thread') ? ` ${callText({ tool: 'get_thread', arguments: args, why: '' })}` : '';
  if (review === undefined) {
    throw new Refusal(
      `Refused: ${because}; so a decision needs the reviewToken of what was read. Nothing was sent.${read({ threadId })} gives one.`,
    );
  }
  // A rejection lets nothing happen.
  if (status !== 'APPROVED') return;
  // On a card, the human saw contradictions before pressing.
  const whyNot = via === 'card' ? (lacksConversation(sheet) ? whyNotUnasked(sheet) : undefined) : whyNotUnasked(sheet);
  if (whyNot !== undefined) {
    const refusal = `Refused: thread ${threadId} can't be approved here. Nothing was sent. ${whyNot}`;
    throw new Refusal([refusal, ...briefLines(sheet.brief, ['contradictions'])].join('\n'));
  }
  if (review.kind === 'all') return;
  throw new Refusal(
    `Refused: ${because}, and this reviewToken comes from a result that showed only a part of the request. Nothing was sent.${via === 'card' ? '' : `${read({ threadId, reviewToken })} reads on, and its last part gives the token that approves.`}`,
  );
}
