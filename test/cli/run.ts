/** Runs the built file as a person types it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { BUNDLE } from '../support/clients.ts';

/** How a command ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @returns once the command has ended */
export function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env } };
    const child = execFile(process.execPath, [BUNDLE, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** A command that keeps running. */
export interface Running {
  readonly child: ChildProcess;
  /** Everything that it has printed. */
  output(): string;
  /** Its exit code, once it has ended. */
  readonly gone: Promise<number | null>;
}

/** Starts a command; if a test fails halfway, it ends with the process. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [BUNDLE, ...args], { env: { PATH: process.env.PATH, ...env } });
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  return { child, output: () => output, gone: new Promise((resolve) => child.once('close', resolve)) };
}
