/** The settings for `doctor`, even if some are invalid, and the files and folders that they name. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../basics/errors.ts';
import { checkAuditFile } from '../../mcp/engine/audit-file.ts';
import type { Flags } from '../../settings/flags.ts';
import { type Origin, type ReadSettings, readSettings, SettingsError, settingText } from '../../settings/read.ts';
import { envName, SETTING_NAMES, type SettingName, type Settings, specOf } from '../../settings/table.ts';
import { EXIT } from '../exit-codes.ts';
import { type Check, fail, ok, type SettingLine, warn } from './report.ts';

/** The settings for the other checks, and the check of the settings themselves. */
export interface SettingsReport {
  /** Valid settings; invalid ones have their default. */
  readonly values: Settings;
  readonly nameOf: ReadSettings['nameOf'];
  readonly refused: ReadonlySet<SettingName>;
  readonly lines: readonly SettingLine[];
  readonly check: Check;
}

const NOTES = {
  placeholder: 'a placeholder that the host left unfilled; counts as unset',
  empty: 'empty; counts as unset',
} as const;

/** Unlike `readSettings` it does not throw: `check` names all invalid settings. */
export function readAllSettings(env: NodeJS.ProcessEnv, flags: Flags): SettingsReport {
  const { problems, validEnv, validFlags } = validParts(env, flags);
  const { values, origins, warnings, nameOf } = readSettings(validEnv, validFlags);
  const originOf = (name: SettingName): Origin =>
    problems.has(name) ? settingText(name, env, flags).origin : origins[name];
  // Settings of another command are shown only if set.
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

/** Leaves out invalid settings one by one, so that one mistake does not hide others. */
function validParts(env: NodeJS.ProcessEnv, flags: Flags) {
  const problems = new Map<SettingName, string>();
  const validEnv = { ...env };
  const settings = { ...flags.settings };
  for (const name of SETTING_NAMES) {
    const { flag = '' } = specOf(name);
    const variable = envName(name);
    const text = settings[flag];
    try {
      readSettings({ [variable]: env[variable] }, { own: {}, settings: text === undefined ? {} : { [flag]: text } });
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      problems.set(name, error.message);
      delete validEnv[variable];
      delete settings[flag];
    }
  }
  return { problems, validEnv, validFlags: { ...flags, settings } };
}

function shown(value: Settings[SettingName]): string | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined;
  return value === undefined ? undefined : String(value);
}

const oddities = (lines: readonly SettingLine[]): string[] =>
  lines.filter(({ origin }) => origin in NOTES).map(({ variable, note }) => `${variable}: ${note}.`);

function checkOf(problems: readonly string[], warnings: readonly string[]): Check {
  if (problems.length > 0) {
    return fail('settings', [...problems, ...warnings].join(' '), 'Correct what is named above.', EXIT.usage);
  }
  if (warnings.length === 0) return ok('settings', 'All settings are valid.');
  return warn('settings', warnings.join(' '), 'Correct or remove what is named above.');
}

/**
 * Checks files without opening or creating any. Without a usable audit log no write is sent. @returns none if nothing
 * is set
 */
export function checkFiles({ auditLog, uploadDirs }: Pick<Settings, 'auditLog' | 'uploadDirs'>): readonly Check[] {
  if (auditLog === undefined && uploadDirs.length === 0) return [];
  try {
    const problems = auditLog === undefined ? [] : auditProblems(auditLog);
    if (!uploadDirs.every((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory())) {
      problems.push(
        `${envName('uploadDirs')} names something that is not a folder: nothing can be uploaded from there.`,
      );
    }
    if (problems.length === 0) return [ok('files', 'What the settings name can be used.')];
    return [warn('files', problems.join(' '), 'Correct what is named above.')];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return [fail('files', error.message, 'Name another file.', EXIT.usage)];
  }
}

/** @throws SettingsError for a file with which the server would not start */
function auditProblems(file: string): string[] {
  const known = checkAuditFile(file);
  try {
    accessSync(statSync(file, { throwIfNoEntry: false }) === undefined ? dirname(file) : file, constants.W_OK);
    return known === undefined ? [] : [known];
  } catch (error) {
    return [`The file of ${envName('auditLog')} can't be written (${codeOf(error)}): every write would be refused.`];
  }
}
