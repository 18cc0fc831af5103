/** The settings as `doctor` shows them: all of them, also where one can't be used. */
import type { Flags } from '../../settings/flags.ts';
import { givenFor, type Origin, type ReadSettings, readSettings, SettingsError } from '../../settings/read.ts';
import { envName, SETTING_NAMES, type SettingName, type Settings, specOf } from '../../settings/table.ts';
import { EXIT } from '../exit-codes.ts';
import type { Check, SettingLine } from './report.ts';

/** What the other checks go on with, and what is said of the settings themselves. */
export interface SettingsReport {
  /** Those that can be used; a setting that can't is left at its default. */
  readonly values: Settings;
  readonly nameOf: ReadSettings['nameOf'];
  /** Those that were set and can't be used. */
  readonly refused: ReadonlySet<SettingName>;
  readonly lines: readonly SettingLine[];
  readonly check: Check;
}

const NOTES = {
  placeholder: 'a placeholder that the host left unfilled; counts as unset',
  empty: 'empty; counts as unset',
} as const;

/** Unlike `readSettings` it throws for no setting: `check` names all that can't be used. */
export function readAllSettings(env: NodeJS.ProcessEnv, flags: Flags): SettingsReport {
  const { problems, validEnv, validFlags } = validParts(env, flags);
  const { values, origins, warnings, nameOf } = readSettings(validEnv, validFlags);
  const originOf = (name: SettingName): Origin =>
    problems.has(name) ? givenFor(name, env, flags).origin : origins[name];
  // What another command alone uses is shown where it is set.
  const isShown = (name: SettingName): boolean =>
    specOf(name).command === undefined || !['default', 'unset'].includes(originOf(name));
  const lines = SETTING_NAMES.filter(isShown).map((name): SettingLine => {
    const { flag, kind } = specOf(name);
    const origin = originOf(name);
    const value = kind === 'secret' ? (values[name] === undefined ? 'absent' : 'present') : shown(values[name]);
    return {
      variable: envName(name),
      flag: flag && `--${flag}`,
      value: problems.has(name) ? 'refused' : value,
      origin,
      ...(origin === 'placeholder' || origin === 'empty' ? { note: NOTES[origin] } : {}),
    };
  });
  const check = checkOf([...problems.values()], [...warnings, ...oddities(lines)]);
  return { values, nameOf, refused: new Set(problems.keys()), lines, check };
}

/** Leaves out what isn't valid, setting by setting, so that one mistake does not hide the rest. */
function validParts(env: NodeJS.ProcessEnv, flags: Flags) {
  const problems = new Map<SettingName, string>();
  const validEnv = { ...env };
  const settings = { ...flags.settings };
  for (const name of SETTING_NAMES) {
    const { flag = '' } = specOf(name);
    const variable = envName(name);
    const given = settings[flag];
    try {
      readSettings({ [variable]: env[variable] }, { own: {}, settings: given === undefined ? {} : { [flag]: given } });
    } catch (error) {
      problems.set(name, problemIn(error));
      delete validEnv[variable];
      delete settings[flag];
    }
  }
  return { problems, validEnv, validFlags: { ...flags, settings } };
}

/** @throws what is no SettingsError: a mistake of this program */
function problemIn(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  throw error;
}

function shown(value: Settings[SettingName]): string | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined;
  return value === undefined ? undefined : String(value);
}

const oddities = (lines: readonly SettingLine[]): string[] =>
  lines.filter(({ origin }) => origin in NOTES).map(({ variable, note }) => `${variable}: ${note}.`);

function checkOf(problems: readonly string[], warnings: readonly string[]): Check {
  if (problems.length > 0) {
    const summary = [...problems, ...warnings].join(' ');
    return { id: 'settings', status: 'fail', summary, next: 'Correct what is named above.', exitCode: EXIT.usage };
  }
  if (warnings.length === 0) return { id: 'settings', status: 'ok', summary: 'All settings are valid.' };
  return {
    id: 'settings',
    status: 'warn',
    summary: warnings.join(' '),
    next: 'Correct or remove what is named above.',
  };
}
