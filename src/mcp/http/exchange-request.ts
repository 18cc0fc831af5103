/**
 * Exchanges a caller's token for a token of the platform: by OAuth token exchange (RFC 8693) or the on-behalf-of flow of
 * Entra ID. The issued token is checked before it is used. Every failure is a PlatformError, since it ends the call that
 * needed the token: `sign-in` if the caller's token is at fault, `issuer-unavailable`, or `exchange` for the settings.
 */
import { decodeJwt, type JWTPayload } from 'jose';
import * as oauth from 'oauth4webapi';
import { withoutEndSlashes } from '../../basics/addresses.ts';
import { messageOf } from '../../basics/errors.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import type { ClientCredential } from './client-credential.ts';
import type { ExchangeConfig } from './exchange-config.ts';
import { misconfigured, refused, signInEnding, unavailable } from './exchange-errors.ts';
import { boundedText, endpointIn, fetchFromIssuer, ISSUER_TIMEOUT_MS, issuerMetadata } from './issuer-metadata.ts';

/** A caller's verified token. */
export interface SubjectToken {
  readonly token: string;
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A token for the platform. */
export interface IssuedToken {
  readonly token: string;
  /** Milliseconds for which both this token and the caller's are valid. */
  readonly validForMs: number;
}

type ExchangeToken = (subject: SubjectToken, credential: ClientCredential) => Promise<IssuedToken>;

const PREFIX = 'urn:ietf:params:oauth';
const ACCESS_TOKEN = `${PREFIX}:token-type:access_token`;
/** RFC 8693, section 3: the type of an access token may also be its format. */
const ISSUED_TYPES = [ACCESS_TOKEN, `${PREFIX}:token-type:jwt`];
/** The validity of a token without a stated one (RFC 6749, section 5.1, only recommends `expires_in`). */
const DEFAULT_VALID_MS = 300_000;
/** How long a token, and the caller's own, must be valid to be used: clocks differ, and a call takes up to 30 s. */
export const LEAST_MS = 30_000;
/** Responses with a token are a few kilobytes. */
const MAX_RESPONSE_BYTES = 65_536;
/** A host that was asked to refresh its token is back within this time. */
const FRESH_MS = 30_000;

/** The first exchange looks up the token endpoint; after a failure the next one looks again. */
export function exchangeRequests(config: ExchangeConfig): ExchangeToken {
  let endpoint: Promise<oauth.AuthorizationServer> | undefined;
  return async (subject, credential) => {
    if (subject.expiresAt - Date.now() < LEAST_MS) throw signInEnding();
    endpoint ??= tokenEndpoint(config);
    try {
      return issued(await request(await endpoint, config, subject, credential), config, subject);
    } catch (error) {
      // Whatever is not about the caller may be an endpoint that has moved.
      if (!(error instanceof PlatformError && error.facts.kind === 'sign-in')) endpoint = undefined;
      throw error instanceof PlatformError ? error : unavailable(messageOf(error));
    }
  };
}

/**
 * The token endpoint, and the issuer's name, which is the audience of assertions signed with a client's key. The metadata
 * has this name. An address from the settings may belong to another authorization server; it serves as the name, too
 * (RFC 7523, section 3).
 * @throws IssuerUnavailable
 */
async function tokenEndpoint({
  issuer,
  exchangeTokenUrl: tokenUrl,
}: ExchangeConfig): Promise<oauth.AuthorizationServer> {
  if (tokenUrl !== undefined) return { issuer: tokenUrl, token_endpoint: tokenUrl };
  const metadata = await issuerMetadata(issuer, 'token_endpoint');
  return { issuer: String(metadata.issuer), token_endpoint: endpointIn(metadata, 'token_endpoint') };
}

/** @throws PlatformError, IssuerUnavailable, and errors of fetch */
async function request(
  server: oauth.AuthorizationServer,
  config: ExchangeConfig,
  subject: SubjectToken,
  { auth }: ClientCredential,
): Promise<oauth.TokenEndpointResponse> {
  const client = { client_id: config.exchangeClientId };
  const [grant, parameters] = requestParameters(config, subject.token);
  const response = await oauth.genericTokenEndpointRequest(server, client, auth, grant, parameters, {
    signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
    // Settings and metadata are checked to use http on this machine only.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (address, init) => {
      const response = await fetchFromIssuer(address, init);
      const text = await boundedText(address, response, MAX_RESPONSE_BYTES);
      if (response.status !== 200) throw refused(response.status, text, isFresh(subject));
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    },
  });
  try {
    return await oauth.processGenericTokenEndpointResponse(server, client, response);
  } catch {
    throw misconfigured('answered, but not with a token', 'exchangeTokenUrl');
  }
}

