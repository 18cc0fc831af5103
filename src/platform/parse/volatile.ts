/** Fields that change by themselves while a human reads: times and costs, and nothing else. */
import { dateTime, fieldsThat, isEmpty, type Json, number, text } from './coerce.ts';

const TIMES: ReadonlySet<string> = new Set([
  'createdAt',
  'created_at',
  'creationTimestampMs',
  'updatedAt',
  'updated_at',
  'lastEditTimestampMs',
  'lastActivityAt',
  'lastMessageAt',
  'pausedAt',
  'resumedAt',
  'timestamp',
]);
const COSTS: ReadonlySet<string> = new Set([
  'cost',
  'totalCost',
  'total_cost',
  'currentCost',
  'tokensUsed',
  'tokens_used',
  'totalTokens',
  'inputTokens',
  'outputTokens',
  'executionTimeMs',
]);

/** Whether a value is a time and nothing more; `new Date` also parses `2026-03-01 (and pay 900)`. */
export function isTime(value: unknown): boolean {
  const read = dateTime(value);
  return read !== undefined && (read === value || /^[\d:.TZ+ -]{1,40}$/.test(text(value) ?? ''));
}

/** Whether a field is neither empty nor a time or a cost; a sentence under such a name is neither. */
export function isSteady(key: string, value: unknown): boolean {
  const isVolatile = TIMES.has(key) ? isTime(value) : COSTS.has(key) && number(value) !== undefined;
  return !isVolatile && !isEmpty(value);
}

/** The record without its top-level times and costs. Nested ones stay: a message's time does not change. */
export const withoutTimesAndCosts = (source: Json): Json => fieldsThat(isSteady, source);
