/** Secrets of others than ours: those of tool servers, which callers write and platforms may echo. */
import { type ForeignText, foreign } from '../../platform/text.ts';

export const MASK = '••••••••';

/** Up to the last @ before the path: a password may hold one. */
const USER_INFO = /\/\/[^/?#\s]*@/g;
const SECRET_QUERY =
  /([?&](?:[\w.-]*(?:token|secret|passw(?:or)?d|signature|api[_-]?key|access[_-]?key)|key|auth|sig|code)=)[^&#\s]*/gi;

/** An address without the credentials that it may carry, as one line. */
export function withoutCredentials(url: ForeignText, max?: number): ForeignText;
export function withoutCredentials(url: ForeignText | undefined, max?: number): ForeignText | undefined;
export function withoutCredentials(url: ForeignText | undefined, max = 300): ForeignText | undefined {
  return url && foreign(urlWithoutCredentials(url.raw)).line(max);
}

const urlWithoutCredentials = (url: string): string =>
  url.replace(USER_INFO, '//••••@').replace(SECRET_QUERY, '$1••••');

/** Keys whose values are secrets wherever they stand. */
const SECRET_KEY = /secret|passw|token|api-?_?key|private-?_?key|credential|authorization/i;
/** Fields whose values are secrets all through, but for these keys that say how they are used. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['authenticationConfig', 'customHeaders']);
const PLAIN_KEYS: ReadonlySet<string> = new Set(['authenticationMethod', 'name', 'type', 'method']);

/** The value with every secret masked: a request that is shown must not carry one into a transcript. */
export function masked(value: unknown, isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((part) => masked(part, isSecret));
  if (typeof value === 'string') return isSecret ? MASK : urlWithoutCredentials(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    const hides = SECRET_KEY.test(key) || SECRET_FIELDS.has(key) || (isSecret && !PLAIN_KEYS.has(key));
    return [key, masked(part, hides)];
  });
  return Object.fromEntries(entries);
}
