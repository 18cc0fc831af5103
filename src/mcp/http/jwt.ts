/** Verifies tokens of an OAuth issuer: JWTs whose signature, issuer, audience and times jose checks. */
import { type AuthInfo, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { withoutEndSlashes } from '../../basics/addresses.ts';
import { codeOf, messageOf } from '../../basics/errors.ts';
import { clean } from '../../platform/text.ts';
import { envName } from '../../settings/table.ts';
import { principal } from '../engine/caller.ts';
import { issuerKeys } from './issuer-keys.ts';
import { IssuerUnavailable } from './issuer-metadata.ts';
import { CLOCK_TOLERANCE, type OAuthConfig } from './oauth-config.ts';
import { rightsOf } from './rights.ts';

/** Asymmetric algorithms only: with HS256, a public key could serve as the secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** RFC 9068, section 4; with or without `application/`, in upper or lower case (RFC 7515, section 4.1.9). */
const ACCESS_TYPE = 'at+jwt';
/** Types that leave open which kind of token it is. */
const GENERIC_TYPES = [undefined, 'jwt'];
/** Hashes that bind an ID token to the code or access token issued with it (OpenID Connect Core, 3.1.3.6 and 3.3.2.11). */
const ID_TOKEN_CLAIMS = ['at_hash', 'c_hash', 's_hash'];

/** Resolves to the token's caller; rejects as {@link jwtVerifier} says. */
export type JwtVerifier = (token: string) => Promise<AuthInfo>;

/** It rejects with OAuthError (invalid_token), or IssuerUnavailable if it can't check one; `warn` gets the reason. */
export function jwtVerifier(config: OAuthConfig, warn: (message: string) => void): JwtVerifier {
  const keys = issuerKeys(config, warn);
  const issuer = withoutEndSlashes(config.issuer);
  let lastReason = '';
  const warnOnce = (reason: string): void => {
    if (reason !== lastReason) warn(`The OAuth issuer's key can't be used: ${reason}`);
    lastReason = reason;
  };
  return async (token) => {
    // Tokens from elsewhere are refused before the issuer is asked for its keys.
    if (!claimsIssuer(issuer, token))
      throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not a JWT from the issuer');
    const keySet = await keys();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keySet, {
        issuer: [issuer, `${issuer}/`],
        audience: config.audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp'],
      });
      const why = notAnAccessToken(protectedHeader.typ, payload);
      if (why === undefined) return authInfo(payload, config);
      throw new OAuthError(OAuthErrorCode.InvalidToken, `The token is not an access token: ${why}`);
    } catch (error) {
      throw refusalFor(error, config, warnOnce);
    }
  };
}

/**
 * Why a token of the issuer is not an access token; undefined if it is. An issuer signs other kinds with the same keys: ID
 * tokens, which tell a client who logged in, and logout tokens. RFC 9068 marks access tokens `typ: at+jwt`, but the common
 * providers send `JWT` or no type (Okta, Cognito, Entra ID, and Auth0 and Keycloak by default). So other kinds are recognized
 * by claims that only they have.
 */
function notAnAccessToken(typ: string | undefined, claims: JWTPayload): string | undefined {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (type !== ACCESS_TYPE && !GENERIC_TYPES.includes(type)) return 'its type (typ) is a different one';
  // Security event and logout tokens (RFC 8417; OpenID Connect Back-Channel Logout, 2.4).
  if (claims.events !== undefined) return 'it is an event token';
  const marks = [markOf(claims.typ, ['bearer', ACCESS_TYPE]), markOf(claims.token_use, ['access'])];
  if (marks.includes('other')) return 'the issuer marks it as a different kind';
  if (ID_TOKEN_CLAIMS.some((claim) => claims[claim] !== undefined)) return 'it is an ID token';
  // Access tokens of older Keycloaks have a nonce, too, but are marked.
  const isMarked = type === ACCESS_TYPE || marks.includes('access');
  return claims.nonce !== undefined && !isMarked ? 'it is an ID token' : undefined;
}

/** The marks of Keycloak (`typ`: Bearer, ID, Refresh, Logout) and Cognito (`token_use`: access, id), in the claims. */
function markOf(value: unknown, access: readonly string[]): 'access' | 'other' | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && access.includes(value.toLowerCase()) ? 'access' : 'other';
}

/** Whether the token, still unverified, names the issuer and an accepted algorithm. */
function claimsIssuer(issuer: string, token: string): boolean {
  try {
    return (
      ALGORITHMS.includes(String(decodeProtectedHeader(token).alg)) &&
      withoutEndSlashes(String(decodeJwt(token).iss)) === issuer
    );
  } catch {
    return false;
  }
}

/**
 * The token's caller, without the token itself. A token without a subject is refused: all such callers of a client would
 * count as one. Some issuers use numbers as subjects, although `sub` is a string (RFC 7519, section 4.1.2).
 */
