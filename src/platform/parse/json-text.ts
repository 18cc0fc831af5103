/**
 * JSON from and to text without loss, however deeply it is nested: a human must see exactly what they decide on.
 */

/** Parses JSON; undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/** Text that may contain a number that JavaScript can't represent: 16 digits in a row, or a three-digit exponent. */
const MAY_BE_INEXACT = /\d{16}|\d[eE][+-]?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON. Integers beyond 2^53 (an id, say) and numbers out of range (`1e400`) become text as written, since numbers
 * would lose their value.
 * @throws SyntaxError
 */
export function exactJson(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  // Parsed unchanged first: invalid JSON must not become valid.
  JSON.parse(text);
  const parts: string[] = [];
  // Not one pattern for strings and numbers: a string with many escapes overflows the stack of the expression.
  for (let at = 0, end = 0; at < text.length; at = end) {
    const begin = text[at] === '"' ? at : text.indexOf('"', at);
    const isText = begin === at;
    end = isText ? endOfText(text, at) : begin < 0 ? text.length : begin;
    const part = text.slice(at, end);
    parts.push(isText ? part : part.replace(NUMBER, (one) => (isExact(one) ? one : `"${one}"`)));
  }
  return JSON.parse(parts.join(''));
}

/** JSON without whitespace between its tokens. One pass: a regular expression takes quadratic time on a text that is cut off. */
export function withoutBlanks(json: string): string {
  if (!/\s/.test(json)) return json;
  const parts: string[] = [];
  for (let at = 0, end = 0; at < json.length; at = end) {
    const begin = json[at] === '"' ? at : json.indexOf('"', at);
    end = begin === at ? endOfText(json, at) : begin < 0 ? json.length : begin;
    const part = json.slice(at, end);
    parts.push(begin === at ? part : part.replace(/\s+/g, ''));
  }
  return parts.join('');
}

/** The index after the string that begins at `begin`. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json[escapes - 1] === '\\') escapes--;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return json.length;
}

function isExact(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value) || (value === 0 && /^[^eE]*[1-9]/.test(written))) return false;
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(written);
}

/** Text that is ready, or a value still to be written. */
type Task = { readonly text: string } | { readonly value: unknown };

/**
 * Compact JSON. `JSON.stringify` writes it unless it is nested beyond the engine's stack (some 5,000 levels). With
 * `isSorted` keys are in alphabetical order, so that answers that differ only in their order are equal.
 */
export function jsonText(value: unknown, isSorted = false): string {
  if (isSorted) return written(value, true);
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return written(value, false);
  }
}

function written(root: unknown, isSorted: boolean): string {
  const parts: string[] = [];
  const tasks: Task[] = [{ value: root }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ('text' in task) parts.push(task.text);
    else if (typeof task.value !== 'object' || task.value === null) parts.push(JSON.stringify(task.value) ?? 'null');
    // One by one: a hundred thousand arguments overflow the stack.
    else for (const part of tasksOf(task.value, isSorted).reverse()) tasks.push(part);
  }
  return parts.join('');
}

function tasksOf(value: object, isSorted: boolean): Task[] {
  if (Array.isArray(value)) {
    const parts = value.flatMap((part: unknown, index) => [{ text: index === 0 ? '' : ',' }, { value: part }]);
    return [{ text: '[' }, ...parts, { text: ']' }];
  }
  const source = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(source).filter((key) => source[key] !== undefined);
  const parts = (isSorted ? keys.sort() : keys).flatMap((key, index) => [
    { text: `${index === 0 ? '' : ','}${JSON.stringify(key)}:` },
    { value: source[key] },
  ]);
  return [{ text: '{' }, ...parts, { text: '}' }];
}
