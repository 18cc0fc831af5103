/** A waiting request with everything that helps to decide on it. Questions, inbox lines and cards are drawn from it. */
import { setImmediate as giveWay } from 'node:timers/promises';
import type { Money } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { CancelledError } from '../../platform/client/errors.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { MINUTE_MS } from '../../present/units.ts';
import { type AgentNote, findAgent, keepAgent, keptAgent } from '../agents/agents.ts';
import { moneyOf } from '../costs/currency.ts';
import { currentThread } from '../threads/current-thread.ts';
import { askKey, claimKey, type Request, requestOf } from '../threads/request.ts';
import { withoutStamp } from '../threads/starter.ts';
import { phaseOf } from '../threads/status.ts';
import { type Brief, briefOf } from './brief/brief.ts';
import { briefInputOf } from './brief/extract.ts';
import type { Repeated } from './brief/history.ts';
import { type Loaded, loadHistory } from './brief/load.ts';
import { type StartedBy, startedBy } from './four-eyes.ts';

/** Characters of the task: it explains the request, but isn't part of it. */
export const TASK_ROOM = 300;

export interface Sheet extends Request {
  /** Undefined if no list contains it. */
  readonly agent: AgentNote | undefined;
  readonly cost: Money | undefined;
  readonly brief: Brief;
  /** It comes from a list, which may leave something out. */
  readonly isFromList: boolean;
  /** A decision on it was sent, or is being sent, so another one is refused. */
  readonly isDecided: boolean;
  /** Until when, if that is known: `14:05 UTC`. */
  readonly decidableAfter?: string | undefined;
  /** See {@link askKey}. */
  readonly ask: string | undefined;
  /** The same request in other threads of the agent. */
  readonly repeated: Repeated;
  /** Undefined if four eyes are off. */
  readonly startedBy: StartedBy | undefined;
}

/** Data that the caller already has, so that it isn't read again. */
export interface Known extends Partial<Pick<Sheet, 'agent' | 'cost' | 'isFromList'>> {
  readonly history?: Loaded | Promise<Loaded>;
}

type Reader = Pick<ToolContext, 'call' | 'memory' | 'platform' | 'settings' | 'caller' | 'decisions' | 'logBug'>;

/** Reads a thread and the rest of its sheet. @throws PlatformError if the thread can't be read; Refusal */
export async function readSheet(threadId: string, context: Reader, historyOf = loadHistory): Promise<Sheet> {
  const thread = await currentThread(threadId, context);
  return sheetOf(thread, context, { history: historyOf(thread.agentId, context) });
}

/** The sheet of a thread that was just read. Agent, cost and history are optional: any that can't be read is left out. */
export async function sheetOf(thread: Thread, context: Reader, known: Known = {}): Promise<Sheet> {
  const request = requestOf(withoutStamp(thread, context));
  const isWaiting = phaseOf(thread.status) === 'waiting';
  const [agent, history, money, claimedMs] = await Promise.all([
    agentOf(thread, known.agent, context),
    known.history ?? loadHistory(thread.agentId, context),
    moneyOf([thread], context),
    isWaiting ? context.decisions.claims.leftMs(claimKey(request)) : 0,
  ]);
  const brief = briefOrBug(request, history, context);
  const ask = askKey(request);
  // A long thread takes long to compare and to draw: others get a turn between the two.
  await giveWay();
  return {
    ...request,
    agent,
    cost: known.cost ?? money(thread),
    brief,
    isFromList: known.isFromList ?? false,
    isDecided: claimedMs > 0,
    decidableAfter: clockIn(claimedMs),
    ask,
    repeated:
      isWaiting && 'history' in history
        ? history.history.repeated(request, ask)
        : { older: [], barred: [], newest: undefined },
    startedBy: startedBy(thread, context),
  };
}

/**
 * The brief, also where this server fails at it, since an agent may write what nobody thought of: then the request says so,
 * isn't approved where nobody can be asked, and hides no others of an inbox.
 */
export function briefOrBug(request: Request, history: Loaded, { logBug }: Pick<Reader, 'logBug'>): Brief {
  try {
    return briefOf(briefInputOf(request), history);
  } catch (error) {
    logBug(error);
    const failed = `the whole request: this server has a bug (${error instanceof Error ? error.name : typeof error})`;
    return { unsaid: [], unusual: [], contradictions: [], earlier: [], notCompared: [failed], sources: [] };
  }
}

async function agentOf(
  { agentId }: Thread,
  known: Sheet['agent'],
  { call, memory }: Pick<Reader, 'call' | 'memory'>,
): Promise<Sheet['agent']> {
  if (agentId === undefined) return known;
  const keep = (id: string, agent: Sheet['agent']): Sheet['agent'] => keepAgent(id, agent, memory);
  // An inbox of one agent has only its id.
  if (known !== undefined) return known.id === agentId && known.name !== undefined ? keep(agentId, known) : known;
  const kept = keptAgent(agentId, memory);
  if (kept !== undefined) return kept.agent;
  try {
    // The next request may be another agent's.
    return keep(agentId, await findAgent(call, agentId, (agent) => void keep(agent.id, agent)));
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return undefined;
  }
}

/** `14:05 UTC`, a minute that ends after so many milliseconds; undefined if none are left. */
export const clockIn = (ms: number): string | undefined =>
  ms <= 0
    ? undefined
    : `${new Date(Math.ceil((Date.now() + ms) / MINUTE_MS) * MINUTE_MS).toISOString().slice(11, 16)} UTC`;

/** When a request that is decided can be decided again. @param after {@link Sheet.decidableAfter} */
export const againText = (after: string | undefined): string =>
  `If the thread still waits for the same ${later(after)}, it can be decided again.`;

/** `after 14:05 UTC`. */
export const later = (after: string | undefined): string =>
  after === undefined ? 'a quarter of an hour later' : `after ${after}`;