function requestParameters(config: ExchangeConfig, token: string): [grant: string, parameters: Record<string, string>] {
  const { exchangeAudience: audience, exchangeResource: resource, exchangeScopes: scopes } = config;
  const scope = scopes.length > 0 ? { scope: scopes.join(' ') } : {};
  if (config.exchangeGrant === 'entra-obo')
    return [`${PREFIX}:grant-type:jwt-bearer`, { assertion: token, requested_token_use: 'on_behalf_of', ...scope }];
  return [
    `${PREFIX}:grant-type:token-exchange`,
    {
      subject_token: token,
      subject_token_type: ACCESS_TOKEN,
      requested_token_type: ACCESS_TOKEN,
      ...(audience !== undefined && { audience }),
      ...(resource !== undefined && { resource }),
      ...scope,
    },
  ];
}

/** The token of the response, once it is checked against the request. @throws PlatformError */
function issued(response: oauth.TokenEndpointResponse, config: ExchangeConfig, subject: SubjectToken): IssuedToken {
  const { access_token: token, token_type: type, expires_in: expiresIn, scope } = response;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw misconfigured('issued a token with characters that no header can hold', 'exchangeTokenUrl');
  if (type !== 'bearer') throw misconfigured('issued a token whose type is not Bearer', 'exchangeClientId');
  if (config.exchangeGrant === 'rfc8693' && !ISSUED_TYPES.includes(String(response.issued_token_type)))
    throw misconfigured('issued something other than an access token (issued_token_type)', 'exchangeGrant');
  if (!config.exchangeScopes.every((requested) => isGranted(requested, scope, config.exchangeGrant)))
    throw misconfigured('issued a token without all requested scopes', 'exchangeScopes');
  const claims = claimsOf(token);
  if (claims !== undefined) checkClaims(claims, config, subject);
  const now = Date.now();
  const expiries = [
    subject.expiresAt - now,
    expiresIn === undefined ? DEFAULT_VALID_MS : expiresIn * 1000,
    ...(claims?.exp === undefined ? [] : [claims.exp * 1000 - now]),
  ];
  const validForMs = Math.min(...expiries);
  if (validForMs >= LEAST_MS) return { token, validForMs };
  const seconds = Math.floor(validForMs / 1000);
  const why = seconds > 0 ? `is valid for only ${seconds} s, less than a call may take` : 'has already expired';
  throw misconfigured(`issued a token that ${why}, by this server's clock`, 'exchangeClientId');
}

/**
 * Without `scope` in the response, all requested scopes are granted (RFC 6749, section 5.1). Entra ID replaces `.default` by
 * the scopes that it stands for, and names scopes without their resource.
 */
function isGranted(requested: string, granted: string | undefined, grant: ExchangeConfig['exchangeGrant']): boolean {
  if (granted === undefined) return true;
  const scopes = granted.split(' ');
  if (grant === 'rfc8693') return scopes.includes(requested);
  const withoutResource = (scope: string): string => scope.slice(scope.lastIndexOf('/') + 1);
  const name = withoutResource(requested);
  return name === '.default' || scopes.some((scope) => withoutResource(scope) === name);
}

/** @throws PlatformError for a token of another person, for another audience, or bound to a key or certificate (RFC 7800) */
function checkClaims(claims: JWTPayload, config: ExchangeConfig, { token, subject }: SubjectToken): void {
  if (claims.cnf !== undefined)
    throw misconfigured(
      'issued a token that is bound to a key or certificate (cnf), and this server has none to prove it with',
      'exchangeClientId',
    );
  const audiences = [claims.aud ?? []].flat();
  const requested = [config.exchangeAudience, config.exchangeResource].filter((target) => target !== undefined);
  if (audiences.includes(config.callerAudience) && !requested.includes(config.callerAudience))
    throw misconfigured('issued a token for this server and not for the platform', 'exchangeAudience');
  if (audiences.length > 0 && requested.length > 0 && !requested.some((target) => audiences.includes(target)))
    throw misconfigured('issued a token for an audience other than the requested one', 'exchangeAudience');
  // Entra ID gives one person a different `sub` for each application, and the same `oid`, whatever the version of the token.
  const { oid } = claimsOf(token) ?? {};
  const isSameIssuer = claims.iss !== undefined && withoutEndSlashes(claims.iss) === withoutEndSlashes(config.issuer);
  const hasId = (isSameIssuer || config.exchangeGrant === 'entra-obo') && claims.oid !== undefined && oid !== undefined;
  const isOther = hasId
    ? claims.oid !== oid
    : isSameIssuer && claims.sub !== undefined && String(claims.sub) !== subject;
  if (isOther) throw misconfigured('issued a token for another person', 'exchangeClientId');
}

/** Undefined for an opaque token, which only the platform can check. */
function claimsOf(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

/**
 * RFC 8693, section 2.2.2, has the same code for a bad token and for a bad request. A token that was just issued is not bad:
 * its holder would be asked to sign in again and again, and never learn the real reason.
 */
function isFresh({ token }: SubjectToken): boolean {
  const { iat } = claimsOf(token) ?? {};
  return iat !== undefined && Date.now() - iat * 1000 < FRESH_MS;
}
