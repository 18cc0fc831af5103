/** Command-line flags: those of the settings, and those of a single command. */
import { parseArgs } from 'node:util';
import { nearest } from '../basics/nearest.ts';
import { isHarmless, isHarmlessName, SettingsError, unusable } from './error.ts';
import { envName, SETTING_NAMES, type SettingName, specOf } from './table.ts';

type CommandFlags = Readonly<Record<string, 'boolean' | 'string'>>;

/** Values by the flag's name. A boolean flag without a value is `true`, or `false` if it begins with `--no-`. */
export interface Flags {
  readonly settings: Readonly<Record<string, string>>;
  readonly command: Readonly<Record<string, string>>;
}

/** Flags of every command; src/cli/run.ts handles them. */
const GLOBAL = ['help', 'version'];

const SETTING_FLAGS: CommandFlags = Object.fromEntries(
  SETTING_NAMES.map(specOf).flatMap(({ flag, kind }) =>
    flag === undefined ? [] : [[flag, kind === 'flag' ? ('boolean' as const) : ('string' as const)]],
  ),
);

/** @param args after a command's name @param taken the settings that the command uses @throws SettingsError */
export function parseFlags(
  args: readonly string[],
  command: CommandFlags = {},
  taken: readonly SettingName[] = SETTING_NAMES,
): Flags {
  const hasSettings = taken.length > 0;
  const known: CommandFlags = { ...(hasSettings ? SETTING_FLAGS : {}), ...command };
  const options = Object.fromEntries(Object.entries(known).map(([name, type]) => [name, { type }]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const parsed = { settings: {} as Record<string, string>, command: {} as Record<string, string> };
  /** The switch that the previous argument turned on. */
  let turnedOn: string | undefined;
  for (const token of tokens) {
    // The cause: src/cli/run.ts recognises the name of a command.
    if (token.kind === 'positional') throw new SettingsError(unexpected(token.value, turnedOn), { cause: token.value });
    turnedOn = undefined;
    if (token.kind !== 'option') continue;
    const off = hasSettings ? turnedOff(token.name) : undefined;
    if (off !== undefined) {
      if (token.value !== undefined) throw new SettingsError(`--no-${off} takes no value. See --help.`);
      refuseUnlessTaken(off, taken);
      parsed.settings[off] = 'false';
      continue;
    }
    const { name } = token;
    if (!Object.hasOwn(known, name)) throw new SettingsError(unknownFlag(name, Object.keys(known), hasSettings));
    if (known[name] === 'boolean' && token.value === undefined) turnedOn = name;
    const value = token.value ?? (turnedOn === undefined ? undefined : 'true');
    // `--tenant-id --read-only`: the value was forgotten; the next flag is not the value.
    const isFlag = token.inlineValue === false && value?.startsWith('--') === true;
    if (value === undefined || isFlag) throw new SettingsError(`--${name} needs a value. See --help.`);
    if (command[name] === 'boolean') {
      const isOn = booleanOf(value);
      if (isOn === undefined) throw unusable(`--${name}`, value, 'true or false');
      if (isOn) parsed.command[name] = 'true';
      else delete parsed.command[name];
      continue;
    }
    const isOwn = Object.hasOwn(command, name);
    if (!isOwn) refuseUnlessTaken(name, taken);
    // Of two addresses to notify, the first would hear nothing. Of a setting the last counts, as wrappers need it.
    else if (Object.hasOwn(parsed.command, name)) throw new SettingsError(`--${name} is given twice. Give it once.`);
    parsed[isOwn ? 'command' : 'settings'][name] = value;
  }
  return parsed;
}

function refuseUnlessTaken(flag: string, taken: readonly SettingName[]): void {
  const spec = SETTING_NAMES.map(specOf).find((one) => one.flag === flag);
  if (spec === undefined || taken.includes(spec.name)) return;
  throw new SettingsError(
    spec.command === undefined
      ? `--${flag} has no effect on this command. Leave it out, or see --help.`
      : `--${flag} is an option of the ${spec.command} command. Did you mean: ${spec.command} --${flag} ...?`,
  );
}

/** The setting that `--no-NAME` turns off; undefined for every other flag. */
function turnedOff(flag: string): string | undefined {
  const name = flag.startsWith('no-') ? flag.slice(3) : '';
  return Object.hasOwn(SETTING_FLAGS, name) && SETTING_FLAGS[name] === 'boolean' ? name : undefined;
}

/** @param turnedOn the switch before the argument, which takes a value only after `=` */
function unexpected(value: string, turnedOn: string | undefined): string {
  const shown = isHarmless(value) ? ` "${value}"` : ' (not repeated here, since it may be a secret)';
  const isMeant = turnedOn !== undefined && booleanOf(value) !== undefined;
  return `Unexpected argument${shown}.${isMeant ? ` Did you mean --${turnedOn}=${value}?` : ''} See --help.`;
}

/** The message for a flag that does not exist; secrets have no flag on purpose. */
function unknownFlag(name: string, known: readonly string[], hasSettings: boolean): string {
  if (name === 'token' && hasSettings) {
    return `There is no --token flag, because process lists would show it. Set ${envName('token')} or ${envName('tokenFile')}.`;
  }
  // `--tokens-file` is nearer to `--token-file` than to what it is a part of.
  const whole = known.filter((one) => one.endsWith(`-${name}`));
  const guess = whole.length === 1 ? whole[0] : nearest(name, [...known, ...GLOBAL]);
  const isSetting = Object.hasOwn(SETTING_FLAGS, name);
  if (isSetting && guess === undefined) return `This command takes no --${name}. See --help.`;
  // `--sk-live-…`: a secret may have been pasted in place of an option.
  const shown = isSetting || isHarmlessName(name, known) ? ` --${name}` : '';
  return `Unknown option${shown}.${guess ? ` Did you mean --${guess}?` : ''} See --help.`;
}

/** Accepted spellings of true and false, in settings and headers. */
const YES = ['true', '1', 'yes', 'on'];
const NO = ['false', '0', 'no', 'off'];

/** The value of a spelling; undefined for any other text. */
export function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}
