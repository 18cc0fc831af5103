/**
 * Records as results show them, by their tables: as facts of a single answer, as lines of a list, and as structured
 * values.
 */
import { type Item, type ItemList, join, Money, Structured, type Value } from '../mcp/contract/answer.ts';
import { withoutCredentials } from '../mcp/contract/mask-credentials.ts';
import { isObject, type Json, time } from '../platform/parse/coerce.ts';
import type { Field, Table } from '../platform/parse/table.ts';
import { ForeignText, foreign } from '../platform/text.ts';
import { fieldLine } from './excerpt.ts';
import type { PageView } from './paging.ts';
import { minute } from './units.ts';

/** The facts of a record in a single answer. */
export const facts = (table: Table, record: Json): Record<string, Value> => shownOf(table, record, false);

/** A page of records as a list of lines. */
export const listOf = (name: string, table: Table, { items, total, rest }: PageView<Json>): ItemList => ({
  name,
  items: items.map((one) => item(table, one)),
  total,
  rest,
});

/** A record as a line of a list, and as data. */
export function item(table: Table, record: Json): Item {
  const data = shownOf(table, record, true);
  const parts = Object.entries(table).map(([name, { show }]) => {
    const value = data[show?.as ?? name];
    if (show === undefined || value === undefined || show.line === false) return undefined;
    const { line = '…' } = show;
    return typeof line === 'string' ? line.replace('…', () => String(value)) : line(String(value), data);
  });
  return { data, line: join(...parts) };
}

function shownOf(table: Table, record: Json, isLine: boolean): Record<string, Value> {
  const data: Record<string, Value> = {};
  for (const [name, field] of Object.entries(table)) {
    if (field.show !== undefined) data[field.show.as ?? name] = shown(field, record[name], isLine);
  }
  return data;
}

function shown({ read, show = {} }: Field, value: unknown, isLine: boolean): Value {
  if (value instanceof ForeignText) {
    const { max, inLine = max, isAddress } = show;
    return isAddress ? withoutCredentials(value) : fieldLine(value, isLine ? inLine : max);
  }
  if (typeof value === 'string') return read === time ? minute(value) : value;
  if (value instanceof Money || value instanceof Structured) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return undefined;
}

/** A key that needs no marks. */
const PLAIN_KEY = /^[\w.-]{1,64}$/;

/**
 * A value that others sent. Text shows `shown`, which is its JSON `text` or an excerpt of it; structured content holds the
 * value, or `{excerpt}` if the text was cut. A value that is not an object is `{value}` there.
 */
export function structured(text: ForeignText, value: unknown, shown: string | ForeignText): Structured {
  const line = String(shown);
  if (line !== String(text.line(Number.MAX_SAFE_INTEGER / 16))) return new Structured(line, { excerpt: line });
  return new Structured(line, marked(isObject(value) ? value : { value }));
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
