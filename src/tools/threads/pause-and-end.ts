/** Pausing, resuming and ending a thread, each with the check that the request took effect. */
import * as z from 'zod';
import { confirm } from '../../domain/confirm.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { sentAs } from '../../domain/dialect.ts';
import { extentText } from '../../domain/threads/conversation.ts';
import { lookAgain, threadAfter, threadUnlessWaiting } from '../../domain/threads/current-thread.ts';
import { aboutOf, lastOf } from '../../domain/threads/line.ts';
import { requestDigest } from '../../domain/threads/request.ts';
import { hasEnded, otherStatusNotes, type Phase, phaseOf, unknownStatusNotes } from '../../domain/threads/status.ts';
import { EffectError, Refusal } from '../../mcp/contract/errors.ts';
import { type Money, present, type ToolResult, withCall } from '../../mcp/contract/result.ts';
import { defineTool, type PlatformCallOptions, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { END_STATES } from '../../platform/operations/schemas.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { threadId } from '../fields.ts';
import { result, texts } from '../results.ts';

/** A change of a thread's state. */
interface Transition {
  /** `Paused`: how the result begins. */
  readonly done: string;
  /** The phases that the thread may be in afterwards; `other` is an unknown status. */
  readonly into: readonly Phase[];
  /** The thread, if its state may be changed. @throws Refusal otherwise; PlatformError if it can't be read */
  check(threadId: string, context: ToolContext): Promise<Thread>;
  send(threadId: string, call: ToolContext['call'], options: PlatformCallOptions): Promise<Thread>;
}

const PAUSED: Transition = {
  done: 'Paused',
  into: ['paused', 'other'],
  check: (threadId, context) => threadUnlessWaiting(threadId, 'paused', context),
  send: (threadId, call, options) => call(operations.pauseThread, { path: { threadId } }, options),
};
/** A resumed agent may end, fail or ask before its status is read. */
const RESUMED: Transition = {
  done: 'Resumed',
  into: ['running', 'waiting', 'completed', 'failed', 'other'],
  check: (threadId, context) => threadUnlessWaiting(threadId, 'resumed', context),
  send: (threadId, call, options) => call(operations.resumeThread, { path: { threadId } }, options),
};
const ended = (state: (typeof END_STATES)[number]): Transition => ({
  done: 'Ended',
  into: ['completed', 'failed', 'other'],
  check: threadUnlessEnded,
  send: (threadId, call, options) => call(operations.completeThread, { path: { threadId }, body: { state } }, options),
});

const BOTH = {
  toolset: 'threads',
  effect: 'write',
  isIdempotent: true,
  lookups: ['get_thread'],
  input: () => z.strictObject({ threadId: threadId() }),
  output: () => result(texts('status')),
} as const;

/** POST /v1/agents/threads/{threadId}/pause. */
export const pauseThread = defineTool({
  ...BOTH,
  name: 'pause_thread',
  title: 'Pause thread',
  example: { threadId: 'running' },
  description: 'Pauses a running thread, not one that waits for approval.',
  handle: async ({ threadId }, context) => (await move(threadId, PAUSED, context)).report,
});

/** POST /v1/agents/threads/{threadId}/resume. */
export const resumeThread = defineTool({
  ...BOTH,
  name: 'resume_thread',
  title: 'Resume thread',
  isOpenWorld: true,
  example: { threadId: 'paused' },
  description: 'Resumes a paused thread, not one that waits for approval.',
  async handle({ threadId }, context) {
    const { report, status } = await move(threadId, RESUMED, context);
    return {
      ...report,
      next:
        phaseOf(status) === 'waiting'
          ? { tool: 'get_thread', arguments: { threadId }, why: 'see what it asks for' }
          : { tool: 'wait_for_thread', arguments: { threadIds: [threadId] }, why: 'see how it ends' },
    };
  },
});

/** @throws EffectError if the thread is in another state than requested */
async function move(
  threadId: string,
  { done, into, check, send }: Transition,
  context: ToolContext,
): Promise<{ readonly report: ToolResult; readonly status: string }> {
  const verb = done.toLowerCase();
  const beforeRepeat = () => check(threadId, context);
  const thread = await beforeRepeat();
  const sent = await send(threadId, context.call, { emptyAs: { id: threadId }, beforeRepeat });
  const isDeferred = context.platform.isDeferred();
  const isAsBefore = (status: string): boolean =>
    status === thread.status && !['running', 'paused'].includes(phaseOf(status));
  const isMoved = (status: string): boolean =>
    status === 'UNKNOWN' || (!isAsBefore(status) && into.includes(phaseOf(status)));
  const status = await lookAgain(() => statusAfter(threadId, sent, context), isMoved, context);
  if (!isMoved(status)) {
    const asBefore = isAsBefore(status) ? ', as before' : '';
    const fact = isDeferred
      ? `The platform accepted the request for later (202): thread ${threadId} has not been ${verb} yet: it is ${status}${asBefore}.`
      : `The platform accepted the request, but so far thread ${threadId} has not been ${verb}: it is ${status}${asBefore}.`;
    throw new EffectError(`${fact} Check${withCall(context.has, 'get_thread', { threadId })}.`);
  }
  const accepted = 'The platform accepted the request;';
  const summary =
    status === 'UNKNOWN'
      ? `${accepted} it could not be verified that thread ${threadId} was ${verb}.`
      : status === thread.status
        ? `${accepted} thread ${threadId} is ${status}, as it was before the request.`
        : phaseOf(status) === 'other'
          ? `${accepted} thread ${threadId} is now ${status}, and whether it was ${verb} is not known.`
          : `${done} thread ${threadId}: it is now ${status}.`;
  return { status, report: { summary, notes: unknownStatusNotes(status), facts: { status } } };
}

const statusAfter = async (...given: Parameters<typeof threadAfter>): Promise<string> =>
  (await threadAfter(...given))?.status ?? 'UNKNOWN';

/** POST /v1/agents/threads/{threadId}/complete. */
export const completeThread = defineTool({
  name: 'complete_thread',
  title: 'End thread',
  toolset: 'threads',
  effect: 'destructive',
  lookups: ['get_thread'],
  example: { threadId: 'completing' },
  description: [
    'Ends a thread permanently, unless it waits for approval.',
    { text: 'Use pause_thread to stop it for a while.', tools: ['pause_thread'] },
  ],
  input: () =>
    z.strictObject({
      threadId: threadId(),
      state: z.enum(END_STATES).default('COMPLETED').describe('How it ends.'),
    }),
  output: () => result(texts('status', 'decidedBy')),
  async handle({ threadId, state }, context) {
    const thread = await threadUnlessEnded(threadId, context);
    const wire = sentAs(operations.completeThread, { state }, context);
    const { by, why } = await confirm(context, {
      subject: `thread ${threadId} to ${state}`,
      digest: requestDigest(thread),
      message: async () => messageOf(thread, `${state}${wire}`, (await moneyOf([thread], context))(thread)),
      yes: { value: state, title: `End it as ${state}` },
      no: { value: 'KEEP', title: 'Leave it as it is' },
      chose: 'chose to leave it as it is',
    });
    if (why !== undefined) {
      return {
        summary: `Nothing was sent: ${why}. Thread ${threadId} is still ${thread.status}.`,
        facts: { status: thread.status },
      };
    }
    const { report, status } = await context.platform.reserve((call) =>
      move(threadId, ended(state), { ...context, call }),
    );
    return {
      ...report,
      notes: [...(report.notes ?? []), ...otherStatusNotes(status, state)],
      facts: { status, decidedBy: by },
    };
  },
});

/** @param end how it ends, and how that is sent if it differs */
function messageOf(thread: Thread, end: string, cost: Money | undefined): string {
  const { id, status, lacksMessages, agentId } = thread;
  const [last, task] = [lastOf(thread, 400), aboutOf(thread, 400)];
  const now = status === 'UNKNOWN' ? 'The platform does not say its status' : `It is ${status} now`;
  return present(
    `End thread ${id} as ${end}? It may not be possible to go on with it afterwards.`,
    '',
    `${now}${lacksMessages ? '; ' : ', with '}${extentText(thread)}${cost === undefined ? '' : `${lacksMessages ? '; it has' : ' and'} a cost of ${cost} so far`}; agent ${agentId ?? 'unknown'}.`,
    task && `Its task: ${task}.${last === undefined ? ' Nothing was said since.' : ''}`,
    last && `Last message: ${last}.`,
  ).join('\n');
}

/** The thread, if it has not ended and does not wait. @throws Refusal otherwise; PlatformError if it can't be read */
async function threadUnlessEnded(threadId: string, context: ToolContext): Promise<Thread> {
  const thread = await threadUnlessWaiting(threadId, 'ended', context);
  const { status } = thread;
  if (!hasEnded(status)) return thread;
  throw new Refusal(`Refused: thread ${threadId} has already ended; it is ${status}. Nothing was sent.`);
}
