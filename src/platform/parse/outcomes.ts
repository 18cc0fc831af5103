/** What the answer to a write says of the write itself. */
import type { ForeignText } from '../text.ts';
import {
  boolean,
  compact,
  identifier,
  isObject,
  type Json,
  number,
  object,
  pick,
  text,
  unwrap,
  words,
} from './coerce.ts';
import { isErrorObject } from './error-object.ts';

/** Answer of a deletion; `deletedId` is absent where the platform sent no body. */
export interface Deletion {
  /** See {@link signOf}; an answer without a body (204) is a sign that it was carried out. */
  readonly done?: boolean;
  readonly message?: ForeignText;
  readonly deletedId?: string;
}

/** The answer of an operation of which only the status is known. */
export interface Acknowledgement {
  readonly message?: ForeignText;
}

/** Flags, words and counts that say whether something was done. */
const FLAGS = ['success', 'ok', 'done', 'deleted', 'removed', 'archived'] as const;
const STATUSES = ['status', 'state'] as const;
const WORDS = ['result', 'outcome'] as const;
/** What an answer may hold that is no record: in a record, a status is the record's own. */
const OF_ANSWERS: ReadonlySet<string> = new Set([
  ...FLAGS,
  ...STATUSES,
  ...WORDS,
  ...['data', 'meta', 'message', 'timestamp', 'error', 'code', 'acknowledged', 'deletedCount', 'deletedId'],
]);

const FAILED = /^(?:fail(?:ed|ure)?|error|refused|denied|forbidden|not_.*|no|false)$/i;
const DONE = /^(?:ok|success(?:ful)?|succeeded|done|completed?|deleted|removed|archived|yes|true)$/i;

/**
 * Whether the answer to a write says that it was carried out: true, false, or undefined where it has no sign either way. A
 * success status alone proves nothing: `{"deleted": false}`.
 * @param statuses whether a status may be the write's: that of a thread which was to be ended as FAILED is the thread's
 */
export function signOf(body: unknown, statuses = true): boolean | undefined {
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
    ...[...WORDS, ...(statuses ? STATUSES : [])].map((key) => signOfWord(part[key])),
    countSign(part),
  ].filter((sign) => sign !== undefined);
}

function signOfWord(value: unknown): boolean | undefined {
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
    done: value === undefined || value === null ? true : signOf(value),
    message: words(source.message ?? object(error).message ?? error ?? outer.message),
    deletedId: identifier(pick(source, 'deletedId', 'id', '_id')),
  });
}

/** An answer whose fields are not known: whatever is a success is one. */
export function readAcknowledgement(value: unknown): Acknowledgement {
  return compact({ message: words(object(unwrap(value)).message ?? object(value).message) });
}
