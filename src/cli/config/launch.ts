/** How a host starts this very installation, with the settings that were given. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve, win32 } from 'node:path';
import type { ReadSettings } from '../../settings/read.ts';
import { envName, SETTING_NAMES, type SettingName, specOf } from '../../settings/table.ts';

/** Where a host takes the token from: a file, or what the host itself fills in. */
type TokenFrom = 'file' | 'host';

/** The command line and environment that a host starts this server with. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Without the token. */
  readonly env: Readonly<Record<string, string>>;
  readonly token: TokenFrom | 'none';
}

/** A placeholder in the block for the address of the platform. */
const EXAMPLE_URL = 'https://platform.example.com';
const TOKEN_FILE = '.agent-platform-token';

interface LaunchOptions {
  readonly settings: ReadSettings;
  /** Started through `cmd /c node`, which finds Node.js on Windows however it was installed. */
  readonly isWindows: boolean;
  /** Whether the host has a way of its own to keep or ask for a secret. */
  readonly hostKeepsSecrets: boolean;
}

/**
 * The launch for a host. Desktop hosts start with a PATH of their own, so Node.js and this file are named by their
 * absolute paths.
 */
export function launchOf({ settings, isWindows, hostKeepsSecrets }: LaunchOptions): Launch {
  const file = realpathSync(process.argv[1] ?? '');
  const [command, ...first] = isWindows ? ['cmd', '/c', 'node'] : [process.execPath];
  const { values, origins } = settings;
  const env: Record<string, string> = {};
  if (values.sandbox) {
    addGiven(env, settings, ['token', 'tokenFile', 'baseUrl', 'sandbox']);
    return { command: command ?? 'node', args: [...first, file, '--sandbox'], env, token: 'none' };
  }
  // The client adds it.
  env[envName('baseUrl')] = (values.baseUrl ?? EXAMPLE_URL).replace(/\/v1$/, '');
  const fromFile = !hostKeepsSecrets || origins.tokenFile === 'flag' || origins.tokenFile === 'environment';
  if (fromFile) env[envName('tokenFile')] = fromRoot(values.tokenFile ?? join(homedir(), TOKEN_FILE));
  addGiven(env, settings, ['token', 'tokenFile', 'baseUrl', 'sandbox']);
  return { command: command ?? 'node', args: [...first, file], env, token: fromFile ? 'file' : 'host' };
}

/** What was given on this command line or in this environment goes along. */
function addGiven(
  env: Record<string, string>,
  { values, origins }: ReadSettings,
  except: readonly SettingName[],
): void {
  for (const name of SETTING_NAMES) {
    const { kind, command, holds } = specOf(name);
    // A host starts it over stdio, whatever is set for the http command.
    if (command !== undefined) continue;
    const isGiven = origins[name] === 'flag' || origins[name] === 'environment';
    // A secret is never printed, whatever it is for.
    if (!isGiven || kind === 'secret' || except.includes(name)) continue;
    const isPath = kind === 'file' || holds === 'paths';
    const parts = [values[name]].flat().map(String);
    env[envName(name)] = (isPath ? parts.map(fromRoot) : parts).join(',');
  }
}

/** A host starts the server in a folder of its own. A block for Windows may be printed elsewhere: `C:\…` stays. */
const fromRoot = (path: string): string => (win32.isAbsolute(path) ? path : resolve(path));
