/** Values that others sent, as text and as structured content. */
import { isObject } from '../../platform/parse/coerce.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { Structured, type Value } from './answer.ts';

/** A key that needs no marks. */
const PLAIN_KEY = /^[\w.-]{1,64}$/;

/**
 * A value that others sent. Text shows `shown`, which is its JSON `text` or an excerpt of it; structured content holds the
 * value, or `{excerpt}` if the text was cut. A value that is not an object is `{value}` there.
 */
export function structured(text: ForeignText, value: unknown, shown: string | ForeignText): Structured {
  const all = [text, text.line(Number.MAX_SAFE_INTEGER / 16)].map(String);
  const part = String(shown);
  return new Structured(part, all.includes(part) ? marked(isObject(value) ? value : { value }) : { excerpt: part });
}

function marked(value: unknown): Value {
  if (typeof value === 'string') return foreign(value);
  if (Array.isArray(value)) return value.map(marked);
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') return value;
  if (!isObject(value)) return null;
  const entries = Object.entries(value).map(([key, part]): [string, Value] => [
    PLAIN_KEY.test(key) ? key : String(foreign(key)),
    marked(part),
  ]);
  return Object.fromEntries(entries);
}
