/**
 * Reads the settings from flags and environment, checks each, and says where each came from. A flag wins over the
 * environment. An empty value and a literal `${...}` (a host's placeholder that was not filled in) both mean unset.
 */
import { parseArgs } from 'node:util';
import { isLoopback } from '../loopback.ts';
import { nearest } from '../nearest.ts';
import { ENV_PREFIX, envName, SETTINGS, type SettingName, type SettingSpec, type Settings } from './table.ts';

/** A setting that can't be used: the message names the variable or flag, what it held and what is allowed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Where a value came from. `placeholder` and `empty`: set in the environment, but to nothing that can be meant. */
export type Origin = 'flag' | 'environment' | 'default' | 'unset' | 'placeholder' | 'empty';

export interface ReadSettings {
  readonly values: Settings;
  readonly origins: Readonly<Record<SettingName, Origin>>;
  /** Variables with the prefix that no setting has, with the nearest one that exists. */
  readonly warnings: readonly string[];
}

const names = Object.keys(SETTINGS) as SettingName[];

/**
 * Reads all settings. `flags` are the arguments after the command's name.
 * @throws SettingsError for an unknown flag, or a value that does not fit
 */
export function readSettings(env: NodeJS.ProcessEnv, flags: readonly string[] = []): ReadSettings {
  const given = parseFlags(flags);
  const origins: Partial<Record<SettingName, Origin>> = {};
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const spec: SettingSpec = SETTINGS[name];
    const flag = spec.flag === undefined ? undefined : given[spec.flag]?.trim();
    const variable = env[envName(name)]?.trim();
    let origin: Origin = 'unset';
    let text: string | undefined;
    if (flag !== undefined && flag !== '' && !isPlaceholder(flag)) [origin, text] = ['flag', flag];
    else if (variable === '') origin = 'empty';
    else if (variable !== undefined && isPlaceholder(variable)) origin = 'placeholder';
    else if (variable !== undefined) [origin, text] = ['environment', variable];
    if (text === undefined && spec.fallback !== undefined && origin === 'unset') origin = 'default';
    origins[name] = origin;
    const source = origin === 'flag' ? `--${spec.flag}` : envName(name);
    values[name] = parseValue(spec, text ?? spec.fallback?.toString(), source);
  }
  return {
    values: values as Settings,
    origins: origins as Record<SettingName, Origin>,
    warnings: unknownVariables(env),
  };
}

const isPlaceholder = (text: string): boolean => /^\$\{[^}]*\}$/.test(text);

function parseFlags(args: readonly string[]): Record<string, string | undefined> {
  const options: Record<string, { type: 'string' | 'boolean' }> = {};
  for (const name of names) {
    const spec: SettingSpec = SETTINGS[name];
    if (spec.flag) options[spec.flag] = { type: spec.kind === 'flag' ? 'boolean' : 'string' };
  }
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const given: Record<string, string | undefined> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') throw new SettingsError(`Unexpected argument "${token.value}". See --help.`);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new SettingsError(unknownFlag(token.name, Object.keys(options)));
    if (option.type === 'boolean') given[token.name] = token.value ?? 'true';
    else if (token.value === undefined) throw new SettingsError(`--${token.name} needs a value. See --help.`);
    else given[token.name] = token.value;
  }
  return given;
}

/** The message for a flag that does not exist; secrets have no flag on purpose. */
function unknownFlag(name: string, known: readonly string[]): string {
  if (name === 'token') {
    return `There is no --token: a flag would show in process lists. Set ${envName('token')} or ${envName('tokenFile')}.`;
  }
  const guess = nearest(name, known);
  return `Unknown option --${name}.${guess ? ` Did you mean --${guess}?` : ''} See --help.`;
}

function parseValue(spec: SettingSpec, text: string | undefined, source: string): unknown {
  if (spec.kind === 'list') {
    const parts = (text ?? '').split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }
  if (text === undefined) return undefined;
  const fail = (allowed: string): never => {
    // An address may carry a password, and a token may have been pasted into the wrong place: then it is not repeated.
    const shown = spec.kind === 'url' || text.length > 40 ? 'can not be used: it' : `is "${text}", but`;
    throw new SettingsError(`${source} ${shown} must be ${allowed}.`);
  };
  switch (spec.kind) {
    case 'flag': {
      const value = text.toLowerCase();
      if (['true', '1', 'yes', 'on'].includes(value)) return true;
      if (['false', '0', 'no', 'off'].includes(value)) return false;
      return fail('true or false');
    }
    case 'integer': {
      const value = Number(text);
      const { min = 0, max = Number.MAX_SAFE_INTEGER } = spec;
      return Number.isInteger(value) && value >= min && value <= max
        ? value
        : fail(`a whole number from ${min} to ${max}`);
    }
    case 'choice':
      return spec.choices?.includes(text) ? text : fail(`one of ${spec.choices?.join(', ')}`);
    case 'url':
      return checkUrl(text, source, fail);
    case 'path':
      return /^\/[^?#\s]*$/.test(text) ? text.replace(/\/+$/, '') : fail('a path that begins with /');
    case 'secret':
      // A line break inside would end the header line; a blank or a control character can't be part of a token.
      return /^[\x21-\x7e]+$/.test(text) ? text : secretFailure(source);
    default:
      return text;
  }
}

function secretFailure(source: string): never {
  throw new SettingsError(`${source} holds blanks, line breaks or characters that a bearer token can't have.`);
}

/** Says what is wrong without the value: a password in it must not reach a terminal or a log. */
function credentialsFailure(source: string): never {
  throw new SettingsError(`${source} must not hold a user or password. Set ${envName('token')} instead.`);
}

/** https anywhere, http on loopback only; no credentials, query or fragment. Returns it without a trailing slash. */
function checkUrl(text: string, source: string, fail: (allowed: string) => never): string {
  const allowed = 'an https:// address (http:// on localhost only) without user, query or fragment';
  if (!URL.canParse(text)) return fail(allowed);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return credentialsFailure(source);
  const plain = url.search === '' && url.hash === '';
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return plain && secure ? url.href.replace(/\/+$/, '') : fail(allowed);
}

function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = names.map(envName);
  return Object.keys(env)
    .filter((variable) => variable.startsWith(ENV_PREFIX) && !known.includes(variable))
    .map((variable) => {
      const guess = nearest(variable, known);
      return `${variable} is not a setting.${guess ? ` Did you mean ${guess}?` : ''}`;
    });
}
