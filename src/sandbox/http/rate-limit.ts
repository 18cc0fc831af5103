/** The rate limit: a fixed window, counting all requests with a good token. */
import type { RateLimit } from '../options.ts';
import { HttpError } from './errors.ts';

/** Counts a request. @throws HttpError 429 with Retry-After in whole seconds until the window ends. */
export type RateGate = (now: number) => void;

export function rateGate(limit: RateLimit | undefined): RateGate {
  let windowStart = Number.NEGATIVE_INFINITY;
  let used = 0;
  return (now) => {
    if (limit === undefined) return;
    if (now - windowStart >= limit.windowMs) {
      windowStart = now;
      used = 0;
    }
    used += 1;
    if (used <= limit.requests) return;
    const retryAfter = Math.max(1, Math.ceil((windowStart + limit.windowMs - now) / 1000));
    const message = `rate limit of ${limit.requests} requests in ${limit.windowMs} ms exceeded; retry after ${retryAfter} s`;
    throw new HttpError(429, message, { retryAfter }, { 'retry-after': String(retryAfter) });
  };
}
