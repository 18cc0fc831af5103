/** Decides on several threads by one answer: each in turn, under the rules of a single decision, and each told by itself. */

import { callText, withCall } from '../../../mcp/contract/answer.ts';
import { reasonText } from '../../../mcp/contract/error-text.ts';
import type { ConsentAnswer, FormAnswer } from '../../../mcp/contract/question.ts';
import type { ToolContext } from '../../../mcp/contract/tool.ts';
import { decideThread } from '../decide.ts';
import { decisionAnswer } from '../outcome.ts';
import { LEAVE } from '../question.ts';
import { type BatchItem, isExpected, type Triage } from './triage.ts';

/** `decided`: it took; `left`: nothing was sent, as was chosen; `refused`: nothing was sent; `failed`: it did not take. */
export type ItemOutcome = 'decided' | 'left' | 'refused' | 'failed' | 'unknown';

/** What became of one of the requests. */
export interface ItemResult {
  readonly threadId: string;
  readonly outcome: ItemOutcome;
  /** The decision that was sent; `none`. */
  readonly decision: string;
  readonly status: string | undefined;
  /** What happened, and what next; absent where the other fields tell. */
  readonly detail?: string | undefined;
}

/** What a batch is decided by. */
export interface Batch {
  readonly triaged: Triage;
  /** See {@link BatchForm.unshown}. */
  readonly unshown: ReadonlyMap<string, string>;
  readonly answer: FormAnswer;
}

/**
 * Decides in the order of `items`, one result each; what fails for one thread is its result and leaves the others alone.
 * @throws what is no failure of a single request: the end of the call, a bug
 */
export async function decideEach(
  items: readonly BatchItem[],
  batch: Batch,
  context: ToolContext,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  for (const item of items) {
    const result =
      settledBefore(item, batch, context.has) ?? (await decideOne(item, consentTo(item, batch.answer), context));
    results.push(withReason(result, batch));
    context.progress(results.length, items.length, `Decided on ${results.length} of ${items.length}`);
  }
  return results;
}

/** The result of a request that nothing is sent for, whatever its thread is by now; undefined for the others. */
function settledBefore(
  item: BatchItem,
  { triaged, unshown, answer }: Batch,
  has: ToolContext['has'],
): ItemResult | undefined {
  const { threadId, proposed } = item;
  if (answer.kind !== 'decided' || answer.asked.has(threadId)) return undefined;
  const why = triaged.leftOut.get(threadId);
  if (why !== undefined) return refused(item, why);
  if (answer.by === 'human') {
    const again = `Read it again${withCall(has, 'get_thread', { threadId })}.`;
    return refused(
      item,
      `Refused: the request of thread ${threadId} was not in the question. Nothing was sent. ${again}`,
    );
  }
  if (proposed === 'PENDING') return leftPending(item);
  const unseen = unshown.get(threadId);
  return proposed === 'APPROVED' && unseen !== undefined ? refused(item, unseen) : undefined;
}

/** The result of a request that was proposed to be left waiting, where nobody is asked. */
export const leftPending = (item: BatchItem): ItemResult => ({
  ...refused(item, 'Nothing was sent, as proposed: it is still waiting.'),
  outcome: 'left',
});

/** The result of a request that can't be decided on as it is. */
export const leftOut = (item: BatchItem, { leftOut: reasons }: Triage): ItemResult =>
  refused(item, reasons.get(item.threadId) ?? 'Refused: it can’t be decided on. Nothing was sent.');

function consentTo({ threadId }: BatchItem, answer: FormAnswer): ConsentAnswer {
  if (answer.kind !== 'decided') return answer;
  const { by, asOf } = answer;
  return { kind: 'decided', by, asOf, choice: LEAVE, ...answer.parts.get(threadId) };
}

/** A request that was left waiting because it could not be approved says so. */
function withReason(result: ItemResult, { unshown, answer }: Batch): ItemResult {
  const why = unshown.get(result.threadId);
  if (result.outcome !== 'left' || why === undefined || answer.kind !== 'decided') return result;
  return { ...result, detail: `${result.detail ?? ''} Approve was not offered: ${why}` };
}

async function decideOne(item: BatchItem, consent: ConsentAnswer, context: ToolContext): Promise<ItemResult> {
  const { threadId, proposed } = item;
  if (context.signal.aborted) return refused(item, 'Not sent: the call was cancelled before its turn.');
  let sent = 'none';
  let isUnknown = false;
  try {
    const decided = await decideThread(item, async () => consent, context);
    if ('decision' in decided) sent = decided.decision;
    isUnknown = decided.kind === 'unknown' || (decided.kind === 'did-not-take' && decided.isForLater === true);
    const { summary, notes = [], facts } = decisionAnswer(decided, item, context, 'it');
    const isUnseen = decided.kind === 'decided' && decided.status === 'UNKNOWN';
    const isPlain = decided.kind === 'decided' && decided.decision === proposed && notes.length === 0;
    return {
      threadId,
      outcome: decided.kind === 'left' ? 'left' : isUnseen ? 'unknown' : 'decided',
      decision: sent,
      status: String(facts?.status),
      // All of it is told by the outcome, the decision and the status.
      detail: isPlain ? undefined : [summary, ...notes].join(' '),
    };
  } catch (error) {
    if (!isExpected(error)) throw error;
    const lookup = context.has('get_thread')
      ? callText({ tool: 'get_thread', arguments: { threadId }, why: '' })
      : undefined;
    const outcome = isUnknown ? 'unknown' : sent === 'none' ? 'refused' : 'failed';
    return { threadId, outcome, decision: sent, status: undefined, detail: reasonText(error, lookup) };
  }
}

const refused = ({ threadId }: BatchItem, detail: string): ItemResult => ({
  threadId,
  outcome: 'refused',
  decision: 'none',
  status: undefined,
  detail,
});
