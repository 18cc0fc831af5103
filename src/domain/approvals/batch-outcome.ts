/** Reports a batch: the count of each outcome, then a line per request, failures first. */

import { groupBy } from '../../basics/maps.ts';
import { reasonText } from '../../mcp/contract/error-text.ts';
import { EffectError, Refusal } from '../../mcp/contract/errors.ts';
import { callText, type Item, join, type NextStep, RESULT_BUDGET, type ToolResult } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { sizeOf } from '../../present/record.ts';
import { count } from '../../present/units.ts';
import { phaseOf } from '../threads/status.ts';
import type { DecisionItem } from './chosen.ts';
import type { DecidedWithOlder } from './decide.ts';
import { type Decided, isExpected, isForLater } from './effect.ts';
import { gistOf } from './gist.ts';
import { decisionResult, dontRepeat, isConfirmed, leftText, reasonNotes } from './outcome.ts';
import type { DecidedItem } from './read-items.ts';
import { UNASKED } from './send.ts';

/** `decided`: it took effect; `left`: nothing sent, by choice; `refused`: nothing sent; `failed`: it had no effect. */
type Outcome = 'decided' | 'left' | 'refused' | 'failed' | 'unknown';

interface ItemResult {
  readonly threadId: string;
  /** `create_refund 640 GBP to "Liam Walsh"`. */
  readonly gist: string | undefined;
  readonly outcome: Outcome;
  /** The decision that was sent, or `none`. */
  readonly decision: string;
  readonly status?: string | undefined;
  /** By itself, it would be an error. */
  readonly isError?: boolean;
  /** What happened, and what next; absent if the other fields say it. */
  readonly detail?: string | undefined;
  /** Replaces a detail that doesn't fit: of a decision that took effect, why that may not be all. */
  readonly short?: string | undefined;
}

/** In reporting order: what needs a human's attention comes first. `short` replaces a detail that doesn't fit. */
const OUTCOMES: Readonly<Record<Outcome, { readonly label: string; readonly short?: string }>> = {
  unknown: {
    label: 'UNKNOWN (check before deciding again)',
    short: 'Whether it took effect is unknown: check the thread before deciding again.',
  },
  failed: {
    label: 'did NOT take effect',
    short: 'It did NOT take effect, or the thread contradicts it: check the thread before deciding again.',
  },
  refused: { label: 'refused (nothing sent)', short: 'Refused: nothing was sent.' },
  left: { label: 'left waiting', short: 'Left waiting: nothing was sent.' },
  decided: { label: 'decided' },
};

/** @throws Refusal or EffectError if every one was refused, failed or is unknown */
export function batchResult(all: readonly DecidedItem[], context: ToolContext): ToolResult {
  const results = all.map(({ item, decided }) => resultOf(decided, item, context));
  const rejected = all.flatMap(({ decided }) =>
    decided.kind === 'decided' && isConfirmed(decided) && decided.decision === 'REJECTED' ? [decided] : [],
  );
  const isShownAsFailed = rejected.some(({ status }) => status === 'FAILED');
  const isLeft = all.some(({ decided }) => isForLater(decided));
  const result = summedUp(results, isLeft, [
    ...(isShownAsFailed ? ['Rejected threads end as FAILED: their agents did not fail.'] : []),
    ...rejected.slice(0, 1).map(({ by }) => dontRepeat(by)),
  ]);
  const { dryRun, approvals } = context.settings;
  if (dryRun) {
    const notes = [...(approvals === 'off' ? [] : [UNASKED]), ...(result.notes ?? [])];
    return { ...result, summary: 'Dry run: nothing was sent.', notes, facts: { dryRun: true } };
  }
  if (results.some(({ isError }) => isError !== true)) return result;
  const lines = (result.list?.items ?? []).map(({ line }) => line);
  const text = [result.summary, ...(result.notes ?? []), ...lines].join('\n');
  throw results.every(({ outcome }) => outcome === 'refused') ? new Refusal(text) : new EffectError(text);
}

/**
 * The result of a decision on one request, and of the rejections of older ones that the human chose with it.
 * @throws as {@link decisionResult}, with what became of the older ones
 */
