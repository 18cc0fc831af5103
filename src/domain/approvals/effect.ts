/**
 * The result of deciding on one request, and the check of its effect. Deployments were seen to respond with 200 and not apply a
 * decision, or to apply the opposite. So the thread is read again, and judged by what it asks for, not by its status alone. An
 * agent that goes on at once may wait for the next decision, fail or finish before the read: none of these contradicts the
 * decision.
 */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { DecidedBy } from '../../mcp/contract/question.ts';
import type { NextStep } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { CancelledError, mayPass, PlatformError } from '../../platform/client/errors.ts';
import type { PlatformRequest } from '../../platform/client/request.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import type { Message, Thread } from '../../platform/parse/records.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { isAbout } from '../known-record.ts';
import { holdsResult } from '../threads/calls.ts';
import { currentThread, LOOK_AGAIN_AFTER_MS, lookAgain, paused, threadAfter } from '../threads/current-thread.ts';
import { claimKey, requestOf } from '../threads/request.ts';
import {
  decisionNotedIn,
  endsLikeRejected,
  namesRejection,
  phaseOf,
  provesNoApproval,
  rememberRejection,
  verdictIn,
} from '../threads/status.ts';
import type { Sheet } from './sheet.ts';

/** The result for one item of a decision. */
export type Decided =
  /**
   * Nothing was sent. `open`: the reply contains no choice; `unasked`: it did not fit into the question; `proposed`: the
   * caller asked to leave it waiting; `wordless`: the human's words are missing.
   */
  | {
      readonly kind: 'left';
      readonly why: 'declined' | 'closed' | 'left' | 'open' | 'unasked' | 'proposed' | 'wordless';
      readonly sheet: Sheet;
    }
  /** Nothing was sent: the error says why, and what to do. */
  | { readonly kind: 'refused'; readonly error: Error; readonly sheet?: Sheet }
  /** A dry run of a batch: what would be sent. */
  | { readonly kind: 'planned'; readonly request: PlatformRequest; readonly sheet: Sheet }
  /** It was sent, and its effect is unknown; or the platform refused it. */
  | ({ readonly kind: 'unknown' | 'denied'; readonly error: PlatformError | CancelledError } & DecisionSent)
  | (DecisionEffect & DecisionSent);

type Sent = Exclude<Decision, 'PENDING'>;

/** A decision that reached the platform. */
export interface DecisionSent {
  readonly decision: Sent;
  readonly by: DecidedBy;
  /** The comment that was sent with it. */
  readonly comment: string | undefined;
  /** The proposed comment was left out, because the human chose otherwise. */
  readonly isCommentDropped: boolean;
  /** The request as the human saw it. */
  readonly sheet: Sheet;
  /** The human chose to start again. */
  readonly redo?: Redone;
}

/** What became of the new thread. */
export type Redone =
  /** The old thread has not ended, as far as is known. */
  | { readonly kind: 'not-tried' }
  /** `fact`: a sentence without its full stop. */
  | { readonly kind: 'started'; readonly thread: Thread; readonly fact: string; readonly notes: readonly string[] }
  | { readonly kind: 'not-read'; readonly error: Error }
  | { readonly kind: 'unknown'; readonly error: Error; readonly agentId: string }
  /** With the arguments of the call that starts it. */
  | { readonly kind: 'not-started'; readonly error: Error; readonly arguments: NextStep['arguments'] };

type Refused = Extract<Decided, { kind: 'refused' }>;

/** The result of a step, with expected errors as a refusal. @throws anything else: a bug */
export async function settled<T>(step: () => Promise<T>, sheet?: Sheet): Promise<T | Refused> {
  try {
    return await step();
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { kind: 'refused', error, ...(sheet === undefined ? {} : { sheet }) };
  }
}

/**
 * {@link settled} for many threads: after two timeouts or refusals by the rate limit, the others are refused untried. Nobody waits
 * half an hour for a platform that takes none of them.
 */
