/**
 * Calls named in text: the specification's messages have no field for a call, so an agent may only say "I would now call
 * create_refund with {...}". A function's name directly before a complete JSON object counts as a call.
 */

import { isObject, type Json } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';

/** A call named in a text, with its arguments verbatim and parsed. */
export interface CallInText {
  readonly name: string;
  readonly argumentsText: string;
  readonly arguments: Json;
  /** The offsets of the JSON. */
  readonly at: number;
  readonly end: number;
}

/** A function's name, quotation marks around it, then at most a few words. Cap: the 120 characters of `BEFORE`. */
const NAME_BEFORE =
  /(?<![\w.-])([A-Za-z_][\w.-]{0,62}\w)[`"'*]{0,3}\s{0,2}(?:(?:with|using|arguments?|args|parameters|and|the|these|following|json|[:=(–→.-])[`\s]{0,3}){0,5}$/i;
/** `create_refund`, `crm.merge`, `createRefund`, but neither `e.g` nor the last word of a sentence. */
const IS_FUNCTION = /_|\w\w\.\w|[a-z][A-Z]/;
const CALLS = /\b(?:call|run|invoke|execute|use)s?\s{1,2}[`"'*]{0,3}$/i;
/** Limits: calls per text, braces looked at, objects tried, characters per object and per text, and before an object for the name. */
const [MAX_CALLS, MAX_BRACES, MAX_OBJECTS, MAX_LENGTH, MAX_TEXT, BEFORE] = [50, 5_000, 100, 50_000, 100_000, 120];

/** Calls in text order: at most 50, from the first 100,000 characters. */
export function callsInText(whole: string): CallInText[] {
  const text = whole.slice(0, MAX_TEXT);
  const found: CallInText[] = [];
  let tried = 0;
  let braces = 0;
  for (
    let at = text.indexOf('{');
    at >= 0 && found.length < MAX_CALLS && tried < MAX_OBJECTS && braces < MAX_BRACES;
    at = text.indexOf('{', at + 1)
  ) {
    braces++;
    const name = functionBefore(text.slice(Math.max(0, at - BEFORE), at));
    if (name === undefined) continue;
    tried++;
    const json = objectAt(text, at);
    if (json === undefined) continue;
    const end = at + json.text.length;
    found.push({ name, argumentsText: json.text, arguments: json.value, at, end });
    at = end - 1;
  }
  return found;
}

/** The function's name directly before; undefined if it is just a word, as in `data: {...}`. */
function functionBefore(before: string): string | undefined {
  const match = NAME_BEFORE.exec(before);
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  return IS_FUNCTION.test(name) || CALLS.test(before.slice(0, match.index)) ? name : undefined;
}

/** The JSON object that begins at `at`. */
function objectAt(text: string, at: number): { text: string; value: Json } | undefined {
  let depth = 0;
  let inText = false;
  for (let index = at; index < Math.min(text.length, at + MAX_LENGTH); index++) {
    const letter = text[index];
    if (inText) {
      if (letter === '\\') index++;
      else if (letter === '"') inText = false;
    } else if (letter === '"') inText = true;
    else if (letter === '{') depth++;
    else if (letter === '}' && --depth === 0) return parsed(text.slice(at, index + 1));
  }
  return undefined;
}

function parsed(text: string): { text: string; value: Json } | undefined {
  const value = parsedJson(text);
  return isObject(value) ? { text, value } : undefined;
}

/** A text without the calls in it: they are what is asked, not what is said about it. */
export function withoutCalls(text: string, calls: readonly CallInText[]): string {
  let from = 0;
  const parts: string[] = [];
  for (const { at, end } of calls) {
    parts.push(text.slice(from, at));
    from = end;
  }
  return [...parts, text.slice(from)].join('…');
}
