/** Values of callers and platforms, made fit for showing. */

import type { Value } from '../mcp/contract/answer.ts';
import { isObject } from '../platform/parse/coerce.ts';
import type { ForeignText } from '../platform/text.ts';

/** What a caller gave, for giving it back in a next step. Null is left out: an argument that is null is none. */
export function given(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(given);
  return isObject(value) ? givenFields(value) : undefined;
}

/** {@link given} for each field. */
export function givenFields(fields: Readonly<Record<string, unknown>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, given(value)]));
}

/**
 * The part of a text from character `from` that takes at most `max` characters as JSON too: line breaks and quotes
 * count twice there, and text and structured content share one budget.
 */
export function fitting(text: ForeignText, from: number, max: number): { part: ForeignText; left: number } {
  let part = text.slice(from, max);
  for (let size = sizeOf(part); size > max && part.length > 1; size = sizeOf(part)) {
    part = text.slice(from, Math.max(1, Math.floor((part.length * max) / size) - 1));
  }
  return { part, left: Math.max(0, text.length - from - part.length) };
}

const sizeOf = (text: ForeignText): number => JSON.stringify(text).length - 4;
