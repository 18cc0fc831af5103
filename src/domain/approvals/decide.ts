/**
 * Decides on waiting threads, for every tool that can: reads each, asks the human, and sends each decision (send.ts).
 * outcome.ts reports the result.
 */

import { Refusal } from '../../mcp/contract/errors.ts';
import { type Form, type FormReply, type PartAnswer, READ_ON } from '../../mcp/contract/question.ts';
import { callText } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import type { PlatformRequest } from '../../platform/client/request.ts';
import { operations } from '../../platform/operations/index.ts';
import { digest } from '../../platform/text.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { sentAs } from '../dialect.ts';
import { lacksConversation } from '../threads/request.ts';
import { batchOf } from './batch.ts';
import { briefLines } from './brief/brief.ts';
import { currentHistory } from './brief/load.ts';
import { type Decided, type Refused, settled } from './decided.ts';
import { enforceFourEyes } from './four-eyes.ts';
import { openGroup } from './group-token.ts';
import { whyNotUnasked } from './may-approve.ts';
import { olderOf } from './older.ts';
import {
  asQuestion,
  checkedComment,
  chosenDecision,
  DECISION,
  type Decidable,
  type DecisionItem,
  LEAVE,
  OPEN,
  type Proposal,
  rejectsOlder,
} from './question.ts';
import { REDO, redoLine, rejectAndStartAgain } from './redo.ts';
import { type DecidedItem, type DecidedWithOlder, rejectOlder } from './reject-older.ts';
import { type Review, reviewOf } from './review-token.ts';
import { alreadyDecided, bodyOf, decideAgain, refuseChanged, refuseUnlessWaiting, send } from './send.ts';
import { readSheet, type Sheet } from './sheet.ts';

/** Requests read at once: no more than there are connections for decisions, or reads time out waiting for one. */
const READ_AT_ONCE = 4;

/** Set if the decision was made on a card, rather than in a question or by the caller. */
export type Via = 'card' | undefined;

/**
 * Decides on one thread.
 * @throws NeedsHuman; Refusal if nobody may decide here; errors that don't concern the request: a bug, a cancelled call
 */
export async function decide(item: DecisionItem, context: ToolContext, via?: Via): Promise<DecidedWithOlder> {
  const { read, made, isKept } = await readOnce({ items: [item], groups: [], via }, context, ([first]) => {
    if (first === undefined || 'kind' in first.one) return undefined;
    const { sheet, proposal } = first.one;
    const redo = via === undefined ? redoLine(sheet, context) : undefined;
    return { one: first.one, form: asQuestion(sheet, proposal, context, redo) };
  });
  const [refused] = refusedIn(read);
  if (refused !== undefined) return { decided: refused.decided };
  if (made === undefined) throw new Error('One thread was read as none.');
  const { one, form } = made;
  const answer = await context.client.ask(form);
  const chosen = answer.kind === 'answered' ? answer.parts.get(DECISION) : undefined;
  const decided = await settled(async () => {
    const decision = await decideOne(one, { answer, chosen, via }, context);
    // Sending has read it again; that it still waits, and for the same, is told only if it does.
    if (isKept && decision.kind === 'left')
      refuseChanged(one.sheet, (await readItem(item, context, via)).sheet.thread, context);
    return decision;
  }, one.sheet);
  const isChosen = answer.kind === 'answered' && rejectsOlder(DECISION, answer.parts);
  return {
    decided,
    ...(isChosen && {
      older: await rejectOlder({ newest: one.sheet, decided, older: olderOf([one.sheet]) }, readWith(context), context),
    }),
  };
}

/** A decision on all members of a group. */
export interface DecisionGroup extends Omit<DecisionItem, 'threadId' | 'reviewToken'> {
  readonly groupToken: string;
}

/** Threads in one call. */
export const MOST_THREADS = 50;

/**
 * One question about several threads, then a result for each, in order: a failure of one doesn't affect the others.
 * @throws Refusal for a group that isn't as it was listed, or if a thread is named twice; otherwise as {@link decide}
 */
export async function decideAll(
  items: readonly DecisionItem[],
  groups: readonly DecisionGroup[],
  context: ToolContext,
  via?: Via,
): Promise<DecidedItem[]> {
  const { read, made: batch } = await readOnce({ items, groups, via }, context, (found) => {
    const decidable = found.flatMap(({ one }) => ('kind' in one ? [] : [one]));
    const leftOut = found.flatMap(({ item, one }) => ('kind' in one ? [item.threadId] : []));
    return decidable.length === 0 ? undefined : batchOf([items, groups], decidable, leftOut, context);
  });
  if (batch === undefined) return refusedIn(read);
  const answer = await context.client.ask(batch.form);
  const results: DecidedItem[] = [];
  for (const { item, one } of read) {
    const decided = async (): Promise<Decided> => {
      if ('kind' in one) return one;
      const chosen = answer.kind === 'answered' ? batch.choiceOf(item.threadId, answer.parts) : undefined;
      return settled(() => decideOne(one, { answer, chosen, via, isPlanned: true }, context), one.sheet);
    };
    results.push({ item, decided: await decided() });
    context.progress(results.length, read.length, `Decided on ${results.length} of ${read.length}`);
  }
  const rejected: DecidedItem[] = [];
  for (const { newest, older } of answer.kind === 'answered' ? batch.rejectedOlder(answer.parts) : []) {
    const { decided } =
      results.find(({ item }) => item.threadId.toLowerCase() === newest.thread.id.toLowerCase()) ?? {};
    rejected.push(...(await rejectOlder({ newest, decided, older }, readWith(context), context)));
  }
  return [...results, ...rejected];
}

