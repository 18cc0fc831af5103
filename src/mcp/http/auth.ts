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
import { PlatformError } from '../../platform/client/errors.ts';
import type { Principal, Right } from '../contract/principal.ts';
import { ALL_RIGHTS, actingAsItself, platformTokenOf, principal, principalOf } from '../engine/caller.ts';
import type { HttpConfig } from './config.ts';
import { IssuerUnavailable } from './issuer-metadata.ts';
import type { JwtVerifier } from './jwt.ts';
import type { OAuthConfig } from './oauth-config.ts';
import { insufficient } from './rights.ts';
import type { StaticToken } from './static-token.ts';
import type { TokenExchange } from './token-exchange.ts';
import type { TokensFile } from './tokens-file.ts';

/** What callers may show: the shared token, one of the file of tokens, a token of the issuer. */
export interface Credentials {
  readonly token: StaticToken | undefined;
  readonly tokens: TokensFile | undefined;
  readonly jwt: JwtVerifier | undefined;
  /** Gives each caller of the issuer a platform token of their own. */
  readonly exchange: TokenExchange | undefined;
}

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
export function createGate({ oauth }: Pick<HttpConfig, 'oauth'>, { token, tokens, jwt, exchange }: Credentials): Gate {
  if (token === undefined && tokens === undefined && oauth === undefined) return () => Promise.resolve(undefined);
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
    const holder = tokens?.find(bearer);
    if (holder !== undefined) return own(holder);
    if (jwt === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not the configured one');
    const caller = await jwt(bearer);
    if (exchange === undefined) return caller;
    const one = principalOf(caller);
    const subject = { token: bearer, subject: one.subject ?? '', expiresAt: (caller.expiresAt ?? 0) * 1000 };
    actingAsItself(one, exchange.sourceFor(subject, one.key));
    return caller;
  };
  const options = { verifier: { verifyAccessToken }, ...challengeOf(oauth, []) };
  return async (authorization) => {
    try {
      return await verifyBearerToken(authorization, options);
    } catch (error) {
      if (error instanceof IssuerUnavailable) return unavailable(NO_KEYS);
      return bearerAuthChallengeResponse(error, options);
    }
  };
}

/** What a challenge leads to: the issuer, and all scopes that a token needs for what was asked. */
const challengeOf = (oauth: OAuthConfig | undefined, scopes: readonly string[]) =>
  oauth === undefined
    ? {}
    : {
        requiredScopes: [...new Set([...oauth.scopes, ...scopes])],
        resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(oauth.resource)),
      };

/** The answer to the call of a tool for which the caller lacks the right: 403, with all scopes that it needs. */
export function notAllowed(
  { oauth }: Pick<HttpConfig, 'oauth'>,
  { right, tool, auth }: { readonly right: Right; readonly tool: string; readonly auth: AuthInfo },
): Response {
  return bearerAuthChallengeResponse(
    insufficient(right, tool, auth, oauth?.rights),
    challengeOf(oauth, oauth?.rights.scopes[right] ?? []),
  );
}

/**
 * Fetches the caller's own platform token before a call begins. Later the answer has its status, and a sign-in that is over
 * has to be a 401: on that, hosts refresh their tokens.
 * @returns the refusal; undefined if the call can begin, also where the settings are at fault: the call then says so itself
 */
export async function withoutPlatformToken(
  { oauth }: Pick<HttpConfig, 'oauth'>,
  auth: AuthInfo,
): Promise<Response | undefined> {
  try {
    await platformTokenOf(auth)?.current();
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { kind, what } = error.facts;
    if (kind === 'issuer-unavailable') return unavailable(NO_EXCHANGE);
    if (kind !== 'sign-in') return undefined;
    return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidToken, what), challengeOf(oauth, []));
  }
}

const NO_KEYS = "The issuer's keys are unavailable, so no token can be checked. Try again soon.";
const NO_EXCHANGE =
  'The issuer is unavailable, so there is no token of yours for the platform. Nothing was sent to it. Try again soon.';

function unavailable(message: string): Response {
  return Response.json(
    { error: 'temporarily_unavailable', error_description: message },
    {
      status: 503,
      headers: { 'retry-after': '5' },
    },
  );
}

/** The document that leads clients to the issuer (RFC 9728, section 2). */
export function resourceMetadata({ issuer, resource, scopes: all, rights }: OAuthConfig): object {
  const scopes = [...new Set([...all, ...Object.values(rights.scopes).flat()])];
  return {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    resource_name: NAME,
    ...(scopes.length > 0 ? { scopes_supported: scopes } : {}),
  };
}
