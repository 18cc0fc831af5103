/** A call in progress and the time that it has left. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationSpec } from '../operations/operation.ts';
import { tooLittleTime } from './call-errors.ts';
import { CancelledError } from './errors.ts';
import type { CallOptions } from './interface.ts';
import type { RateGate } from './limit.ts';
import type { PlatformRequest } from './request.ts';
import type { Share } from './share.ts';
import type { TokenSource } from './token.ts';

/** The state of a call across its attempts. */
export interface CurrentCall extends CallOptions {
  readonly operation: OperationSpec;
  readonly request: PlatformRequest;
  readonly signal: AbortSignal;
  /** On the monotonic clock (`performance.now()`), so that a jump of the wall clock neither ends nor prolongs a call. */
  readonly deadline: number;
  readonly timeoutMs: number;
  readonly token: TokenSource;
  readonly gate: RateGate;
  /** What a large response takes of all that is read at a time. */
  readonly share: Share;
  /** Attempts begun. */
  attempts: number;
}

/** An attempt needs at least this much time, or a tenth of the call's time if that is less. */
const MIN_ATTEMPT_MS = 1_000;

/** Whether an attempt after the wait would have too little time: the outcome of a write would only become unknown. */
export function isTooLate({ deadline, timeoutMs }: CurrentCall, waitMs: number): boolean {
  return performance.now() + waitMs + Math.min(MIN_ATTEMPT_MS, timeoutMs / 10) >= deadline;
}

/** Waits, unless the call is cancelled. @throws CancelledError */
export async function pause(ms: number, current: CurrentCall): Promise<void> {
  await sleep(ms, undefined, { signal: current.signal }).catch(() => {
    throw new CancelledError('none');
  });
}

/** Runs the call's `beforeRepeat`. @throws what it throws; PlatformError if it took too long */
export async function checkAgain(current: CurrentCall): Promise<void> {
  if (current.beforeRepeat === undefined) return;
  await current.beforeRepeat();
  if (isTooLate(current, 0)) throw tooLittleTime(current.timeoutMs);
}
