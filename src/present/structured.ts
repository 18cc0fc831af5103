/** Objects that others sent, as results show them. */
import { Structured, type Value } from '../mcp/contract/answer.ts';
import { isObject } from '../platform/parse/coerce.ts';
import { type ForeignText, foreign } from '../platform/text.ts';

/** A key that needs no marks. */
const PLAIN_KEY = /^[\w.-]{1,64}$/;

/**
 * In text `shown`, which is `words` or its beginning; in structured content the value that `words` is the JSON of. What is
 * cut in text is `{excerpt}` there, since half an object is none; what is no object is `{value}`.
 */
export function structured(words: ForeignText, value: unknown, shown: string | ForeignText): Structured {
  const text = String(shown);
  if (text !== String(words.line(Number.MAX_SAFE_INTEGER / 16))) return new Structured(text, { excerpt: text });
  return new Structured(text, marked(isObject(value) ? value : { value }));
}

function marked(value: unknown): Value {
  if (typeof value === 'string') return foreign(value);
  if (Array.isArray(value)) return value.map(marked);
  if (!isObject(value)) return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  const entries = Object.entries(value).map(([key, part]): [string, Value] => [
    PLAIN_KEY.test(key) ? key : String(foreign(key)),
    marked(part),
  ]);
  return Object.fromEntries(entries);
}
