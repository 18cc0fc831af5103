/**
 * Who may call: the static token or a JWT of the issuer, whichever is set. The protocol asks for a bearer token in the
 * header alone, and for a challenge that leads to the issuer (MCP authorization; RFC 6750, RFC 9728).
 */
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from '@modelcontextprotocol/server';
import { NAME } from '../../basics/program.ts';
import type { Principal } from '../contract/principal.ts';
import { ALL_RIGHTS, principal } from '../engine/caller.ts';
import type { HttpConfig, OAuthConfig } from './config.ts';
import { IssuerUnavailable } from './issuer-keys.ts';
import type { JwtVerifier } from './jwt.ts';
import type { StaticToken } from './static-token.ts';

/** @returns the caller (undefined: no token is asked for), or the refusal to answer with */
type Gate = (authorization: string | undefined) => Promise<AuthInfo | Response | undefined>;

/** A token of this server's own doesn't expire, but the SDK wants a time, so it gets a distant one. */
const NEVER = 2 ** 40;
/** Whoever holds the one static token: it is shared, so it names nobody, and may do everything. */
const HOLDER = principal({ client: 'http-token', isPerson: false, rights: ALL_RIGHTS, names: [] });

/**
 * With neither a token nor an issuer configured, everybody passes. A refusal is a challenge (401, or 403 if a scope is
 * missing), or 503 while the issuer's keys can't be fetched.
 */
export function createGate({ oauth }: Pick<HttpConfig, 'oauth'>, token?: StaticToken, jwt?: JwtVerifier): Gate {
  if (token === undefined && oauth === undefined) return () => Promise.resolve(undefined);
  /** It carries no scopes of an issuer, so it gets those that are required. */
  const own = (holder: Principal): AuthInfo => ({
    token: '',
    clientId: holder.client ?? '',
    scopes: [...(oauth?.scopes ?? [])],
    expiresAt: NEVER,
    extra: { principal: holder },
  });
  const verifyAccessToken = async (bearer: string): Promise<AuthInfo> => {
    if (token?.matches(bearer)) return own(HOLDER);
    if (jwt === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not the configured one');
    return jwt(bearer);
  };
  const options = {
    verifier: { verifyAccessToken },
    ...(oauth === undefined
      ? {}
      : {
          requiredScopes: [...oauth.scopes],
          resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(oauth.resource)),
        }),
  };
  return async (authorization) => {
    try {
      return await verifyBearerToken(authorization, options);
    } catch (error) {
      if (error instanceof IssuerUnavailable) return unavailable();
      return bearerAuthChallengeResponse(error, options);
    }
  };
}

function unavailable(): Response {
  const message = "The issuer's keys are unavailable, so no token can be checked. Try again soon.";
  return Response.json(
    { error: 'temporarily_unavailable', error_description: message },
    {
      status: 503,
      headers: { 'retry-after': '5' },
    },
  );
}

/** The document that leads clients to the issuer (RFC 9728, section 2). */
export function resourceMetadata({ issuer, resource, scopes }: OAuthConfig): object {
  return {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    resource_name: NAME,
    ...(scopes.length > 0 ? { scopes_supported: scopes } : {}),
  };
}
