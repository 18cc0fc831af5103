/**
 * Whether a signed token of the issuer is one to call with. An issuer signs others with the same keys: ID tokens, which
 * tell a client who logged in, and logout tokens. RFC 9068 marks access tokens `typ: at+jwt`, but the common providers
 * say `JWT` or nothing (Okta, Cognito, Entra ID, and Auth0 and Keycloak by default), so what can't be told by the type is
 * told by the claims that only the other kinds have.
 */
import type { JWTPayload } from 'jose';

/** RFC 9068, section 4: with or without `application/`, in any case (RFC 7515, section 4.1.9). */
const ACCESS = 'at+jwt';
const UNSAID = [undefined, 'jwt'];
/** OpenID Connect Core, 3.1.3.6 and 3.3.2.11: hashes that bind an ID token to what came beside it. */
const ID_TOKEN_CLAIMS = ['at_hash', 'c_hash', 's_hash'];

/** @returns why the token can't be used for calls; undefined if it may */
export function notForCalling(typ: string | undefined, claims: JWTPayload): string | undefined {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (type !== ACCESS && !UNSAID.includes(type)) return 'its type (typ) is a different one';
  // Security event and logout tokens (RFC 8417; OpenID Connect Back-Channel Logout, 2.4).
  if (claims.events !== undefined) return 'it is an event token';
  const marks = [markOf(claims.typ, ['bearer', ACCESS]), markOf(claims.token_use, ['access'])];
  if (marks.includes('other')) return 'the issuer marks it as a different kind';
  if (ID_TOKEN_CLAIMS.some((claim) => claims[claim] !== undefined)) return 'it is an ID token';
  // Access tokens of older Keycloaks carry a nonce too, and are marked.
  const isMarked = type === ACCESS || marks.includes('access');
  return claims.nonce !== undefined && !isMarked ? 'it is an ID token' : undefined;
}

/** The marks of Keycloak (`typ`: Bearer, ID, Refresh, Logout) and Cognito (`token_use`: access, id), in the claims. */
function markOf(value: unknown, access: readonly string[]): 'access' | 'other' | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && access.includes(value.toLowerCase()) ? 'access' : 'other';
}
