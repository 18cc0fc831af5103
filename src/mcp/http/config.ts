/** The settings of the `http` command, checked: an invalid one stops the start. */

import { readFileSync } from 'node:fs';
import { codeOf } from '../../basics/errors.ts';
import { isLoopback } from '../../basics/loopback.ts';
import { secretWeakness, WEAKNESS_ADVICE } from '../../basics/secret-strength.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName, type SettingName, type Settings } from '../../settings/table.ts';
import type { AdmissionLimits } from './admission.ts';
import { type RightsConfig, rightsConfig } from './rights.ts';

/** Where MCP is served. */
export const MCP_PATH = '/mcp';
/** The shortest inbound token and state key: below it they could be guessed. */
export const MIN_TOKEN = 16;
const MIN_KEY = 32;

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

/**
 * Times are in milliseconds. `token` is the one at the start, also if it comes from a file.
 */
export interface HttpConfig {
  readonly host: string;
  readonly port: number;
  readonly isLoopback: boolean;
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  /** The file of named tokens. */
  readonly tokensFile: string | undefined;
  readonly oauth: OAuthConfig | undefined;
  readonly publicUrl: string | undefined;
  /** Hosts that a request may name; undefined: any, since a token is required and no host is listed. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly allowedOrigins: readonly string[];
  /** At least 32 characters; undefined: each process has its own key. */
  readonly stateKey: string | undefined;
  readonly redisUrl: string | undefined;
  /** What `/metrics` is read with, and nothing else; undefined: whatever `/mcp` asks for. */
  readonly metricsToken: string | undefined;
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
  readonly admission: AdmissionLimits;
  readonly requestTimeoutMs: number;
  readonly drainMs: number;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** @throws SettingsError that says what to set */
export function httpConfig(settings: Settings): HttpConfig {
  const { httpHost: host, httpTokenFile, httpTokensFile, httpPublicUrl } = settings;
  const onLoopback = isLoopback(host) || host === '::1';
  const token =
    httpTokenFile === undefined ? settings.httpToken : readSecret('httpTokenFile', httpTokenFile, MIN_TOKEN);
  if (token !== undefined) atLeast('httpToken', token, MIN_TOKEN);
  const oauth = oauthConfig(settings);
  if (!onLoopback && token === undefined && httpTokensFile === undefined && oauth === undefined) {
    throw new SettingsError(
      `Refused to listen on ${host} without inbound authorization: anyone who reaches it could decide in your name. Set ${envName('httpToken')} (or ${envName('httpTokenFile')}), ${envName('httpTokensFile')} or ${envName('oauthIssuer')}, or listen on 127.0.0.1.`,
    );
  }
  if (httpPublicUrl?.endsWith(MCP_PATH)) {
    throw new SettingsError(`Leave ${MCP_PATH} out of ${envName('httpPublicUrl')}: this server adds it.`);
  }
  // The address that the log names must be allowed, also if it is 127.0.0.2.
  const ownNames = onLoopback ? [...new Set([...LOOPBACK_NAMES, host.includes(':') ? `[${host}]` : host])] : [];
  const names = [
    ...hostNames('httpAllowedHosts', settings),
    ...(httpPublicUrl === undefined ? [] : [new URL(httpPublicUrl).hostname]),
  ];
  checkFourEyes(settings);
  return {
    host,
    port: settings.httpPort,
    isLoopback: onLoopback,
    token,
    tokenFile: httpTokenFile,
    tokensFile: httpTokensFile,
    oauth,
    publicUrl: httpPublicUrl,
    allowedHosts: onLoopback || names.length > 0 ? [...names, ...LOOPBACK_NAMES, ...ownNames] : undefined,
    allowedOrigins: [
      ...hostNames('httpAllowedOrigins', settings),
      ...(httpPublicUrl === undefined ? [] : [new URL(httpPublicUrl).hostname]),
      ...ownNames,
    ],
    stateKey: stateKey(settings),
    redisUrl: redisUrl(settings.stateRedisUrl),
    metricsToken: metricsToken(settings, token),
    maxBodyBytes: settings.httpMaxBodyKb * 1024,
    maxConnections: settings.httpMaxConnections,
    admission: {
      maxCallsPerCaller: settings.httpMaxCallsPerCaller,
      maxCalls: settings.httpMaxCalls,
      callsPerMinute: settings.httpCallsPerMinute || undefined,
    },
    requestTimeoutMs: settings.httpRequestTimeoutSeconds * 1000,
    drainMs: settings.httpDrainSeconds * 1000,
  };
}

/** Half of it would let people believe in what is not checked. @throws SettingsError */
function checkFourEyes(settings: Settings): void {
  const { fourEyes, fourEyesField, httpTokensFile, oauthIssuer, stateKey, stateKeyFile } = settings;
  const refuse = (setting: SettingName, why: string): never => {
    throw new SettingsError(`${envName(setting)} ${why}`);
  };
  if (fourEyes === 'off') {
    if (fourEyesField !== undefined) refuse('fourEyesField', `is set, but ${envName('fourEyes')} is off.`);
    return;
  }
  if (httpTokensFile === undefined && oauthIssuer === undefined)
    refuse('fourEyes', `needs callers with names: set ${envName('httpTokensFile')} or ${envName('oauthIssuer')}.`);
  if (stateKey === undefined && stateKeyFile === undefined)
    refuse('fourEyes', `needs ${envName('stateKey')}: it signs who started a thread, and must outlive this process.`);
}

/** Names as Host and Origin headers have them: one with a port, say, would match nothing. */
function hostNames(setting: 'httpAllowedHosts' | 'httpAllowedOrigins', settings: Settings): string[] {
  return settings[setting].map((name) => {
    const isName = URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name.toLowerCase();
    if (isName && !name.includes('*')) return name.toLowerCase();
    throw new SettingsError(`${envName(setting)} must list host names only, without scheme, port, path and wildcards.`);
  });
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

function oauthConfig(settings: Settings): OAuthConfig | undefined {
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

function stateKey(settings: Settings): string | undefined {
  const { stateKeyFile } = settings;
  const key = stateKeyFile === undefined ? settings.stateKey : readSecret('stateKeyFile', stateKeyFile, MIN_KEY);
  if (key !== undefined) atLeast('stateKey', key, MIN_KEY);
  return key;
}

function metricsToken({ httpMetricsToken }: Settings, token: string | undefined): string | undefined {
  if (httpMetricsToken === undefined) return undefined;
  atLeast('httpMetricsToken', httpMetricsToken, MIN_TOKEN);
  if (httpMetricsToken !== token) return httpMetricsToken;
  throw new SettingsError(
    `${envName('httpMetricsToken')} is the token that callers send: whoever reads metrics could decide. Use another one.`,
  );
}

/** Checked here, since the Redis client fails with a stack. Never repeated in a message: it may hold a password. */
function redisUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const refuse = (why: string): never => {
    throw new SettingsError(`${envName('stateRedisUrl')} ${why}`);
  };
  if (!/^rediss?:\/\//.test(url)) return refuse('must begin with redis:// or rediss://.');
  const password = passwordOf(url);
  if (password === undefined || !isRedisAddress(new URL(url))) {
    const form = 'redis://[user:password@]host[:port][/database number]';
    return refuse(
      `can't be read as an address: it must be ${form}, with special characters in a password written as %XX.`,
    );
  }
  const weakness = password === '' ? undefined : secretWeakness(password);
  return weakness === undefined ? url : refuse(`holds a password that ${weakness}. ${WEAKNESS_ADVICE}`);
}

/** What the client takes: a host, and a number for a path. */
const isRedisAddress = ({ hostname, pathname, search, hash, username }: URL): boolean =>
  hostname !== '' && /^\/?\d*$/.test(pathname) && search === '' && hash === '' && !/%(?![\da-f]{2})/i.test(username);

/** The password of an address, decoded; empty where it has none, undefined where it can't be read. */
export function passwordOf(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).password);
  } catch {
    return undefined;
  }
}

/** A secret alone in a file. @throws SettingsError */
export function readSecret(name: SettingName, file: string, least: number): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new SettingsError(`The file of ${envName(name)} can't be read (${codeOf(error) ?? 'unknown error'}).`, {
      cause: error,
    });
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new SettingsError(`The file of ${envName(name)} must contain only the secret, on one line.`);
  }
  atLeast(name, text, least);
  return text;
}

function atLeast(name: SettingName, secret: string, least: number): void {
  if (secret.length < least) {
    throw new SettingsError(`${envName(name)} is too short: use at least ${least} randomly generated characters.`);
  }
  const weakness = secretWeakness(secret);
  if (weakness !== undefined) throw new SettingsError(`${envName(name)} ${weakness}. ${WEAKNESS_ADVICE}`);
}
