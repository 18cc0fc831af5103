/** Tokens of an OAuth issuer: JWTs whose signature, issuer, audience and times are checked with jose. */
import { type AuthInfo, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { OAuthConfig } from './config.ts';

/** The issuer's keys or metadata can't be had: nobody's token can be judged. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

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
const TIMEOUT_MS = 5_000;
/** After a failure nobody asks the issuer again for so long. */
const REST_MS = 2_000;

export type JwtVerifier = (token: string) => Promise<AuthInfo>;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** The verifier rejects with OAuthError (invalid_token) for a token that does not hold, IssuerUnavailable where that can't be told. */
export function jwtVerifier(config: OAuthConfig): JwtVerifier {
  const keys = keySource(config);
  return async (token) => {
    const keySet = await keys();
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer: config.issuer,
        audience: config.audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp'],
      });
      return authInfo(payload);
    } catch (error) {
      throw explained(error);
    }
  };
}

/** The key set, found on first use. jose keeps the keys, and asks anew for one that it does not know. */
function keySource({ issuer, jwksUrl }: OAuthConfig): () => Promise<KeySet> {
  const remote = (url: string): KeySet =>
    createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS, cooldownDuration: 30_000 });
  if (jwksUrl !== undefined) {
    const fixed = Promise.resolve(remote(jwksUrl));
    return () => fixed;
  }
  let found: Promise<KeySet> | undefined;
  return () => {
    found ??= discover(issuer).then(remote, (error: unknown) => {
      setTimeout(() => {
        found = undefined;
      }, REST_MS).unref();
      throw error;
    });
    return found;
  };
}

/** The `jwks_uri` of the issuer's metadata (RFC 8414, then OpenID Connect Discovery). */
async function discover(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const metadata = await fetchJson(place);
    // Metadata of another issuer must not decide whose keys count (RFC 8414, section 3.3).
    if (metadata === undefined || typeof metadata.jwks_uri !== 'string') continue;
    if (String(metadata.issuer).replace(/\/+$/, '') === issuer.replace(/\/+$/, '')) return metadata.jwks_uri;
  }
  throw new IssuerUnavailable(`no usable metadata at ${places.join(' or ')}`);
}

async function fetchJson(url: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const body: unknown = response.ok ? await response.json() : undefined;
    return typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : undefined;
  } catch {
    return undefined;
  }
}

/** Who the token speaks for. The token itself goes no further than here. */
function authInfo(payload: JWTPayload): AuthInfo {
  const { sub, exp, scope, scp, azp, client_id: client } = payload;
  const scopes = [scope, scp].flatMap((value) =>
    typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value.map(String) : [],
  );
  const clientId = [client, azp, sub].find((value) => typeof value === 'string');
  return { token: '', clientId: String(clientId ?? ''), scopes, expiresAt: exp ?? 0, extra: { subject: sub } };
}

/** Words of our own: what a token holds must not come back in an answer. */
const INVALID: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The token has expired',
  ERR_JWT_CLAIM_VALIDATION_FAILED:
    'The token is not meant for this server, or not valid now (issuer, audience or times)',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The signature of the token does not hold',
  ERR_JWKS_NO_MATCHING_KEY: 'The token is signed with a key that the issuer does not have',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'The token does not name the key that it is signed with',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is signed in a way that is not accepted',
  ERR_JOSE_NOT_SUPPORTED: 'The token is signed in a way that is not accepted',
  ERR_JWS_INVALID: 'The token is no JWT',
  ERR_JWT_INVALID: 'The token is no JWT',
};

function explained(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = INVALID[code];
  if (words !== undefined) return new OAuthError(OAuthErrorCode.InvalidToken, words);
  return new IssuerUnavailable(error instanceof Error ? error.message : String(error));
}
