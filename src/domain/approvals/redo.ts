/**
 * "Reject and start again with my words": a choice in the question about one request. The thread is rejected with the human's
 * words, and only if it has ended, a new one of the same agent starts with the user's messages and these words as the last.
 * Each of the two writes is told by itself.
 */
import { randomUUID } from 'node:crypto';
import { reasonText } from '../../mcp/contract/error-text.ts';
import { withoutInvisible } from '../../mcp/contract/invisible.ts';
import type { Choice } from '../../mcp/contract/question.ts';
import type { NextStep } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { type CancelledError, effectIn, PlatformError } from '../../platform/client/errors.ts';
import { isHuman, spokenText } from '../../platform/parse/messages.ts';
import type { Message } from '../../platform/parse/records.ts';
import { clean, foreign, plainOrMarked } from '../../platform/text.ts';
import { hindranceOf } from '../agents/agents.ts';
import { callsOf, holdsResult } from '../threads/calls.ts';
import { currentThread } from '../threads/current-thread.ts';
import { decidedCalls, isUndecided } from '../threads/request-calls.ts';
import { startThread } from '../threads/start.ts';
import { hasEnded } from '../threads/status.ts';
import { type Decided, type DecisionSent, isExpected, type Redone } from './effect.ts';
import { send } from './send.ts';
import type { Sheet } from './sheet.ts';

/** The choice that does both, for which the comment has the words. */
export const REDO: Choice = { value: 'REDO', title: 'Reject and start again with my words' };

/** What the question says if the choice came without words. */
export const ASK_AGAIN = `Nothing was sent: “${REDO.title}” needs your words as the comment. Write them, or choose otherwise.`;

/** What a new thread of the same agent would begin with, before the human's words. */
interface Plan {
  readonly agentId: string;
  readonly messages: readonly string[];
  readonly tenants: { readonly tenantId?: string; readonly subtenantId?: string };
}

/** Undefined where the choice isn't offered: the session starts no threads, or something of the old thread can't be read. */
function planOf({ thread, agent }: Sheet, { has, settings }: ToolContext): Plan | undefined {
  const { agentId, messages, lacksMessages } = thread;
  if (!has('create_thread') || agentId === undefined || lacksMessages) return undefined;
  if (hindranceOf(agent) !== undefined) return undefined;
  const asked = messages
    .filter(isUsers)
    .map(wordsOf)
    .filter((words) => words.trim() !== '');
  const tenantId = settings.tenantId ?? thread.tenants?.tenantId;
  const subtenantId = settings.subtenantId ?? thread.tenants?.subtenantId;
  if (asked.length === 0 || tenantId === undefined || subtenantId === undefined) return undefined;
  const tenants = { ...(tenantId !== '' && { tenantId }), ...(subtenantId !== '' && { subtenantId }) };
  return { agentId, messages: asked, tenants };
}

/** A human's words: some platforms carry calls and tools' results in messages with the user's role. */
const isUsers = (message: Message): boolean =>
  isHuman(message) && message.toolCalls === undefined && !holdsResult(message);
const wordsOf = (message: Message): string => withoutInvisible(spokenText(message));

/** The line of the question about the choice; undefined where it isn't offered. */
export function redoLine(sheet: Sheet, context: ToolContext): string | undefined {
  if (planOf(sheet, context) === undefined) return undefined;
  const names = calledTools(sheet);
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const again =
    names.length === 0 ? '' : ` These tools may run again: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`;
  const isLess = sheet.thread.messages.some((message) => isUsers(message) && message.rest !== undefined);
  const less = isLess ? ' What else was sent with these messages is left out.' : '';
  const isStarter = context.settings.fourEyes !== 'off' && context.caller.subject !== undefined;
  const others = isStarter ? ' You are then its starter, so somebody else has to decide on what it asks for.' : '';
  return `Starting again means a new thread with the user’s messages and your comment.${less}${others}${again}`;
}

const MOST_NAMED = 20;

/** The tools that were called in the thread, without the calls to decide on. */
function calledTools(sheet: Sheet): string[] {
  const { messages, toolCalls } = sheet.thread;
  const made = callsOf(messages, toolCalls);
  const earlier = sheet.calls.filter(({ state }) => state === 'earlier');
  const ran = [...made.filter(({ hasResult }) => hasResult), ...earlier].map(({ name }) => name.raw);
  const open = new Set(decidedCalls(sheet).flatMap((call) => (isUndecided(call) ? call.name.raw : [])));
  const results = messages.filter(holdsResult).flatMap(({ name }) => name?.raw ?? []);
  const all = new Set([...ran, ...results.filter((name) => !open.has(name))]);
  return [...all].map((name) => plainOrMarked(name, 60));
}

type Chosen = Pick<DecisionSent, 'sheet' | 'by' | 'comment' | 'isCommentDropped'>;

/** Rejects, and starts again if the thread has ended. @throws what {@link send} throws: nothing was sent then */
export async function rejectAndStartAgain(chosen: Chosen, context: ToolContext): Promise<Decided> {
  const { sheet } = chosen;
  const words = wordsIn(chosen.comment);
  const plan = planOf(sheet, context);
  if (words === undefined || plan === undefined) return { kind: 'left', why: 'wordless', sheet };
  const group = randomUUID();
  const decided = await send({ ...chosen, decision: 'REJECTED', comment: words, group }, context);
  if (!('decision' in decided)) return decided;
  return { ...decided, redo: await startIfEnded(decided, { plan, words, group }, context) };
}

