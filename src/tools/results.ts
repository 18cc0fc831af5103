/** Schemas of results. Every session's tool list carries them: short, undescribed, and all fields may be absent. */
import * as z from 'zod';
import { boolean, number } from '../platform/parse/coerce.ts';
import type { Field, Show, Table } from '../platform/parse/table.ts';

const optionalFields = <T extends z.ZodType>(
  names: readonly string[],
  type: () => T,
): Record<string, z.ZodOptional<T>> => Object.fromEntries(names.map((name) => [name, type().optional()]));

/** Optional fields of one type. */
export const texts = (...names: string[]) => optionalFields(names, () => z.string());
export const numbers = (...names: string[]) => optionalFields(names, () => z.number());
export const flags = (...names: string[]) => optionalFields(names, () => z.boolean());
export const objects = (...names: string[]) => optionalFields(names, () => z.looseObject({}));
export const textLists = (...names: string[]) => optionalFields(names, () => z.array(z.string()));

/** A list of records with these fields. */
export const records = (fields: z.ZodRawShape) => z.array(z.looseObject(fields));

/** The fields of a tool's structured result; the engine adds those that all results share. */
export const result = (...fields: z.ZodRawShape[]) => z.looseObject(Object.assign({}, ...fields));

/** The fields of a record that results show, by its table. */
export const shapeOf = (table: Table): z.ZodRawShape =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { read, show }]) =>
      show === undefined ? [] : [[show.as ?? name, typeOf(read, show).optional()]],
    ),
  );

function typeOf(read: Field['read'], { is }: Show): z.ZodType {
  if (is === 'object') return z.looseObject({});
  if (is === 'objects') return records({});
  if (is === 'number' || read === number) return z.number();
  return read === boolean ? z.boolean() : z.string();
}

/** The brief on a request: a list of lines for each kind of fact. Its fields are not named, which saves 100 tokens. */
export const briefShape = () => objects('brief');
/** A record of a request: a call, what was said, or what else was sent; what is cut says where it begins and how much is left. */
export const partShape = () => ({
  ...texts('call', 'state', 'argument', 'says', 'by', 'also', 'text'),
  ...objects('arguments', 'sources'),
  ...numbers('message', 'from', 'left'),
});
export const messageShape = () => ({
  ...numbers('number', 'charactersLeft'),
  ...texts('role', 'name', 'timestamp', 'content'),
  ...objects('otherFields'),
  toolCalls: records({ ...texts('name'), ...objects('arguments') }).optional(),
});
/** A value and how many records have it. */
export const countShape = () => ({ ...texts('value'), ...numbers('count') });
/** The figures of a table of costs. */
export const costShape = () => ({
  ...texts('window', 'currency', 'changeOf', 'projectedFrom'),
  ...numbers('windowCost', 'currentMonth', 'projectedMonth', 'averagePerDay', 'averagePerMonth', 'changePercent'),
});
export const writtenShape = () => ({
  ...texts('documentId', 'name', 'status', 'projectId', 'folderId'),
  ...numbers('currentVersion'),
});
