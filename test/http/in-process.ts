/** A replica in this very process: for tests of what it answers and logs, as many as they need. */
import { httpCommand } from '../../src/cli/http.ts';
import { runHere } from '../support/here.ts';
import type { LogLine, Replica, ReplicaOptions } from './support.ts';

/** It has no process of its own; startReplica is for what only the built file in one shows. */
export type ReplicaHere = Pick<Replica, 'url' | 'port' | 'log' | 'stop'>;

/** Starts a replica on a free port and waits until it listens. @throws SettingsError where it does not start */
export async function replicaHere({ args = [], env = {} }: Omit<ReplicaOptions, 'bundle'> = {}): Promise<ReplicaHere> {
  const command = { args: ['--port', '0', ...args], env, print: () => undefined };
  const { stderr, signal, exited } = await runHere(() => httpCommand(command));
  const log = (): LogLine[] => stderr.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const url = new URL(String(log().find(({ event }) => event === 'listening')?.url));
  return {
    url: url.origin,
    port: Number(url.port),
    log,
    stop(name = 'SIGTERM') {
      signal(name);
      return exited;
    },
  };
}
