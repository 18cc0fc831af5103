/**
 * Repairs what hosts are known to mangle in a call's arguments: objects and arrays that arrive as JSON strings, numbers and
 * booleans as text, null or an empty text for what is left out (docs/architecture.md, "Identifiers and arguments").
 */
import { array, boolean, isObject, type Json, object } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import type { JsonSchema } from './json-schema.ts';

/** Arguments after repair. `args` is an object whatever came. */
export function repair(args: unknown, schema: JsonSchema): Record<string, unknown> {
  const given = typeof args === 'string' ? parsedJson(args) : args;
  return isObject(given) ? repairObject(given, schema) : {};
}

function repairObject(given: Json, schema: Json): Record<string, unknown> {
  const properties = object(schema.properties);
  const required = array(schema.required);
  const repaired: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const property = object(properties[key]);
    if (value === null || value === undefined) continue;
    if (Object.hasOwn(properties, key) && !required.includes(key) && isLeftOut(key, value, property)) continue;
    // `__proto__` as a plain key: assignment would set the prototype and hide it from the check.
    Object.defineProperty(repaired, key, {
      value: repairValue(value, property),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return repaired;
}

/** Names of arguments that are never empty, where the definitions spend no pattern on it. */
const NEVER_EMPTY = /(?:id|uuid|identifier|date|month|token|cursor)$/i;

/**
 * Whether a value stands for an optional argument that is not used. Strict converters make a model fill in every field:
 * one it has nothing to say about arrives as null, an empty text or an empty list. Empty free text is a value, since it
 * clears a field.
 */
function isLeftOut(key: string, value: unknown, { type, enum: choices, pattern, minLength, minItems }: Json): boolean {
  if (Array.isArray(value)) return value.length === 0 && typeof minItems === 'number' && minItems > 0;
  if (typeof value !== 'string' || value.trim() !== '') return false;
  if (type !== 'string' || choices !== undefined || pattern !== undefined || NEVER_EMPTY.test(key)) return true;
  return value === '' && typeof minLength === 'number' && minLength > 0;
}

function repairValue(value: unknown, schema: Json): unknown {
  const { type } = schema;
  if (type === 'object' || type === 'array') {
    const content = typeof value === 'string' ? (parsedJson(value) ?? value) : value;
    if (Array.isArray(content)) return content.map((part) => repairValue(part, object(schema.items)));
    // A free object's own nulls are its business.
    if (isObject(content)) return isObject(schema.properties) ? repairObject(content, schema) : content;
    return value;
  }
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  if (type === 'boolean') return boolean(value) ?? value;
  return value;
}
