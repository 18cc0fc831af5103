/** Reads claims of a JSON Web Token without verifying it: for messages to its owner, never for authentication. */
import { type Json, object } from '../parse/coerce.ts';
import { parsedJson } from '../parse/json-text.ts';

/** The last second that a date can hold. */
const MAX_SECONDS = 8.64e12;

/** When a token expires, in epoch milliseconds; undefined if it does not say. */
export function expiryOf(token: string): number | undefined {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && Math.abs(exp) <= MAX_SECONDS ? exp * 1000 : undefined;
}

const claimsOf = (token: string): Json =>
  object(parsedJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));