interface ReadThread {
  readonly item: DecisionItem;
  readonly one: ReadItem | Refused;
}

const refusedIn = (read: readonly ReadThread[]) =>
  read.flatMap(({ item, one }) => ('kind' in one ? [{ item, decided: one }] : []));

/** What was read for a question. Its replies come with other calls, which need not read it again: sending does. */
class KeptRead {
  readonly read: readonly ReadThread[];
  /** Of the question. */
  readonly digest: string;
  constructor(read: readonly ReadThread[], questionDigest: string) {
    this.read = read;
    this.digest = questionDigest;
  }
}
/** As long as a question is open. */
const KEPT_MS = 600_000;

interface Asked {
  readonly items: readonly DecisionItem[];
  readonly groups: readonly DecisionGroup[];
  readonly via: Via;
}

/** Reads what is asked about, and makes its question; with the reply to that very question, both are what was kept. */
async function readOnce<M extends { readonly form: Form }>(
  asked: Asked,
  context: ToolContext,
  make: (read: readonly ReadThread[]) => M | undefined,
): Promise<{ readonly read: readonly ReadThread[]; readonly made: M | undefined; readonly isKept: boolean }> {
  const key = `decisions ${digest([asked.items, asked.groups, asked.via])}`;
  const kept = context.memory.get(key);
  // Another replica may have asked again since, about a request that has changed.
  if (kept instanceof KeptRead && (await context.client.answers(kept))) {
    return { read: kept.read, made: make(kept.read), isKept: true };
  }
  const read = await readAll(asked, context);
  const made = make(read);
  if (made !== undefined && context.client.canAsk && !(await readsOn(made.form)))
    context.memory.set(key, new KeptRead(read, made.form.digest), KEPT_MS, bytesOf(read));
  return { read, made, isKept: false };
}

/** Nobody reads on in a long request that has changed: it is read again for each of its pages. */
const readsOn = async (form: Form): Promise<boolean> =>
  (await form.page(0, new Map())).parts.some(({ choices }) => choices.some(({ value }) => value === READ_ON));

async function readAll({ items, groups, via }: Asked, context: ToolContext): Promise<readonly ReadThread[]> {
  const members: ReadThread[] = [];
  for (const group of groups) members.push(...(await readGroup(group, via, context)));
  refuseTwice([...items, ...members.map(({ item }) => item)]);
  const singles = await mapConcurrent(items, READ_AT_ONCE, async (item) => ({
    item,
    one: await settled(() => readItem(item, context, via)),
  }));
  return [...singles, ...members];
}

/** Memory that requests take with their conversations, roughly: no thread holds itself. */
const bytesOf = (read: readonly ReadThread[]): number =>
  read.reduce((sum, { one }) => sum + ('kind' in one ? 0 : sizeOf(one.sheet.thread)), 2_000);

const sizeOf = (value: unknown): number =>
  typeof value === 'string'
    ? 2 * value.length
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 50)
      : 8;

/** The members of a group, as items of their own. */
async function readGroup(
  { groupToken, ...proposed }: DecisionGroup,
  via: Via,
  context: ToolContext,
): Promise<ReadThread[]> {
  const { table, review } = await openGroup(groupToken, context, via ?? 'review');
  return table.rows.map(({ sheet }) => {
    const item = { ...proposed, threadId: sheet.thread.id };
    return { item, one: { item, sheet, review, groupToken, proposal: proposalOf(item, context) } };
  });
}

