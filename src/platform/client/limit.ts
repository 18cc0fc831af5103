/** The limit that a 429 names (docs/platform-notes.md, "Deployments that expect other words"), and the gate. */
import { compact, fieldsThat, foreignJson, isObject, type Json, label, number, pick, time } from '../parse/coerce.ts';

/** The limit that stopped a request. A field is absent if the platform left it out. */
export type LimitHit = NonNullable<ReturnType<typeof limitIn>>;

const MAX_RULE = 200;

/** The limit that an error's details name; undefined if they name none. */
export function limitIn(details: unknown, code: unknown) {
  if (!isObject(details)) return undefined;
  const rule = pick(details, 'blockingRule');
  const resetsAt = time(pick(details, 'resetsAt'));
  if (rule === undefined && resetsAt === undefined) return undefined;
  return compact({
    /** The platform's code: `TENANT_LIMIT_EXCEEDED`. */
    code: label(code),
    rule: foreignJson(rule)?.line(MAX_RULE),
    /** The amount used, and the amount allowed. */
    current: number(pick(details, 'current')),
    limit: number(pick(details, 'limit')),
    /** ISO date-time. */
    resetsAt,
  });
}

const LIMIT_FIELDS: ReadonlySet<string> = new Set(['blockingRule', 'current', 'limit', 'resetsAt']);

/** The details without the fields of the limit. */
export const withoutLimit = (details: Json): Json => fieldsThat((key) => !LIMIT_FIELDS.has(key), details);

/** Milliseconds until the limit resets; undefined if that is unknown or past. */
export function untilReset(hit: LimitHit | undefined): number | undefined {
  if (hit?.resetsAt === undefined) return undefined;
  const left = Date.parse(hit.resetsAt) - Date.now();
  return left > 0 ? left : undefined;
}

/** Maximum time that the gate stays closed: a platform may ask for a year. */
export const MAX_CLOSED_MS = 5 * 60_000;

/** Why and for how long calls are held back. Times are of the monotonic clock. */
export interface Hold {
  readonly until: number;
  /** What the platform asked for, which may be later. */
  readonly askedUntil: number;
  /** The limit that was reached, if the platform named it. */
  readonly cause: LimitHit | undefined;
}

/** After a 429, all calls of a token wait: the limit counts them together. */
export class RateGate {
  /** By operation; of all of them under an empty name. */
  readonly #holds = new Map<string, Hold>();

  /**
   * Closes the gate for `ms` milliseconds from now, unless it is already closed for longer.
   * @param operation the only one that waits
   */
  close(ms: number, cause?: LimitHit, operation = '', now = performance.now()): void {
    const until = now + Math.min(ms, MAX_CLOSED_MS);
    if (until < (this.#holds.get(operation)?.until ?? 0)) return;
    this.#holds.set(operation, { until, askedUntil: now + ms, cause });
  }

  /** What holds back an operation for longest; undefined if nothing does. */
  held(operation = '', now = performance.now()): Hold | undefined {
    const [all, own] = ['', operation].map((name) => this.#holds.get(name));
    const hold = (own?.until ?? 0) > (all?.until ?? 0) ? own : all;
    return hold !== undefined && hold.until > now ? hold : undefined;
  }

  /** Milliseconds until the gate opens; 0 when it is open. */
  remaining(operation = '', now = performance.now()): number {
    return (this.held(operation, now)?.until ?? now) - now;
  }
}

/** Delay in milliseconds from a Retry-After header: seconds, or an HTTP date (RFC 9110, section 10.2.3). */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  const value = header?.trim();
  if (value === undefined || value === '') return undefined;
  const isSeconds = /^\d+(\.\d+)?$/.test(value);
  // A date begins with its weekday; Date.parse takes `-5` for one, too.
  const date = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(value) ? Date.parse(value) : Number.NaN;
  const ms = isSeconds ? Math.ceil(Number(value) * 1000) : Math.max(0, date - now);
  return Number.isFinite(ms) ? ms : undefined;
}
