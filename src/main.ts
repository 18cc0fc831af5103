/** The program: guards stdout, runs the command, and passes its exit code on. */

import { run } from './cli/run.ts';

/** While serving, stdout belongs to the protocol, so libraries log to stderr. */
function guardStdout(): void {
  // biome-ignore lint/suspicious/noConsole: this is where console is turned away from stdout
  for (const method of ['log', 'info', 'debug', 'dir', 'table', 'trace'] as const) console[method] = console.error;
}

guardStdout();
void run({
  args: process.argv.slice(2),
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
}).then((code) => {
  if (code !== undefined) process.exitCode = code;
});
