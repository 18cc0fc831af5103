/**
 * Decides on waiting threads, for every tool that can: reads each, asks the human, and sends each decision (send.ts), and the
 * rejections of older requests for the same that the human chose with it. outcome.ts reports the result.
 */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { FormReply, PartAnswer } from '../../mcp/contract/question.ts';
import { callText } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { currentThread } from '../threads/current-thread.ts';
import { lacksConversation } from '../threads/request.ts';
import { batchOf } from './batch.ts';
import { briefLines } from './brief/brief.ts';
import { chosenDecision, type DecisionItem } from './chosen.ts';
import { type Decided, type Looks, seenTogether, settled, settledInTurn } from './effect.ts';
import { whyNotUnasked } from './may-approve.ts';
import { olderOf, olderReason, refuseOther } from './older.ts';
import { isConfirmed } from './outcome.ts';
import { asQuestion, DECISION, LEAVE, OPEN, rejectsOlder } from './question.ts';
import { type DecidedItem, type DecisionGroup, isRefused, type ReadItem, readItem, readOnce } from './read-items.ts';
import { REDO, redoLine, rejectAndStartAgain } from './redo.ts';
import type { TokenKind } from './review-token.ts';
import { bodyOf, decideAgain, orGone, refuseChanged, send } from './send.ts';
import type { Sheet } from './sheet.ts';

/**
 * Decides on one thread.
 * @throws NeedsHuman; Refusal if nobody may decide here; errors that don't concern the request: a bug, a cancelled call
 */
export async function decide(
  item: DecisionItem,
  context: ToolContext,
  via: TokenKind = 'review',
): Promise<DecidedWithOlder> {
  const { read, made, isKept } = await readOnce({ items: [item], groups: [], via }, context, ([first]) => {
    if (first === undefined || isRefused(first)) return undefined;
    const redo = via === 'review' ? redoLine(first.sheet, context) : undefined;
    return { one: first, form: asQuestion(first.sheet, first.proposal, redo) };
  });
  const [refused] = read.filter(isRefused);
  if (refused !== undefined) return { decided: refused.decided };
  if (made === undefined) throw new Error('One thread was read as none.');
  const { one, form } = made;
  const answer = await context.client.ask(form);
  const chosen = answer.kind === 'answered' ? answer.parts.get(DECISION) : undefined;
  const decided = await settled(async () => {
    const decision = await decideOne(one, { answer, chosen, via }, context);
    // Sending has read it again; that it still waits, and for the same, is told only if it does.
    if (isKept && decision.kind === 'left') {
      const { sheet } = await readItem(item, context, via).catch(orGone(item.threadId));
      refuseChanged(one.sheet, sheet.thread, context);
    }
    return decision;
  }, one.sheet);
  if (answer.kind !== 'answered' || !rejectsOlder(DECISION, answer.parts)) return { decided };
  const older = await rejectOlder(olderOf([one.sheet]), one.sheet, decided, context);
  return { decided, older: await seenTogether(older, context) };
}

/**
 * One question about several threads, then a result for each, in order: a failure of one doesn't affect the others,
 * but after two timeouts of the platform no more are sent.
 * @throws Refusal for a group that isn't as it was listed, or if a thread is named twice; otherwise as {@link decide}
 */
export async function decideAll(
  items: readonly DecisionItem[],
  groups: readonly DecisionGroup[],
  context: ToolContext,
  via: TokenKind = 'review',
): Promise<DecidedItem[]> {
  const { read, made: batch } = await readOnce({ items, groups, via }, context, (found) => {
    const decidable = found.filter((one): one is ReadItem => !isRefused(one));
    const leftOut = found.filter(isRefused).map(({ item, decided }) => ({
      threadId: item.threadId,
      isBarred: decided.kind === 'refused' && decided.error instanceof Refusal && decided.error.kind === 'four_eyes',
    }));
    return decidable.length === 0 ? undefined : batchOf([items, groups], decidable, leftOut, context);
  });
  if (batch === undefined) return read.filter(isRefused);
  const answer = await context.client.ask(batch.form);
  const chosenIn = answer.kind === 'answered' ? batch.read(answer.parts) : undefined;
  const results: DecidedItem[] = [];
  const inTurn = settledInTurn();
  for (const one of read) {
    if (isRefused(one)) results.push(one);
    else {
      const { item, sheet } = one;
      const sending = (step: () => Promise<Decided>): Promise<Decided> => inTurn(step, sheet);
      const reply = { answer, chosen: chosenIn?.choiceOf(item.threadId), via, sending };
      results.push({ item, decided: await settled(() => decideOne(one, reply, context), sheet) });
    }
    context.progress(results.length, read.length, `Decided on ${results.length} of ${read.length}`);
  }
  const seen = await seenTogether(results, context);
  const rejected: DecidedItem[] = [];
  for (const { newest, older } of chosenIn?.older ?? []) {
    const { decided } = seen.find(({ item }) => item.threadId.toLowerCase() === newest.thread.id.toLowerCase()) ?? {};
    rejected.push(...(await rejectOlder(older, newest, decided, context)));
  }
  return [...seen, ...(await seenTogether(rejected, context))];
}

/** The reply to the question, and what it chooses for one thread. */
interface Reply {
  readonly answer: FormReply;
  readonly chosen: PartAnswer | 'unasked' | undefined;
  readonly via: TokenKind;
  /**
   * Of several: takes the step that sends, or refuses to. A dry run then reports what would be sent, rather than ending with
   * it, and effects are looked for together.
   */
  readonly sending?: (step: () => Promise<Decided>) => Promise<Decided>;
}