/** @throws Refusal if a thread is named twice, or there are too many */
function refuseTwice(items: readonly DecisionItem[]): void {
  const ids = items.map(({ threadId }) => threadId.toLowerCase());
  const twice = items.find((_, index) => ids.indexOf(ids[index] ?? '') !== index);
  if (twice !== undefined) {
    throw new Refusal(
      `Refused: thread ${twice.threadId} is in the call twice, in items or as a member of a group. Nothing was sent. Name each thread once.`,
    );
  }
  if (items.length > MOST_THREADS) {
    throw new Refusal(
      `Refused: these are ${items.length} threads, and one call decides on at most ${MOST_THREADS}. Nothing was sent. Leave some groups or items for another call.`,
    );
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
  /** The token of the group that it was read with. */
  readonly groupToken?: string;
}

/** Reads an older request by the same rules as the one that was asked about. */
const readWith =
  (context: ToolContext) =>
  async (item: DecisionItem): Promise<Sheet> =>
    (await readItem(item, context, undefined)).sheet;

async function readItem(item: DecisionItem, context: ToolContext, via: Via): Promise<ReadItem> {
  const { threadId, reviewToken } = item;
  const sheet = await context.platform.reserve((call) =>
    readSheet(threadId, { ...context, call: sequentially(call) }, currentHistory),
  );
  refuseUnlessWaiting(sheet.thread, context.has);
  enforceFourEyes(sheet.thread, context);
  if (sheet.isDecided) throw alreadyDecided(threadId, sheet.decidableAfter, context.has);
  const review = reviewToken === undefined ? undefined : reviewOf(reviewToken, sheet, context, via ?? 'review');
  if (review?.kind === 'invalid') {
    throw new Refusal(
      `Refused: thread ${threadId} is not what the reviewToken was made for: ${review.why}. Nothing was sent. ${decideAgain(threadId, context)}`,
    );
  }
  return { item, sheet, review, proposal: proposalOf(item, context) };
}

function proposalOf({ status, comment }: Pick<DecisionItem, 'status' | 'comment'>, context: ToolContext): Proposal {
  const wording = status === 'PENDING' ? '' : sentAs(operations.handleThreadApproval, { status }, context);
  return { status, comment: checkedComment(comment), sentAs: wording };
}

/** The reply to the question, and what it chooses for one thread. */
interface Reply {
  readonly answer: FormReply;
  readonly chosen: PartAnswer | 'unasked' | undefined;
  readonly via?: Via;
  /** A dry run reports what would be sent, rather than ending with it. */
  readonly isPlanned?: boolean;
}

async function decideOne(one: ReadItem, reply: Reply, context: ToolContext): Promise<Decided> {
  const { item, sheet, proposal } = one;
  const { answer, chosen, via, isPlanned = false } = reply;
  if (answer.kind === 'answered') {
    if (chosen === undefined) {
      throw new Refusal(
        `Refused: the request of thread ${item.threadId} was not in the question. Nothing was sent. ${decideAgain(item.threadId, context)}`,
      );
    }
    if (chosen === 'unasked') return { kind: 'left', why: 'unasked', sheet };
    if (chosen.choice === OPEN) return { kind: 'left', why: 'open', sheet };
    if (chosen.choice === LEAVE) return { kind: 'left', why: 'left', sheet };
    const decision = { sheet, by: 'human' as const, ...chosenDecision(chosen, proposal) };
    return chosen.choice === REDO.value ? rejectAndStartAgain(decision, context) : send(decision, context);
  }
  if (answer.kind !== 'nobody') return { kind: 'left', why: answer.kind, sheet };
  if (proposal.status === 'PENDING') return { kind: 'left', why: 'proposed', sheet };
  if (answer.by === 'not-asked') refuseUnasked(one, { why: answer.why, via, context });
  const by = answer.by === 'not-asked' && via === 'card' ? 'card' : answer.by;
  const { status, comment } = proposal;
  if (context.settings.dryRun && isPlanned)
    return { kind: 'planned', request: await plan(sheet, proposal, context), sheet };
  return send({ sheet, by, decision: status, comment, isCommentDropped: false }, context);
}

const plan = ({ thread }: Sheet, { status, comment }: Proposal, { platform }: ToolContext): Promise<PlatformRequest> =>
  platform.plan(operations.handleThreadApproval, { path: { threadId: thread.id }, body: bodyOf(status, comment) });

/** Refuses a decision that a model may not make alone when nobody can be asked. @throws Refusal */
function refuseUnasked(
  { item, sheet, review, groupToken }: ReadItem,
  { why, via, context }: { readonly why: string | undefined; readonly via: Via; readonly context: ToolContext },
): void {
  const { threadId, status, reviewToken = '' } = item;
  const because = why === undefined ? 'nobody can be asked here' : `this server can't ask a human, because ${why}`;
  const read = (args: Readonly<Record<string, string>>): string =>
    context.has('get_thread') ? ` ${callText({ tool: 'get_thread', arguments: args, why: '' })}` : '';
  const withRows = (token: string): string =>
    context.has('list_pending_approvals')
      ? ` ${callText({ tool: 'list_pending_approvals', arguments: { groupToken: token }, why: '' })}`
      : '';
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
    `Refused: ${because}, and this reviewToken comes from a result that showed only a part of the request. Nothing was sent.${via === 'card' ? '' : `${groupToken === undefined ? read({ threadId, reviewToken }) : withRows(groupToken)} reads on, and its last part gives the token that approves.`}`,
  );
}