interface Begun {
  readonly plan: Plan;
  readonly words: string;
  readonly group: string;
}

async function startIfEnded(decided: Decided, begun: Begun, context: ToolContext): Promise<Redone> {
  let isOver = false;
  try {
    isOver = await wasEnded(decided, context);
    return isOver ? await start(begun, context) : { kind: 'not-tried' };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return isOver ? notStarted(begun, error, context) : { kind: 'not-read', error };
  }
}

/** The words as they are shown and sent, without invisible characters; undefined if there are none. */
export function wordsIn(comment: string | undefined): string | undefined {
  const words = clean(comment ?? '').trim();
  return words === '' ? undefined : words;
}

/** Whether the rejection took effect without a doubt, and the thread, read once more, has ended. */
async function wasEnded(decided: Decided, context: ToolContext): Promise<boolean> {
  if (decided.kind !== 'decided' || decided.doubt !== undefined || !hasEnded(decided.status)) return false;
  return hasEnded((await currentThread(decided.sheet.thread.id, context)).status);
}

/** What a new thread begins with: the user's messages, and the human's words as the last one. */
const beginning = ({ messages }: Plan, words: string): readonly string[] => [...messages, words];

async function start({ plan, words, group }: Begun, context: ToolContext): Promise<Redone> {
  const messages = beginning(plan, words).map((content) => ({ role: 'user', content }));
  const started = await startThread(plan.agentId, { messages, ...plan.tenants }, context, group);
  return { kind: 'started', ...started };
}

/** The outcome of an error, with the call that starts the thread if it was not started. */
function notStarted({ plan, words }: Begun, error: Error, { settings }: ToolContext): Redone {
  const { agentId, tenants } = plan;
  if (effectIn(error) === 'unknown') return { kind: 'unknown', error, agentId };
  const messages = beginning(plan, words).map((content) => ({ role: 'user', content: foreign(content) }));
  // A pinned one is no argument.
  const free = {
    tenantId: settings.tenantId === undefined ? tenants.tenantId : undefined,
    subtenantId: settings.subtenantId === undefined ? tenants.subtenantId : undefined,
  };
  return { kind: 'not-started', error, arguments: { agentId, messages, ...free } };
}

interface RedoText {
  readonly said: string;
  readonly notes?: readonly string[];
  readonly next?: NextStep;
}

/** Characters of the call that starts the thread. */
const LONGEST_CALL = 6_000;

/** What became of the new thread, for the result; undefined unless the human chose to start again. */
export function redoText(
  { redo, sheet }: Pick<DecisionSent, 'redo' | 'sheet'>,
  has: ToolContext['has'],
): RedoText | undefined {
  switch (redo?.kind) {
    case undefined:
      return undefined;
    case 'not-tried':
      return { said: NOTHING_STARTED };
    case 'not-read': {
      const { id } = sheet.thread;
      const next = { tool: 'get_thread', arguments: { threadId: id }, why: 'see whether it has ended' };
      const said = `${NOTHING_STARTED.slice(0, -1)}, because thread ${id} could not be read again: ${redo.error instanceof PlatformError ? redo.error.facts.what : reasonText(redo.error)}`;
      return { said, notes: [`Only if that one has ended: ${callWith(id)}`], next };
    }
    case 'started': {
      const { thread, fact, notes } = redo;
      const next = { tool: 'wait_for_thread', arguments: { threadIds: [thread.id] }, why: 'see how the new one ends' };
      return { said: `${fact}, with the human’s words as its last message.`, notes, next };
    }
    case 'unknown': {
      const { error, agentId } = redo;
      const why = 'look for it before anything is started';
      // The latest change first: a list of threads may begin with the oldest.
      const next = { tool: 'search_threads', arguments: { agentId, limit: 5 }, why };
      const reason = reasonText(error, has(next.tool) ? next.tool : undefined);
      return { said: `The new thread may have been started: ${reason}`, next };
    }
    case 'not-started': {
      const said = `The new thread was not started: ${reasonText(redo.error)}`;
      if (JSON.stringify(redo.arguments).length > LONGEST_CALL) return { said, notes: [callWith(sheet.thread.id)] };
      const why = 'start it, with the texts between the marks';
      return { said, next: { tool: 'create_thread', arguments: redo.arguments, why } };
    }
  }
}

const callWith = (threadId: string): string =>
  `create_thread starts a new one, with the user’s messages of thread ${threadId} and the human’s words as the last one.`;

const NOTHING_STARTED = 'No new thread was started.';

/** For the error of a rejection that did not end the thread. A result has the words as its reason. */
export const nothingStarted = ({ redo, comment = '' }: Pick<DecisionSent, 'redo' | 'comment'>): string[] =>
  redo === undefined ? [] : [NOTHING_STARTED, `The human’s words: ${foreign(comment)}.`];

/** The error of a rejection whose outcome is unknown, or that the platform refused. */
export const withNothingStarted = (
  error: PlatformError | CancelledError,
  sent: DecisionSent,
): PlatformError | CancelledError =>
  error instanceof PlatformError ? error.with({ what: [...nothingStarted(sent), error.facts.what].join(' ') }) : error;
