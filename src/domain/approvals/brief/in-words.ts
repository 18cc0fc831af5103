/**
 * Calls that the words name: the specification's messages have no field for a call, so an agent may only say "I would now
 * call create_refund with {...}". Taken for a call where a function's name stands right before a whole JSON object.
 */

import { isObject, type Json } from '../../../platform/parse/coerce.ts';
import { parsedJson } from '../../../platform/parse/json-text.ts';

/** A call that a text names, with its arguments as written and as read. */
export interface CallInWords {
  readonly name: string;
  readonly argumentsText: string;
  readonly arguments: Json;
  /** Where the JSON stands. */
  readonly at: number;
  readonly end: number;
}

/** A function's name, marks around it, then at most a few words. */
const NAME_BEFORE =
  /([A-Za-z_][\w.-]{1,63})[`"'*]{0,3}\s{0,2}(?:(?:with|using|arguments?|args|parameters|and|the|these|following|json|[:=(–→-])[`\s]{0,3}){0,5}$/i;
/** `create_refund`, `crm.merge`, `createRefund`. */
const IS_FUNCTION = /[_.]|[a-z][A-Z]/;
const CALLS = /\b(?:call|run|invoke|execute|use)s?\s{1,2}[`"'*]{0,3}$/i;
/** Calls that are read out of one text, objects that are tried, and characters of each and of the text. */
const MOST = 20;
const TRIED = 50;
const LONGEST = 10_000;
const LONGEST_TEXT = 20_000;
/** Characters before an object that may hold the name. */
const BEFORE = 120;

/** Calls in the order of the text: at most 20, in its first 20,000 characters. */
export function callsInWords(whole: string): CallInWords[] {
  const text = whole.slice(0, LONGEST_TEXT);
  const found: CallInWords[] = [];
  let tried = 0;
  for (let at = text.indexOf('{'); at >= 0 && found.length < MOST && tried < TRIED; at = text.indexOf('{', at + 1)) {
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

/** The function that is named right before; undefined where it is no more than a word: `data: {...}`. */
function functionBefore(before: string): string | undefined {
  const match = NAME_BEFORE.exec(before);
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  return IS_FUNCTION.test(name) || CALLS.test(before.slice(0, match.index)) ? name : undefined;
}

/** The JSON object that begins there. */
function objectAt(text: string, at: number): { text: string; value: Json } | undefined {
  let depth = 0;
  let inText = false;
  for (let index = at; index < Math.min(text.length, at + LONGEST); index++) {
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
