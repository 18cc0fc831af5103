/**
 * The attempts of a call, behind the rate gate and within one deadline (docs/architecture.md, "Retry only what is safe").
 * Reads are retried after connection errors, 429, 500, 502, 503 and 504; writes only if nothing was sent, or after a 429.
 * undici's RetryHandler is not used: it has neither a shared gate nor one deadline for all attempts.
 */

import { type TracedPlatformRequest, tracePlatform } from '../../basics/traced.ts';
import { attemptOnce, type CurrentCall } from './attempt.ts';
import type { Body } from './body.ts';
import { gateClosed, noConnection, tokenReplaced, tooLittleTime } from './call-errors.ts';
import { CancelledError, PlatformError, pause } from './errors.ts';
import type { ClientOptions } from './interface.ts';
import { MAX_CLOSED_MS, untilReset } from './limit.ts';

/** Retries until an attempt succeeds. @throws PlatformError, CancelledError; whatever {@link checkAgain} throws */
export async function withRetries(current: CurrentCall, options: ClientOptions): Promise<Body> {
  const { gate } = current;
  let refreshed = false;
  // The page before may hold a share, for which calls that hold connections wait; so may a failed attempt, below.
  current.share.release();
  for (;;) {
    const waited = await passGate(current, options);
    const ready = current.token.current();
    const token = typeof ready === 'string' ? ready : await ready;
    if (token !== ready && isTooLate(current, 0)) throw tooLittleTime(current.timeoutMs);
    if (waited || token !== ready || current.attempts > 0) await checkAgain(current);
    const outcome = await withConnection(current, options, async () => {
      // Another call may have met the rate limit while this one waited for its connection.
      if (gate.remaining(current.operation.name) > 0) return undefined;
      current.attempts++;
      return observed(current, token, options);
    });
    if (outcome === undefined) continue;
    if ('body' in outcome) return outcome.body;
    current.share.release();
    const { error, sent } = outcome;
    if (error.facts.status === 401 && !refreshed && (await hasNewToken(current, token, error))) {
      // A write may have taken effect before its 401, so only the caller may repeat it.
      if (!current.operation.repeatable) throw tokenReplaced(error, current.token.origin);
      refreshed = true;
      continue;
    }
    const { retryAfterMs, status, limit } = error.facts;
    const reset = status === 429 ? untilReset(limit) : undefined;
    // A limit that resets tomorrow, such as what a tenant may spend in a day, may concern only this kind of call.
    const isOwn = retryAfterMs === undefined && reset !== undefined && reset > MAX_CLOSED_MS;
    const all = reset === undefined ? delayMs(current.attempts, undefined) : Math.min(reset, current.timeoutMs);
    const closed = isOwn ? reset : all;
    if (status === 429) gate.close(retryAfterMs ?? closed, limit, isOwn ? current.operation.name : undefined);
    const retryable = current.attempts <= options.maxRetries && mayRetry(error, current.operation.repeatable, sent);
    const delay = delayMs(current.attempts, retryAfterMs ?? reset);
    if (!retryable || isTooLate(current, delay)) throw error;
    await pause(delay, current.signal);
  }
}

/**
 * Whether there is another token after a 401.
 * @throws for a write its own 401, with how to get a token: it may have taken effect. For a read, whatever `refresh` throws
 */
async function hasNewToken(
  { token, operation }: CurrentCall,
  refused: string,
  unauthorized: PlatformError,
): Promise<boolean> {
  try {
    return await token.refresh(refused);
  } catch (error) {
    if (operation.repeatable || !(error instanceof PlatformError)) throw error;
    const { fixer, what, advice } = error.facts;
    // An exchange that failed says that the platform was not called.
    throw unauthorized.with({ fixer, advice: token.origin === 'exchange' ? advice : `${what} ${advice}` });
  }
}

