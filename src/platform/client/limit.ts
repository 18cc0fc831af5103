/** Which limit a 429 is about, where the platform says so (docs/platform-notes.md, "Deployments that read other words"). */
import { compact, isObject, type Json, label, number, pick, time, wordsOfJson } from '../parse/coerce.ts';
import type { ForeignText } from '../text.ts';

/** Each field is absent where the platform left it out. */
export interface LimitHit {
  /** The platform's word for it: `TENANT_LIMIT_EXCEEDED`. */
  readonly code?: string;
  /** The rule that stopped the request. */
  readonly rule?: ForeignText;
  /** How much was used, and how much may be. */
  readonly current?: number;
  readonly limit?: number;
  /** ISO date-time. */
  readonly resetsAt?: string;
}

const MAX_RULE = 200;

/** @param details what the error object says beside its message. Undefined where that is about no limit */
export function limitIn(details: unknown, code: unknown): LimitHit | undefined {
  if (!isObject(details)) return undefined;
  const rule = pick(details, 'blockingRule');
  const resetsAt = time(pick(details, 'resetsAt'));
  if (rule === undefined && resetsAt === undefined) return undefined;
  return compact({
    code: label(code),
    rule: wordsOfJson(rule)?.line(MAX_RULE),
    current: number(pick(details, 'current')),
    limit: number(pick(details, 'limit')),
    resetsAt,
  });
}

const READ: ReadonlySet<string> = new Set(['blockingRule', 'current', 'limit', 'resetsAt']);

/** What the details hold beside the limit. */
export const besideLimit = (details: Json): Json =>
  Object.fromEntries(Object.entries(details).filter(([key]) => !READ.has(key)));

/** Milliseconds until the limit resets; undefined where that is not known, or over. */
export function untilReset(hit: LimitHit | undefined, now = Date.now()): number | undefined {
  if (hit?.resetsAt === undefined) return undefined;
  const left = Date.parse(hit.resetsAt) - now;
  return left > 0 ? left : undefined;
}
