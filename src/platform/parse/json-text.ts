/** JSON from and to text without loss: a human must see exactly what they decide on. */
import { ExcessiveJson, isExact, survey } from './json-scan.ts';

/** Parses JSON; undefined if the text is not JSON, or exceeds a limit. Of a key twice in one object, the last counts. */
export function parsedJson(text: string): unknown {
  try {
    return read(text).value;
  } catch {
    return undefined;
  }
}

/** Numbers beyond a double (an id, `1e400`) become text, to keep their value. @throws SyntaxError; ExcessiveJson */
export function exactJson(text: string): unknown {
  return countedJson(text).value;
}

/** {@link exactJson}, with the number of values in it. */
export function countedJson(text: string): { readonly value: unknown; readonly entries: number } {
  const { value, entries, hasKeyTwice } = read(text);
  if (hasKeyTwice) throw new ExcessiveJson('keys');
  return { value, entries };
}

/** Whether JSON has a key twice in one object; false for text that can't be parsed. */
export function hasKeyTwice(text: string): boolean {
  try {
    return read(text).hasKeyTwice;
  } catch {
    return false;
  }
}

function read(text: string) {
  const { keys, entries, numbers } = survey(text);
  // Parsed unchanged first: invalid JSON must not become valid.
  const plain: unknown = JSON.parse(text);
  let done = 0;
  let quoted = '';
  for (const [from, to] of numbers) {
    const number = text.slice(from, to);
    if (isExact(number)) continue;
    quoted += `${text.slice(done, from)}"${number}"`;
    done = to;
  }
  return {
    value: done === 0 ? plain : (JSON.parse(quoted + text.slice(done)) as unknown),
    entries,
    hasKeyTwice: keysIn(plain) !== keys,
  };
}

/** Number of keys of all objects in parsed JSON. */
function keysIn(value: unknown): number {
  let keys = 0;
  if (Array.isArray(value)) for (const part of value) keys += keysIn(part);
  else if (isRecord(value)) for (const key in value) keys += 1 + keysIn(value[key]);
  return keys;
}

/** Compact JSON. With `isSorted` keys are in a fixed order, so that responses that differ only in their order are equal. */
export const jsonText = (value: unknown, isSorted = false): string =>
  JSON.stringify(value, isSorted ? inOrder : undefined) ?? '';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inOrder = (_key: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
