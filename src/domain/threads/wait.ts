/** Polls threads at a growing interval until they settle or change, or time is up. */

import { reasonText } from '../../mcp/contract/error-text.ts';
import type { PlatformCalls } from '../../mcp/contract/tool.ts';
import { mayPass, PlatformError, pause, withoutEffect } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { textDigest } from '../../platform/text.ts';
import { isAbout } from '../known-record.ts';
import { messageCount } from './conversation.ts';
import { hasEnded, phaseOf } from './status.ts';

/** Every read returns the whole conversation, so the interval grows from half a second to five, by half each time. */
const FIRST_INTERVAL_MS = 500;
const MAX_INTERVAL_MS = 5_000;
const GROWTH = 1.5;
/** Time reserved for the last read, at the end of the wait: twice the time of a read, within bounds. */
const LAST_READ_MS = 50;
const LAST_READ_SHARE = 0.1;

/** What to wait for, and for how long. */
export interface WaitOptions {
  readonly ids: readonly string[];
  readonly until: 'settled' | 'changed';
  /** What the caller has seen; threads that are not in it start from the first read. */
  readonly before: Cursor;
  readonly limitMs: number;
  /** Time limit of one read, cut at the end of the wait. */
  readonly timeoutMs: number;
  readonly call: PlatformCalls['call'];
  readonly signal: AbortSignal;
  onPoll(waitedMs: number, settled: number): void;
}

/** @returns the threads as last read. @throws PlatformError if no thread can be read; CancelledError */
export async function waitForThreads({ ids, until, before, limitMs, ...options }: WaitOptions) {
  const started = performance.now();
  const known = new Map<string, Thread>();
  const failures = new Map<string, PlatformError>();
  const baseline = new Map<string, Seen>(before);

  // A waiting or paused thread has settled, but may still change: somebody else may decide on it.
  const isOver = until === 'changed' ? isEnded : isSettled;
  const isOpen = (id: string): boolean => !isOver(known.get(id)) && !isLost(failures.get(id));

  /** Read in this round. One that had settled in an earlier round may go on since. */
  const fresh = new Set<string>();
  const mayRunAgain = (id: string): boolean => known.has(id) && !fresh.has(id) && !isEnded(known.get(id));

  async function readAll(isWanted: (id: string) => boolean): Promise<void> {
    const left = Math.ceil(limitMs - (performance.now() - started));
    const timeoutMs = Math.max(1, Math.min(options.timeoutMs, left));
    await Promise.all(
      ids.filter(isWanted).map(async (id) => {
        fresh.add(id);
        try {
          const thread = await options.call(operations.getThread, { path: { threadId: id } }, { timeoutMs });
          if (!isAbout(thread, [id])) throw wrongThread(id, thread);
          known.set(id, thread);
          failures.delete(id);
          const first = baseline.get(id);
          const now = seenState(thread);
          baseline.set(id, { messages: first?.messages ?? now.messages, status: first?.status ?? now.status });
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          // The last read has little time, so an earlier failure says more than its time-out.
          if (!(failures.has(id) && isOutOfTime(error))) failures.set(id, error);
        }
      }),
    );
  }

  const hasChanged = (): boolean =>
    [...known].some(([id, thread]) => {
      const now = seenState(thread);
      const then = baseline.get(id);
      return now.status !== then?.status || (now.messages !== undefined && now.messages !== then?.messages);
    });
  const isDone = (): boolean => !ids.some(isOpen) || (until === 'changed' && hasChanged());

  function result(isTimeUp: boolean, waitedMs: number) {
    const [firstFailure] = failures.values();
    if (known.size === 0 && firstFailure) throw firstFailure;
    const lost = [...failures].filter(([id, error]) => !(known.has(id) && isOutOfTime(error)));
    return {
      threads: ids.flatMap((id) => known.get(id) ?? []),
      /** The state from which added messages are counted. */
      baseline,
      /** What the caller has seen with this result. */
      seen: new Map(
        ids.flatMap((id) => {
          const thread = known.get(id);
          const seen = thread ? seenState(thread) : before.get(id);
          // A response without the conversation takes nothing from what was seen of it.
          return seen ? [[id, { ...seen, messages: seen.messages ?? baseline.get(id)?.messages }]] : [];
        }),
      ),
      /** Threads for which waiting makes sense: running (or, until changed, not ended), or not read yet. */
      open: ids.filter(isOpen),
      failures: lost.map(([id, error]) => ({ id, why: reasonText(error) })),
      hasChanged: hasChanged(),
      isTimeUp,
      waitedMs,
    };
  }

  let interval = FIRST_INTERVAL_MS;
  let isLast = false;
  for (;;) {
    const readAt = performance.now();
    fresh.clear();
    await readAll(isOpen);
    if (until === 'settled' && (isLast || isDone())) await readAll(mayRunAgain);
    const waitedMs = performance.now() - started;
    options.onPoll(waitedMs, [...known.values()].filter(isSettled).length);
    if (isDone()) return result(false, waitedMs);
    const reserveMs = Math.min(limitMs * LAST_READ_SHARE, Math.max(LAST_READ_MS, 2 * (performance.now() - readAt)));
    const leftMs = limitMs - waitedMs - reserveMs;
    if (isLast || leftMs <= 0) return result(true, waitedMs);
    isLast = leftMs <= interval;
    await pause(Math.min(interval, leftMs), options.signal);
    interval = Math.min(MAX_INTERVAL_MS, interval * GROWTH);
  }
}

