/**
 * The sandbox: an embedded platform. A real HTTP server on loopback that answers every operation of the table with realistic
 * data, so that everything can be tried without an account.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { checkToken, rateGate, signToken } from './http/admit.ts';
import { buildRouter } from './http/router.ts';
import { type Service, serve } from './http/serve.ts';
import type { Sandbox, SandboxOptions } from './options.ts';
import { type Issuer, startIssuer } from './people.ts';
import { buildWorld, type World } from './world.ts';

export type { RecordedRequest, Sandbox, SandboxOptions } from './options.ts';

/**
 * Starts a sandbox and resolves when it listens.
 * @throws the listen error (`EADDRINUSE`, `EACCES`) if the port is not available.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const now = options.now ?? Date.now;
  const startedAt = now();
  const secret = randomBytes(32);
  const token = options.token ?? (await signToken(secret, startedAt));
  const dialect = options.dialect ?? 'specification';
  const basePath = tidyBasePath(options.basePath ?? '');
  const closing = new AbortController();
  let origin = '';
  let world: World | undefined;

  const service: Service & { issuer: Issuer | undefined } = {
    basePath,
    router: buildRouter(dialect),
    dialect,
    checkToken: (authorization) =>
      checkToken(authorization, { secret, fixed: options.token, issuer: service.issuer }, now()),
    issuer: undefined,
    rateGate: rateGate(options.rateLimit),
    now,
    world: () => {
      world ??= buildWorld({ startedAt, now, speed: options.speed ?? 1, origin, closing: closing.signal });
      return world;
    },
    onRequest: options.onRequest,
  };

  const server = createServer((request, response) => {
    // Nobody is left to answer if the connection breaks while a body is read.
    serve(service, request, response).catch(() => response.destroy());
  });
  const host = options.host ?? '127.0.0.1';
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

  service.issuer = options.people ? await startIssuer(origin, now) : undefined;

  return {
    url: `${origin}${basePath}`,
    token,
    ...(service.issuer && { people: service.issuer.people }),
    close: () =>
      new Promise<void>((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `api/` becomes `/api`; an empty path stays empty. */
function tidyBasePath(basePath: string): string {
  const inner = basePath.replaceAll(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `/${inner}`;
}
