/** Collects every thread that waits for a human, reading the agents' lists concurrently. */

import { present } from '../../mcp/contract/result.ts';
import type { PlatformCalls } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import { compact } from '../../platform/parse/coerce.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { digest } from '../../platform/text.ts';
import { mapConcurrent } from '../../present/map-concurrent.ts';
import { failureNotes, readEach, type Unread } from '../../present/read-each.ts';
import { firstOf } from '../../present/units.ts';
import { activeAgents, agentListGap, gapNote, type ThreadGap } from '../agents/agents.ts';
import { allPages, type WholeList } from '../all-pages.ts';
import { ofProject } from '../filters.ts';
import { holds } from '../found-text.ts';
import { isNotFound } from '../known-record.ts';
import { hasWords } from './matches.ts';
import { claimKey, requestOf } from './request.ts';
import { phaseOf, waitingClaim } from './status.ts';

/** A thread that waits for a decision, and its agent. */
export interface Waiting {
  readonly thread: Thread;
  readonly agent: Pick<Agent, 'id' | 'name' | 'state'>;
  /** The list leaves out its conversation, and it could not be read by itself. */
  readonly isUnread?: true;
}

/** Every waiting thread that could be read. */
export type Inbox = Awaited<ReturnType<typeof readInbox>>;

export interface InboxOptions {
  readonly call: PlatformCalls['call'];
  /** Agents read at once. */
  readonly width: number;
  /** Only this agent. */
  readonly agentId?: string | undefined;
  /** Only these agents, looked up for each reading. */
  agentsNamed?: (() => Promise<WholeList<Agent>>) | undefined;
  /** Only agents of this project. */
  readonly projectId?: string | undefined;
  /** Only requests with all of these words, as `wordsOf` returns them. */
  readonly words?: readonly string[] | undefined;
  progress?(done: number, total: number): void;
}

/** @throws PlatformError if the agents can't be listed, or reading fails for every one of them */
export async function readInbox(options: InboxOptions) {
  const { width, projectId, progress } = options;
  const { items: listed, isWhole } = await agentsAsked(options);
  const { items: agents, notes: onProject } = ofProject(listed, projectId);
  const gaps: ThreadGap[] = [];
  const disputed: Thread[] = [];
  const statusless: Thread[] = [];
  const unread: Unread<Thread>[] = [];
  const waitingOf = async (agent: Agent): Promise<(Waiting & Listed)[]> => {
    const read = await waitingThreads(options, agent.id);
    if (!read.isWhole) gaps.push({ ...read, id: agent.id });
    disputed.push(...read.disputed);
    statusless.push(...read.statusless);
    unread.push(...read.unread);
    return read.waiting.map((one) => ({ ...one, agent }));
  };
  const { found, failures } = await readEach(agents, width, waitingOf, progress);
  const each = eachOnce(found.flat(), listed, agents);
  const waiting: readonly Waiting[] = each.filter(({ match }) => match === 'yes');
  const unmatched: readonly Waiting[] = each.filter(({ match }) => match !== 'yes');
  const notes = present(
    !isWhole && agentListGap(', and what waits there,'),
    ...onProject,
    gapNote(gaps),
    disputedNote(disputed),
    statuslessNote(statusless),
    unsearchedNote(each),
    ...failureNotes(unread, 'waiting thread', ({ id }) => id),
  );
  const incomplete = new Set([...gaps, ...failures.map(({ item }) => item)].map(({ id }) => id));
  return {
    waiting,
    /** Those without the words that were asked for. */
    unmatched,
    agents,
    /** Whether the lists had entries that could not be read, ended too early, or had threads without a status. */
    isPartial: !isWhole || statusless.length > 0 || gaps.length > 0,
    /** Whether the list of an agent was read whole: what isn't in it no longer waits. */
    isRead: (agentId: string): boolean =>
      statusless.length === 0 && !incomplete.has(agentId) && (isWhole || agents.some(({ id }) => id === agentId)),
    /** Caveats: about the filter by project, and about lists that changed while they were read. */
    notes,
    /** Agents whose threads could not be read, and why. */
    failures,
  };
}

