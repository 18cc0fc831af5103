/** What callers gave, for giving it back in the calls that go on. */

import type { Value } from '../mcp/contract/answer.ts';
import { isObject } from '../platform/parse/coerce.ts';

/** What a caller gave, to repeat in a next step. Null is left out: it means that the argument was not given. */
export function given(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(given);
  return isObject(value) ? givenFields(value) : undefined;
}

/** {@link given} for each field. */
export function givenFields(fields: Readonly<Record<string, unknown>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, given(value)]));
}