/** Counts and traces the attempt; tracing may add headers to it. */
function observed(
  current: CurrentCall,
  token: string,
  { observer, ...options }: ClientOptions,
): ReturnType<typeof attemptOnce> {
  const { name, method, path } = current.operation;
  const resends = current.attempts - 1;
  const event: TracedPlatformRequest = { operation: name, method, template: path, resends, headers: {} };
  const onStatus = (status: number): void => {
    event.status = status;
    current.onStatus?.(status);
  };
  const started = performance.now();
  const ended = (outcome: string): void => observer?.attempt(name, outcome, performance.now() - started);
  return tracePlatform(event, async () => {
    try {
      const outcome = await attemptOnce({ ...current, onStatus }, { token, headers: event.headers }, options);
      if ('error' in outcome) {
        event.status = outcome.error.facts.status;
        event.failure = outcome.error.facts.kind;
      }
      ended(event.failure ?? 'ok');
      return outcome;
    } catch (error) {
      ended(error instanceof CancelledError ? 'cancelled' : 'other');
      throw error;
    }
  });
}

/** Runs an attempt once a connection is free. The wait counts against the call's time. @throws PlatformError, CancelledError */
async function withConnection<T>(
  current: CurrentCall,
  { observer }: ClientOptions,
  attempt: () => Promise<T>,
): Promise<T> {
  const { permits } = current.lane;
  if (permits === undefined) return attempt();
  const { signal, deadline, caller, timeoutMs } = current;
  const started = performance.now();
  const release = await permits.take(signal, {
    timeoutMs: Math.max(1, deadline - performance.now()),
    caller,
    callMs: timeoutMs,
  });
  try {
    const ms = performance.now() - started;
    if (ms >= 1) observer?.connectionWait(ms);
    // Sending it now would only end in a timeout that the platform didn't cause.
    if (ms >= 1 && isTooLate(current, 0)) throw noConnection(timeoutMs);
    return await attempt();
  } finally {
    release();
  }
}

/** Waits until the rate gate is open, if the call's time allows. @returns whether it waited */
async function passGate(current: CurrentCall, { observer, scope }: ClientOptions): Promise<boolean> {
  const { gate } = current;
  let waited = false;
  const { name } = current.operation;
  for (let wait = gate.remaining(name); wait > 0; wait = gate.remaining(name)) {
    if (isTooLate(current, wait)) throw gateClosed(gate.held(name), current.attempts, scope);
    await pause(wait, current.signal);
    observer?.gateWait(wait);
    waited = true;
  }
  return waited;
}

/** An attempt needs at least this much time, or a tenth of the call's time if that is less. */
const MIN_ATTEMPT_MS = 1_000;

/** Whether an attempt after the wait would have too little time: the outcome of a write would only become unknown. */
export function isTooLate({ deadline, timeoutMs }: CurrentCall, waitMs: number): boolean {
  return performance.now() + waitMs + Math.min(MIN_ATTEMPT_MS, timeoutMs / 10) >= deadline;
}

/** Runs the call's `beforeRepeat`. @throws what it throws; PlatformError if it took too long */
async function checkAgain(current: CurrentCall): Promise<void> {
  if (current.beforeRepeat === undefined) return;
  await current.beforeRepeat();
  if (isTooLate(current, 0)) throw tooLittleTime(current.timeoutMs);
}

const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
const BASE_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;

/** Whether a retry is allowed, apart from time and number. `sent` is whether any of the request had been sent. */
export function mayRetry(error: PlatformError, repeatable: boolean, sent: boolean): boolean {
  const { status, kind } = error.facts;
  if (status !== undefined) return status === 429 || (repeatable && RETRIED_STATUSES.has(status));
  // An unknown host name or a closed port may recover in a moment; a bad certificate will not.
  return (kind === 'connection' || kind === 'unreachable') && (repeatable || !sent);
}

/** Milliseconds before retry number `attempt`, from 1: full jitter, or the delay that the platform asked for. */
export function delayMs(attempt: number, retryAfterMs: number | undefined, random = Math.random): number {
  const backoff = random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
  return retryAfterMs === undefined ? backoff : retryAfterMs + random() * BASE_DELAY_MS;
}
