/** How a host starts this installation, with the current settings. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve, win32 } from 'node:path';
import { SettingsError } from '../../settings/error.ts';
import type { ReadSettings } from '../../settings/read.ts';
import { envName, SETTING_NAMES, type SettingName, specOf } from '../../settings/table.ts';

/** The command line and environment with which a host starts this server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Without the token. */
  readonly env: Readonly<Record<string, string>>;
  readonly token: 'file' | 'host' | 'none';
}

const EXAMPLE_URL = 'https://platform.example.com';
/** In the home folder: the token file of hosts that can't keep a secret, unless another is named. */
export const TOKEN_FILE = '.agent-platform-token';

interface LaunchOptions {
  readonly settings: ReadSettings;
  /** Starts through `cmd /c node`, which finds Node.js on Windows however it was installed. */
  readonly isWindows: boolean;
  /** Whether the host can store or ask for a secret. */
  readonly hostKeepsSecrets: boolean;
}

/** The launch for a host. Desktop hosts have a different PATH, so Node.js and this file are named by absolute paths. */
export function launchOf({ settings, isWindows, hostKeepsSecrets }: LaunchOptions): Launch {
  const file = realpathSync(process.argv[1] ?? '');
  const [command, ...first] = isWindows ? (['cmd', '/c', 'node'] as const) : ([process.execPath] as const);
  const { values, origins } = settings;
  const env = setValues(settings);
  if (values.sandbox) return { command, args: [...first, file, '--sandbox'], env, token: 'none' };
  const fromFile = !hostKeepsSecrets || origins.tokenFile === 'flag' || origins.tokenFile === 'environment';
  return {
    command,
    args: [...first, file],
    env: {
      [envName('baseUrl')]: values.baseUrl ?? EXAMPLE_URL,
      ...(fromFile && { [envName('tokenFile')]: fromRoot(values.tokenFile ?? join(homedir(), TOKEN_FILE)) }),
      ...env,
    },
    token: fromFile ? 'file' : 'host',
  };
}

/** Settings that a launch handles separately. No secret is ever printed. */
const SEPARATE_SETTINGS: readonly SettingName[] = ['tokenFile', 'baseUrl', 'sandbox'];

/** The other settings of this command line and environment, as variables. */
function setValues({ values, origins }: ReadSettings): Record<string, string> {
  const isSet = (name: SettingName): boolean => origins[name] === 'flag' || origins[name] === 'environment';
  const entries = SETTING_NAMES.filter((name) => isSet(name) && !SEPARATE_SETTINGS.includes(name)).flatMap((name) => {
    const { kind, command, holds } = specOf(name);
    // A host starts it over stdio, so settings of the http command don't apply.
    if (command !== undefined || kind === 'secret') return [];
    const parts = [values[name]].flat().map(String);
    return [[envName(name), (kind === 'file' || holds === 'paths' ? parts.map(fromRoot) : parts).join(',')]];
  });
  return Object.fromEntries(entries);
}

/** Absolute, since a host starts the server in another folder. A Windows path, `C:\…`, is kept on any system. */
function fromRoot(path: string): string {
  if (win32.isAbsolute(path)) return path;
  try {
    return resolve(path);
  } catch {
    throw new SettingsError(
      'The current folder does not exist any more: give the whole path of each file, or change folder.',
    );
  }
}
