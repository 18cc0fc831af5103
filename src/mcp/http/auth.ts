/**
 * Authenticates callers: by the static token, a token of the file of tokens, or a JWT of the issuer, whichever are set. The
 * protocol requires a bearer token in the header, and a challenge that names the issuer (MCP authorization; RFC 6750, RFC
 * 9728).
 */
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../basics/errors.ts';
import { NAME } from '../../basics/program.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { envName } from '../../settings/table.ts';
import type { Principal, Right } from '../contract/principal.ts';
import { ALL_RIGHTS, platformTokenOf, principal, principalOf, setPlatformToken } from '../engine/caller.ts';
import type { HttpConfig } from './config.ts';
import { IssuerUnavailable } from './issuer-metadata.ts';
import type { JwtVerifier } from './jwt.ts';
import { CLOCK_TOLERANCE, type OAuthConfig } from './oauth-config.ts';
import { denialReason } from './rights.ts';
import type { StaticToken } from './static-token.ts';
import type { TokenExchange } from './token-exchange.ts';
import type { TokensFile } from './tokens-file.ts';

/** What a caller's token is checked against; each is undefined if it is not configured. */
export interface Credentials {
  readonly token: StaticToken | undefined;
  readonly tokens: TokensFile | undefined;
  readonly jwt: JwtVerifier | undefined;
  /** Exchanges the issuer's token of a caller for a platform token of their own. */
  readonly exchange: TokenExchange | undefined;
}

/** The response to a request that may not pass, and the reason for the log, which may say more. */
export interface Refused {
  readonly response: Response;
  readonly reason: string;
}

/** @returns the caller (undefined if no token is required), or the refusal */
type Gate = (authorization: string | undefined) => Promise<AuthInfo | Refused | undefined>;

/** A token that nobody has. The caller is not told why; the log is. */
class UnknownToken extends OAuthError {
  readonly reason: string;
  constructor(reason: string) {
    super(OAuthErrorCode.InvalidToken, 'Nobody has this token here: it may have been replaced or removed');
    this.reason = reason;
  }
}

/** Tokens without an issuer don't expire, but the SDK requires a time. */
const NEVER = 2 ** 40;
/** The caller with the static token: it is shared, so it names nobody, and has all rights. */
const STATIC_TOKEN_HOLDER = principal({ client: 'http-token', isPerson: false, rights: ALL_RIGHTS, names: [] });

/**
 * If neither tokens nor an issuer are configured, everybody passes. A refusal is a challenge (401, or 403 if a scope is
 * missing), or 503 while the issuer's keys can't be fetched.
 */
export function createGate({ oauth }: Pick<HttpConfig, 'oauth'>, { token, tokens, jwt, exchange }: Credentials): Gate {
  if (token === undefined && tokens === undefined && oauth === undefined) return () => Promise.resolve(undefined);
  /** For a token without an issuer: it has no scopes, so it gets the required ones. */
  const authInfoOf = (holder: Principal): AuthInfo => ({
    token: '',
    clientId: holder.client ?? '',
    scopes: [...(oauth?.scopes ?? [])],
    expiresAt: NEVER,
    extra: { principal: holder },
  });
  const verifyAccessToken = async (bearer: string): Promise<AuthInfo> => {
    if (token?.matches(bearer)) return authInfoOf(STATIC_TOKEN_HOLDER);
    const holder = tokens?.find(bearer);
    if (holder !== undefined) return authInfoOf(holder);
    const reason = tokens?.whyRefused(bearer);
    if (jwt === undefined || reason !== undefined) throw new UnknownToken(reason ?? NO_SUCH_TOKEN);
    const caller = await jwt(bearer);
    if (exchange === undefined) return caller;
    const person = principalOf(caller);
    const expiresAt = ((caller.expiresAt ?? 0) - CLOCK_TOLERANCE) * 1000;
    setPlatformToken(
      person,
      exchange.sourceFor({ token: bearer, subject: person.subject ?? '', expiresAt }, person.key),
    );
    return caller;
  };
  const options = { verifier: { verifyAccessToken }, ...challengeOf(oauth, []) };
  return async (authorization) => {
    try {
      const caller = await verifyBearerToken(authorization, { ...options, requiredScopes: [] });
      const missing = (oauth?.scopes ?? []).filter((scope) => !caller.scopes.includes(scope));
      if (missing.length === 0) return caller;
      throw new OAuthError(OAuthErrorCode.InsufficientScope, `The token lacks the scope ${missing.join(' ')}`);
    } catch (error) {
      if (error instanceof IssuerUnavailable) return { response: unavailable(NO_KEYS), reason: NO_KEYS };
      const reason = error instanceof UnknownToken ? error.reason : messageOf(error);
      return { response: bearerAuthChallengeResponse(error, options), reason };
    }
  };
}

const NO_SUCH_TOKEN = `nobody has this token: neither ${envName('httpToken')} nor ${envName('httpTokensFile')} holds it`;

/** The challenge's parameters: where the issuer is found, and all scopes that the request needs. */
const challengeOf = (oauth: OAuthConfig | undefined, scopes: readonly string[]) =>
  oauth === undefined
    ? {}
    : {
        requiredScopes: [...new Set([...oauth.scopes, ...scopes])],
        resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(oauth.resource)),
      };

/** The response to a call of a tool for which the caller lacks the right: 403, with all scopes that it needs. */
export function forbidden(oauth: OAuthConfig | undefined, right: Right, tool: string, auth: AuthInfo): Response {
  const message = `${tool} is not allowed: ${denialReason(right, auth, oauth?.rights)} Nothing was sent.`;
  return bearerAuthChallengeResponse(
    new OAuthError(OAuthErrorCode.InsufficientScope, message),
    challengeOf(oauth, oauth?.rights.scopes[right] ?? []),
  );
}

/**
 * Fetches the caller's own platform token before the call begins. An expired sign-in must be a 401, on which hosts refresh
 * their tokens, and once the call has begun the status is fixed.
 * @returns the refusal; undefined if the call can begin. A fault of the settings is reported by the call itself
 */
export async function checkPlatformToken(oauth: HttpConfig['oauth'], auth: AuthInfo): Promise<Response | undefined> {
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
  const body = { error: 'temporarily_unavailable', error_description: message };
  return Response.json(body, { status: 503, headers: { 'retry-after': '5' } });
}

/** The document that names the issuer (RFC 9728, section 2). */
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
