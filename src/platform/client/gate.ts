import type { LimitHit } from './limit.ts';

/** The gate is never closed for longer: a platform that asks for a year must not end this process's use of it. */
const LONGEST_MS = 5 * 60_000;

/**
 * One gate for all calls to the platform: after a 429 nobody knocks until the time is over. The limit counts a token's
 * calls together, so a second call at once would only be refused as well. Its clock is the monotonic one.
 */
export class RateGate {
  #opensAt = 0;
  #cause: LimitHit | undefined;

  /** Which limit it was closed for last, where the platform said so. */
  get cause(): LimitHit | undefined {
    return this.#cause;
  }

  /** Closes the gate for `ms` milliseconds from now, if it is not closed for longer already. */
  close(ms: number, now = performance.now(), cause?: LimitHit): void {
    this.#cause = cause;
    this.#opensAt = Math.max(this.#opensAt, now + Math.min(ms, LONGEST_MS));
  }

  /** Milliseconds until the gate opens; 0 when it is open. */
  remaining(now = performance.now()): number {
    return Math.max(0, this.#opensAt - now);
  }
}

/** Delay in milliseconds from a Retry-After header: seconds, or an HTTP date (RFC 9110, section 10.2.3); `now` in epoch milliseconds. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  const value = header?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return finite(Math.ceil(Number(value) * 1000));
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);
