/** JSON from and to text, whatever a platform sent and however deeply it is nested: what is decided on must be shown. */
/** What a text says as JSON; undefined where it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/** What may hold a number that JavaScript can't: 16 digits in a row, or an exponent of three. */
const MAY_BE_INEXACT = /\d{16}|\d[eE][+-]?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * What a text says as JSON. Whole numbers beyond 2^53 (an id, say) and numbers beyond the range (`1e400`) come as text, as
 * they were written: read as numbers they would be others.
 * @throws SyntaxError
 */
export function exactJson(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  // First as it is: text that is no JSON must not become any.
  JSON.parse(text);
  const parts: string[] = [];
  // Not one pattern for texts and numbers: a text of many escapes overflows its stack.
  for (let at = 0, end = 0; at < text.length; at = end) {
    const begin = text[at] === '"' ? at : text.indexOf('"', at);
    const isText = begin === at;
    end = isText ? endOfText(text, at) : begin < 0 ? text.length : begin;
    const part = text.slice(at, end);
    parts.push(isText ? part : part.replace(NUMBER, (one) => (isExact(one) ? one : `"${one}"`)));
  }
  return JSON.parse(parts.join(''));
}

/** The place after a text that begins at `begin`. */
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

/** A piece of text that is ready, or a value that is still to be written. */
type Task = { readonly text: string } | { readonly value: unknown };

/**
 * Compact JSON. `JSON.stringify` writes it, but for what is nested beyond the engine's stack (some 5,000 levels).
 * With `isSorted` the keys stand in alphabetical order: two answers that say the same in another order are equal then.
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
    // One by one: a list of a hundred thousand as arguments overflows the stack.
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
