/** Explains to the caller why arguments are refused: each mistake with the argument's name and the allowed values. */
import type * as z from 'zod';
import { nearest } from '../../basics/nearest.ts';
import { IDENTIFIER_PATTERN, isIdentifier, LISTED_IDENTIFIER_RULE } from '../../platform/identifier.ts';
import { isObject, type Json, object } from '../../platform/parse/coerce.ts';
import { hasKeyTwice, jsonText } from '../../platform/parse/json-text.ts';
import { DATE_PATTERN, type JsonSchema } from './json-schema.ts';
import { sourceOf } from './next-calls.ts';
import { callerText } from './redact.ts';
import { MAX_DEPTH, MAX_PARTS } from './repair-arguments.ts';

/** Maximum numbers of mistakes explained and of unknown arguments named. */
const MAX_LINES = 20;
const MAX_NAMED = 5;

/** A line for each mistake in the arguments. */
export function explain(error: z.ZodError, args: unknown, schema: JsonSchema, pinned: readonly string[]): string {
  const shown = error.issues.slice(0, MAX_LINES);
  const lines = new Set(shown.map((issue) => explainIssue(issue, args, schema, pinned)));
  const more = error.issues.length - shown.length;
  return [...lines, ...(more > 0 ? [`${more} more mistakes are not listed.`] : [])].join('\n');
}

function explainIssue(issue: z.core.$ZodIssue, args: unknown, schema: JsonSchema, pinned: readonly string[]): string {
  if (issue.code === 'unrecognized_keys') return unknownArguments(issue, schema, pinned);
  const path = issue.path.map(String);
  const name = pathText(path, schema);
  const value = path.reduce<unknown>(
    (at, key) => (isObject(at) || Array.isArray(at) ? Reflect.get(at, key) : undefined),
    args,
  );
  const property = propertyAt(schema, path);
  const isCustom = issue.code === 'custom';
  const expected = isCustom ? issue.message : `it must be ${describe(property, issue)}`;
  const source = sourceOf(property);
  // The source of an id is no help if a rule about several arguments is broken.
  const isOne =
    !isCustom || (property.pattern === IDENTIFIER_PATTERN && typeof value === 'string' && !isIdentifier(value));
  const allowed = isOne && source !== undefined ? `${expected}, from ${source}` : expected;
  if (Array.isArray(value) && isLength(issue)) return `${name} can't have ${count(value.length)}: ${allowed}.`;
  if (typeof value === 'string' && issue.code === 'too_big')
    return `${name} can't have ${value.length} characters: ${allowed}.`;
  if (value === undefined) return `${name} is missing${isCustom ? ':' : ';'} ${allowed}.`;
  const isText = typeof value === 'string' && (property.type === 'object' || property.type === 'array');
  // The text of a longer one was not parsed.
  const limit = !isText
    ? ''
    : value.length > MAX_PARTS
      ? `, with at most ${MAX_PARTS} parts on ${MAX_DEPTH} levels`
      : hasKeyTwice(value)
        ? ', with each key once'
        : '';
  return `${name} can't be ${excerpt(value)}: ${allowed}${limit}.`;
}

function unknownArguments(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  schema: JsonSchema,
  pinned: readonly string[],
): string {
  const inside = issue.path.length > 0 ? ` in ${pathText(issue.path.map(String), schema)}` : '';
  const known = Object.keys(object(propertyAt(schema, issue.path.map(String)).properties));
  const parts = issue.keys.slice(0, MAX_NAMED).map((key) => {
    if (pinned.includes(key)) return `${key} is pinned by this server's settings and can't be given.`;
    return `Unknown argument "${callerText(key)}"${inside}.${suggestion(key, known)}`;
  });
  const more = issue.keys.length - parts.length;
  if (more > 0) parts.push(`${more} more ${more === 1 ? 'argument is' : 'arguments are'} unknown.`);
  const expected = known.length > 0 ? `Expected arguments: ${known.join(', ')}.` : 'No arguments are expected.';
  return `${parts.join(' ')} ${expected} Remove or rename it and call again.`;
}

/** Suggests names: all with this prefix, or the nearest one. `start` may be startDate or startMonth, and so may `from`. */
function suggestion(key: string, known: readonly string[]): string {
  const wanted = plain(key);
  const beginning = known.filter((name) => wanted.length > 2 && plain(name).startsWith(wanted));
  const guess = nearest(key, known) ?? beginning[0];
  const guesses = beginning.length > 1 ? beginning : guess === undefined ? [] : [guess];
  return guesses.length === 0 ? '' : ` Did you mean ${guesses.map((name) => `"${name}"`).join(' or ')}?`;
}

/** A name in lower case without separators, with one word for either end of a period: tools take the platform's words. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[-_\s]/g, '')
    .replace(/^(?:from|since|after|begin)(?=date|day|month|$)/, 'start')
    .replace(/^(?:to|till|until|before)(?=date|day|month|$)/, 'end')
    .replace(/^(start|end)day$/, '$1date');

/** A path in the arguments: the schema's names unchanged, the caller's names shortened. */
function pathText(path: readonly string[], schema: JsonSchema): string {
  const isKnown = (depth: number): boolean => {
    const parent = propertyAt(schema, path.slice(0, depth));
    const name = path[depth] ?? '';
    return Object.hasOwn(object(parent.properties), name) || /^\d{1,9}$/.test(name);
  };
  return path.map((name, depth) => (isKnown(depth) ? name : callerText(name))).join('.');
}

function propertyAt(schema: JsonSchema, path: readonly string[]): Json {
  let at: Json = schema;
  for (const key of path) at = /^\d+$/.test(key) ? object(at.items) : object(object(at.properties)[key]);
  return at;
}

/** Describes the allowed values from the property's JSON Schema, so that description and check can't disagree. */
function describe(property: Json, issue: z.core.$ZodIssue): string {
  const { type, minimum, maximum, pattern, form, minLength, maxLength, minItems, maxItems } = property;
  const choices = Array.isArray(property.enum) ? property.enum : undefined;
  if (choices) return `one of ${choices.join(', ')}`;
  if (pattern === DATE_PATTERN) return 'a date that exists, written YYYY-MM-DD';
  if (typeof pattern === 'string') {
    if (pattern === IDENTIFIER_PATTERN) return LISTED_IDENTIFIER_RULE;
    return typeof form === 'string' ? form : `text of the form ${pattern}`;
  }
  if (type === 'integer' || type === 'number') {
    const kind = type === 'integer' ? 'a whole number' : 'a number';
    if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
    return minimum === undefined ? kind : `${kind}, at least ${minimum}`;
  }
  if (type === 'string' && issue.code === 'too_big') return `text of at most ${maxLength} characters`;
  if (type === 'string') return minLength === undefined ? 'text' : 'text that is not empty';
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return `a list${lengths(minItems, maxItems)}`;
  if (type === 'object')
    return property.properties === undefined ? 'a JSON object, such as {"key":"value"}' : 'an object';
  return issue.message.toLowerCase();
}

const isLength = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'too_small' || issue.code === 'too_big') && issue.origin === 'array';

const count = (entries: number): string => (entries === 1 ? '1 entry' : `${entries} entries`);

function lengths(least: unknown, most: unknown): string {
  if (typeof least !== 'number') return typeof most === 'number' ? ` of at most ${most}` : '';
  return typeof most === 'number' ? ` of ${least} to ${most}` : ` of at least ${least}`;
}

function excerpt(value: unknown): string {
  if (typeof value === 'string') return `"${callerText(JSON.stringify(value.slice(0, 100)).slice(1, -1))}"`;
  return callerText(jsonText(value));
}
