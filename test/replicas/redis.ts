/** A real Redis (Debian's package), empty and for this test alone. */
import { spawn, spawnSync } from 'node:child_process';
import { until } from '../support/clients.ts';
import { freePort } from '../support/free-port.ts';

/** Why tests that need a Redis are skipped; undefined if it is installed. */
export const NO_REDIS = spawnSync('redis-server', ['--version']).error
  ? 'There is no redis-server: apt-get install -y redis-server'
  : undefined;

export interface Redis {
  readonly url: string;
  readonly port: number;
  /** It accepts commands without answering, until it is resumed. */
  hang(isHanging: boolean): void;
  close(): Promise<void>;
}

/**
 * @param folder where it keeps its keys, for one that is started again; without it, it forgets them
 * @param more options of its own
 * @throws if Redis is not installed
 */
export async function startRedis(at?: number, folder?: string, more: readonly string[] = []): Promise<Redis> {
  if (NO_REDIS !== undefined) throw new Error(NO_REDIS);
  const kept = folder === undefined ? ['no'] : ['yes', '--appendfsync', 'always', '--dir', folder];
  const port = at ?? (await freePort());
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', ...kept, ...more],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until('redis listens', () => output.includes('Ready to accept') || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`redis ended: ${output}`);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    hang: (isHanging) => {
      child.kill(isHanging ? 'SIGSTOP' : 'SIGCONT');
    },
    async close() {
      // Calling it twice does no harm.
      child.kill('SIGKILL');
      await gone;
    },
  };
}