export function settledInTurn() {
  let unserved = 0;
  let why = '';
  return async <T extends object>(step: () => Promise<T>, sheet?: Sheet): Promise<T | Refused> => {
    const isTried = unserved < MOST_UNSERVED;
    const result = await settled(isTried ? step : () => Promise.reject(new NotTried(why)), sheet);
    const { kind, status } = 'error' in result && result.error instanceof PlatformError ? result.error.facts : {};
    if (kind === 'timeout' || status === 429) {
      unserved++;
      why = status === 429 ? "the platform's rate limit was reached" : 'the platform did not answer in time';
    }
    return result;
  };
}

/** One may be about a single thread. */
const MOST_UNSERVED = 2;

/** One of many, after the platform has not served others. */
class NotTried extends Refusal {
  constructor(why: string) {
    super(
      `Refused: for others before it ${why}, so this one was not tried. Nothing was sent for it. Decide on it in another call.`,
    );
  }
}

/** Whether it waits for another call: it did not fit, was not tried or served by the platform, or asks for something else now. */
export function isForLater(decided: Decided): boolean {
  if (decided.kind === 'left') return decided.why === 'unasked';
  if (decided.kind !== 'refused' && decided.kind !== 'denied') return decided.kind === 'waits-for-another';
  const { error } = decided;
  return error instanceof NotTried || (error instanceof PlatformError && mayPass(error.facts.fixer));
}

/** Whether an error is about the request or the platform, and no bug. */
export const isExpected = (error: unknown): error is Refusal | PlatformError | CancelledError =>
  error instanceof Refusal || error instanceof PlatformError || error instanceof CancelledError;

/** As far as can be seen, the decision took effect; the thread may wait for a decision on another request by now. */
export interface Taken {
  readonly kind: 'decided' | 'waits-for-another';
  /** The thread's; `UNKNOWN` if the platform sends none. */
  readonly status: string;
  readonly doubt?: Doubt | undefined;
}

/** What the thread shows after a decision that the platform accepted. */
export type DecisionEffect =
  | Taken
  /**
   * The thread still waits for a decision on the same request. `isDeferred`: the platform responded with 202; `answered`: its
   * response to the decision shows the thread running; `hasToolResult`: a tool has sent a result since.
   */
  | {
      readonly kind: 'did-not-take';
      readonly status: string;
      readonly isDeferred?: boolean;
      readonly answered?: string | undefined;
      readonly hasToolResult?: boolean;
      /** When it can be decided again: `14:05 UTC`. */
      readonly decidableAfter?: string | undefined;
    }
  /** The thread's state contradicts the decision. */
  | { readonly kind: 'contradicted'; readonly status: string };

/**
 * Why a rejected call may have run anyway: a thread that goes on to another request, or ends well, looks the same after an
 * approval. `answered`: a tool has sent a result since; `unseen`: no sign either way. Likewise, a thread that ends as after a
 * rejection, or has a status that nobody knows, doesn't show that an approval took effect.
 */
export type Doubt = 'answered' | 'unseen';

/** Whether the thread is read again at once if it doesn't show the decision, or later by {@link seenTogether}. */
export type Looks = 'again' | 'later';

/**
 * Reads the thread after a decision. `response` is the platform's to the decision. Never throws, since the decision was
 * sent: whatever keeps the thread from being read or compared leaves the effect unknown.
 */
export const effectOf = async (...given: Parameters<typeof seenEffect>): Promise<DecisionEffect> =>
  seenEffect(...given).catch(unseen);

const unseen = (): DecisionEffect => ({ kind: 'decided', status: 'UNKNOWN' });

