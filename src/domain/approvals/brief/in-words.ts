/**
 * Calls that the words name: the specification's messages have no field for a call, so an agent may only say "I would now
 * call create_refund with {...}". Taken for a call where a function's name stands right before a whole JSON object.
 */

export interface CallInWords {
  readonly name: string;
  readonly argumentsText: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Where the JSON stands. */
  readonly at: number;
  readonly end: number;
}

/** A function's name, then at most a few words or marks, then the object. */
const NAME_BEFORE =
  /[`"'*]*([A-Za-z_][\w.-]{1,63})[`"'*]*(?:\(|\s*(?:with|using|arguments?|args|parameters|and|the|these|following|json|[:=\-–→`(]|\s)*)$/i;
/** Calls that are looked for in one text. */
const MOST = 20;

export function callsInWords(text: string): CallInWords[] {
  const found: CallInWords[] = [];
  for (let at = text.indexOf('{'); at >= 0 && found.length < MOST; at = text.indexOf('{', at + 1)) {
    const json = objectAt(text, at);
    if (json === undefined) continue;
    const name = NAME_BEFORE.exec(text.slice(Math.max(0, at - 120), at))?.[1];
    // A name of several words, or one that "call" or "run" stands before: "data: {...}" is no call.
    const before = text.slice(Math.max(0, at - 120), at);
    const isCall =
      name !== undefined &&
      (/[_.]|[a-z][A-Z]/.test(name) ||
        new RegExp(`\\b(?:call|run|invoke|execute|use)s?\\s+[\`"'*]*${name}\\b`, 'i').test(before));
    if (isCall) found.push({ name, argumentsText: json.text, arguments: json.value, at, end: at + json.text.length });
    at += json.text.length - 1;
  }
  return found;
}

/** Objects longer than that are not read out of words. */
const LONGEST = 20_000;

/** The JSON object that begins there. */
function objectAt(text: string, at: number): { text: string; value: Readonly<Record<string, unknown>> } | undefined {
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

function parsed(text: string): { text: string; value: Readonly<Record<string, unknown>> } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { text, value: Object.fromEntries(Object.entries(value)) }
      : undefined;
  } catch {
    return undefined;
  }
}
