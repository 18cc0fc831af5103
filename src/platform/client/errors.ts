/** Failures of calls, sorted by who can fix them; only `mcp/contract/error-text.ts` makes texts of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ForeignText } from '../text.ts';
import type { LimitHit } from './limit.ts';

/**
 * Who can fix it: `settings` the person who configured this server; `caller` the caller, with other arguments; `platform`
 * the people who run the platform; `network` nobody, but a retry usually helps; `state` nobody, since the record is in
 * another state and a retry changes nothing; `repeat` the caller, by making the same call again.
 */
export type Fixer = 'settings' | 'caller' | 'platform' | 'network' | 'state' | 'repeat';

/** Whether it may pass while a read is repeated: nobody has to change a setting or an argument, or to sign in again. */
export const mayPass = (fixer: Fixer): boolean => fixer === 'platform' || fixer === 'network';

/** `none` if nothing was done (not sent, or refused); `unknown` if no usable response came to what was sent. */
export type Effect = 'none' | 'unknown';

/** Everything known about a failed call. Unknown facts are absent. */
export interface FailureFacts {
  readonly fixer: Fixer;
  /** The platform responded with an error, and may have applied the write all the same. */
  readonly mayHaveChanged?: boolean;
  /** A stable word for tests, logs and metrics: `timeout`, `refused`, `http-404`, `too-large`, ... */
  readonly kind: string;
  /** What happened: one sentence without the platform's message. */
  readonly what: string;
  /** What to do next, one sentence. */
  readonly advice: string;
  /** The advice's first check: the ids of the call or the state of its thread. */
  readonly checks?: 'ids' | 'state' | undefined;
  /** Further advice; it stays even if a tool replaces `advice`. */
  readonly otherwise?: string;
  readonly effect: Effect;
  /** HTTP status, if a response came. */
  readonly status?: number;
  readonly platformMessage?: ForeignText | undefined;
  readonly field?: ForeignText;
  readonly retryAfterMs?: number;
  /** The limit that was hit, if the platform names it. */
  readonly limit?: LimitHit;
  readonly attempts?: number;
  /** Summary of the operation, from the operations table; absent if nothing was requested yet. */
  readonly operation?: string;
  readonly reads?: boolean;
  /** The ids in the path by their names. */
  readonly target?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A call that failed for any reason but cancellation. Its message is `facts.what`, without the platform's message. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts) {
    super(facts.what, { cause: facts.cause });
    this.facts = facts;
  }

  with(changes: Partial<FailureFacts>): PlatformError {
    return new PlatformError({ ...this.facts, ...changes });
  }
}

/** The error of a call that did nothing; whoever sent the request corrects that where it isn't known. */
export const withoutEffect = (facts: Omit<FailureFacts, 'effect'>): PlatformError =>
  new PlatformError({ ...facts, effect: 'none' });

/** The call was cancelled: by the host, or because the process ends. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  /** Whether the request had been sent when it was cancelled. */
  readonly effect: Effect;

  constructor(effect: Effect) {
    super('The call was cancelled.');
    this.effect = effect;
  }
}

/** Waits so many milliseconds before anything is sent. @throws CancelledError if the caller cancels */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw new CancelledError('none');
  });
}

/** The known effect of a failed call; `none` for failures other than those of the platform and the network. */
export function effectIn(error: unknown): Effect {
  if (error instanceof PlatformError) return error.facts.effect;
  return error instanceof CancelledError ? error.effect : 'none';
}

/** Whether a write that failed may have taken effect: no usable response came, or an error that may have come after it did. */
export const mayHaveTakenEffect = (error: unknown): error is PlatformError | CancelledError =>
  effectIn(error) === 'unknown' || (error instanceof PlatformError && error.facts.mayHaveChanged === true);
