/**
 * Reads and checks the settings from flags and environment, and records the origin of each. A flag overrides the
 * environment. Quotation marks around a variable's value are left out. An empty value and a literal `${...}` (a host's
 * placeholder that was not filled in) both mean unset.
 */

import { homedir } from 'node:os';
import { isLoopback, withoutEndSlashes } from '../basics/addresses.ts';
import { didYouMean } from '../basics/nearest.ts';
import {
  ASSIGNMENT,
  ASSIGNMENT_ADVICE,
  ISSUED_ADVICE,
  isAssignment,
  secretWeakness,
  WEAKNESS_ADVICE,
} from '../basics/secret-strength.ts';
import { SettingsError, unusable } from './error.ts';
import { booleanOf, type Flags } from './flags.ts';
import {
  ENV_PREFIX,
  envName,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingSpec,
  type Settings,
  specOf,
} from './table.ts';

/** The origin of a value. `placeholder` and `empty`: set in the environment, but to nothing usable. */
export type Origin = 'flag' | 'environment' | 'default' | 'unset' | 'placeholder' | 'empty';

/** The checked values and their origins. */
export type ReadSettings = ReturnType<typeof readSettings>;

/** @throws SettingsError that names each invalid value, one line each */
export function readSettings(env: NodeJS.ProcessEnv, flags: Flags = { settings: {}, command: {} }) {
  const { problems, ...read } = readLeniently(env, flags);
  if (problems.size > 0) throw new SettingsError([...problems.values()].join('\n'));
  return read;
}

/** Reads all settings; `problems` are the invalid ones, which have their default. */
export function readLeniently(env: NodeJS.ProcessEnv, flags: Flags) {
  const origins: Partial<Record<SettingName, Origin>> = {};
  const values: Record<string, unknown> = {};
  const problems = new Map<SettingName, string>();
  for (const name of SETTING_NAMES) {
    const spec = specOf(name);
    const { origin, text } = settingText(name, env, flags);
    const fallback = spec.fallback?.toString();
    const source = nameIn(name, origin);
    origins[name] = origin;
    try {
      values[name] = parseValue(spec, text ?? fallback, source);
      // A list without entries, such as ` , `, sets nothing, unless its default has some.
      if (text !== undefined && fallback === undefined && `${values[name]}` === '') origins[name] = 'unset';
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      problems.set(name, error.message);
      values[name] = parseValue(spec, fallback, source);
    }
  }
  const read = values as Settings;
  const nameOf = (setting: SettingName): string => nameIn(setting, origins[setting]);
  return {
    problems,
    values: read,
    origins: origins as Record<SettingName, Origin>,
    /** The name of a setting in messages: its flag if it came from one, otherwise its variable. */
    nameOf,
    /** Valid settings that are probably mistakes, and unknown variables that look like settings. */
    warnings: [...unknownVariables(env), ...mistakeWarnings(read, nameOf)],
  };
}

