/** Checks the settings of `AGENT_PLATFORM_IDENTITY`: with half of them, calls would be in the wrong person's name. */
import { SettingsError } from '../../settings/error.ts';
import { envName, type SettingName, type Settings, specOf } from '../../settings/table.ts';
import type { OAuthConfig } from './oauth-config.ts';

/** How callers' tokens are exchanged for tokens of the platform, by the settings. */
export interface ExchangeConfig extends Pick<Settings, (typeof EXCHANGE_SETTINGS)[number]> {
  readonly issuer: string;
  readonly exchangeClientId: string;
  /** The audience of callers' tokens: a token for it must not reach the platform. */
  readonly callerAudience: string;
}

const EXCHANGE_SETTINGS = [
  'exchangeGrant',
  'exchangeTokenUrl',
  'exchangeClientId',
  'exchangeClientSecretFile',
  'exchangePrivateKeyFile',
  'exchangeAudience',
  'exchangeResource',
  'exchangeScopes',
] as const satisfies readonly SettingName[];

/** Callers' tokens that can't be exchanged, and the shared platform token, which no call would use. */
const OTHER_TOKENS = ['token', 'tokenFile', 'httpToken', 'httpTokenFile', 'httpTokensFile'] as const;

const isSet = (settings: Settings, name: SettingName): boolean =>
  String(settings[name] ?? '') !== String(specOf(name).fallback ?? '');

/** @returns undefined if all callers share the platform token. @throws SettingsError for half a configuration */
export function exchangeConfig(settings: Settings, oauth: OAuthConfig | undefined): ExchangeConfig | undefined {
  if (settings.sandboxPeople) checkSandboxPeople(settings);
  const identity = envName('identity');
  if (settings.identity === 'shared') {
    const unused = EXCHANGE_SETTINGS.find((name) => isSet(settings, name));
    if (unused !== undefined) throw new SettingsError(`${envName(unused)} is set, but ${identity} is not exchange.`);
    return undefined;
  }
  const refuse = (why: string): never => {
    throw new SettingsError(`${identity}=exchange ${why}`);
  };
  const conflict = OTHER_TOKENS.find((name) => isSet(settings, name));
  if (conflict !== undefined)
    refuse(`calls the platform only with tokens that the issuer issues for its callers: unset ${envName(conflict)}.`);
  if (settings.sandbox) refuse('needs a platform that accepts the tokens of an issuer, which the sandbox does not.');
  const { exchangeClientId, exchangeClientSecretFile, exchangePrivateKeyFile } = settings;
  const { exchangeAudience, exchangeResource, exchangeScopes, exchangeGrant } = settings;
  if (oauth === undefined) return refuse(`needs ${envName('oauthIssuer')}: callers' tokens from it are exchanged.`);
  if (exchangeClientId === undefined) return refuse(`needs ${envName('exchangeClientId')}.`);
  if ((exchangeClientSecretFile === undefined) === (exchangePrivateKeyFile === undefined))
    refuse(`needs one of ${envName('exchangeClientSecretFile')} and ${envName('exchangePrivateKeyFile')}.`);
  if (exchangeResource !== undefined && !URL.canParse(exchangeResource))
    refuse(`needs an absolute address in ${envName('exchangeResource')} (RFC 8707).`);
  if (exchangeGrant === 'rfc8693') {
    if (exchangeAudience === undefined && exchangeResource === undefined && exchangeScopes.length === 0)
      refuse(`needs ${envName('exchangeAudience')}, ${envName('exchangeResource')} or ${envName('exchangeScopes')}.`);
  } else {
    if (exchangeScopes.length === 0) refuse(`with entra-obo needs ${envName('exchangeScopes')}.`);
    const target = (['exchangeAudience', 'exchangeResource'] as const).find((name) => isSet(settings, name));
    if (target !== undefined) refuse(`with entra-obo names the platform by its scopes: unset ${envName(target)}.`);
  }
  return { ...settings, exchangeClientId, issuer: oauth.issuer, callerAudience: oauth.audience };
}

/** The sandbox's people are the only callers. @throws SettingsError if others are configured */
export function checkSandboxPeople(settings: Settings): void {
  const people = envName('sandboxPeople');
  if (!settings.sandbox) throw new SettingsError(`${people} needs the sandbox: add --sandbox.`);
  const conflict = [...OTHER_TOKENS, ...EXCHANGE_SETTINGS, 'oauthIssuer' as const].find((name) =>
    isSet(settings, name),
  );
  if (conflict !== undefined || settings.identity !== 'shared')
    throw new SettingsError(
      `With ${people}, its people are the only callers: unset ${envName(conflict ?? 'identity')}.`,
    );
}
