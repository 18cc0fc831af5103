/** The sandbox: a real HTTP server on loopback with realistic data, to try everything without an account. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { newToken } from './http/authenticate.ts';
import { buildRouter, type Service, serve } from './http/serve.ts';
import type { Sandbox, SandboxOptions } from './options.ts';
import { buildWorld, type World } from './world.ts';

export type { RecordedRequest, Sandbox, SandboxOptions } from './options.ts';

const HOST = '127.0.0.1';

/** Resolves when it listens. @throws the listen error (`EADDRINUSE`, `EACCES`) if the port is taken */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { now = Date.now, dialect = 'specification', speed = 1, scenario = 'shop', onRequest } = options;
  const startedAt = now();
  const sandboxToken = await newToken(startedAt);
  const closing = new AbortController();
  let origin = '';
  let world: World | undefined;

  const service: Service = {
    router: buildRouter(dialect),
    dialect,
    sandboxToken,
    now,
    world: () => {
      world ??= buildWorld({ startedAt, scenario, now, speed, origin, closing: closing.signal });
      return world;
    },
    onRequest,
  };

  const server = createServer((request, response) => {
    // Nobody is left to respond to if the connection breaks while a body is read.
    serve(service, request, response).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, HOST);
  await once(server, 'listening');
  const address = server.address();
  origin = `http://${HOST}:${typeof address === 'object' && address !== null ? address.port : 0}`;

  return {
    url: origin,
    token: sandboxToken.token,
    close: () =>
      new Promise<void>((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
