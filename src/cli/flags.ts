/** Flags of a command beside the settings; a flag that nobody knows is refused with the nearest that exists. */
import { parseArgs } from 'node:util';
import { nearest } from '../nearest.ts';
import { SettingsError } from '../settings/read.ts';
import { SETTINGS, type SettingSpec } from '../settings/table.ts';

/** What every command understands; main.ts acts on them. */
const GLOBAL = ['help', 'version'];

export interface TakenFlags {
  /** The command's own flags that were given. */
  readonly own: ReadonlySet<string>;
  /** What is left, for `readSettings`. */
  readonly rest: readonly string[];
}

/**
 * Takes a command's own flags, which have no value, out of its arguments. `settings` is false for a command that knows
 * none of the settings.
 * @throws SettingsError for a flag that does not exist
 */
export function takeFlags(args: readonly string[], own: readonly string[] = [], settings = true): TakenFlags {
  const specs: readonly SettingSpec[] = settings ? Object.values(SETTINGS) : [];
  const known = [...specs.flatMap(({ flag }) => flag ?? []), ...own, ...GLOBAL];
  const options = Object.fromEntries(
    specs.flatMap(({ flag, kind }) =>
      flag ? [[flag, { type: kind === 'flag' ? 'boolean' : 'string' }] as const] : [],
    ),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const taken = tokens.filter((token) => token.kind === 'option').filter(({ name }) => own.includes(name));
  for (const token of tokens) {
    // readSettings has its own words for --token.
    if (token.kind !== 'option' || known.includes(token.name) || (settings && token.name === 'token')) continue;
    const guess = nearest(token.name, known);
    throw new SettingsError(`Unknown option ${token.rawName}.${guess ? ` Did you mean --${guess}?` : ''} See --help.`);
  }
  const indexes = new Set(taken.map(({ index }) => index));
  return { own: new Set(taken.map(({ name }) => name)), rest: args.filter((_, index) => !indexes.has(index)) };
}
