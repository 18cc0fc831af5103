/**
 * JSON of a result's lists, written once for three uses: how long the result is, whether a secret is in it, and the line
 * that goes to the host. Kept by the list itself, since libraries on the way copy the object around it.
 */

const written = new WeakMap<object, string>();

/** `JSON.stringify` of an object; its lists are written once, and must not change after. */
export function objectJson(value: Readonly<Record<string, unknown>>): string {
  const parts: string[] = [];
  for (const key of Object.keys(value)) {
    const part = value[key];
    const json: string | undefined = Array.isArray(part) ? listJson(part) : JSON.stringify(part);
    if (json !== undefined) parts.push(`${JSON.stringify(key)}:${json}`);
  }
  return `{${parts.join(',')}}`;
}

function listJson(list: readonly unknown[]): string {
  const known = written.get(list);
  if (known !== undefined) return known;
  const json = JSON.stringify(list);
  written.set(list, json);
  return json;
}

/** JSON of a list, if it has been written. */
export const writtenJsonOf = (list: readonly unknown[]): string | undefined => written.get(list);