/** A thread of a list. */
interface Listed extends Pick<Waiting, 'isUnread'> {
  readonly thread: Thread;
  /** Whether it has the words that were asked for, if any were; `unsearched` if the platform leaves out its conversation. */
  readonly match: 'yes' | 'no' | 'unsearched';
}

/**
 * Each thread once, as in its own agent's list: an agent's list may contain threads of others, too. If a thread names an
 * agent that isn't listed, the name is taken for another id of the agent whose list it is in.
 */
function eachOnce(
  found: readonly (Waiting & Listed)[],
  listed: readonly Waiting['agent'][],
  asked: readonly Waiting['agent'][],
): (Waiting & Listed)[] {
  const known = new Map(listed.map((agent) => [agent.id, agent]));
  const wanted = new Set(asked.map(({ id }) => id));
  const each = new Map<string, Waiting & Listed>();
  for (const one of found) {
    const { thread, agent } = one;
    const owner = known.get(thread.agentId ?? agent.id) ?? agent;
    const key = `${owner.id} ${thread.id}`;
    if (!wanted.has(owner.id) || (owner !== agent && each.has(key))) continue;
    each.set(key, { ...one, agent: owner });
  }
  return [...each.values()];
}

async function agentsAsked({ call, agentId, agentsNamed, projectId }: InboxOptions): Promise<WholeList<Agent>> {
  if (agentId !== undefined) return { items: [{ id: agentId, source: {} }], isWhole: true };
  return agentsNamed === undefined ? activeAgents(call, projectId) : agentsNamed();
}

async function waitingThreads(
  { call, words }: Pick<InboxOptions, 'call' | 'words'>,
  agentId: string,
): Promise<
  Record<'disputed' | 'statusless', Thread[]> & {
    readonly waiting: Listed[];
    readonly unread: Unread<Thread>[];
  } & Omit<WholeList<never>, 'items'>
> {
  /** Whether each lighter thread had the words. */
  const light = new Map<Thread, Listed['match']>();
  const matchOf = (thread: Thread): Listed['match'] =>
    words === undefined || isAbout(thread, words) ? 'yes' : thread.messages.length === 0 ? 'unsearched' : 'no';
  const lighter = (thread: Thread): Thread => {
    if (lengthOf(thread) <= HEAVY) return thread;
    const { messages: _, rest: __, toolCalls: ___, ...others } = thread;
    const one: Thread = { ...others, messages: [], lacksMessages: true, source: {} };
    keys.set(one, waitingKey(thread));
    light.set(one, matchOf(thread));
    return one;
  };
  const { items: threads, ...extent } = await allPages(async (offset, limit) => {
    const query = { status: 'AWAITING_APPROVAL', offset, limit } as const;
    const page = await call(operations.listAgentThreads, { path: { agentId }, query });
    return { ...page, items: page.items.map(lighter) };
  });
  const waiting = threads.filter((thread) => phaseOf(thread.status) === 'waiting');
  const unread: Unread<Thread>[] = [];
  // Some lists leave out the conversation; those threads are read one by one.
  const readOne = async (listed: Thread): Promise<Listed[]> => {
    if (listed.messages.length > 0 || light.has(listed))
      return [{ thread: listed, match: light.get(listed) ?? matchOf(listed) }];
    try {
      const thread = await readWhole(call, listed);
      return [{ thread, match: matchOf(thread) }];
    } catch (error) {
      if (!(error instanceof PlatformError) || error.facts.status === 401) throw error;
      if (error.facts.kind === 'other-tenant') return [];
      // Its other fields may be another tenant's, and change meanwhile.
      const { id, status, createdAt, updatedAt, agentId: owner } = listed;
      const rest = compact({ createdAt, updatedAt, agentId: owner });
      const thread: Thread = { id, status, ...rest, messages: [], lacksMessages: true, source: {} };
      keys.set(thread, digest([id]));
      unread.push({ item: thread, error });
      return [{ thread, match: matchOf(thread), isUnread: true }];
    }
  };
  return {
    waiting: (await Promise.all(waiting.map(readOne))).flat(),
    unread,
    ...extent,
    disputed: threads.filter((thread) => waitingClaim(thread) !== undefined),
    statusless: threads.filter(({ status }) => status === 'UNKNOWN'),
  };
}

