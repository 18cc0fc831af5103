/** Masks credentials of tool servers, which callers write and platforms may echo. */

import { isObject } from '../../platform/parse/coerce.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { ADDRESS_MASK, addressWithoutCredentials, isCredentialName, textWithoutCredentials } from './mask-address.ts';

const MASK = '••••••••';

/** Whether a text is a mask, by a platform or by this server. */
export const isMask = (text: string): boolean => /•{4}/.test(text);

/** The lines of a question, plus an explanation if one of them has a mask. */
export function withMaskNote(lines: readonly string[]): string {
  const isMasked = lines.some(isMask);
  return [...lines, ...(isMasked ? ['•••• stands for a credential; its value can’t be seen here.'] : [])].join('\n');
}

/** An address as one line, with its credentials masked. */
export function withoutCredentials(url: ForeignText, max?: number): ForeignText;
export function withoutCredentials(url: ForeignText | undefined, max?: number): ForeignText | undefined;
export function withoutCredentials(url: ForeignText | undefined, max = 300): ForeignText | undefined {
  return url && foreign(addressWithoutCredentials(url.visible)).line(max);
}

/** Fields whose values are secret throughout, except for {@link PLAIN_KEYS}. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(['authenticationConfig', 'customHeaders']);
/** Beside the kind of authentication what OAuth 2.0 (RFC 6749) makes public: who decides has to see where a secret is sent. */
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  ...['authenticationMethod', 'name', 'type', 'method', 'algorithm', 'audience', 'issuer'],
  ...['clientId', 'grantType', 'scope', 'scopes', 'tokenUrl', 'authorizationUrl'],
]);
/** What follows the path of an address, where a secret may stand. */
const SECRET_ADDRESSES: ReadonlySet<string> = new Set(['tokenUrl', 'authorizationUrl', 'issuer', 'audience']);
/** Of a header in a list; in a map, whose keys are the names of headers, one may be called `scope`. */
const HEADER_KEYS: ReadonlySet<string> = new Set(['name', 'type']);
const NONE: ReadonlySet<string> = new Set();
/** Names of numbers that are no secrets. */
const PLAIN_NUMBER = /^port$|expires(?:in|at)?$|ttl$|timeout(?:ms)?$|seconds$|minutes$/i;

const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['url', 'endpoint']);

/**
 * The value with every credential masked, so that none gets into a transcript.
 * @param as what its field holds
 * @param plain the keys in a secret whose texts are none
 */
export function masked(value: unknown, as: 'text' | 'address' | 'secret' = 'text', plain = PLAIN_KEYS): unknown {
  const isSecret = as === 'secret';
  if (Array.isArray(value)) return value.map((part) => masked(part, isSecret ? 'secret' : 'text', plain));
  if (typeof value === 'number') return isSecret ? MASK : value;
  if (typeof value === 'string') {
    if (isSecret) return value === '' ? '' : MASK;
    return as === 'address' ? addressWithoutCredentials(value) : textWithoutCredentials(value);
  }
  if (!isObject(value)) return value;
  const keys = plain === HEADER_KEYS && typeof value.name !== 'string' ? NONE : plain;
  const entries = Object.entries(value).map(([key, part]) => {
    const isPlain = isSecret && keys.has(key) && [part].flat().every((one) => typeof one === 'string');
    const hides = isCredentialName(key) || SECRET_FIELDS.has(key) || (isSecret && !isPlain);
    if (hides && typeof part === 'number' && PLAIN_NUMBER.test(key)) return [key, part];
    if (isPlain && typeof part === 'string' && SECRET_ADDRESSES.has(key)) return [key, withoutParameters(part)];
    const inside = hides && /headers$/i.test(key) ? HEADER_KEYS : keys;
    return [key, masked(part, hides ? 'secret' : ADDRESS_FIELDS.has(key) ? 'address' : 'text', inside)];
  });
  return Object.fromEntries(entries);
}

function withoutParameters(address: string): string {
  const [path = ''] = address.split(/[?#;]/, 1);
  return addressWithoutCredentials(path) + (path === address ? '' : `?${ADDRESS_MASK}`);
}
