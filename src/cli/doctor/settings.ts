/** The settings for `doctor`, even if some are invalid, the token, and the files and folders that they name. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { statsOf } from '../../basics/regular-file.ts';
import { checkAuditFile } from '../../mcp/engine/audit-file.ts';
import { selectTools } from '../../mcp/engine/selection.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { expiryOf, tokenSource } from '../../platform/client/token.ts';
import { roundDuration } from '../../present/units.ts';
import { SettingsError, settingOfFile, shownFile } from '../../settings/error.ts';
import type { Flags } from '../../settings/flags.ts';
import { type Origin, type ReadSettings, readLeniently } from '../../settings/read.ts';
import { envName, SETTING_NAMES, type SettingName, type Settings, specOf } from '../../settings/table.ts';
import { catalogue } from '../catalogue.ts';
import { TOKEN_FILE } from '../config/launch.ts';
import { quoted } from '../installation.ts';
import { EXIT } from '../invocation.ts';
import { type Check, fail, ok, type SettingLine, warn } from './report.ts';

const ODDITIES: Partial<Record<Origin, string>> = {
  placeholder: 'a placeholder that the host left unfilled; counts as unset.',
  empty: 'empty; counts as unset.',
};

const isSet = (origin: Origin): boolean => origin !== 'default' && origin !== 'unset';

/** The settings for the other checks, the lines that show them, and the check that names all invalid ones. */
export function readAllSettings(env: NodeJS.ProcessEnv, flags: Flags) {
  const read = readLeniently(env, flags);
  const { values, origins, warnings, problems, nameOf } = read;
  const unselected = whyNotSelected(read);
  const isHidden = (name: SettingName): boolean =>
    unselected !== undefined && FILTERS.includes(name) && isSet(origins[name]);
  const usable: Settings = unselected ? { ...values, toolsets: ['default'], tools: [], excludeTools: [] } : values;
  // Settings of another command are shown only if set.
  const isShown = (name: SettingName): boolean => specOf(name).command === undefined || isSet(origins[name]);
  const lines = SETTING_NAMES.filter(isShown).map(
    (name): SettingLine => ({
      variable: envName(name),
      value: problems.has(name) ? 'refused' : isHidden(name) ? 'not shown' : shown(name, values[name]),
      origin: origins[name],
    }),
  );
  const oddities = lines.flatMap(({ variable, origin }) =>
    ODDITIES[origin] ? `${variable}: ${ODDITIES[origin]}` : [],
  );
  const refused = [...problems.values(), ...(unselected === undefined ? [] : [unselected])];
  const { approvals, sandbox, readOnly, dryRun } = values;
  const unasked = approvals === 'off' && !sandbox && !readOnly && !dryRun ? [UNASKED] : [];
  const summary = [...refused, ...warnings, ...oddities, ...unasked].join(' ');
  const check =
    refused.length > 0
      ? fail('settings', summary, 'Correct what is named above.', EXIT.usage)
      : summary !== ''
        ? warn('settings', summary, 'Correct or remove what is named above.')
        : ok('settings', 'All settings are valid.');
  const isHttp = SETTING_NAMES.some((name) => specOf(name).command === 'http' && isSet(origins[name]));
  return { values: usable, origins, nameOf, refused: new Set(problems.keys()), lines, check, isHttp };
}

const UNASKED = 'AGENT_PLATFORM_APPROVALS is off: decisions are sent without asking, also on contradictory requests.';

/** The filters of the tools. One that names no tool or toolset may hold a token in the wrong place: then none is shown. */
const FILTERS: readonly SettingName[] = ['toolsets', 'tools', 'excludeTools'];