export function withOlder({ decided, older }: DecidedWithOlder, item: DecisionItem, context: ToolContext): ToolResult {
  if (older === undefined) return decisionResult(decided, item, context);
  const result = orNoneRejected(() => decisionResult(decided, item, context));
  // Nothing was sent for the newest; for an older one something may have been.
  const summary =
    decided.kind === 'left' ? leftText(decided.why, `thread ${item.threadId} still waits`) : result.summary;
  const results = older.map((one) => resultOf(one.decided, one.item, context));
  const rejected = results.filter(({ outcome }) => outcome === 'decided').map(({ threadId }) => threadId);
  const told = results.flatMap(({ threadId, outcome, detail, short }) => {
    const text = outcome === 'decided' ? short : detail;
    return text === undefined ? [] : [`Older request ${threadId}: ${text}`];
  });
  const isNone = results.every(({ outcome }) => outcome !== 'decided' && outcome !== 'unknown');
  const notes = [
    ...(isNone ? [NONE_REJECTED] : []),
    ...(rejected.length > 0 ? [`Rejected: ${count(rejected.length, 'older request')}.`] : []),
    ...told,
  ];
  return {
    ...result,
    summary,
    notes: [...(result.notes ?? []), ...notes],
    facts: { ...result.facts, olderRejected: rejected.length === 0 ? undefined : rejected },
  };
}

const NONE_REJECTED = 'No older request was rejected.';

/** Where the newest is not decided for certain, the older ones are left alone. */
function orNoneRejected(result: () => ToolResult): ToolResult {
  try {
    return result();
  } catch (error) {
    if (error instanceof PlatformError) throw error.with({ what: `${NONE_REJECTED} ${error.facts.what}` });
    throw error instanceof EffectError ? new EffectError(`${error.message} ${NONE_REJECTED}`) : error;
  }
}

function resultOf(decided: Decided, item: DecisionItem, context: ToolContext): ItemResult {
  const { threadId } = item;
  const gist = decided.sheet && gistOf(decided.sheet);
  if (decided.kind === 'planned') {
    const { method, target, body } = decided.request;
    const detail = `Would send ${method} ${target} ${JSON.stringify(body)}`;
    const short = `Would send ${item.status}, with its comment if it has one.`;
    return { threadId, gist, outcome: 'left', decision: item.status, detail, short };
  }
  const decision = 'decision' in decided ? decided.decision : 'none';
  try {
    const { summary, notes: all = [], facts } = decisionResult(decided, item, context, 'it');
    // What holds for every rejection stands once, above.
    const notes = all.filter((note) => !('by' in decided) || note !== dontRepeat(decided.by));
    // The line has decision and status.
    const isPlain = decided.kind === 'decided' && isConfirmed(decided);
    const isNoted = isPlain && (item.status === decision || decided.isCommentDropped);
    const told = isNoted ? [] : [isPlain ? `The human chose it instead of ${item.status}.` : summary];
    // That what was rejected may have been carried out is more than a status that says nothing of the rejection.
    const isDoubtful = 'doubt' in decided && decided.doubt === 'answered';
    const isUnknown = isDoubtful || (decided.kind === 'decided' && decided.status === 'UNKNOWN');
    const outcome = decided.kind === 'left' ? 'left' : isUnknown ? 'unknown' : 'decided';
    const reasons = 'comment' in decided ? reasonNotes(decided, item) : [];
    const short =
      decided.kind !== 'left'
        ? notes.filter((note) => !reasons.includes(note)).join(' ') || undefined
        : decided.why === 'unasked'
          ? 'It did not fit into ten questions.'
          : undefined;
    const detail = [...told, ...notes].join(' ') || undefined;
    const status = decided.kind === 'left' ? undefined : String(facts?.status);
    return { threadId, gist, outcome, decision, status, detail, short };
  } catch (error) {
    if (!isExpected(error) && !(error instanceof EffectError)) throw error;
    const lookup = context.has('get_thread') ? callText({ tool: 'get_thread', arguments: { threadId } }) : undefined;
    const isUnknown =
      decided.kind === 'unknown' ||
      (decided.kind === 'did-not-take' &&
        (decided.isDeferred === true || decided.answered !== undefined || decided.hasToolResult === true));
    const outcome = isUnknown ? 'unknown' : decision === 'none' ? 'refused' : 'failed';
    const detail = reasonText(error, lookup).replace(/^Refused: /, '');
    return { threadId, gist, outcome, decision, isError: true, detail };
  }
}

/** Characters of the summary and the notes. */
const OVERHEAD = 1_000;
/** Characters of all lines: a result cut at its end would lose the outcomes of the last threads. */
const ROOM = RESULT_BUDGET - OVERHEAD;

