/** Tokens of an OAuth issuer: JWTs whose signature, issuer, audience and times are checked with jose. */
import { type AuthInfo, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { codeOf, messageOf } from '../../basics/errors.ts';
import { notForCalling } from './access-token.ts';
import type { OAuthConfig } from './config.ts';
import { bare, IssuerUnavailable, issuerKeys } from './issuer-keys.ts';

/** Signatures by a key that only the issuer has; HS256 would take a public key for a secret. */
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
/** Seconds by which clocks may differ. */
const CLOCK_TOLERANCE = 5;

/** Whom a token speaks for; rejects as {@link jwtVerifier} says. */
export type JwtVerifier = (token: string) => Promise<AuthInfo>;

/**
 * The verifier rejects with OAuthError (invalid_token) for a token that does not hold, IssuerUnavailable where that can't
 * be told. `warn` hears why.
 */
export function jwtVerifier(config: OAuthConfig, warn: (message: string) => void): JwtVerifier {
  const keys = issuerKeys(config, warn);
  const name = bare(config.issuer);
  let lastWords = '';
  const unusable = (words: string): void => {
    if (words !== lastWords) warn(`The OAuth issuer's key can't be used: ${words}`);
    lastWords = words;
  };
  return async (token) => {
    // What can't be the issuer's is refused before the issuer is asked for anything.
    if (!mayBeOf(name, token))
      throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not a JWT from the issuer');
    const keySet = await keys();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keySet, {
        issuer: [name, `${name}/`],
        audience: config.audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp'],
      });
      const why = notForCalling(protectedHeader.typ, payload);
      if (why === undefined) return authInfo(payload);
      throw new OAuthError(OAuthErrorCode.InvalidToken, `The token is not an access token: ${why}`);
    } catch (error) {
      throw explained(error, unusable);
    }
  };
}

function mayBeOf(issuer: string, token: string): boolean {
  try {
    return (
      ALGORITHMS.includes(String(decodeProtectedHeader(token).alg)) && bare(String(decodeJwt(token).iss)) === issuer
    );
  } catch {
    return false;
  }
}

/**
 * Who the token speaks for. The token itself goes no further than here. Some issuers name users by numbers, though a name
 * is text (RFC 7519, section 4.1.2); one that was passed over would make all users of a client the same caller.
 */
function authInfo(payload: JWTPayload): AuthInfo {
  const { iss, exp = 0, scope, scp } = payload;
  const sub: unknown = payload.sub;
  if (sub !== undefined && typeof sub !== 'string' && typeof sub !== 'number')
    throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token does not name its user by a text (sub)');
  const subject = sub === undefined ? undefined : String(sub);
  const scopes = [scope, scp].flatMap((value) =>
    typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value.map(String) : [],
  );
  // RFC 9068; then as OpenID Connect, Okta and Entra ID call it.
  const clientId = [payload.client_id, payload.azp, payload.cid, payload.appid, subject].find(
    (value) => typeof value === 'string',
  );
  return {
    token: '',
    clientId: String(clientId ?? ''),
    scopes,
    // The SDK compares it with the clock once more, without tolerance.
    expiresAt: exp + CLOCK_TOLERANCE,
    extra: { issuer: iss, subject },
  };
}

/** Words of our own: what a token holds must not come back in an answer. */
const INVALID: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The token has expired',
  ERR_JWT_CLAIM_VALIDATION_FAILED:
    'The token is not meant for this server, or not valid now (issuer, audience or times)',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "The token's signature is invalid",
  ERR_JWKS_NO_MATCHING_KEY: 'The token is signed with a key that the issuer does not have',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The token does not name the key that it is signed with',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed with an algorithm that is not accepted',
  ERR_JOSE_NOT_SUPPORTED: 'The token is signed with an algorithm that is not accepted',
  ERR_JWS_INVALID: 'The token is not a JWT',
  ERR_JWT_INVALID: 'The token is not a JWT',
};

/** @param unusable hears of what is neither the token's fault nor an outage: a key that can't be used, say */
function explained(error: unknown, unusable: (words: string) => void): Error {
  if (error instanceof OAuthError) return error;
  const code = codeOf(error) ?? '';
  const words = INVALID[code];
  if (words !== undefined) return new OAuthError(OAuthErrorCode.InvalidToken, words);
  if (!(error instanceof IssuerUnavailable)) unusable(messageOf(error));
  return new IssuerUnavailable(messageOf(error));
}