/** Whether a search finds the words, or they stand in another field of the request. */
const isAbout = (thread: Thread, words: readonly string[]): boolean =>
  hasWords(thread, words) || requestOf(thread).extras.some(({ json }) => holds(json, words));

/** Characters of a conversation that a list keeps: of a thousand threads of 100 KB, memory holds no more than their heads. */
const HEAVY = 20_000;

const lengthOf = ({ messages }: Thread): number => messages.reduce((sum, { content }) => sum + content.raw.length, 0);

/** Identifies what a listed thread asks for; a digest of all that was sent takes long for a thousand threads. */
export function waitingKey(thread: Thread): string {
  const known = keys.get(thread);
  if (known !== undefined) return known;
  const request = requestOf(thread);
  const isRead = request.statements.length > 0 || request.calls.length > 0;
  const key = digest([thread.id, isRead ? claimKey(request) : request.digest]);
  keys.set(thread, key);
  return key;
}
/** {@link waitingKey}; of a request that can't be read, the id and the messages, since other fields may change meanwhile. */
export function askedKey(thread: Thread): string {
  const { statements, calls } = requestOf(thread);
  return keys.has(thread) || statements.length + calls.length > 0
    ? waitingKey(thread)
    : `${thread.id} ${thread.messages.length}`;
}

/** Each is made once in a reading, which compares it with several cursors. */
const keys = new WeakMap<Thread, string>();

/** Threads that a note names; more would bury what was found. */
const NAMED = 5;

/** No tool decides on a thread whose fields disagree, so it isn't in the list; but it may be waiting. */
function disputedNote(listed: readonly Thread[]): string | undefined {
  if (listed.length === 0) return undefined;
  // Several agents' lists may hold the same one.
  const disputed = [...new Map(listed.map((thread) => [thread.id, thread])).values()];
  const named = firstOf(disputed, NAMED, (thread) => `${thread.id}, ${thread.status} and ${waitingClaim(thread)}`);
  return `May also be waiting, but their status fields disagree: ${named}. Not in this list: check in the platform itself.`;
}

/** Requests that were searched without their conversation. */
function unsearchedNote(listed: readonly Listed[]): string | false {
  const ids = listed.flatMap(({ thread, match }) => (match === 'unsearched' ? thread.id : []));
  return ids.length > 0 && `The platform leaves out the conversation of ${firstOf(ids, NAMED)}: it was not searched.`;
}

/** Threads without a status, from a list that was filtered by status. */
function statuslessNote(threads: readonly Thread[]): string | false {
  // Several agents' lists may hold the same one.
  const ids = [...new Set(threads.map(({ id }) => id))];
  return ids.length > 0 && `Sent without a status, so they may or may not be waiting: ${firstOf(ids, NAMED)}.`;
}

/**
 * The threads of a page of the inbox as a decision will see them: a list may leave out fields, and a token over less would
 * not match. Falls back to the list's version if the thread can't be read: then it isn't whole.
 */
export const readRequests = (waiting: readonly Waiting[], { call, width }: Pick<InboxOptions, 'call' | 'width'>) =>
  mapConcurrent(waiting, width, async ({ thread: listed, agent }) => {
    try {
      const thread = await readWhole(call, listed);
      return thread.id === listed.id ? { thread, agent, isWhole: true } : { thread: listed, agent, isWhole: false };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { thread: listed, agent, isWhole: false };
    }
  });

/** The thread with its conversation, or the list's version if it is gone. */
const readWhole = (call: PlatformCalls['call'], thread: Thread): Promise<Thread> =>
  call(operations.getThread, { path: { threadId: thread.id } }).catch((error: unknown) => {
    if (isNotFound(error)) return thread;
    throw error;
  });
