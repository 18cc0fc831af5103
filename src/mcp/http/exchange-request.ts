/**
 * One exchange of a caller's token for a token of the platform: OAuth token exchange (RFC 8693) or the on-behalf-of flow of
 * Entra ID. The answer is checked before anything is sent with it. Every failure is a PlatformError, since it ends the call
 * that needed the token: `sign-in` if the caller's token is at fault, `issuer-unavailable`, or `exchange` for settings.
 */
import { decodeJwt, type JWTPayload } from 'jose';
import * as oauth from 'oauth4webapi';
import { messageOf } from '../../basics/errors.ts';
import { type Fixer, PlatformError } from '../../platform/client/errors.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { envName, type SettingName } from '../../settings/table.ts';
import type { ClientCredential } from './client-credential.ts';
import type { ExchangeConfig } from './exchange-config.ts';
import {
  addressIn,
  ask,
  bare,
  boundedText,
  ISSUER_TIMEOUT_MS,
  IssuerUnavailable,
  issuerMetadata,
} from './issuer-metadata.ts';

/** The token of a caller, already verified. */
export interface SubjectToken {
  readonly token: string;
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** A token for the platform. */
export interface IssuedToken {
  readonly token: string;
  /** Milliseconds for which both it and the caller's own are valid. */
  readonly validForMs: number;
}

export type ExchangeToken = (subject: SubjectToken, credential: ClientCredential) => Promise<IssuedToken>;

const PREFIX = 'urn:ietf:params:oauth';
const ACCESS_TOKEN = `${PREFIX}:token-type:access_token`;
/** RFC 8693, section 3: an access token may also be called by its format. */
const ISSUED_TYPES = [ACCESS_TOKEN, `${PREFIX}:token-type:jwt`];
/** For a token that does not say how long it is valid (RFC 6749, section 5.1, only recommends `expires_in`). */
const UNSAID_MS = 300_000;
/** A host that was sent to refresh its token is back by then. */
const FRESH_MS = 30_000;

/** The token endpoint is looked up with the first exchange, and again after a failed look. */
export function exchangeRequests(config: ExchangeConfig): ExchangeToken {
  let endpoint: Promise<oauth.AuthorizationServer> | undefined;
  return async (subject, credential) => {
    endpoint ??= find(config);
    try {
      return issued(await request(await endpoint, config, subject, credential), config, subject);
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      endpoint = undefined;
      throw unavailable(messageOf(error));
    }
  };
}

/**
 * The token endpoint, and the name for which a client that has a key signs. Metadata says what the issuer calls itself; an
 * address of the settings may be that of another authorization server, which takes it for its name (RFC 7523, section 3).
 * @throws IssuerUnavailable
 */
async function find({ issuer, tokenUrl }: ExchangeConfig): Promise<oauth.AuthorizationServer> {
  if (tokenUrl !== undefined) return { issuer: tokenUrl, token_endpoint: tokenUrl };
  const metadata = await issuerMetadata(issuer, 'token_endpoint');
  return { issuer: String(metadata.issuer), token_endpoint: addressIn(metadata, 'token_endpoint') };
}

/** @throws PlatformError, IssuerUnavailable and whatever fetch throws */
async function request(
  server: oauth.AuthorizationServer,
  config: ExchangeConfig,
  subject: SubjectToken,
  { auth }: ClientCredential,
): Promise<oauth.TokenEndpointResponse> {
  const client = { client_id: config.clientId };
  const [grant, parameters] = form(config, subject.token);
  const response = await oauth.genericTokenEndpointRequest(server, client, auth, grant, parameters, {
    signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
    // The settings and the metadata allow http on this machine only.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (address, init) => {
      const answer = await ask(address, init);
      const text = await boundedText(address, answer);
      if (answer.status !== 200) throw refused(answer.status, text, subject);
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    },
  });
  try {
    return await oauth.processGenericTokenEndpointResponse(server, client, response);
  } catch {
    throw misconfigured('answered, but not with a token', 'exchangeTokenUrl');
  }
}