async function decideOne(one: ReadItem, reply: Reply, context: ToolContext): Promise<Decided> {
  const { item, sheet, proposal } = one;
  const { answer, chosen, via, sending = (step) => step() } = reply;
  const isBatch = reply.sending !== undefined;
  const looks: Looks = isBatch ? 'later' : 'again';
  if (answer.kind === 'answered') {
    if (chosen === undefined) {
      throw new Refusal(
        `Refused: the request of thread ${item.threadId} was not in the question. Nothing was sent. ${decideAgain(item.threadId, context)}`,
      );
    }
    if (chosen === 'unasked') return { kind: 'left', why: 'unasked', sheet };
    if (chosen.choice === OPEN) return { kind: 'left', why: 'open', sheet };
    if (chosen.choice === LEAVE) return { kind: 'left', why: 'left', sheet };
    const decision = { sheet, by: 'human' as const, looks, ...chosenDecision(chosen, proposal) };
    return sending(() =>
      chosen.choice === REDO.value ? rejectAndStartAgain(decision, context) : send(decision, context),
    );
  }
  if (answer.kind !== 'nobody') return { kind: 'left', why: answer.kind, sheet };
  if (proposal.status === 'PENDING') return { kind: 'left', why: 'proposed', sheet };
  if (answer.by === 'not-asked') refuseUnasked(one, { why: answer.why, via, context });
  const by = answer.by === 'not-asked' && via === 'card' ? 'card' : answer.by;
  const { status, comment } = proposal;
  if (context.settings.dryRun && isBatch) {
    const input = { path: { threadId: sheet.thread.id }, body: bodyOf(status, comment) };
    return { kind: 'planned', request: await context.platform.plan(operations.handleThreadApproval, input), sheet };
  }
  return sending(() => send({ sheet, by, looks, decision: status, comment, isCommentDropped: false }, context));
}

/** Refuses a decision that a model may not make alone when nobody can be asked. @throws Refusal */
function refuseUnasked(
  { item, sheet, review, groupToken }: ReadItem,
  { why, via, context }: { readonly why: string | undefined; readonly via: TokenKind; readonly context: ToolContext },
): void {
  const { threadId, status, reviewToken = '' } = item;
  const because = why === undefined ? 'nobody can be asked here' : `this server can't ask a human, because ${why}`;
  const callOf = (tool: string, args: Readonly<Record<string, string>>): string =>
    context.has(tool) ? ` ${callText({ tool, arguments: args })}` : '';
  if (review === undefined) {
    const how = context.has('get_thread')
      ? `${callOf('get_thread', { threadId })} gives one.`
      : ' This session has no tool that reads threads: whoever configured this server can offer it, or give the right to read.';
    throw new Refusal(
      `Refused: ${because}; so a decision needs the reviewToken of what was read. Nothing was sent.${how}`,
    );
  }
  // A rejection lets nothing happen.
  if (status !== 'APPROVED') return;
  // On a card, the human saw contradictions before pressing.
  const whyNot = via !== 'card' || lacksConversation(sheet) ? whyNotUnasked(sheet) : undefined;
  if (whyNot !== undefined) {
    const refusal = `Refused: thread ${threadId} can't be approved here. Nothing was sent. ${whyNot}`;
    throw new Refusal([refusal, ...briefLines(sheet.brief, ['contradictions'])].join('\n'));
  }
  if (review.kind === 'all') return;
  const [token, what, rest] =
    groupToken === undefined
      ? ['reviewToken', 'the request', callOf('get_thread', { threadId, reviewToken })]
      : ['groupToken', 'the group', callOf('list_pending_approvals', { groupToken })];
  throw new Refusal(
    `Refused: ${because}, and this ${token} comes from a result that showed only a part of ${what}. Nothing was sent.${via === 'card' ? '' : `${rest} reads on, and its last part gives the token that approves.`}`,
  );
}

/** A decision, and the rejections of older requests for the same that the human chose with it. */
export interface DecidedWithOlder {
  readonly decided: Decided;
  /** Absent if the human did not choose it. */
  readonly older?: readonly DecidedItem[];
}

/**
 * Rejects older requests for the same, each by itself, unless the decision on the newest did not take effect. The effects are
 * looked for afterwards, by {@link seenTogether}.
 */
async function rejectOlder(
  older: readonly string[],
  newest: Sheet,
  decided: Decided | undefined,
  context: ToolContext,
): Promise<DecidedItem[]> {
  const isDecided =
    decided !== undefined && (isConfirmed(decided) || (decided.kind === 'left' && decided.why === 'left'));
  // One that was left is read once more: nothing else tells that it still waits for the same.
  const stillWaits = async (): Promise<void> =>
    refuseChanged(newest, await currentThread(newest.thread.id, context).catch(orGone(newest.thread.id)), context);
  let waits: Promise<void> | undefined;
  const results: DecidedItem[] = [];
  const inTurn = settledInTurn();
  for (const threadId of older) {
    const item: DecisionItem = { threadId, status: 'REJECTED', comment: olderReason(newest) };
    const reject = async (): Promise<Decided> => {
      if (!isDecided)
        throw new Refusal(
          `Refused: thread ${newest.thread.id}, which asked for the same again, was not decided. Nothing was sent.`,
        );
      if (decided.kind === 'left') waits ??= stillWaits();
      await waits;
      // By the same rules as the one that was asked about.
      const { sheet } = await readItem(item, context).catch(orGone(threadId));
      refuseOther(sheet, newest);
      const sent = { sheet, by: 'human', decision: 'REJECTED', comment: item.comment } as const;
      return send({ ...sent, isCommentDropped: false, looks: 'later' }, context);
    };
    results.push({ item, decided: await inTurn(reject) });
  }
  return results;
}
