/** Runs the official conformance suite against a server over HTTP. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CONFORMANCE } from '../../scripts/fetched.ts';
import { ROOT } from '../support/build.ts';
import { fetched } from '../support/fetched.ts';

export interface Started {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts an entry on its sandbox, and waits for its log to say where it listens. */
export async function startEntry(...command: readonly string[]): Promise<Started> {
  const args = [...command, '--sandbox', '--port', '0', '--log-level', 'info'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  for await (const line of createInterface({ input: child.stderr })) {
    const { event, url } = parse(line);
    if (event === 'listening' && typeof url === 'string') {
      child.stderr.resume();
      return { url, stop: () => end(child) };
    }
    log += `${line}\n`;
  }
  throw new Error(`the server ended before it listened: ${log}`);
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

const suite = fetched(CONFORMANCE, 'conformance');
// A failure is the first run's.
suite.catch(() => undefined);

/** One run of the suite, which brings its own Node.js. @returns its exit code, and what it printed */
export async function runSuite(url: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const { node, program } = await suite;
  const results = mkdtempSync(join(tmpdir(), 'conformance-'));
  const all = [program, 'server', '--url', url, '--output-dir', results, ...args];
  try {
    return await new Promise((resolve) => {
      execFile(node, all, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, output: stdout + stderr });
      });
    });
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}