async function seenEffect(
  { decision, sheet, looks }: Pick<DecisionSent, 'decision' | 'sheet'> & { readonly looks?: Looks },
  response: Thread,
  context: ToolContext,
): Promise<DecisionEffect> {
  const before = sheet.thread;
  const hasGoneOn = isAbout({ id: response.id }, [before.id]) && phaseOf(response.status) === 'running';
  const look = async (): Promise<DecisionEffect> => {
    const after = await threadAfter(before.id, response, context);
    const effect = judge(decision, before, after, hasGoneOn);
    // The response to the decision may show the thread before it.
    return after === response && effect.kind === 'did-not-take' ? { kind: 'decided', status: 'UNKNOWN' } : effect;
  };
  // Of the decision, not of the reads.
  const isDeferred = context.platform.isDeferred();
  const pauses = looks === 'later' ? [] : LOOK_AGAIN_AFTER_MS;
  const effect = await lookAgain(look, ({ kind }) => kind !== 'did-not-take', context, pauses);
  if (effect.kind !== 'did-not-take') return effect;
  return { ...effect, isDeferred, answered: hasGoneOn ? response.status : undefined };
}

/**
 * The decisions of a batch that their threads didn't show at once, read again together: a platform that takes a moment for each
 * would make a batch of 50 wait for a minute.
 */
export async function seenTogether<T extends { readonly decided: Decided }>(
  results: readonly T[],
  context: ToolContext,
): Promise<readonly T[]> {
  let seen = results;
  for (const ms of LOOK_AGAIN_AFTER_MS) {
    if (seen.every(({ decided }) => decided.kind !== 'did-not-take') || !(await paused(ms, context.signal))) break;
    seen = await mapConcurrent(seen, context.settings.maxConnections, async (one) => ({
      ...one,
      decided: await seenNow(one.decided, context),
    }));
  }
  return seen;
}

async function seenNow(decided: Decided, context: ToolContext): Promise<Decided> {
  if (decided.kind !== 'did-not-take') return decided;
  const { decision, sheet } = decided;
  const effect = await currentThread(sheet.thread.id, context)
    .catch(() => undefined)
    .then((after) => judge(decision, sheet.thread, after, decided.answered !== undefined))
    .catch(unseen);
  if (decision === 'REJECTED') rememberRejection(sheet.thread, effect.status, context.memory);
  return { ...decided, ...effect };
}

/** @param hasGoneOn whether the response to the decision shows the thread running */
function judge(decision: Sent, before: Thread, after: Thread | undefined, hasGoneOn: boolean): DecisionEffect {
  const status = after?.status ?? 'UNKNOWN';
  const since = after?.messages.slice(before.messages.length) ?? [];
  // The first note: a later one is about a later request.
  const noted = since.map(decisionNotedIn).find((one) => one !== undefined);
  const taken = decision === 'APPROVED' ? 'approved' : 'rejected';
  if (noted !== undefined && noted !== taken) return { kind: 'contradicted', status };
  const doubt = noted === undefined ? doubtOf(decision, status, since, hasGoneOn) : undefined;
  if (phaseOf(status) === 'waiting' && after !== undefined) {
    if (asksForAnother(before, after)) return { kind: 'waits-for-another', status, doubt };
    return { kind: 'did-not-take', status, hasToolResult: since.some(holdsResult) };
  }
  return contradicts(decision, status) ? { kind: 'contradicted', status } : { kind: 'decided', status, doubt };
}

/** The doubt about a decision that the conversation doesn't record. */
function doubtOf(decision: Sent, status: string, since: readonly Message[], hasGoneOn: boolean): Doubt | undefined {
  if (namesRejection(status)) return undefined;
  const hasResult = since.some(holdsResult);
  if (decision === 'APPROVED') return !hasResult && !hasGoneOn && provesNoApproval(status) ? 'unseen' : undefined;
  if (hasResult) return 'answered';
  return endsLikeRejected(status) ? undefined : 'unseen';
}

function contradicts(decision: Sent, status: string): boolean {
  if (decision === 'APPROVED') return namesRejection(status);
  return phaseOf(status) === 'running' || verdictIn(status) === 'approved';
}

/** Whether it waits for something else than before; false if the response leaves out the conversation. */
const asksForAnother = (before: Thread, after: Thread): boolean =>
  after.messages.length > 0 && claimKey(requestOf(before)) !== claimKey(requestOf(after));
