/** Finds the command that the arguments name, runs it, and reports an error in one line. */

import { stackOf } from '../basics/errors.ts';
import { didYouMean } from '../basics/nearest.ts';
import { VERSION } from '../basics/program.ts';
import { isHarmlessName, SettingsError } from '../settings/error.ts';
import { COMMANDS } from './commands.ts';
import { EXIT, type Invocation } from './invocation.ts';

/** `args` are all of the program's. @returns the exit code; undefined if the command keeps serving */
export async function run(program: Invocation): Promise<number | undefined> {
  try {
    return await runNamed(program);
  } catch (error) {
    const isUsage = error instanceof SettingsError;
    const lines = isUsage ? error.message.split('\n') : [stackOf(error)];
    for (const line of lines) program.note(`agent-platform-mcp: ${line}`);
    return isUsage ? EXIT.usage : EXIT.failed;
  }
}

async function runNamed({ args, ...program }: Invocation): Promise<number | undefined> {
  const [first = ''] = args;
  if (args.includes('--version') || args.includes('-v') || first === 'version') {
    program.print(VERSION);
    return EXIT.ok;
  }
  if (args.includes('--help') || args.includes('-h') || first === 'help') {
    const { commandHelp, helpText } = await import('./help.ts');
    const named = first === 'help' ? args[1] : first;
    const requested = COMMANDS.find(({ name }) => name === named);
    program.print(requested === undefined ? helpText(program.env) : commandHelp(requested));
    return EXIT.ok;
  }
  const isCommand = first !== '' && !first.startsWith('-');
  const name = isCommand ? first : 'serve';
  const command = COMMANDS.find((known) => known.name === name);
  const names = COMMANDS.map((known) => known.name);
  if (command === undefined) {
    const known = `Known: ${names.join(', ')}.`;
    const shown = isHarmlessName(name, names) ? ` "${name}"` : '';
    throw new SettingsError(`Unknown command${shown}.${didYouMean(name, names)} ${known} See --help.`);
  }
  try {
    return await command.run({ ...program, args: isCommand ? args.slice(1) : args });
  } catch (error) {
    const late = !isCommand && error instanceof SettingsError && names.find((known) => known === error.cause);
    throw late ? new SettingsError(`Put the command first: ${late} [options]`) : error;
  }
}
