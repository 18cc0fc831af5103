/**
 * Reads the settings from flags and environment, checks each, and says where each came from. A flag wins over the
 * environment. An empty value and a literal `${...}` (a host's placeholder that was not filled in) both mean unset.
 */
import { parseArgs } from 'node:util';
import { isLoopback } from '../loopback.ts';
import { nearest } from '../nearest.ts';
import { secretWeakness, WEAKNESS_ADVICE } from '../secret-strength.ts';
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
    if (token.kind === 'positional') throw new SettingsError(unexpected(token.value));
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new SettingsError(unknownFlag(token.name, Object.keys(options)));
    if (option.type === 'boolean') given[token.name] = token.value ?? 'true';
    else if (token.value === undefined) throw new SettingsError(`--${token.name} needs a value. See --help.`);
    else given[token.name] = token.value;
  }
  return given;
}

const unexpected = (value: string): string =>
  `Unexpected argument${isHarmless(value) ? ` "${value}"` : ' (not repeated here, since it may be a secret)'}. See --help.`;

/** The message for a flag that does not exist; secrets have no flag on purpose. */
function unknownFlag(name: string, known: readonly string[]): string {
  if (name === 'token') {
    return `There is no --token flag, because process lists would show it. Set ${envName('token')} or ${envName('tokenFile')}.`;
  }
  const guess = nearest(name, known);
  // `--sk-live-…`: a secret may have been pasted in the place of an option.
  const shown = guess !== undefined || /^[a-z_-]{1,12}$/i.test(name) ? ` --${name}` : '';
  return `Unknown option${shown}.${guess ? ` Did you mean --${guess}?` : ''} See --help.`;
}

function parseValue(spec: SettingSpec, text: string | undefined, source: string): unknown {
  if (spec.kind === 'list') {
    const parts = (text ?? '').split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }
  if (text === undefined) return undefined;
  const fail = (allowed: string): never => {
    throw new SettingsError(
      `${source} ${isHarmless(text, spec.choices) ? `is "${text}", but` : "can't be used: it"} must be ${allowed}.`,
    );
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
      return `${checkUrl(text, source, fail)}${spec.isName && text.endsWith('/') ? '/' : ''}`;
    case 'path':
      return /^\/[^?#\s]*$/.test(text) ? text.replace(/\/+$/, '') : fail('a path that begins with /');
    case 'secret':
      // A line break inside would end the header line; a blank or a control character can't be part of a token.
      return /^[\x21-\x7e]+$/.test(text) ? strongSecret(spec, text, source) : secretFailure(source);
    default:
      return text;
  }
}

/**
 * Whether a value that can't be used may be repeated: a token may have been pasted into the wrong place, an address may
 * carry a password. What is short and a number, a word of five letters or a choice mistyped is no secret.
 */
const isHarmless = (text: string, choices: readonly string[] = []): boolean =>
  /^(?:[-+\d\s.,e]{1,9}|[a-z]{1,5})$/i.test(text) ||
  (/^[a-z]{1,10}$/i.test(text) && nearest(text, choices) !== undefined);

function secretFailure(source: string): never {
  throw new SettingsError(`${source} contains spaces, line breaks or characters that a bearer token can't contain.`);
}

/** @throws SettingsError for a secret that can be guessed; an address is judged by the password that it carries */
function strongSecret(spec: SettingSpec, text: string, source: string): string {
  const weakness = spec.holds === 'address' ? undefined : secretWeakness(text);
  if (weakness === undefined) return text;
  throw new SettingsError(`${source} ${weakness}. ${WEAKNESS_ADVICE}`);
}

/** Says what is wrong without the value: a password in it must not reach a terminal or a log. */
function credentialsFailure(source: string): never {
  throw new SettingsError(`${source} must not contain a user name or password. Set ${envName('token')} instead.`);
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
      return `${/^[A-Z_]{1,60}$/.test(variable) ? variable : `A variable that begins with ${ENV_PREFIX}`} is not a setting.${guess ? ` Did you mean ${guess}?` : ''}`;
    });
}
