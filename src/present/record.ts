/** Records as results show them, by their tables: as facts, as lines of a list, and as structured values. */

import { withoutCredentials } from '../mcp/contract/mask-credentials.ts';
import { type Item, type ItemList, Money, Structured, type Value } from '../mcp/contract/result.ts';
import { type Json, time } from '../platform/parse/coerce.ts';
import type { Field, Show, Table } from '../platform/parse/table.ts';
import { ForeignText } from '../platform/text.ts';
import { fieldLine } from './excerpt.ts';
import type { PageView } from './paging.ts';
import { minute } from './units.ts';

/** The facts of a record in a single result. */
export function facts(table: Table, record: Json): Record<string, Value> {
  const data: Record<string, Value> = {};
  for (const { name, key, max, field } of columnsOf(table)) data[key] = shown(field, record[name], max);
  return data;
}

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
  const columns = columnsOf(table);
  const data: Record<string, Value> = {};
  for (const { name, key, inLine, field } of columns) data[key] = shown(field, record[name], inLine);
  let line = '';
  for (const { key, text } of columns) {
    const value = data[key];
    const part = value === undefined ? undefined : text?.(String(value), data);
    if (part) line += line === '' ? part : ` · ${part}`;
  }
  return { data, line };
}

/** Characters that an item takes: text and structured content share one budget. */
export const sizeOf = ({ line, data }: Item): number => Math.max(line.length, JSON.stringify(data).length);

/** The fields that results show: the names of each in records and in results, and its longest text in a result and in a line. */
function columnsOf(table: Table): readonly Column[] {
  const known = prepared.get(table);
  if (known !== undefined) return known;
  const columns = Object.entries(table).flatMap(([name, field]): Column[] => {
    if (field.show === undefined) return [];
    const { as: key = name, max, inLine = max, line } = field.show;
    return [{ name, key, field, max, inLine, text: lineText(line) }];
  });
  prepared.set(table, columns);
  return columns;
}

/** Prepared once per table: done for each of 20 lines, it was an eighth of the processor time of a list. */
const prepared = new WeakMap<Table, readonly Column[]>();

interface Column {
  readonly name: string;
  readonly key: string;
  readonly field: Field;
  readonly max: number | undefined;
  readonly inLine: number | undefined;
  readonly text: ((value: string, data: Json) => string) | undefined;
}

/** The text of a line; undefined: lines leave it out. */
function lineText(line: Show['line'] = '…'): ((value: string, data: Json) => string) | undefined {
  if (line === false) return undefined;
  if (typeof line !== 'string') return line;
  const [before = '', after = ''] = line.split('…');
  return (value) => before + value + after;
}

function shown({ read, show = {} }: Field, value: unknown, max: number | undefined): Value {
  if (value instanceof ForeignText) return show.isAddress ? withoutCredentials(value) : fieldLine(value, max);
  if (typeof value === 'string') return read === time ? minute(value) : value;
  if (value instanceof Money || value instanceof Structured) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return undefined;
}
