/** Reads what is asked about: each item and the members of each group, with what can't be decided on as a refusal. */

import { Refusal } from '../../mcp/contract/errors.ts';
import { type Form, READ_ON } from '../../mcp/contract/question.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { digest } from '../../platform/text.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { sentAs } from '../dialect.ts';
import { currentHistory } from './brief/load.ts';
import { checkedComment, type DecisionItem, type Proposal } from './chosen.ts';
import { type Decided, settledInTurn } from './effect.ts';
import { enforceFourEyes } from './four-eyes.ts';
import { openGroup } from './group-token.ts';
import type { Decidable } from './question.ts';
import { type Review, reviewOf, type TokenKind } from './review-token.ts';
import { alreadyDecided, decideAgain, refuseUnlessWaiting } from './send.ts';
import { readSheet } from './sheet.ts';

/** Requests read at once: no more than there are connections for decisions, or reads time out waiting for one. */
const READ_AT_ONCE = 4;
/** Threads in one call. */
export const MOST_THREADS = 50;

/** A decision on all members of a group. */
export interface DecisionGroup extends Omit<DecisionItem, 'threadId' | 'reviewToken'> {
  readonly groupToken: string;
}

/** An item that was read, and how much of it the caller has read before. */
export interface ReadItem extends Decidable {
  readonly review: Review | undefined;
  /** The token of the group that it was read with. */
  readonly groupToken?: string;
}

/** What was decided on an item. One that is refused is known once it was read. */
export interface DecidedItem {
  readonly item: DecisionItem;
  readonly decided: Decided;
}

type Read = ReadItem | DecidedItem;
/** Whether an item is refused, so that nobody is asked about it. */
export const isRefused = (one: Read): one is DecidedItem => 'decided' in one;

/** What was read for a question. Its replies come with other calls, which need not read it again: sending does. */
class KeptRead {
  readonly read: readonly Read[];
  /** Of the question. */
  readonly digest: string;
  constructor(read: readonly Read[], questionDigest: string) {
    this.read = read;
    this.digest = questionDigest;
  }
}
/** As long as a question is open. */
const KEPT_MS = 600_000;

interface Asked {
  readonly items: readonly DecisionItem[];
  readonly groups: readonly DecisionGroup[];
  readonly via: TokenKind;
}

/** Reads what is asked about, and makes its question; with the reply to that very question, both are what was kept. */
export async function readOnce<M extends { readonly form: Form }>(
  asked: Asked,
  context: ToolContext,
  make: (read: readonly Read[]) => M | undefined,
): Promise<{ readonly read: readonly Read[]; readonly made: M | undefined; readonly isKept: boolean }> {
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

async function readAll({ items, groups, via }: Asked, context: ToolContext): Promise<readonly Read[]> {
  const members: ReadItem[] = [];
  for (const group of groups) members.push(...(await readGroup(group, via, context)));
  refuseTwice([...items, ...members.map(({ item }) => item)], items.length);
  const inTurn = settledInTurn();
  const singles = await mapConcurrent(items, READ_AT_ONCE, async (item): Promise<Read> => {
    const read = await inTurn(() => readItem(item, context, via));
    return 'kind' in read ? { item, decided: read } : read;
  });
  return [...singles, ...members];
}

/** Memory that requests take, roughly: each conversation as it was sent and as it was read. */
const bytesOf = (read: readonly Read[]): number =>
  read.reduce((sum, one) => sum + (isRefused(one) ? 0 : 4 * jsonText(one.sheet.thread.source).length), 2_000);

/** The members of a group, as items of their own. */
async function readGroup(
  { groupToken, ...proposed }: DecisionGroup,
  via: TokenKind,
  context: ToolContext,
): Promise<ReadItem[]> {
  const { table, review } = await openGroup(groupToken, context, via);
  return table.rows.map(({ sheet }) => {
    const item = { ...proposed, threadId: sheet.thread.id };
    return { item, sheet, review, groupToken, proposal: proposalOf(item, context) };
  });
}

/** @param singles how many of them are no members of groups @throws Refusal if a thread is named twice, or there are too many */
function refuseTwice(all: readonly DecisionItem[], singles: number): void {
  const ids = all.map(({ threadId }) => threadId.toLowerCase());
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (at >= 0) {
    // Left out of items, a member would be decided with its group.
    const apart =
      at < singles
        ? ''
        : ' To decide otherwise on a member of a group, decide on it alone first, then list again for the token of the others.';
    throw new Refusal(
      `Refused: thread ${all[at]?.threadId} is in the call twice, in items or as a member of a group. Nothing was sent. Name each thread once.${apart}`,
    );
  }
  if (all.length > MOST_THREADS) {
    throw new Refusal(
      `Refused: these are ${all.length} threads, and one call decides on at most ${MOST_THREADS}. Nothing was sent. Leave some groups or items for another call.`,
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

/** @throws Refusal if the caller can't decide on it; PlatformError if it can't be read */
export async function readItem(item: DecisionItem, context: ToolContext, via: TokenKind = 'review'): Promise<ReadItem> {
  const { threadId, reviewToken } = item;
  const sheet = await context.platform.reserve((call) =>
    readSheet(threadId, { ...context, call: sequentially(call) }, currentHistory),
  );
  refuseUnlessWaiting(sheet.thread, context);
  enforceFourEyes(sheet.thread, context);
  if (sheet.isDecided) throw alreadyDecided(threadId, sheet.decidableAfter, context.has);
  const review = reviewToken === undefined ? undefined : reviewOf(reviewToken, sheet, context, via);
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
