/**
 * JSON of a result's lists, written once for three uses: how long the result is, whether a secret is in it, and the line
 * that goes to the host. Kept by the list itself, since libraries on the way copy the object around it; under a symbol, since a
 * WeakMap of them took the collector as long as was won. An object's JSON comes in parts: joined, a list of 20 threads is
 * copied twice more on its way.
 */

const WRITTEN = Symbol('JSON of this list');

/** `JSON.stringify` of an object as parts to be put together; each list is a part, written once, and must not change after. */
export function jsonParts(value: Readonly<Record<string, unknown>>): string[] {
  const parts: string[] = [];
  let text = '{';
  for (const key of Object.keys(value)) {
    const field = value[key];
    const isList = Array.isArray(field);
    const json: string | undefined = isList ? listJson(field) : JSON.stringify(field);
    if (json === undefined) continue;
    text += `${text === '{' && parts.length === 0 ? '' : ','}${JSON.stringify(key)}:`;
    if (isList) {
      parts.push(text, json);
      text = '';
    } else text += json;
  }
  parts.push(`${text}}`);
  return parts;
}

/** Characters of an object's JSON. */
export const jsonLength = (value: Readonly<Record<string, unknown>>): number =>
  jsonParts(value).reduce((length, part) => length + part.length, 0);

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
