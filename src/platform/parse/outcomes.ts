/** What the answer to a write says about the write, and how an error object is recognised. */

import type { ForeignText } from '../text.ts';
import {
  boolean,
  compact,
  foreignText,
  identifier,
  isEmpty,
  isObject,
  type Json,
  number,
  object,
  pick,
  text,
  unwrap,
} from './coerce.ts';

/** Answer of a deletion; `deletedId` is absent if the platform sent no body. */
export interface Deletion {
  /** See {@link wasCarriedOut}; an answer without a body (204) counts as carried out. */
  readonly done?: boolean;
  readonly message?: ForeignText;
  readonly deletedId?: string;
}

/** The answer of an operation whose fields are not known. */
export interface Acknowledgement {
  readonly message?: ForeignText;
}

/** Flags and words that say whether something was done. */
const FLAGS = ['success', 'ok', 'done', 'deleted', 'removed', 'archived'] as const;
const STATUSES = ['status', 'state'] as const;
const WORDS = ['result', 'outcome'] as const;
/** Keys of an answer that is not a record; in a record, a status is the record's. */
const OF_ANSWERS: ReadonlySet<string> = new Set([
  ...FLAGS,
  ...STATUSES,
  ...WORDS,
  ...['data', 'meta', 'message', 'timestamp', 'error', 'code', 'acknowledged', 'deletedCount', 'deletedId'],
]);

const FAILED = /^(?:fail(?:ed|ure)?|error|refused|denied|forbidden|not_.*|no|false)$/i;
const DONE = /^(?:ok|success(?:ful)?|succeeded|done|completed?|deleted|removed|archived|yes|true)$/i;

/**
 * Whether the answer to a write says that it was carried out; undefined if it doesn't say. A success status alone proves
 * nothing: `{"deleted": false}`.
 * @param statuses whether a status may be the write's: the status FAILED of a thread that was to fail is the thread's
 */
export function wasCarriedOut(body: unknown, statuses = true): boolean | undefined {
  const signs = [body, unwrap(body)].flatMap((part) => signsIn(part, statuses));
  return signs.includes(false) ? false : signs.includes(true) ? true : undefined;
}

function signsIn(part: unknown, statuses: boolean): boolean[] {
  if (typeof part === 'boolean') return [part];
  if (!isObject(part)) return [];
  const success = boolean(part.success);
  if (isErrorObject(part) || success === false) return [false];
  if (!Object.keys(part).every((key) => OF_ANSWERS.has(key))) return success === undefined ? [] : [success];
  return [
    ...FLAGS.map((key) => boolean(part[key])),
    ...[...WORDS, ...(statuses ? STATUSES : [])].map((key) => wordSign(part[key])),
    countSign(part),
  ].filter((sign) => sign !== undefined);
}

function wordSign(value: unknown): boolean | undefined {
  const word =
    text(value)
      ?.trim()
      .replace(/[\s-]+/g, '_') ?? '';
  if (FAILED.test(word)) return false;
  return DONE.test(word) ? true : undefined;
}

function countSign({ deletedCount, deletedId }: Json): boolean | undefined {
  const count = number(deletedCount);
  return count === undefined ? (identifier(deletedId) === undefined ? undefined : true) : count > 0;
}

/** The answer of a deletion. */
export function readDeletion(value: unknown): Deletion {
  const outer = object(value);
  const source = object(unwrap(value));
  const error = outer.error ?? undefined;
  return compact({
    done: value === undefined || value === null ? true : wasCarriedOut(value),
    message: foreignText(source.message ?? object(error).message ?? error ?? outer.message),
    deletedId: identifier(pick(source, 'deletedId', 'id', '_id')),
  });
}

/** Any success is an acknowledgement. */
export function readAcknowledgement(value: unknown): Acknowledgement {
  return compact({ message: foreignText(object(unwrap(value)).message ?? object(value).message) });
}

/** Keys of an error object and nothing else; `status` counts if it is a number. */
const ERROR_KEYS: ReadonlySet<string> = new Set([
  'success',
  'error',
  'errors',
  'message',
  'statusCode',
  'code',
  'field',
  'details',
  'retryAfter',
  'timestamp',
  'path',
  'requestId',
]);

/**
 * Whether an answer is an error object, since some deployments send errors under 200: `{error}`, `{statusCode: 404, message,
 * error}`. An object with other keys is a record, which may have an `error` field.
 */
export function isErrorObject(value: unknown): value is Json {
  if (!isObject(value) || boolean(value.success) === true) return false;
  const isErrorStatus = [value.statusCode, value.status].some((status) => (number(status) ?? 0) >= 400);
  if (!isErrorStatus && saysNoError(value.error)) return false;
  return Object.entries(value).every(
    ([key, value]) => value === null || ERROR_KEYS.has(key) || (key === 'status' && number(value) !== undefined),
  );
}

/** Whether an `error` field means no error: it is missing, empty, false or 0. */
const saysNoError = (error: unknown): boolean => isEmpty(error) || boolean(error) === false || number(error) === 0;
