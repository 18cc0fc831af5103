/** What the response to a write says about the write, and how an error object is recognised. */

import {
  boolean,
  compact,
  foreignText,
  identifier,
  isEmpty,
  isObject,
  number,
  object,
  pick,
  unwrap,
} from './coerce.ts';

/** Undefined if it doesn't say, and then only reading again tells: a success status alone proves nothing. */
export function wasCarriedOut(body: unknown): boolean | undefined {
  const signs = [body, unwrap(body)].map(signIn);
  return signs.includes(false) ? false : signs.includes(true) ? true : undefined;
}

function signIn(part: unknown): boolean | undefined {
  if (!isObject(part)) return undefined;
  const success = boolean(part.success);
  const count = number(part.deletedCount);
  if (isErrorObject(part) || success === false || count === 0) return false;
  return success || count !== undefined || identifier(part.deletedId) !== undefined ? true : undefined;
}

/** The response of a deletion. */
export type Deletion = ReturnType<typeof readDeletion>;

export function readDeletion(value: unknown) {
  const outer = object(value);
  const source = object(unwrap(value));
  const error = outer.error ?? undefined;
  return compact({
    /** Whether it was carried out, if the response says so; one without a body (204) does. */
    done: value === undefined || value === null ? true : wasCarriedOut(value),
    message: foreignText(source.message ?? object(error).message ?? error ?? outer.message),
    /** Undefined if the platform sent no body. */
    deletedId: identifier(pick(source, 'deletedId', 'id', '_id')),
  });
}

/** The response of an operation whose fields are not known: any success. */
export const readAcknowledgement = (value: unknown) =>
  compact({ message: foreignText(object(unwrap(value)).message ?? object(value).message) });

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

/** Some deployments send errors under 200: `{error}`. An object with other keys is a record with an `error` field. */
export function isErrorObject(value: unknown): boolean {
  if (!isObject(value) || boolean(value.success) === true) return false;
  const isErrorStatus = [value.statusCode, value.status].some((status) => (number(status) ?? 0) >= 400);
  if (!isErrorStatus && saysNoError(value.error)) return false;
  return Object.entries(value).every(
    ([key, value]) => value === null || ERROR_KEYS.has(key) || (key === 'status' && number(value) !== undefined),
  );
}

/** Whether an `error` field means no error: it is missing, empty, false or 0. */
export const saysNoError = (error: unknown): boolean =>
  isEmpty(error) || boolean(error) === false || number(error) === 0;
