/**
 * Records as results show them, by their tables: as facts of a single answer, as lines of a list, and as structured
 * values.
 */
import { type Item, type ItemList, join, Money, Structured, type Value } from '../mcp/contract/answer.ts';
import { withoutCredentials } from '../mcp/contract/mask-credentials.ts';
import { type Json, time } from '../platform/parse/coerce.ts';
import type { Field, Table } from '../platform/parse/table.ts';
import { ForeignText } from '../platform/text.ts';
import { fieldLine } from './excerpt.ts';
import type { PageView } from './paging.ts';
import { minute } from './units.ts';

/** The facts of a record in a single answer. */
export const facts = (table: Table, record: Json): Record<string, Value> => shownOf(table, record, false);

/** A page of records as a list of lines. */
export const listOf = (name: string, table: Table, { items, total, offset, rest }: PageView<Json>): ItemList => ({
  name,
  items: items.map((one) => item(table, one)),
  total,
  offset,
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
