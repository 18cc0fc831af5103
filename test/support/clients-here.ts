/** The clients of clients.ts, each with its own server in this process. */
import { PassThrough } from 'node:stream';
import { appFor } from '../../src/cli/serve.ts';
import { serveHost } from '../../src/mcp/stdio/serve.ts';
import { connectV1, streamsV1 } from './client-v1.ts';
import { connectV2, streamsV2 } from './client-v2.ts';
import type { ConnectOptions, TestClient } from './clients.ts';
import { closer } from './opened.ts';

/**
 * Connects a client to a server in this process, over the same lines: for tests of what a server says, not of how a process
 * starts, logs and ends. It reads `env` and nothing of this process's environment.
 */
export async function connectHere(options: ConnectOptions): Promise<TestClient> {
  const { args = [], env = {} } = options;
  const app = appFor({ args, env: { AGENT_PLATFORM_LOG_LEVEL: 'silent', ...env } });
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = serveHost(app, toServer, toClient);
  const client = await (options.client === 'v1'
    ? connectV1(options, streamsV1(toClient, toServer), [])
    : connectV2(options, streamsV2(toClient, toServer), []));
  return {
    ...client,
    close: closer(async () => {
      await client.close();
      await server.close();
      await app.close();
    }),
  };
}
