/** A call under way, and the time that it has left. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationSpec } from '../operations/operation.ts';
import { notInTime } from './call-errors.ts';
import { CancelledError } from './errors.ts';
import type { BodySink, CallOptions } from './interface.ts';
import type { Upload } from './multipart.ts';
import type { PlatformRequest } from './request.ts';

/** What one call carries through its attempts. */
export interface CurrentCall {
  readonly operation: OperationSpec;
  readonly request: PlatformRequest;
  readonly signal: AbortSignal;
  /** On the monotonic clock (`performance.now()`): a wall clock that jumps must not end a call, or keep it. */
  readonly deadline: number;
  readonly timeoutMs: number;
  readonly sink: BodySink | undefined;
  readonly beforeRepeat: CallOptions['beforeRepeat'];
  readonly upload: Upload | undefined;
  readonly onStatus: CallOptions['onStatus'];
  readonly isReserved: CallOptions['isReserved'];
  readonly caller: CallOptions['caller'];
  /** How many attempts were begun. */
  attempts: number;
}

/** The least time that an attempt is worth starting with; at most a tenth of the call's. */
const LEAST_ATTEMPT_MS = 1_000;

/** Whether an attempt after the wait would have hardly any time: a write sent then would only end as unknown. */
export function isTooLate({ deadline, timeoutMs }: CurrentCall, waitMs: number): boolean {
  return performance.now() + waitMs + Math.min(LEAST_ATTEMPT_MS, timeoutMs / 10) >= deadline;
}

/** Waits, unless the call is cancelled. @throws CancelledError */
export async function pause(ms: number, current: CurrentCall): Promise<void> {
  await sleep(ms, undefined, { signal: current.signal }).catch(() => {
    throw new CancelledError('none');
  });
}

/** Whether what the request rests on still holds. @throws what the check throws; PlatformError where it took too long */
export async function checkAgain(current: CurrentCall): Promise<void> {
  if (current.beforeRepeat === undefined) return;
  await current.beforeRepeat();
  if (isTooLate(current, 0)) throw notInTime(current.timeoutMs);
}
