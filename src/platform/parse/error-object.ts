/** Tells an error from a record where the status does not: some deployments answer with both under 200. */
import { boolean, isEmpty, isObject, type Json, number } from './coerce.ts';

/** What an object may hold that tells of an error and of nothing else; `status` where it is the number. */
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
 * Whether an answer is an error object, whatever its status: `{error}`, `{statusCode: 404, message, error}`. One that holds
 * anything else is a record, which may have an `error` of its own.
 */
export function isErrorObject(value: unknown): value is Json {
  if (!isObject(value) || boolean(value.success) === true) return false;
  const isErrorStatus = [value.statusCode, value.status].some((status) => (number(status) ?? 0) >= 400);
  if (!isErrorStatus && saysNone(value.error)) return false;
  return Object.entries(value).every(
    ([key, said]) => said === null || ERROR_KEYS.has(key) || (key === 'status' && number(said) !== undefined),
  );
}

/** Whether an `error` says that there is none: it is missing or empty, false or 0. */
const saysNone = (error: unknown): boolean => isEmpty(error) || boolean(error) === false || number(error) === 0;
