/** Checks the settings of the `http` command: an invalid one prevents the start. */
import { isLoopback } from '../../basics/addresses.ts';
import { tokenSource } from '../../platform/client/token.ts';
import { SettingsError } from '../../settings/error.ts';
import { envName, SETTING_NAMES, SETTINGS, type SettingName, type Settings } from '../../settings/table.ts';
import { exchangeConfig } from './exchange-config.ts';
import { oauthConfig } from './oauth-config.ts';
import { readSecret, redisUrl } from './secrets.ts';

/**
 * What the settings come to; those that apply as they are are read from the settings. Times are in milliseconds. `token` is the
 * one at the start, even if it is in a file.
 */
export type HttpConfig = ReturnType<typeof httpConfig>;

/** The path of the MCP endpoint. */
export const MCP_PATH = '/mcp';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** A host as a URL writes it: IPv6 in brackets. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** @throws SettingsError that says what to set */
export function httpConfig(settings: Settings) {
  const { httpHost: host, httpTokenFile, httpTokensFile, httpPublicUrl, stateKeyFile } = settings;
  if (!/^[\w.:%-]+$/.test(host))
    throw new SettingsError(`${envName('httpHost')} must be a host name or an address, such as 127.0.0.1, not a URL.`);
  const onLoopback = isLoopback(host) || host === '::1';
  const token = httpTokenFile === undefined ? settings.httpToken : readSecret('httpTokenFile', httpTokenFile);
  const resource = `${httpPublicUrl ?? `http://${urlHost(host)}:${settings.httpPort}`}${MCP_PATH}`;
  const oauth = oauthConfig(settings, resource);
  const exchange = exchangeConfig(settings, oauth);
  const isOpen = [token, httpTokensFile, oauth].every((one) => one === undefined) && !settings.sandboxPeople;
  // A proxy on this machine lets in whoever knows the address.
  const isPublic = httpPublicUrl !== undefined && !isLoopback(new URL(httpPublicUrl).hostname);
  if (isOpen && (!onLoopback || isPublic)) {
    throw new SettingsError(
      `Refused to ${onLoopback ? `serve ${httpPublicUrl}` : `listen on ${host}`} without inbound authorization: anyone who reaches it could decide in your name. Set ${envName('httpToken')} (or ${envName('httpTokenFile')}), ${envName('httpTokensFile')} or ${envName('oauthIssuer')}, or ${onLoopback ? `leave out ${envName('httpPublicUrl')}` : 'listen on 127.0.0.1'}.`,
    );
  }
  const publicName = httpPublicUrl === undefined ? [] : [new URL(httpPublicUrl).hostname];
  const publicNames = [...hostNames('httpAllowedHosts', settings), ...publicName];
  // The address in the log must be allowed, even if it is 127.0.0.2.
  const localNames = onLoopback ? [...LOOPBACK_NAMES, urlHost(host)] : [];
  checkFourEyes(settings);
  const { httpMetricsToken: metricsToken } = settings;
  const stateKey =
    stateKeyFile === undefined ? settings.stateKey : readSecret('stateKeyFile', stateKeyFile, SETTINGS.stateKey.min);
  checkApart({ token: platformToken(settings), httpToken: token, httpMetricsToken: metricsToken, stateKey });
  return {
    isLoopback: onLoopback,
    token,
    oauth,
    /** Undefined: all callers share the platform token of the settings. */
    exchange,
    /** Hosts that a request may name; undefined: any, since a token is required and no hosts are listed. */
    allowedHosts: onLoopback || publicNames.length > 0 ? [...publicNames, ...LOOPBACK_NAMES, ...localNames] : undefined,
    allowedOrigins: [...hostNames('httpAllowedOrigins', settings), ...publicName, ...localNames],
    /** At least 32 characters; undefined: each process has its own key. */
    stateKey,
    redisUrl: redisUrl(settings.stateRedisUrl),
    /** Reads `/metrics`, and nothing else; undefined: `/metrics` takes the tokens that `/mcp` takes. */
    metricsToken,
    maxBodyBytes: settings.httpMaxBodyKb * 1024,
    requestTimeoutMs: settings.httpRequestTimeoutSeconds * 1000,
    drainMs: settings.httpDrainSeconds * 1000,
  };
}

/** @throws SettingsError for half a configuration: people would rely on a check that doesn't happen */
function checkFourEyes(settings: Settings): void {
  const { fourEyes, fourEyesField, httpTokensFile, oauthIssuer, sandboxPeople, stateKey, stateKeyFile } = settings;
  const refuse = (setting: SettingName, why: string): never => {
    throw new SettingsError(`${envName(setting)} ${why}`);
  };
  if (fourEyes === 'off') {
    if (fourEyesField !== undefined) refuse('fourEyesField', `is set, but ${envName('fourEyes')} is off.`);
    return;
  }
  if (httpTokensFile === undefined && oauthIssuer === undefined && !sandboxPeople)
    refuse('fourEyes', `needs callers with names: set ${envName('httpTokensFile')} or ${envName('oauthIssuer')}.`);
  if (stateKey === undefined && stateKeyFile === undefined)
    refuse('fourEyes', `needs ${envName('stateKey')}: it signs who started a thread, and must outlive this process.`);
}

/** Host names as they are compared with Host and Origin headers. @throws SettingsError for one that would match nothing */
function hostNames(setting: 'httpAllowedHosts' | 'httpAllowedOrigins', settings: Settings): string[] {
  return settings[setting].map((name) => {
    const isName = URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name.toLowerCase();
    if (isName && !name.includes('*')) return name.toLowerCase();
    throw new SettingsError(`${envName(setting)} must list host names only, without scheme, port, path and wildcards.`);
  });
}

/**
 * A caller with the state key could answer as a human, one with the platform's token could decide there, and a reader of
 * metrics with the callers' token could call.
 * @throws SettingsError for a secret with two purposes
 */
function checkApart(secrets: Partial<Record<SettingName, string | undefined>>): void {
  const names = SETTING_NAMES.filter((name) => secrets[name] !== undefined);
  for (const name of names) {
    const other = names.find((one) => one !== name && secrets[one] === secrets[name]);
    if (other !== undefined)
      throw new SettingsError(
        `${envName(name)} and ${envName(other)} are the same secret, each given itself or in a file: whoever has it for one could use it as the other. Use a different one for each.`,
      );
  }
}

/** Undefined on the sandbox, which has its own, and if there is none that can be used: calls say so. */
function platformToken({ token, tokenFile, sandbox }: Settings): string | undefined {
  if (sandbox) return undefined;
  try {
    return tokenSource(token, tokenFile).current();
  } catch {
    return undefined;
  }
}