function summedUp(results: readonly ItemResult[], isLeft: boolean, remarks: readonly string[]): ToolResult {
  const order = Object.keys(OUTCOMES);
  const sorted = results.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const counts = [...groupBy(sorted, ({ outcome }) => outcome)].map(
    ([outcome, all]) => `${all.length} ${OUTCOMES[outcome].label}`,
  );
  const next = followUp(results, isLeft);
  const { rest, shared } = sharedDetails(sorted);
  const { items, notes } = fitToRoom(rest, ROOM - JSON.stringify(next ?? '').length);
  return {
    summary: `Of ${count(results.length, 'request')}: ${counts.join(', ')}.`,
    notes: [...remarks, ...shared, ...notes],
    list: { name: 'decisions', total: results.length, items },
    next,
  };
}

/** A detail with any thread in the call that checks it. */
const anyThreads = ({ threadId, detail }: ItemResult): string | undefined =>
  detail?.replaceAll(`"${threadId}"`, '"‹threadId›"');

/** As in their lines. */
const kindOf = ({ outcome, decision }: ItemResult): string => join(outcome, decision !== 'none' && decision);

/** Requests for which the same is said once. */
const SAME = 3;

/**
 * The most frequent detail of an outcome, of approvals and of rejections, stands once, above its requests. It is then that of
 * each without a detail of its own, so every other one has to keep one, however short.
 */
function sharedDetails(results: readonly ItemResult[]) {
  const shared = new Map(
    [...groupBy(results, kindOf)].flatMap(([kind, all]) => {
      const groups = [...groupBy(all, anyThreads)].sort(([, a], [, b]) => b.length - a.length);
      const [[detail, alike] = [undefined, []], ...others] = groups;
      const isClear = others.every(([other]) => other !== undefined && all.every((one) => OUTCOMES[one.outcome].short));
      return detail !== undefined && alike.length >= SAME && isClear ? [[kind, { detail, size: alike.length }]] : [];
    }),
  );
  return {
    rest: results.map((one) =>
      shared.get(kindOf(one))?.detail === anyThreads(one) ? { ...one, detail: undefined, short: undefined } : one,
    ),
    shared: [...shared].map(([kind, { detail, size }]) => `${size} ${kind}: ${detail}`),
  };
}

/** Threads that are waited for: their ids are repeated in the result. */
const WAITED_FOR = 10;

/** @param isLeft whether some are for another call, which comes before a wait for those that are decided */
function followUp(results: readonly ItemResult[], isLeft: boolean): NextStep | undefined {
  const [first, ...others] = results.filter(({ outcome }) => outcome === 'unknown');
  if (first !== undefined) {
    return others.length === 0
      ? { tool: 'get_thread', arguments: { threadId: first.threadId }, why: 'see whether it took effect' }
      : { tool: 'list_pending_approvals', arguments: {}, why: 'see which of the unknown ones still wait' };
  }
  if (isLeft) return { tool: 'list_pending_approvals', arguments: {}, why: 'decide on what still waits' };
  const running = results.filter(({ outcome, status = '' }) => outcome === 'decided' && phaseOf(status) === 'running');
  const threadIds = running.slice(0, WAITED_FOR).map(({ threadId }) => threadId);
  const which =
    running.length > WAITED_FOR ? `the first ${WAITED_FOR} end` : running.length === 1 ? 'it ends' : 'they end';
  return threadIds.length === 0
    ? undefined
    : { tool: 'wait_for_thread', arguments: { threadIds }, why: `see how ${which}` };
}

function itemOf({ threadId, gist, outcome, decision, status, detail }: ItemResult): Item {
  const head = join(threadId, gist, outcome, decision !== 'none' && decision, status && `now ${status}`);
  return {
    data: { threadId, gist, outcome, decision: decision === 'none' ? undefined : decision, status, detail },
    line: `- ${head}${detail === undefined ? '' : `: ${detail}`}`,
  };
}

/** Keeps a line for every thread: if they don't all fit, the longest details are shortened first. */
function fitToRoom(results: readonly ItemResult[], room: number) {
  const lines = results.map((result) => {
    const [whole, short] = [
      itemOf(result),
      itemOf({ ...result, detail: result.detail && (result.short ?? OUTCOMES[result.outcome].short) }),
    ];
    return { whole, short, gain: sizeOf(whole) - sizeOf(short) };
  });
  const shortened = new Set<(typeof lines)[number]>();
  let over = lines.reduce((sum, { whole }) => sum + sizeOf(whole), 0) - room;
  for (const line of lines.toSorted((a, b) => b.gain - a.gain)) {
    if (over <= 0) break;
    over -= line.gain;
    shortened.add(line);
  }
  return {
    items: lines.map((line) => (shortened.has(line) ? line.short : line.whole)),
    notes: shortened.size === 0 ? [] : [`The details of ${shortened.size} are left out here to keep this short.`],
  };
}
