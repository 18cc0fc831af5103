/** Credentials of others than ours: those of tool servers, which callers write and platforms may echo. */
import { type ForeignText, foreign } from '../../platform/text.ts';
import { isCredentialName } from './credential-names.ts';
import { addressWithoutCredentials, textWithoutCredentials } from './mask-address.ts';

/** What stands for a whole secret. */
export const MASK = '••••••••';

/** Whether a text is what a platform, or this server, shows instead of a secret. */
export const isMask = (text: string): boolean => /•{4}/.test(text);

/** The lines of a question; where one of them has a mask, the last says what it means. */
export function withMaskNote(lines: readonly string[]): string {
  const isMasked = lines.some(isMask);
  return [...lines, ...(isMasked ? ['•••• stands for a credential; its value can’t be seen here.'] : [])].join('\n');
}

/** An address without the credentials that it may carry, as one line. */
export function withoutCredentials(url: ForeignText, max?: number): ForeignText;
export function withoutCredentials(url: ForeignText | undefined, max?: number): ForeignText | undefined;
export function withoutCredentials(url: ForeignText | undefined, max = 300): ForeignText | undefined {
  return url && foreign(addressWithoutCredentials(url.visible)).line(max);
}

/** Fields whose values are secrets all through, but for these keys that say how they are used. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(['authenticationConfig', 'customHeaders']);
const PLAIN_KEYS: ReadonlySet<string> = new Set(['authenticationMethod', 'name', 'type', 'method']);

/** Fields whose text is one address. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['url', 'endpoint']);

/** The value with every credential masked: a request that is shown must not carry one into a transcript. */
export function masked(value: unknown, isSecret = false, isAddress = false): unknown {
  if (Array.isArray(value)) return value.map((part) => masked(part, isSecret));
  if (typeof value === 'string') {
    if (isSecret) return value === '' ? '' : MASK;
    return isAddress ? addressWithoutCredentials(value) : textWithoutCredentials(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    if (typeof part === 'number') return [key, isCredentialName(key) ? MASK : part];
    const hides = isCredentialName(key) || SECRET_FIELDS.has(key) || (isSecret && !PLAIN_KEYS.has(key));
    return [key, masked(part, hides, ADDRESS_FIELDS.has(key))];
  });
  return Object.fromEntries(entries);
}
