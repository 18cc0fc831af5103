/** The program: guards stdout, finds and runs the command, and reports an error in one line. */

import { stackOf } from './basics/errors.ts';
import { nearest } from './basics/nearest.ts';
import { VERSION } from './basics/program.ts';
import { COMMANDS } from './cli/commands.ts';
import { EXIT } from './cli/exit-codes.ts';
import type { Invocation } from './cli/invocation.ts';
import { SettingsError } from './settings/read.ts';

/** While serving, stdout belongs to the protocol, so libraries log to stderr. */
function guardStdout(): void {
  // biome-ignore lint/suspicious/noConsole: this is where console is turned away from stdout
  for (const method of ['log', 'info', 'debug', 'dir', 'table', 'trace'] as const) console[method] = console.error;
}

async function main(argv: readonly string[]): Promise<number | undefined> {
  const [first = ''] = argv;
  const invocation = (args: readonly string[]): Invocation => ({
    args,
    env: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  if (argv.includes('--version') || argv.includes('-v') || first === 'version') {
    invocation([]).print(VERSION);
    return EXIT.ok;
  }
  if (argv.includes('--help') || argv.includes('-h') || first === 'help') {
    const { commandHelp, helpText } = await import('./cli/help.ts');
    const named = first === 'help' ? argv[1] : first;
    const requested = COMMANDS.find(({ name }) => name === named);
    invocation([]).print(requested === undefined ? helpText(process.env) : commandHelp(requested));
    return EXIT.ok;
  }
  const isCommand = first !== '' && !first.startsWith('-');
  const name = isCommand ? first : 'serve';
  const command = COMMANDS.find((known) => known.name === name);
  if (command === undefined) {
    const guess = nearest(
      name,
      COMMANDS.map((known) => known.name),
    );
    throw new SettingsError(`Unknown command "${name}".${guess ? ` Did you mean ${guess}?` : ''} See --help.`);
  }
  return command.run(invocation(isCommand ? argv.slice(1) : argv));
}

guardStdout();
main(process.argv.slice(2)).then(
  (code) => {
    if (code !== undefined) process.exitCode = code;
  },
  (error: unknown) => {
    const isUsage = error instanceof SettingsError;
    const text = isUsage ? error.message : stackOf(error);
    const lines = isUsage ? text.split('\n') : [text];
    for (const line of lines) process.stderr.write(`agent-platform-mcp: ${line}\n`);
    process.exitCode = isUsage ? EXIT.usage : EXIT.failed;
  },
);
