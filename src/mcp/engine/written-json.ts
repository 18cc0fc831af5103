/**
 * JSON of a result's lists, written once for three uses: how long the result is, whether a secret is in it, and the line
 * that goes to the host. Kept by the list itself, since libraries on the way copy the object around it; under a symbol, since a
 * WeakMap of them took the collector as long as was won.
 */

const WRITTEN = Symbol('JSON of this list');

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
  const known = writtenJsonOf(list);
  if (known !== undefined) return known;
  const json = JSON.stringify(list);
  Reflect.defineProperty(list, WRITTEN, { value: json });
  return json;
}

/** JSON of a list, if it has been written. */
export function writtenJsonOf(list: readonly unknown[]): string | undefined {
  const known: unknown = Reflect.get(list, WRITTEN);
  return typeof known === 'string' ? known : undefined;
}
