/** Reads a response's JSON into the record or records of its operation; the one place for all operations. */
import type { OperationSpec, RecordKind } from '../operations/operation.ts';
import { boolean, compact, isObject, type Json, number, object, pick, unwrap } from './coerce.ts';
import { type Reader, type ResponseOf, readers } from './records.ts';

/** Records whose readers get the wrapper too: they have its keys themselves, or it is part of them. */
const READS_WRAPPER: ReadonlySet<RecordKind> = new Set(['toolTest', 'deletion', 'thread', 'reply', 'acknowledgement']);

/** The key that may hold the list of any operation. */
export const COMMON_LIST_KEY = 'data';

type IsWithheld = (entry: unknown) => boolean;

/** Entries of a list that are withheld are counted. @returns undefined if the body holds no such record */
export function readResponse<O extends OperationSpec>(
  operation: O,
  body: unknown,
  isWithheld?: IsWithheld,
): ResponseOf<O> | undefined;
export function readResponse(operation: OperationSpec, body: unknown, isWithheld: IsWithheld = () => false): unknown {
  const read: Reader<unknown> = readers[operation.response.record];
  if (!operation.response.many) return read(READS_WRAPPER.has(operation.response.record) ? body : unwrap(body));
  const content = unwrap(body);
  const list = Array.isArray(content)
    ? content
    : findList(content, operation.response.listKeys ?? [], reportsError(body));
  if (list === undefined) return undefined;
  const around = isObject(content) ? content : object(object(body).meta);
  let withheld = 0;
  const entries = list.map((entry) => {
    if (!isWithheld(entry)) return read(entry);
    withheld++;
    return undefined;
  });
  const items = entries.filter((item) => item !== undefined);
  const isMixed = items.length > 0 && items.length < list.length;
  return compact({
    items,
    places: isMixed ? entries.flatMap((item, place) => (item === undefined ? [] : place)) : undefined,
    unreadable: list.length - items.length - withheld,
    withheld: withheld === 0 ? undefined : withheld,
    // A total of costs is an amount.
    total: operation.response.record === 'costRow' ? undefined : totalIn(around, list.length),
    hasMore: boolean(pick(around, 'hasMore')),
    limit: number(pick(around, 'limit')),
  });
}

/** The total number of entries. A `count` that equals the page's entries may count the page alone. */
function totalIn(around: Json, received: number): number | undefined {
  const count = number(pick(around, 'count'));
  return number(pick(around, 'total', 'totalCount')) ?? (count === received ? undefined : count);
}

/** The first list under a known key. A null in place of a list, bare or under its key, is an empty list. */
function findList(content: unknown, keys: readonly string[], hasFailed: boolean): readonly unknown[] | undefined {
  if (content === null && !hasFailed) return [];
  if (!isObject(content)) return undefined;
  const values = [...keys, COMMON_LIST_KEY].filter((key) => Object.hasOwn(content, key)).map((key) => content[key]);
  return values.find((value) => Array.isArray(value)) ?? (values.includes(null) && !hasFailed ? [] : undefined);
}

/** Whether a response reports an error: then a missing list does not mean an empty one. */
function reportsError(body: unknown): boolean {
  return isObject(body) && (boolean(body.success) === false || pick(body, 'error') !== undefined);
}

/** Keys of a response without a record. */
const WITHOUT_RECORD: ReadonlySet<string> = new Set([
  ...['success', 'status', 'message', 'timestamp', 'meta'],
  ...['accepted', 'queued', 'ok', 'done', 'result', 'pausedAt', 'resumedAt'],
]);

/** Whether the body of a success only acknowledges: empty (a 204), `{success: true}`, `{status: 'queued'}`, `{accepted: true}`. */
export function holdsNoRecord(body: unknown): boolean {
  const content = unwrap(body) ?? undefined;
  if (reportsError(body) || reportsError(content)) return false;
  if (content === undefined) return true;
  if (!isObject(content)) return false;
  return Object.entries(content).every(
    ([key, value]) =>
      value === null ||
      (WITHOUT_RECORD.has(key) && boolean(value) !== false && (key === 'meta' || typeof value !== 'object')),
  );
}
