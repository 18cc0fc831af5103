/** Values that others sent, as text and as structured content. */
import { isObject } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { Structured, type Value } from './result.ts';

/** Levels of a value that stay JSON; deeper ones are text, since thousands would overflow the stack of whoever reads them. */
const MAX_DEPTH = 64;

/** A key that needs no marks. */
const PLAIN_KEY = /^[\w.-]{1,64}$/;

/**
 * A value that others sent. Text shows `shown`, which is its JSON `text` or an excerpt of it; structured content holds the
 * value, or `{excerpt}` if the text was cut. A value that is not an object is `{value}` there.
 */
export function structured(text: ForeignText, value: unknown, shown: string | ForeignText): Structured {
  const all = [text, text.line(Number.MAX_SAFE_INTEGER / 16)].map(String);
  const part = String(shown);
  return new Structured(
    part,
    all.includes(part) ? markedValue(isObject(value) ? value : { value }) : { excerpt: part },
  );
}

/** A value with its texts marked. */
export function markedValue(value: unknown, depth = 0): Value {
  if (typeof value === 'string') return foreign(value);
  if (depth >= MAX_DEPTH && (isObject(value) || Array.isArray(value))) return foreign(jsonText(value));
  if (Array.isArray(value)) return value.map((part) => markedValue(part, depth + 1));
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') return value;
  if (!isObject(value)) return null;
  const entries = Object.entries(value).map(([key, part]): [string, Value] => [
    PLAIN_KEY.test(key) ? key : String(foreign(key)),
    markedValue(part, depth + 1),
  ]);
  return Object.fromEntries(entries);
}
