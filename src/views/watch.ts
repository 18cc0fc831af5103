/** Asks for threads again and again, at a growing interval, until they settle or change, or time is up. */
import { CancelledError, PlatformError } from '../platform/client/errors.ts';
import { sleep } from '../platform/client/retry.ts';
import { operations } from '../platform/operations/index.ts';
import type { Thread } from '../platform/reading/records.ts';
import { errorText } from '../server/error-text.ts';
import type { PlatformCalls } from '../server/platform-calls.ts';
import type { Cursor } from './cursor.ts';
import { phaseOf } from './status.ts';

/** Every read returns the whole conversation, so asking is not cheap: from half a second to five, by half each time. */
const FIRST_INTERVAL_MS = 500;
const LONGEST_INTERVAL_MS = 5_000;
const GROWTH = 1.5;

export interface WatchOptions {
  readonly ids: readonly string[];
  readonly until: 'settled' | 'changed';
  /** Numbers of messages that the caller has seen; the first look counts for threads that are not in it. */
  readonly before: Cursor;
  readonly limitMs: number;
  readonly call: PlatformCalls['call'];
  readonly signal: AbortSignal;
  onPoll(waitedMs: number, settled: number): void;
}

export interface Watched {
  readonly threads: readonly Thread[];
  /** Numbers of messages to count what was added from. */
  readonly baseline: Cursor;
  readonly failures: readonly { readonly id: string; readonly why: string }[];
  readonly isTimeUp: boolean;
  readonly waitedMs: number;
}

/** @throws PlatformError when no thread can be read at all; CancelledError */
export async function watchThreads({
  ids,
  until,
  before,
  limitMs,
  call,
  signal,
  onPoll,
}: WatchOptions): Promise<Watched> {
  const started = Date.now();
  const known = new Map<string, Thread>();
  const failures = new Map<string, PlatformError>();
  const baseline = new Map(before);
  const firstStatus = new Map<string, string>();

  async function look(): Promise<void> {
    const open = ids.filter((id) => !settled(known.get(id)) && !isLost(failures.get(id)));
    await Promise.all(
      open.map(async (id) => {
        try {
          const thread = await call(operations.getThread, { path: { threadId: id } });
          known.set(id, thread);
          failures.delete(id);
          if (!baseline.has(id)) baseline.set(id, thread.messages.length);
          if (!firstStatus.has(id)) firstStatus.set(id, thread.status);
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          failures.set(id, error);
        }
      }),
    );
  }

  const hasChanged = (): boolean =>
    [...known.values()].some(
      ({ id, status, messages }) => status !== firstStatus.get(id) || messages.length !== baseline.get(id),
    );
  const isDone = (): boolean =>
    ids.every((id) => settled(known.get(id)) || isLost(failures.get(id))) || (until === 'changed' && hasChanged());

  let interval = FIRST_INTERVAL_MS;
  for (;;) {
    await look();
    const waitedMs = Date.now() - started;
    onPoll(waitedMs, [...known.values()].filter(settled).length);
    const isTimeUp = !isDone() && waitedMs + interval > limitMs;
    if (isTimeUp || isDone()) {
      const [firstFailure] = failures.values();
      if (known.size === 0 && firstFailure) throw firstFailure;
      const threads = ids.flatMap((id) => known.get(id) ?? []);
      const lost = [...failures].map(([id, error]) => ({ id, why: errorText(error) }));
      return { threads, baseline, failures: lost, isTimeUp, waitedMs };
    }
    await sleep(interval, signal).catch(() => {
      throw new CancelledError('none');
    });
    interval = Math.min(LONGEST_INTERVAL_MS, interval * GROWTH);
  }
}

/** Anything but running: there is nothing to wait for. */
const settled = (thread: Thread | undefined): boolean => thread !== undefined && phaseOf(thread.status) !== 'running';

/** A failure that waiting does not mend: settings, or an id that does not exist. */
const isLost = (error: PlatformError | undefined): boolean =>
  error !== undefined && (error.facts.fixer === 'settings' || error.facts.fixer === 'caller');
