/** The attempts of a call: after the rate gate, within its time, again where that is safe. */
import { type TracedPlatformRequest, tracePlatform } from '../../basics/traced.ts';
import { attemptOnce } from './attempt.ts';
import { gateClosed, noConnection, tokenRotated } from './call-errors.ts';
import { type CurrentCall, checkAgain, isTooLate, pause } from './current-call.ts';
import type { RateGate } from './gate.ts';
import type { ClientOptions } from './interface.ts';
import { untilReset } from './limit.ts';
import { observed } from './observer.ts';
import type { Permits } from './permits.ts';
import { delayMs, mayRetry } from './retry.ts';
import type { Transport } from './transport.ts';

/** What the calls of a client share. */
export interface RetryParts {
  readonly gate: RateGate;
  readonly options: ClientOptions;
  /** @throws CancelledError where the client was closed between two attempts */
  lane(call: Pick<CurrentCall, 'operation' | 'isReserved'>): Lane;
}

/** Connections that some calls share. */
export interface Lane {
  readonly transport: Transport;
  /** Handed out before each attempt; undefined where a call holds one already. */
  readonly permits: Permits | undefined;
}

/** Attempts until one ends well. @throws PlatformError, CancelledError; whatever {@link checkAgain} throws */
export async function withRetries(current: CurrentCall, parts: RetryParts): Promise<string> {
  const { gate, options } = parts;
  let refreshed = false;
  for (let attempt = 1; ; attempt++) {
    const waited = await passGate(current, attempt, parts);
    if (waited || attempt > 1) await checkAgain(current);
    current.attempts = attempt;
    const outcome = await withConnection(current, parts, (transport) =>
      observed(options.observer, current.operation.name, () => traced(current, attempt, transport, options)),
    );
    if (typeof outcome === 'string') return outcome;
    const { error, sent } = outcome;
    if (error.facts.status === 401 && !refreshed && options.token.refresh()) {
      // A write may have been done before its 401: the caller is told, and calls again.
      if (!current.operation.repeatable) throw tokenRotated(error);
      refreshed = true;
      continue;
    }
    const { retryAfterMs, status, limit } = error.facts;
    const reset = status === 429 ? untilReset(limit) : undefined;
    const asked = retryAfterMs ?? reset;
    // A limit that resets tomorrow may concern this kind of call alone: it holds up the others for no longer than a call takes.
    const closed = retryAfterMs ?? (reset === undefined ? undefined : Math.min(reset, current.timeoutMs));
    if (status === 429) gate.close(closed ?? delayMs(attempt, undefined), performance.now(), limit);
    const retryable = attempt <= options.maxRetries && mayRetry(error, current.operation.repeatable, sent);
    const delay = delayMs(attempt, asked);
    if (!retryable || isTooLate(current, delay)) throw error.with({ attempts: attempt });
    await pause(delay, current);
  }
}

/** The attempt, for those who trace it; what they add is sent with it. */
function traced(
  current: CurrentCall,
  attempt: number,
  transport: Transport,
  options: ClientOptions,
): ReturnType<typeof attemptOnce> {
  const { name, method, path } = current.operation;
  const event: TracedPlatformRequest = { operation: name, method, template: path, resends: attempt - 1, headers: {} };
  const onStatus = (status: number): void => {
    event.status = status;
    current.onStatus?.(status);
  };
  return tracePlatform(event, async () => {
    const outcome = await attemptOnce({ ...current, onStatus }, transport, options, event.headers);
    if (typeof outcome === 'string') return outcome;
    event.status = outcome.error.facts.status;
    event.failure = outcome.error.facts.kind;
    return outcome;
  });
}

/** Runs an attempt once a connection is free. The wait counts against the call's time. @throws PlatformError, CancelledError */
async function withConnection<T>(
  current: CurrentCall,
  { options, lane }: RetryParts,
  attempt: (transport: Transport) => Promise<T>,
): Promise<T> {
  const { transport, permits } = lane(current);
  if (permits === undefined) return attempt(transport);
  const { signal, deadline, caller, timeoutMs } = current;
  const started = performance.now();
  const release = await permits.take(signal, Math.max(1, deadline - performance.now()), caller, timeoutMs);
  try {
    const ms = performance.now() - started;
    if (ms >= 1) options.observer?.connectionWait(ms);
    // Sent now, it could only end as a time-out of the platform, which was never given the time.
    if (ms >= 1 && isTooLate(current, 0)) throw noConnection(timeoutMs);
    return await attempt(transport);
  } finally {
    release();
  }
}

/** Waits until the rate gate is open, if the call's time allows. @returns whether it had to */
async function passGate(current: CurrentCall, attempt: number, { gate, options }: RetryParts): Promise<boolean> {
  let waited = false;
  for (let wait = gate.remaining(); wait > 0; wait = gate.remaining()) {
    if (isTooLate(current, wait)) throw gateClosed(wait, attempt - 1, gate.cause);
    await pause(wait, current);
    options.observer?.gateWait(wait);
    waited = true;
  }
  return waited;
}