/** Why the filters can't be used. */
function whyNotSelected({ values, nameOf }: ReadSettings): string | undefined {
  try {
    selectTools(catalogue.tools, values, catalogue.cardTools, nameOf);
    return undefined;
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

/** A token in the place of a file's name is not shown. */
function shown(name: SettingName, value: Settings[SettingName]): string | undefined {
  const { kind, holds } = specOf(name);
  const file = (path: string): string => shownFile(path) ?? 'not shown: no such file, and perhaps a secret';
  if (kind === 'secret') return value === undefined ? 'absent' : 'present';
  if (Array.isArray(value))
    return value.length === 0 ? undefined : (holds === 'paths' ? value.map(file) : value).join();
  if (value === undefined) return undefined;
  return kind === 'file' ? file(String(value)) : String(value);
}

/** Sends nothing; the first read shows whether the platform accepts the token. */
export function checkToken({ token, tokenFile, sandbox }: Settings, nameOf: ReadSettings['nameOf']): Check {
  if (sandbox) return ok('token', 'The sandbox creates its own.');
  let value: string;
  try {
    value = tokenSource(token, tokenFile, settingOfFile(nameOf('tokenFile'), tokenFile)).current();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return fail('token', error.facts.what, tokenFileAdvice(tokenFile) ?? error.facts.advice, EXIT.usage);
  }
  const source = envName(tokenFile === undefined ? 'token' : 'tokenFile');
  const expiry = expiryOf(value);
  if (expiry !== undefined && expiry <= Date.now()) {
    const summary = `The token of ${source} expired ${roundDuration(Date.now() - expiry)} ago.`;
    const next = `Get a new token and ${tokenFile === undefined ? 'set it in' : 'put it into the file of'} ${source}.`;
    return fail('token', summary, next, EXIT.refused);
  }
  const left = expiry && `, valid for another ${roundDuration(expiry - Date.now())}`;
  const summary = `Present, from ${source}${left ?? ''}.`;
  if (tokenFile !== undefined && process.platform !== 'win32' && ((statsOf(tokenFile)?.mode ?? 0) & 0o077) !== 0) {
    const what = 'Other users of this machine can read the token file.';
    return warn('token', `${summary} ${what}`, `Run chmod 600 ${quoted(tokenFile)}`);
  }
  return ok('token', summary);
}

/** To name the file that is there, or to make the one that is named; undefined if neither helps, or its name may be a token. */
function tokenFileAdvice(file: string | undefined): string | undefined {
  const isThere = existsSync(file ?? join(homedir(), TOKEN_FILE));
  if (file === undefined) return isThere ? `Add --token-file ~/${TOKEN_FILE}` : undefined;
  if (isThere || shownFile(file) === undefined || process.platform === 'win32') return undefined;
  return `Run this, paste the token, and press Enter and Ctrl-D:\n(umask 077; cat > ${quoted(file)})`;
}

/** Checks files without opening or creating any. @returns none if nothing is set */
export function checkFiles({ auditLog, uploadDirs }: Settings): readonly Check[] {
  if (auditLog === undefined && uploadDirs.length === 0) return [];
  const isUpload = uploadDirs.every((path) => statsOf(path)?.isDirectory());
  const upload = `${envName('uploadDirs')} names something that is not a folder: nothing can be uploaded from there.`;
  const audit = auditLog === undefined ? [] : checkAudit(auditLog);
  const found = isUpload ? audit : [...audit, warn('files', upload, 'Correct what is named above.')];
  return found.length > 0 ? found : [ok('files', 'What the settings name can be used.')];
}

/** Fails where the server would not start, or would refuse each write. */
function checkAudit(file: string): readonly Check[] {
  const flaw = checkAuditFile(file);
  if (flaw === undefined) return [];
  if (flaw.blocks === undefined) return [warn('files', flaw.what, 'Correct what is named above.')];
  const remedy =
    flaw.blocks === 'start'
      ? `Name another file in ${envName('auditLog')}.`
      : `Create its folder and make both writable, or name another file in ${envName('auditLog')}.`;
  return [fail('files', flaw.what, remedy, EXIT.usage)];
}
