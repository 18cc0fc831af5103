/** A replica in this process: for tests of what it does, not of how a process starts, is signalled and ends. */
import { replicaOptions } from '../../src/cli/http.ts';
import * as replicas from '../../src/mcp/http/serve.ts';
import { SettingsError } from '../../src/settings/error.ts';
import { closer } from '../support/opened.ts';
import type { LogLine, Replica, ReplicaOptions } from './support.ts';

export interface ReplicaHere extends Pick<Replica, 'url' | 'port' | 'log'> {
  /** Lets requests finish, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Opens a replica on a free port. It reads `env` and nothing of this process's environment, so what Node.js itself reads
 * there (proxies, certificates) needs `startReplica`. Stopped after each test file at the latest.
 */
export async function openReplica({
  args = [],
  env = {},
}: Pick<ReplicaOptions, 'args' | 'env'> = {}): Promise<ReplicaHere> {
  const lines: LogLine[] = [];
  const { url, ending, announce } = await replicas.openReplica({
    ...replicaOptions({ args: ['--port', '0', ...args], env }),
    write: (line) => lines.push(JSON.parse(line)),
  });
  announce();
  const stop = closer(() => ending.drain().then(ending.close));
  return { url, port: Number(new URL(url).port), log: () => lines, stop };
}

/**
 * The reason why `http` does not start.
 * @throws if it starts, or fails with anything but a message to whoever configured it
 */
export async function refusedStart(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const started = openReplica({ args: ['--sandbox', ...args], env });
  const error = await started.then(
    () => 'it started',
    (reason: unknown) => reason,
  );
  if (error instanceof SettingsError) return error.message;
  throw new Error(String(error));
}
