/** JSON text of whatever a platform sent, however deeply it is nested: what is decided on must be shown and compared. */
/** What a text says as JSON; undefined where it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
