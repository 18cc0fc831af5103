/** The settings of an OAuth issuer whose tokens are accepted. */
import { SettingsError } from '../../settings/read.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { type RightsConfig, rightsConfig } from './rights.ts';

/** Where MCP is served. */
export const MCP_PATH = '/mcp';
/** An OAuth issuer whose tokens are accepted. */
export interface OAuthConfig {
  readonly issuer: string;
  /** Absent: looked up in the issuer's metadata. */
  readonly jwksUrl: string | undefined;
  readonly audience: string;
  readonly scopes: readonly string[];
  /** This server as clients know it (RFC 8707): the public address with /mcp. */
  readonly resource: string;
  readonly rights: RightsConfig;
}

/** Settings that say nothing without an issuer. */
const OF_ISSUER = [
  'oauthAudience',
  'oauthJwksUrl',
  'oauthScopes',
  'httpReadScopes',
  'httpWriteScopes',
  'httpDecideScopes',
  'httpDecideClaim',
  'httpDecidingClients',
] as const;

/** @returns undefined without an issuer. @throws SettingsError that says what to set */
export function oauthConfig(settings: Settings): OAuthConfig | undefined {
  const { oauthIssuer, httpPublicUrl, oauthAudience, oauthJwksUrl } = settings;
  if (oauthIssuer === undefined) {
    const stray = OF_ISSUER.find((name) => settings[name]?.length);
    if (stray !== undefined) throw new SettingsError(`${envName(stray)} is set, but ${envName('oauthIssuer')} is not.`);
    return undefined;
  }
  if (httpPublicUrl === undefined) {
    throw new SettingsError(
      `${envName('oauthIssuer')} needs ${envName('httpPublicUrl')}: it tells clients which address to request tokens for.`,
    );
  }
  const resource = `${httpPublicUrl}${MCP_PATH}`;
  const audience = oauthAudience ?? resource;
  return {
    issuer: oauthIssuer,
    jwksUrl: oauthJwksUrl,
    audience,
    scopes: settings.oauthScopes,
    resource,
    rights: rightsConfig(settings),
  };
}
