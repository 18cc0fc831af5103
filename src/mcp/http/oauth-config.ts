/** Checks the settings of the OAuth issuer whose tokens are accepted. */
import { SettingsError } from '../../settings/error.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { type RightsConfig, rightsConfig } from './rights.ts';

/** Seconds by which clocks may differ: a token is accepted that long after its end. */
export const CLOCK_TOLERANCE = 5;

/** An OAuth issuer whose tokens are accepted. */
export interface OAuthConfig {
  readonly issuer: string;
  /** Absent: looked up in the issuer's metadata. */
  readonly jwksUrl?: string | undefined;
  readonly audience: string;
  readonly scopes: readonly string[];
  /** This server's identifier as a resource (RFC 8707): its public address with /mcp. */
  readonly resource: string;
  readonly rights: RightsConfig;
}

/** Settings without effect unless there is an issuer. */
const ISSUER_ONLY = [
  'oauthAudience',
  'oauthJwksUrl',
  'oauthScopes',
  'httpReadScopes',
  'httpWriteScopes',
  'httpDecideScopes',
  'httpDecideClaim',
  'httpDecidingClients',
] as const;

/** RFC 6749, section 3.3. */
const SCOPE = /^[!#-[\]-~]+$/;

/** @returns undefined without an issuer. @throws SettingsError that says what to set */
export function oauthConfig(settings: Settings, resource: string): OAuthConfig | undefined {
  const { oauthIssuer, oauthAudience, oauthJwksUrl } = settings;
  if (oauthIssuer === undefined) {
    const unused = ISSUER_ONLY.find((name) => settings[name]?.length);
    if (unused !== undefined)
      throw new SettingsError(`${envName(unused)} is set, but ${envName('oauthIssuer')} is not.`);
    return undefined;
  }
  if (settings.httpPublicUrl === undefined) {
    throw new SettingsError(
      `${envName('oauthIssuer')} needs ${envName('httpPublicUrl')}: it tells clients which address to request tokens for.`,
    );
  }
  for (const name of ['oauthScopes', 'httpReadScopes', 'httpWriteScopes', 'httpDecideScopes'] as const)
    if (!settings[name].every((scope) => SCOPE.test(scope)))
      throw new SettingsError(
        `${envName(name)} has a character that no scope may have: scopes are ASCII, without blanks, double quotes and backslashes.`,
      );
  return {
    issuer: oauthIssuer,
    jwksUrl: oauthJwksUrl,
    audience: oauthAudience ?? resource,
    scopes: settings.oauthScopes,
    resource,
    rights: rightsConfig(settings),
  };
}
