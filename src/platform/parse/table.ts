/**
 * A kind of record as a table of its fields: where each is in a response, how it is read, and how results show it. The
 * type, the reader, the output schema and the lines of lists are all derived from it (`RecordOf` and `readerOf` here,
 * `src/present/record.ts`, `shapeOf` in `src/tools/results.ts`).
 */
import { type Json, object, pickFrom } from './coerce.ts';

/** How results and lines of lists show a field. */
export interface Show {
  /** Its name in results; default: the field's name. */
  readonly as?: string;
  /** The type of its values, if `read` is neither `number` nor `boolean`; default: text. */
  readonly is?: 'number' | 'object' | 'objects';
  /** Longest text in a single result and, if shorter, in a line. */
  readonly max?: number;
  readonly inLine?: number;
  /** An address, in which credentials are masked. */
  readonly isAddress?: true;
  /** The text of a line, with `…` for the value: `created …`. False: lines leave it out. */
  readonly line?: string | false | ((value: string, data: Json) => string);
}

/** One field of a record. */
export interface Field<T = unknown> {
  /** Keys that may hold it; the first with a value counts. Default: the field's name. */
  readonly from?: readonly string[];
  /** Undefined if there is nothing usable. `source` is the whole record as sent. */
  read(value: unknown, source: Json): T | undefined;
  /** An object without it is not such a record. */
  readonly required?: true;
  /** Absent: results leave it out. */
  readonly show?: Show;
}

export type Table = Readonly<Record<string, Field>>;

/** A value for each field of a table: `satisfies` it finds one that is missing. */
export type ValuesOf<T extends Table> = { readonly [K in keyof T]: unknown };

type Read<F> = F extends Field<infer T> ? Exclude<T, undefined> : never;
type Required<T extends Table> = { [K in keyof T]: T[K] extends { readonly required: true } ? K : never }[keyof T];

/** The record that a table describes. */
export type RecordOf<T extends Table> = { readonly [K in Required<T>]: Read<T[K]> } & {
  readonly [K in Exclude<keyof T, Required<T>>]?: Read<T[K]>;
};

/** The whole record as sent, for fields that results don't show. */
export const source = { from: [], read: (_: unknown, whole: Json) => whole, required: true } as const;

/** The reader of a record; it returns undefined if a required field is missing. */
export function readerOf<const T extends Table>(table: T): (value: unknown) => RecordOf<T> | undefined {
  const fields = Object.entries(table);
  return (value) => {
    const whole = object(value);
    const record: Record<string, unknown> = {};
    for (const [name, { from = [name], read, required }] of fields) {
      const found = read(pickFrom(whole, from), whole);
      if (found !== undefined) record[name] = found;
      else if (required) return undefined;
    }
    return record as RecordOf<T>;
  };
}
