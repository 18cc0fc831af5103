/** Errors of a token exchange: how the issuer responded, who can fix it, and which settings to check. */
import { type PlatformError, withoutEffect } from '../../platform/client/errors.ts';
import { object } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { envName, type SettingName } from '../../settings/table.ts';
import { IssuerUnavailable } from './issuer-metadata.ts';

/** Errors about the caller's token or sign-in. */
const CALLER_ERRORS = new Set([
  'invalid_grant',
  'invalid_token',
  'interaction_required',
  'login_required',
  'consent_required',
]);
/** The settings to check for an error of the token endpoint (RFC 6749, section 5.2; RFC 8693, section 2.2.2). */
const SETTINGS_BY_ERROR: Readonly<Record<string, readonly SettingName[]>> = {
  invalid_client: ['exchangeClientId', 'exchangeClientSecretFile', 'exchangePrivateKeyFile'],
  unauthorized_client: ['exchangeClientId'],
  access_denied: ['exchangeClientId', 'exchangeAudience'],
  invalid_target: ['exchangeAudience', 'exchangeResource'],
  invalid_scope: ['exchangeScopes'],
  unsupported_grant_type: ['exchangeGrant', 'exchangeTokenUrl'],
  invalid_request: ['exchangeAudience', 'exchangeResource', 'exchangeScopes'],
};
const USUAL_SETTINGS: readonly SettingName[] = ['exchangeClientId', 'exchangeAudience', 'exchangeScopes'];

/**
 * The error to throw for a status of the token endpoint other than 200.
 * @param isFresh whether the caller's token was just issued, so that `invalid_request` is about the settings
 */
export function refused(status: number, text: string, isFresh: boolean): Error {
  const { error, error_description: description } = object(parsedJson(text));
  if (status >= 500 || status === 429 || error === 'temporarily_unavailable' || error === 'server_error')
    return new IssuerUnavailable(`its token endpoint answers with ${status}`);
  if (status >= 300 && status < 400)
    return misconfigured(`answered with a redirect (${status}), which is not followed`, 'exchangeTokenUrl');
  if (typeof error !== 'string') return misconfigured(`answered with ${status}`, 'exchangeTokenUrl');
  const detail = typeof description === 'string' ? { platformMessage: foreign(description).line(300) } : {};
  const code = foreign(error).line(40);
  const isAboutCaller = CALLER_ERRORS.has(error) || (error === 'invalid_request' && !isFresh);
  if (isAboutCaller) return signInEnded(code).with(detail);
  const settings = (Object.hasOwn(SETTINGS_BY_ERROR, error) ? SETTINGS_BY_ERROR[error] : undefined) ?? USUAL_SETTINGS;
  return misconfigured(`refused to exchange your token: ${code}`, ...settings).with(detail);
}

/** The token was valid when it was checked here, but the issuer no longer accepts it; it may have been revoked. */
const signInEnded = (code: ForeignText): PlatformError =>
  withoutEffect({
    fixer: 'repeat',
    kind: 'sign-in',
    what: `The issuer no longer accepts your sign-in (${code}), so the platform was not called.`,
    advice: 'Sign in again, or let the host refresh its token.',
  });

/** A token that ends within the call would leave its writes in doubt, and the host can get a new one before the call. */
export const signInEnding = (): PlatformError =>
  withoutEffect({
    fixer: 'repeat',
    kind: 'sign-in',
    what: 'Your token ends before this call could, so the platform was not called.',
    advice: 'Let the host refresh its token, or sign in again.',
  });

export const misconfigured = (why: string, ...settings: readonly SettingName[]): PlatformError =>
  withoutEffect({
    fixer: 'settings',
    kind: 'exchange',
    what: `The issuer ${why}. The platform was not called.`,
    advice: `Check ${settings.map(envName).join(', ')}.`,
  });

export const unavailable = (why: string): PlatformError =>
  withoutEffect({
    fixer: 'network',
    kind: 'issuer-unavailable',
    what: `The issuer is unavailable, so there is no token of yours for the platform, and it was not called: ${why}.`,
    advice: 'Try again in a few seconds.',
  });
