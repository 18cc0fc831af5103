/** A server process that answers over HTTP: starts it, waits for it, and measures its cost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorMs } from '../wire.ts';

export interface Replica {
  readonly port: number;
  readonly pid: number;
  /** Processor time that it has used so far, in milliseconds. */
  cpuMs(): number;
  /** Ends it with the signal (SIGTERM), and after three seconds in any case. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const READY_MS = 20_000;

/** Starts `node ...args`; its log is discarded, as for every server. @throws if it does not listen within 20 s */
export async function startReplica(
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<Replica> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: 'ignore',
  });
  const pid = child.pid ?? 0;
  const until = performance.now() + READY_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended before it listened`);
    if (performance.now() > until) throw new Error(`${args[0]} did not listen within ${READY_MS / 1000} s`);
    await sleep(50);
  }
  return {
    port,
    pid,
    cpuMs: () => processorMs(pid),
    async stop(signal = 'SIGTERM') {
      // It may have ended by itself.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      const hard = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await gone;
      clearTimeout(hard);
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    async (answer) => {
      await answer.arrayBuffer();
      return true;
    },
    () => false,
  );