function form(config: ExchangeConfig, token: string): [grant: string, parameters: Record<string, string>] {
  const { audience, resource, scopes } = config;
  const scope = scopes.length > 0 ? { scope: scopes.join(' ') } : {};
  if (config.grant === 'entra-obo')
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

/** The token of an answer that is what was requested. @throws PlatformError */
function issued(answer: oauth.TokenEndpointResponse, config: ExchangeConfig, subject: SubjectToken): IssuedToken {
  const { access_token: token, token_type: type, expires_in: seconds, scope } = answer;
  if (type !== 'bearer') throw misconfigured(`gave a token of another type than Bearer`, 'exchangeClientId');
  if (config.grant === 'rfc8693' && !ISSUED_TYPES.includes(String(answer.issued_token_type)))
    throw misconfigured('gave something other than an access token (issued_token_type)', 'exchangeGrant');
  const lacking = config.scopes.filter((one) => !isCovered(one, scope, config.grant));
  if (lacking.length > 0) throw misconfigured('gave a token without all scopes that were requested', 'exchangeScopes');
  const claims = claimsOf(token);
  if (claims !== undefined) checkClaims(claims, config, subject);
  const now = Date.now();
  const expiries = [
    subject.expiresAt - now,
    seconds === undefined ? UNSAID_MS : seconds * 1000,
    ...(claims?.exp === undefined ? [] : [claims.exp * 1000 - now]),
  ];
  return { token, validForMs: Math.min(...expiries) };
}

/**
 * Without `scope` in the answer, what was requested is granted (RFC 6749, section 5.1). Entra ID grants `.default` as the
 * scopes that it stands for, and names scopes without their resource.
 */
function isCovered(asked: string, granted: string | undefined, grant: ExchangeConfig['grant']): boolean {
  if (granted === undefined) return true;
  const scopes = granted.split(' ');
  if (grant === 'rfc8693') return scopes.includes(asked);
  const last = asked.slice(asked.lastIndexOf('/') + 1);
  return last === '.default' || scopes.some((one) => one.slice(one.lastIndexOf('/') + 1) === last);
}

/** An opaque token is the platform's to judge. @throws PlatformError for one that is another's, or for another audience */
function checkClaims(claims: JWTPayload, config: ExchangeConfig, { token, subject }: SubjectToken): void {
  const audiences = [claims.aud ?? []].flat();
  const named = [config.audience, config.resource].filter((one) => one !== undefined);
  if (audiences.includes(config.ownAudience) && !named.includes(config.ownAudience))
    throw misconfigured('gave a token for this server and not for the platform', 'exchangeAudience');
  if (audiences.length > 0 && named.length > 0 && !named.some((one) => audiences.includes(one)))
    throw misconfigured('gave a token for another audience than the one requested', 'exchangeAudience');
  if (claims.iss === undefined || bare(claims.iss) !== bare(config.issuer)) return;
  // Entra ID gives one person a different `sub` for each application, and the same `oid`.
  const own = claimsOf(token);
  const isSame =
    claims.oid !== undefined && own?.oid !== undefined
      ? claims.oid === own.oid
      : claims.sub === undefined || String(claims.sub) === subject;
  if (!isSame) throw misconfigured('gave a token for another person', 'exchangeClientId');
}

function claimsOf(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

/** Errors that are about the caller's own token or sign-in. */
const ABOUT_CALLER = new Set([
  'invalid_grant',
  'invalid_token',
  'interaction_required',
  'login_required',
  'consent_required',
]);
/** The settings that an error of the token endpoint is about (RFC 6749, section 5.2; RFC 8693, section 2.2.2). */
const ABOUT_SETTINGS: Readonly<Record<string, readonly SettingName[]>> = {
  invalid_client: ['exchangeClientId', 'exchangeClientSecretFile', 'exchangePrivateKeyFile'],
  unauthorized_client: ['exchangeClientId'],
  access_denied: ['exchangeClientId', 'exchangeAudience'],
  invalid_target: ['exchangeAudience', 'exchangeResource'],
  invalid_scope: ['exchangeScopes'],
  unsupported_grant_type: ['exchangeGrant', 'exchangeTokenUrl'],
  invalid_request: ['exchangeAudience', 'exchangeResource', 'exchangeScopes'],
};

/** What an error status of the token endpoint means. @returns the error to throw */
function refused(status: number, text: string, subject: SubjectToken): Error {
  const { error, error_description: description } = errorIn(text);
  if (status >= 500 || status === 429 || error === 'temporarily_unavailable' || error === 'server_error')
    return new IssuerUnavailable(`its token endpoint answers with ${status}`);
  if (status >= 300 && status < 400)
    return misconfigured(`answered with a redirect (${status}), which is not followed`, 'exchangeTokenUrl');
  if (typeof error !== 'string') return misconfigured(`answered with ${status}`, 'exchangeTokenUrl');
  const said = typeof description === 'string' ? { platformMessage: foreign(description).line(300) } : {};
  const code = foreign(error).line(40);
  const isAboutCaller = ABOUT_CALLER.has(error) || (error === 'invalid_request' && !isFresh(subject));
  if (isAboutCaller) return signInOver(code).with(said);
  return misconfigured(`refused to exchange your token: ${code}`, ...(ABOUT_SETTINGS[error] ?? PARTS)).with(said);
}

/**
 * RFC 8693, section 2.2.2, has one code for a bad token and for a bad request. A token that has just been issued is no bad
 * one: whoever is refused for another reason would be sent to sign in again and again, and never be told.
 */
function isFresh({ token }: SubjectToken): boolean {
  const { iat } = claimsOf(token) ?? {};
  return iat !== undefined && Date.now() - iat * 1000 < FRESH_MS;
}

const PARTS: readonly SettingName[] = ['exchangeClientId', 'exchangeAudience', 'exchangeScopes'];

function errorIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** The caller's token was valid when it was checked here, and the issuer no longer accepts it: it was revoked, say. */
const signInOver = (code: ForeignText): PlatformError =>
  failure({
    fixer: 'repeat',
    kind: 'sign-in',
    what: `The issuer no longer accepts your sign-in (${code}), so the platform was not called.`,
    advice: 'Sign in again, or let the host refresh its token.',
  });

const misconfigured = (why: string, ...settings: readonly SettingName[]): PlatformError =>
  failure({
    fixer: 'settings',
    kind: 'exchange',
    what: `The issuer ${why}. The platform was not called.`,
    advice: `Check ${settings.map(envName).join(', ')}.`,
  });

const unavailable = (why: string): PlatformError =>
  failure({
    fixer: 'network',
    kind: 'issuer-unavailable',
    what: `The issuer is unavailable, so there is no token of yours for the platform, and it was not called: ${why}.`,
    advice: 'Try again in a few seconds.',
  });

const failure = (facts: { fixer: Fixer; kind: string; what: string; advice: string }): PlatformError =>
  new PlatformError({ ...facts, effect: 'none' });