function authInfo(payload: JWTPayload, config: OAuthConfig): AuthInfo {
  const { exp = 0, scope, scp } = payload;
  const sub: unknown = payload.sub;
  if ((typeof sub !== 'string' || sub === '' || !sub.isWellFormed()) && typeof sub !== 'number')
    throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token has no valid subject (sub)');
  const subject = String(sub);
  const scopes = [scope, scp].flatMap((value) =>
    typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value.map(String) : [],
  );
  // The claim's name in RFC 9068, OpenID Connect, Okta and Entra ID.
  const [clientId] = [payload.client_id, payload.azp, payload.cid, payload.appid].flatMap(textOf);
  const client = clientId ?? subject;
  const isPerson = !isMachine(payload, subject, clientId);
  const textsOf = (claim: string): string[] => [payload[claim]].flat().flatMap(textOf);
  const names = NAME_CLAIMS.flatMap(textsOf);
  return {
    token: '',
    clientId: client,
    scopes,
    // The SDK compares it with the clock again, without tolerance.
    expiresAt: exp + CLOCK_TOLERANCE,
    extra: {
      principal: principal({
        // With and without a trailing slash it is the same issuer.
        issuer: withoutEndSlashes(config.issuer),
        subject,
        label: labelOf(names),
        client,
        isPerson,
        rights: rightsOf({ claims: payload, scopes, client, isPerson }, config.rights),
        names: [subject, ...names, ...textsOf('oid')],
      }),
    },
  };
}

/**
 * Claims with a person's name, or several, the most readable first (OpenID Connect Core, 5.1; Entra ID: `upn`, `unique_name`,
 * `emails`; Cognito: `username`, `cognito:username`).
 */
const NAME_CLAIMS = [
  ...['name', 'preferred_username', 'email', 'upn', 'unique_name'],
  ...['username', 'cognito:username', 'emails', 'mail', 'nickname'],
];
const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);
const MAX_LABEL = 100;

/** A label is one short line of visible characters, since at some issuers people choose their names. */
function labelOf(names: readonly string[]): string | undefined {
  const [name] = names.map((name) => clean(name).replace(/\s+/g, ' ').trim()).filter((name) => name !== '');
  return name?.slice(0, MAX_LABEL).toWellFormed();
}

/**
 * Whether a token was issued to a program for itself (client credentials), not for a person. By RFC 9068, section 2.2, its
 * subject is then the client; the other marks are those of Auth0, Entra ID and Keycloak.
 */
function isMachine(payload: JWTPayload, subject: string, client: string | undefined): boolean {
  const { gty, idtyp, preferred_username: username, oid, tid, scp } = payload;
  if (subject === client || subject === `${client}@clients`) return true;
  if ([gty].flat().some((grant) => grant === 'client-credentials' || grant === 'client_credentials')) return true;
  if (idtyp === 'app') return true;
  if (typeof username === 'string' && username.startsWith('service-account-')) return true;
  // Entra ID gives scopes (scp) only to people, and roles to programs.
  return oid !== undefined && tid !== undefined && scp === undefined;
}

/** By jose's error codes. The texts are ours, since a response must not repeat anything from the token. */
const INVALID: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The token has expired',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "The token's signature is invalid",
  ERR_JWKS_NO_MATCHING_KEY: 'The token is signed with a key that the issuer does not have',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The token does not name the key that it is signed with',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed with an algorithm that is not accepted',
  ERR_JOSE_NOT_SUPPORTED: 'The token is signed with an algorithm that is not accepted',
  ERR_JWS_INVALID: 'The token is not a JWT',
  ERR_JWT_INVALID: 'The token is not a JWT',
};

/** By the claim that does not fit. The audience is this server's own, which its operator compares with the issuer's. */
const CLAIMS: Readonly<Record<string, (config: OAuthConfig) => string>> = {
  iss: () => 'The token is not from the issuer (iss)',
  aud: ({ audience }) =>
    `The token is not meant for this server: its audience (aud) is not ${audience}, as ${envName('oauthAudience')} expects`,
  nbf: () => 'The token is not valid yet (nbf)',
  iat: () => 'The token has no valid time of issue (iat)',
  exp: () => 'The token has no valid expiry (exp)',
};

const OTHER_CLAIM = 'A claim of the token does not fit';

/** @param warn called if neither the token nor an outage is at fault, but an unusable key, for example */
function refusalFor(error: unknown, config: OAuthConfig, warn: (reason: string) => void): Error {
  if (error instanceof OAuthError) return error;
  const code = codeOf(error) ?? '';
  const message =
    error instanceof errors.JWTClaimValidationFailed ? (CLAIMS[error.claim]?.(config) ?? OTHER_CLAIM) : INVALID[code];
  if (message !== undefined) return new OAuthError(OAuthErrorCode.InvalidToken, message);
  if (!(error instanceof IssuerUnavailable)) warn(messageOf(error));
  return new IssuerUnavailable(messageOf(error));
}
