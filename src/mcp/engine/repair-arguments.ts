/**
 * Repairs arguments that hosts and models are known to mangle: objects and arrays as JSON strings, a list's only entry without
 * the list, numbers and booleans as text, null or an empty string for an omitted argument, a name in the place of an id, or as
 * an argument of its own where the id takes names (docs/architecture.md, "Identifiers and arguments").
 */

import { isIdentifier } from '../../platform/identifier.ts';
import { array, boolean, isObject, type Json, object, setField } from '../../platform/parse/coerce.ts';
import { survey } from '../../platform/parse/json-scan.ts';
import { hasKeyTwice } from '../../platform/parse/json-text.ts';
import type { JsonSchema } from './json-schema.ts';

/** Levels of nested objects and lists. Arguments have a handful; checking thousands of levels would overflow the stack. */
export const MAX_DEPTH = 128;

/**
 * Objects and lists, and their entries. Arguments have tens of them, the largest batch of decisions hundreds. Each is
 * checked several times: the 60,000 that fit into a megabyte would block all other callers.
 */
export const MAX_PARTS = 5_000;

/** What JSON may hold, be it a message or the text of an argument. It is one of its parts itself. */
export const LIMITS = { depth: MAX_DEPTH, entries: MAX_PARTS - 1 };

/**
 * The JSON in a text; undefined if it is none, or an argument with a key twice. Whole numbers beyond a double stay numbers, to be
 * refused (inexact.ts).
 */
function jsonIn(text: string, limits?: typeof LIMITS): unknown {
  try {
    survey(text, limits);
    return limits !== undefined && hasKeyTwice(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The repaired arguments; always an object. */
export function repair(args: unknown, schema: JsonSchema): Record<string, unknown> {
  const parsed = typeof args === 'string' ? jsonIn(args) : args;
  return isObject(parsed) ? repairObject(parsed, schema) : {};
}

function repairObject(source: Json, schema: Json): Record<string, unknown> {
  const properties = object(schema.properties);
  const required = array(schema.required);
  const repaired: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(source)) {
    const property = object(properties[key]);
    if (value === null || value === undefined) continue;
    if (Object.hasOwn(properties, key) && !required.includes(key) && isLeftOut(key, value, property)) continue;
    // Not by assignment: `__proto__` would escape the check.
    const meant = isNameFor(key, value) ? nameOf(key) : isForId(key) ? idOf(key) : key;
    setField(repaired, meant, repairValue(value, property));
  }
  return repaired;

  /** A name in the place of an id, where names have an argument of their own. */
  function isNameFor(key: string, value: unknown): boolean {
    if (!key.endsWith('Id') || typeof value !== 'string' || isIdentifier(value)) return false;
    return Object.hasOwn(properties, nameOf(key)) && (source[nameOf(key)] ?? '') === '';
  }

  /** A name for an id that takes names, as those with a lead do. Where the id may be left out, it may name what is created. */
  function isForId(key: string): boolean {
    const id = idOf(key);
    const isUnknown = key.endsWith('Name') && !Object.hasOwn(properties, key);
    const takesNames = required.includes(id) && object(properties[id]).lead !== undefined;
    return isUnknown && takesNames && (source[id] ?? '') === '';
  }
}

/** `agentName` for `agentId`. */
const nameOf = (key: string): string => key.replace(/Id$/, 'Name');
const idOf = (key: string): string => key.replace(/Name$/, 'Id');

/** Names of arguments that are never empty, for definitions without a pattern. */
const NEVER_EMPTY = /(?:id|uuid|identifier|date|month|token|cursor)$/i;

/**
 * Whether a value means that an optional argument is omitted. Strict converters make a model fill in every field, so unused
 * ones arrive as null, an empty string or an empty list. Empty free text is a value, since it clears a field.
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
    const content = typeof value === 'string' ? (jsonIn(value, LIMITS) ?? value) : value;
    const items = object(schema.items);
    if (Array.isArray(content)) return content.map((part) => repairValue(part, items));
    // An id may be a number. Text that begins like a list is one that was cut, and text with commas may be several entries.
    const only = items.type === 'string' && typeof content !== 'string' ? value : content;
    const isOnlyEntry =
      items.type === 'string'
        ? typeof only === 'string' && /^\s*[^\s[{,][^,]*$/.test(only)
        : items.type === 'object' && isObject(only);
    if (type === 'array' && isOnlyEntry) return [repairValue(only, items)];
    // Nulls in a free object are kept.
    if (isObject(content)) return isObject(schema.properties) ? repairObject(content, schema) : content;
    return value;
  }
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  if (type === 'boolean') return boolean(value) ?? value;
  return value;
}
