/**
 * A kind of record as a table of its fields: where each stands in an answer, how it is read, and how results show it. The
 * type, the reader, the output schema and the lines of lists are all derived from it (`RecordOf` and `readerOf` here,
 * `src/present/record.ts`, `shapeOf` in `src/tools/results.ts`).
 */
import { type Json, object, pick } from './coerce.ts';

/** How results show a field, and how a line of a list words it. */
export interface Show {
  /** Its name in results; that of the field where none is given. */
  readonly as?: string;
  /** The type of its values, where `read` does not tell (`number`, `boolean`, `object`): text otherwise. */
  readonly is?: 'number' | 'object';
  /** Characters of a text in a single answer and, where fewer, in a line. */
  readonly max?: number;
  readonly inLine?: number;
  /** An address, in which credentials are masked. */
  readonly isAddress?: true;
  /** What a line says around the value, which stands for `…`: `created …`. False: lines leave it out. */
  readonly line?: string | false | ((value: string, data: Json) => string);
}

/** One field of a record. */
export interface Field<T = unknown> {
  /** The keys it may stand under, of which the first that holds anything counts; its own name where none are given. */
  readonly from?: readonly string[];
  /** Undefined where nothing usable is there. `source` is the whole record as sent. */
  read(value: unknown, source: Json): T | undefined;
  /** Without it, an object is no such record. */
  readonly required?: true;
  /** Absent: results leave it out. */
  readonly show?: Show;
}

export type Table = Readonly<Record<string, Field>>;

type Read<F> = F extends Field<infer T> ? Exclude<T, undefined> : never;
type Required<T extends Table> = { [K in keyof T]: T[K] extends { readonly required: true } ? K : never }[keyof T];

/** The record that a table describes. */
export type RecordOf<T extends Table> = { readonly [K in Required<T>]: Read<T[K]> } & {
  readonly [K in Exclude<keyof T, Required<T>>]?: Read<T[K]>;
};

/** The whole record as sent, for fields that results don't show. */
export const source = { from: [], read: (_: unknown, whole: Json) => whole, required: true } as const;

/** Reads a record; undefined where a required field is missing. */
export function readerOf<const T extends Table>(table: T): (value: unknown) => RecordOf<T> | undefined {
  const fields = Object.entries(table);
  return (value) => {
    const whole = object(value);
    const record: Record<string, unknown> = {};
    for (const [name, { from = [name], read, required }] of fields) {
      const found = read(pick(whole, ...from), whole);
      if (found !== undefined) record[name] = found;
      else if (required) return undefined;
    }
    return record as RecordOf<T>;
  };
}