const wrongThread = (requested: string, { id }: Thread): PlatformError =>
  withoutEffect({
    fixer: 'platform',
    kind: 'other-thread',
    what: `The platform's answer was not used: it is about thread ${id}, not ${requested}.`,
    advice: 'Tell the people who run the platform.',
  });

const seenState = (thread: Thread): Seen => ({ messages: messageCount(thread), status: statusWord(thread.status) });

/** Not running: there is nothing to wait for. */
const isSettled = (thread: Thread | undefined): boolean => thread !== undefined && phaseOf(thread.status) !== 'running';

const isEnded = (thread: Thread | undefined): boolean => thread !== undefined && hasEnded(thread.status);

/** Failures of the platform that are the same at each read. */
const LASTING: ReadonlySet<string> = new Set(['too-deep', 'too-many-values', 'field-twice', 'other-thread']);

/** A failure that waiting does not fix: settings, an unknown id, or a thread too long to read. A connection may still succeed. */
const isLost = (error: PlatformError | undefined): boolean =>
  error !== undefined && (!mayPass(error.facts.fixer) || LASTING.has(error.facts.kind)) && !isOutOfTime(error);

/** A read that only ran out of time; for a thread that was read before, that is not a failure. */
const isOutOfTime = ({ facts }: PlatformError): boolean =>
  facts.kind === 'timeout' || facts.kind === 'no-connection' || facts.status === 429;

/** What a caller has seen of one thread. */
interface Seen {
  /** Undefined if the platform leaves out the conversation. */
  readonly messages: number | undefined;
  /** As {@link statusWord} writes it; undefined if unknown. */
  readonly status?: string | undefined;
}

/**
 * Of each thread, by its id, how many messages and which status the caller has seen: `id=12:RUNNING,other=3` as text. Either
 * may be missing.
 */
export type Cursor = ReadonlyMap<string, Seen>;

/** A status in a cursor: a plain word as it is, other text as a digest, because foreign text must stay marked. */
export const statusWord = (status: string): string =>
  /^[A-Za-z0-9_-]{1,40}$/.test(status) ? status : textDigest(status).slice(0, 8);

/** Reads a cursor; undefined for text that is not one. */
export function parseCursor(text: string): Cursor | undefined {
  const seen = new Map<string, Seen>();
  for (const part of text.split(',')) {
    const [, id, messages, status] =
      /^([A-Za-z0-9._~:-]{1,128})=(\d{0,9})(?::([A-Za-z0-9_-]{0,60}))?$/.exec(part) ?? [];
    if (id === undefined || messages === undefined || (messages === '' && !status)) return undefined;
    seen.set(id, { messages: messages === '' ? undefined : Number(messages), status: status || undefined });
  }
  return seen;
}

/** The text that {@link parseCursor} reads; empty if nothing was seen. */
export const formatCursor = (seen: Cursor): string =>
  [...seen].map(([id, { messages, status }]) => `${id}=${messages ?? ''}${status ? `:${status}` : ''}`).join(',');
