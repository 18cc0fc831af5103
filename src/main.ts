/** The program: guards stdout, runs the command, and passes its exit code on. */

import { codeOf } from './basics/errors.ts';
import { NAME } from './basics/program.ts';
import { EXIT } from './cli/invocation.ts';
import { run } from './cli/run.ts';

/** While serving, stdout belongs to the protocol, so libraries log to stderr. */
function guardStdout(): void {
  // biome-ignore lint/suspicious/noConsole: this is where console is turned away from stdout
  for (const method of ['log', 'info', 'debug', 'dir', 'table', 'trace'] as const) console[method] = console.error;
}

const note = (line: string): unknown => process.stderr.write(`${line}\n`);

/**
 * Nobody reads what is lost then: of stderr, that must not end a server; of stdout, a reader may have had enough (`| head`),
 * but a full disk must not look like success.
 */
function outliveReaders(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error) => {
    if (codeOf(error) === 'EPIPE') return;
    note(`${NAME}: The output can't be written (${codeOf(error)}). Free its disk, or send it elsewhere.`);
    process.exitCode = EXIT.failed;
  });
}

guardStdout();
outliveReaders();
void run({
  args: process.argv.slice(2),
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  note,
}).then((code) => {
  if (code !== undefined) process.exitCode ??= code;
});
