/** Projects and their statistics (docs/platform-notes.md, "Projects"). */
import { boolean, foreignText, identifier, isObject, type Json, label, time } from './coerce.ts';
import { type RecordOf, source, type Table } from './table.ts';

/** A project, from a list or by itself. */
export const PROJECT = {
  id: { from: ['id', '_id'], read: identifier, required: true, show: { as: 'projectId' } },
  name: { read: foreignText, show: { max: 100 } },
  /** The slug, which can't be changed. */
  identifier: { read: identifier, show: {} },
  archived: { read: boolean },
  state: { from: ['archived'], read: stateOf, show: {} },
  /** `public`, `private`, or as sent. */
  visibility: { read: label, show: {} },
  createdAt: { from: ['createdAt', 'creationTimestampMs'], read: time, show: { line: 'created …' } },
  updatedAt: { from: ['updatedAt', 'lastEditTimestampMs'], read: time },
  description: { read: foreignText, show: { max: 500, inLine: 160 } },
  source,
} as const satisfies Table;
export type Project = RecordOf<typeof PROJECT>;

function stateOf(archived: unknown): string | undefined {
  const is = boolean(archived);
  return is === undefined ? undefined : is ? 'archived' : 'active';
}

/** Statistics, whose fields are not known. */
export type Stats = Json;
export const readStats = (value: unknown): Stats | undefined => (isObject(value) ? value : undefined);
