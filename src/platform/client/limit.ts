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
const MAX_CLOSED_MS = 5 * 60_000;

/** After a 429, all calls of a token wait: the limit counts them together. Its clock is monotonic. */
export class RateGate {
  #opensAt = 0;
  /** What the platform asked for, which may be longer. */
  #askedUntil = 0;
  /** When single operations may be called again. */
  readonly #operations = new Map<string, number>();
  /** The limit for which it was last closed, if the platform named it. */
  cause: LimitHit | undefined;

  /**
   * Closes the gate for `ms` milliseconds from now, unless it is already closed for longer.
   * @param operation the only one that waits
   */
  close(ms: number, cause?: LimitHit, operation?: string, now = performance.now()): void {
    this.cause = cause;
    const until = now + Math.min(ms, MAX_CLOSED_MS);
    if (operation !== undefined) return void this.#operations.set(operation, until);
    if (until >= this.#opensAt) this.#askedUntil = now + ms;
    this.#opensAt = Math.max(this.#opensAt, until);
  }

  /** Milliseconds until the gate opens, for an operation or for most; 0 when it is open. */
  remaining(operation?: string, now = performance.now()): number {
    const own = operation === undefined ? 0 : (this.#operations.get(operation) ?? 0);
    return Math.max(0, this.#opensAt - now, own - now);
  }

  /** Milliseconds until the time that the platform asked to wait for. */
  asked(now = performance.now()): number {
    return Math.max(0, this.#askedUntil - now);
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