/** The text and origin of a setting; no text if it counts as unset. */
function settingText(
  name: SettingName,
  env: NodeJS.ProcessEnv,
  flags: Flags,
): { readonly origin: Origin; readonly text?: string } {
  const { flag: flagName, fallback } = specOf(name);
  const flag = flagName === undefined ? undefined : flags.settings[flagName]?.trim();
  // Docker's env files keep quotation marks.
  const variable = env[envName(name)]?.trim().replace(/^(["'])((?:(?!\1).)*)\1$/, '$2');
  if (flag !== undefined && flag !== '' && !isPlaceholder(flag)) return { origin: 'flag', text: flag };
  if (variable === '') return { origin: 'empty' };
  if (variable === undefined) return { origin: fallback === undefined ? 'unset' : 'default' };
  return isPlaceholder(variable) ? { origin: 'placeholder' } : { origin: 'environment', text: variable };
}

const nameIn = (name: SettingName, origin: Origin | undefined): string =>
  origin === 'flag' ? `--${specOf(name).flag}` : envName(name);

const isPlaceholder = (text: string): boolean => /^\$\{[^}]*\}$/.test(text);

/** What other hosts and shells leave in the place of a value: `$NAME`, `%NAME%`, `{env:NAME}`. */
const OTHER_PLACEHOLDER = /^(?:\{env:[^}]*\}|\$[A-Z][A-Z\d_]*|%[A-Z][A-Z\d_]*%)$/;

function parseValue(spec: SettingSpec, text: string | undefined, source: string): unknown {
  if (spec.kind === 'list') {
    // OAuth itself separates scopes by blanks; one with a blank in it would be a scope that no token has.
    const parts = (text ?? '').split(spec.holds === 'scopes' ? /[,\s]/ : ',').map((part) => part.trim());
    const entries = parts.filter((part) => part !== '');
    return spec.holds === 'paths' ? entries.map(fromHome) : entries;
  }
  if (text === undefined) return undefined;
  const fail = (allowed: string): never => {
    throw unusable(source, text, allowed, spec.choices);
  };
  switch (spec.kind) {
    case 'flag':
      return booleanOf(text) ?? fail('true or false');
    case 'integer': {
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec;
      return wholeNumberIn(text, { min, max }) ?? fail(`a whole number from ${min} to ${max}`);
    }
    case 'choice':
      return (
        spec.choices?.find((choice) => choice.toLowerCase() === text.toLowerCase()) ??
        fail(`one of ${spec.choices?.join(', ')}`)
      );
    case 'url': {
      const url = readUrl(text, source);
      if (spec.ending !== undefined && url.endsWith(spec.ending)) return url.slice(0, -spec.ending.length);
      return spec.isWhole && text.endsWith('/') ? `${url}/` : url;
    }
    case 'file':
      return fromHome(text);
    case 'path':
      return /^\/[^?#\s]*$/.test(text)
        ? spec.isWhole
          ? text
          : withoutEndSlashes(text)
        : fail('a path that begins with /, without query, fragment or spaces');
    case 'secret':
      return checkSecret(spec, text, source);
    default:
      return text;
  }
}

/** Expands `~`: shells leave it after `=` and in lists, and hosts don't start a shell. */
const fromHome = (path: string): string => path.replace(/^~(?=$|[\\/])/, () => homedir());

/** @throws SettingsError for a secret that can't be sent, or can be guessed; addresses are not checked for the latter */
function checkSecret(spec: SettingSpec, text: string, source: string): string {
  if (OTHER_PLACEHOLDER.test(text))
    throw new SettingsError(
      `${source} is a placeholder that nothing filled in. Set that variable where the host starts, or use a file.`,
    );
  // A line break would end the header line; a blank or control character can't be part of a token.
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new SettingsError(
      `${source} contains spaces, line breaks or other characters that it can't contain. Set it to the secret alone, without a word such as Bearer before it.`,
    );
  }
  if (isAssignment(text)) throw new SettingsError(`${source} ${ASSIGNMENT} ${ASSIGNMENT_ADVICE}`);
  const weakness = spec.holds === 'address' ? undefined : secretWeakness(text, spec.min);
  if (weakness === undefined) return text;
  throw new SettingsError(`${source} ${weakness}. ${spec.isIssued ? ISSUED_ADVICE : WEAKNESS_ADVICE}`);
}

/** Without a slash at its end. @throws SettingsError unless it is https, or http on loopback, without user and query */
export function readUrl(text: string, source: string): string {
  const refuse = (why: string): never => {
    throw new SettingsError(`${source} ${why}`);
  };
  // The value may be a misplaced token, so it is not repeated.
  if (/^eyJ[\w-]*\./.test(text)) refuse('looks like a token, not like an address.');
  if (/^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:]+\])(?::\d+)?(?:\/\S*)?$/i.test(text)) {
    refuse(`has no scheme: did you mean ${/^(?:localhost|127\.|\[::1\])/i.test(text) ? 'http' : 'https'}://…?`);
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Nor is a password in it: it must not reach a terminal or a log.
  if (url?.username || url?.password) {
    refuse(
      `must not contain a user name or password. Set ${envName('token')} for the platform, ${envName('httpToken')} for this server over HTTP.`,
    );
  }
  if (url === undefined || /[?#]/.test(url.href) || !/^https?:$/.test(url.protocol)) {
    throw unusable(source, text, 'an https:// address (http:// on localhost only) without user, query or fragment');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    refuse(
      'begins with http://, which is for localhost only: elsewhere others could read the token on its way. Use https://.',
    );
  }
  return withoutEndSlashes(url.href);
}

/** Begins like our variables, or nearly: in lower case, with a hyphen, two letters swapped, one left out. */
const LIKE_OURS = /^agents?[-_]?plat[fro]{2,3}m?[-_]/i;

function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = SETTING_NAMES.map(envName);
  return Object.keys(env)
    .filter((variable) => LIKE_OURS.test(variable) && !known.includes(variable))
    .map((variable) => {
      const shown = /^[A-Z_-]{1,60}$/i.test(variable) ? variable : `A variable that begins like ${ENV_PREFIX}`;
      const meant = variable.toUpperCase().replaceAll('-', '_').replace(LIKE_OURS, ENV_PREFIX);
      return `${shown} is not a setting.${known.includes(meant) ? ` Did you mean ${meant}?` : didYouMean(meant, known)}`;
    });
}

/** Secrets that may be in a file instead. */
const FILES = [
  ['token', 'tokenFile'],
  ['httpToken', 'httpTokenFile'],
  ['stateKey', 'stateKeyFile'],
] as const;

/** Warnings about valid settings that are probably mistakes; the server starts anyway. */
function mistakeWarnings(settings: Settings, nameOf: (setting: SettingName) => string): string[] {
  const { sandbox, baseUrl, sandboxScenario } = settings;
  const both = (one: SettingName, other: SettingName): string => `${nameOf(one)} and ${nameOf(other)} are both set`;
  const used = 'the sandbox with its made-up data is used, and the platform is not';
  const files = FILES.filter(([secret, file]) => settings[secret] !== undefined && settings[file] !== undefined);
  return [
    ...(sandbox && baseUrl !== undefined ? [`${both('sandbox', 'baseUrl')}: ${used}. Leave one of them out.`] : []),
    ...(!sandbox && sandboxScenario !== SETTINGS.sandboxScenario.fallback
      ? [`${nameOf('sandboxScenario')} has no effect without ${envName('sandbox')}.`]
      : []),
    ...files
      .filter(([secret]) => !(sandbox && secret === 'token'))
      .map(([secret, file]) => `${both(secret, file)}: the file is used. Leave one of them out.`),
  ];
}

/** A number in plain digits, without `1e3` and `0x10`; undefined for anything else, and outside the limits. */
export function wholeNumberIn(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
