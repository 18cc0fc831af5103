/**
 * Reads what deployments really send (docs/platform-notes.md, "How responses vary"): wrappers, list wrappers, spellings,
 * times, missing and null fields. Every function takes `unknown`, never throws, and returns undefined if it finds nothing
 * usable.
 */
import { isIdentifier } from '../identifier.ts';
import { type ForeignText, foreign } from '../text.ts';
import { jsonText, parsedJson } from './json-text.ts';

/** A JSON object with any fields. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, or an empty one. */
export const object = (value: unknown): Json => (isObject(value) ? value : {});

/** An own field of an object, so not `constructor`; undefined for anything else. */
export const ownField = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** A record's metadata, which some deployments send as JSON text. */
export const metadataOf = ({ metadata }: Json): Json =>
  object(typeof metadata === 'string' ? parsedJson(metadata) : metadata);

/** The value as a list, or an empty one. */
export const array = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first value that is neither undefined nor null. Own properties only: `constructor` is not a field. */
export const pick = (source: Json, ...keys: string[]): unknown => pickFrom(source, keys);

/** {@link pick} with a list of keys, which is not copied: records are read by it. */
export function pickFrom(source: Json, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = source[key];
    if (value !== undefined && value !== null && Object.hasOwn(source, key)) return value;
  }
  return undefined;
}

/** Whether it is an id that can be shown without marks. */
export const isPlainId = (value: unknown): boolean => /^[\w.:~-]{1,128}$/.test(text(value) ?? '');

const WRAPPER_KEYS = new Set(['success', 'data', 'timestamp', 'meta', 'error']);

/**
 * Removes the `{success, data, timestamp}` wrapper, but only if every top-level key belongs to one: the response of a tool
 * test has a `data` key of its own. A `message` belongs to the wrapper if the wrapper reports success and holds an object.
 */
export function unwrap(value: unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, 'data')) return value;
  const isWrappers = (key: string): boolean => WRAPPER_KEYS.has(key) || (key === 'message' && reportsSuccess(value));
  return Object.keys(value).every(isWrappers) ? value.data : value;
}

/** `{success: true, message: 'Agent created.', data: {…}}`: the message is not part of the record. */
const reportsSuccess = ({ success, message, data }: Json): boolean =>
  boolean(success) === true && typeof message === 'string' && typeof data === 'object' && data !== null;

/** Text as sent; numbers and booleans as text; undefined for the rest. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Whether a value is empty: undefined, null, `''`, `[]` or `{}`. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/** The fields that pass. */
export function fieldsThat(passes: (key: string, value: unknown) => boolean, source: Json): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key in source) {
    const value = source[key];
    if (Object.hasOwn(source, key) && passes(key, value)) setField(kept, key, value);
  }
  return kept;
}

/** Sets a field of any name. Assigning `__proto__` would set the prototype instead. */
export function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** Text that others wrote; undefined if missing or empty. */
export function foreignText(value: unknown): ForeignText | undefined {
  const plain = text(value);
  return plain === undefined || plain === '' ? undefined : foreign(plain);
}

/** Any value as text that others wrote: strings as they are, others as JSON. Undefined for null, `{}` and `[]`. */
export function foreignJson(value: unknown): ForeignText | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && Object.keys(value).length === 0) return undefined;
  return typeof value === 'string' ? foreignText(value) : foreign(jsonText(value));
}

/** A finite number, also if sent as text. */
export function number(value: unknown): number | undefined {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
}

/** True or false, also if sent as text; 0 and 1 are neither. */
export function boolean(value: unknown): boolean | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : undefined;
}

/** An identifier as sent. One that is not safe in a path is marked; using it in a call is refused. */
export function identifier(value: unknown): string | undefined {
  const plain = text(value);
  if (plain === undefined || plain === '') return undefined;
  return isIdentifier(plain) ? plain : foreign(plain).line(128).toString();
}

/** A short term of the platform (status, role, method) as sent; any other text is marked. */
export function label(value: unknown): string | undefined {
  const plain = text(value);
  if (plain === undefined || /^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(plain)) return plain;
  const marked = foreign(plain);
  return marked.isEmpty ? undefined : marked.line(40).toString();
}

/** A currency as sent, but a code as it is defined: `usd` is `USD`. */
export function currencyOf(value: unknown): string | undefined {
  const name = label(value);
  return name?.length === 3 ? name.toUpperCase() : name;
}

/** Epoch values below this are seconds, above milliseconds: it is 1973 in milliseconds and the year 5138 in seconds. */
const SECONDS_LIMIT = 1e11;

/** In the form of {@link dateTime}, so that long lists parse no Date; days up to 28 exist in every month. */
const AS_WRITTEN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** A date-time without a zone: `2026-03-01T10:00:00`, `2026-03-01 10:00`. */
const ZONELESS = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/;

/** A time that was never set: some platforms send the epoch for it, those in Go and .NET the year 1. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** {@link dateTime}, unless it says that there is none. */
export function time(value: unknown): string | undefined {
  const read = dateTime(value);
  return read !== undefined && read > NEVER ? read : undefined;
}

/** From an ISO string, epoch milliseconds or seconds. Without a zone it counts as UTC, whatever this machine's is. */
export function dateTime(value: unknown): string | undefined {
  if (typeof value === 'string' && AS_WRITTEN.test(value)) return value;
  const epoch = typeof value === 'string' && /^\d{9,14}$/.test(value) ? Number(value) : value;
  const date =
    typeof epoch === 'number'
      ? new Date(epoch < SECONDS_LIMIT ? epoch * 1000 : epoch)
      : typeof epoch === 'string' && /^\d{4}-\d{2}-\d{2}/.test(epoch)
        ? new Date(epoch.replace(ZONELESS, '$1T$2Z'))
        : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** `T` with the fields that may be undefined made optional. */
export type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Drops keys whose value is undefined, so that optional fields are absent. */
export function compact<T extends object>(record: T): Compact<T> {
  const kept: Partial<T> = {};
  for (const key of Object.keys(record) as (keyof T)[]) {
    const value = record[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept as unknown as Compact<T>;
}
