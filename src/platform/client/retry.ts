/**
 * Whether and when a failed attempt is tried again (docs/architecture.md, "Retry only what is safe"): reads after
 * connection errors, 429, 500, 502, 503 and 504; writes only when nothing was sent, or on 429. Full jitter; a
 * Retry-After is honoured within the call's time. undici's own RetryHandler is not used: it knows neither a shared gate
 * nor one deadline over all attempts.
 */
import type { PlatformError } from './errors.ts';

const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
const BASE_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;

/** Whether trying again is allowed, apart from time and number. `sent` is whether the request had begun to leave. */
export function mayRetry(error: PlatformError, repeatable: boolean, sent: boolean): boolean {
  const { status, kind } = error.facts;
  if (status !== undefined) return status === 429 || (repeatable && RETRIED_STATUSES.has(status));
  // A name that is not known or a port that is closed may be back in a moment; a bad certificate will not.
  return (kind === 'connection' || kind === 'unreachable') && (repeatable || !sent);
}

/** Milliseconds before attempt number `attempt` (the first retry is 1): full jitter, or what the platform asked for. */
export function delayMs(attempt: number, retryAfterMs: number | undefined, random = Math.random): number {
  const backoff = random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
  return retryAfterMs === undefined ? backoff : retryAfterMs + random() * BASE_DELAY_MS;
}
