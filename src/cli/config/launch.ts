/** How a host starts this installation, with the current settings. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve, win32 } from 'node:path';
import type { ReadSettings } from '../../settings/read.ts';
import { envName, SETTING_NAMES, type SettingName, specOf } from '../../settings/table.ts';

/** The source of the token: a file, or the host. */
type TokenFrom = 'file' | 'host';

/** The command line and environment with which a host starts this server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Without the token. */
  readonly env: Readonly<Record<string, string>>;
  readonly token: TokenFrom | 'none';
}

/** Placeholder for the address of the platform. */
const EXAMPLE_URL = 'https://platform.example.com';
const TOKEN_FILE = '.agent-platform-token';

interface LaunchOptions {
  readonly settings: ReadSettings;
  /** Starts through `cmd /c node`, which finds Node.js on Windows however it was installed. */
  readonly isWindows: boolean;
  /** Whether the host can store or ask for a secret. */
  readonly hostKeepsSecrets: boolean;
}

/**
 * The launch for a host. Desktop hosts have a different PATH, so Node.js and this file are named by absolute paths.
 */
export function launchOf({ settings, isWindows, hostKeepsSecrets }: LaunchOptions): Launch {
  const file = realpathSync(process.argv[1] ?? '');
  const [command, ...first] = isWindows ? ['cmd', '/c', 'node'] : [process.execPath];
  const { values, origins } = settings;
  const env: Record<string, string> = {};
  if (values.sandbox) {
    addSettings(env, settings, ['token', 'tokenFile', 'baseUrl', 'sandbox']);
    return { command: command ?? 'node', args: [...first, file, '--sandbox'], env, token: 'none' };
  }
  // The client adds /v1.
  env[envName('baseUrl')] = (values.baseUrl ?? EXAMPLE_URL).replace(/\/v1$/, '');
  const fromFile = !hostKeepsSecrets || origins.tokenFile === 'flag' || origins.tokenFile === 'environment';
  if (fromFile) env[envName('tokenFile')] = fromRoot(values.tokenFile ?? join(homedir(), TOKEN_FILE));
  addSettings(env, settings, ['token', 'tokenFile', 'baseUrl', 'sandbox']);
  return { command: command ?? 'node', args: [...first, file], env, token: fromFile ? 'file' : 'host' };
}

/** Adds the settings of this command line and environment. */
function addSettings(
  env: Record<string, string>,
  { values, origins }: ReadSettings,
  except: readonly SettingName[],
): void {
  for (const name of SETTING_NAMES) {
    const { kind, command, holds } = specOf(name);
    // A host starts it over stdio, so settings of the http command don't apply.
    if (command !== undefined) continue;
    const isSet = origins[name] === 'flag' || origins[name] === 'environment';
    // A secret is never printed.
    if (!isSet || kind === 'secret' || except.includes(name)) continue;
    const isPath = kind === 'file' || holds === 'paths';
    const parts = [values[name]].flat().map(String);
    env[envName(name)] = (isPath ? parts.map(fromRoot) : parts).join(',');
  }
}

/**
 * Makes a path absolute, since a host starts the server in another folder. A Windows path, `C:\…`, is kept on any
 * system.
 */
const fromRoot = (path: string): string => (win32.isAbsolute(path) ? path : resolve(path));
