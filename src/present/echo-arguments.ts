/** A caller's arguments, repeated in next steps. */

import type { Value } from '../mcp/contract/result.ts';
import { isObject } from '../platform/parse/coerce.ts';

/** An argument as a next step repeats it. Null is dropped: it means that the argument was left out. */
function echoed(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(echoed);
  return isObject(value) ? echoedFields(value) : undefined;
}

/** {@link echoed} for each field. */
export function echoedFields(fields: Readonly<Record<string, unknown>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, echoed(value)]));
}
