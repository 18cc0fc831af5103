/** The `http.Server` with Node's own limits, and the address that it listens on. */
import { createServer, type Server } from 'node:http';
import { codeOf } from '../../basics/errors.ts';
import { SettingsError } from '../../settings/read.ts';
import { envName } from '../../settings/table.ts';
import type { HttpConfig } from './config.ts';

/** Makes the server; beyond `maxConnections` Node closes new connections at once. */
export function createLimitedServer({ maxConnections }: Pick<HttpConfig, 'maxConnections'>): Server {
  const server = createServer({
    // From connecting to the end of the head: 8 KB at 1 KB/s take 8 s. It also ends connections that send nothing.
    headersTimeout: 10_000,
    // From connecting to the end of the body: the largest by default, 1 MB, takes 30 s at 35 KB/s.
    requestTimeout: 30_000,
    // Longer than balancers keep an idle connection (60 to 75 s): they close it, and never use one that is closed already.
    keepAliveTimeout: 80_000,
    // The times above are exceeded by a second at most; Node's default is half a minute.
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = maxConnections;
  // MCP's headers and a proxy's are about 30. Node drops what is beyond; its default is 2,000.
  server.maxHeadersCount = 100;
  // As many as nginx sends on one connection: connections move on to new replicas, and what can be pipelined is bounded.
  server.maxRequestsPerSocket = 1_000;
  return server;
}

/** @returns the URL that it listens on. @throws SettingsError that says what to set instead */
export async function listen(server: Server, { host, port }: Pick<HttpConfig, 'host' | 'port'>): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port })));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

type Address = Pick<HttpConfig, 'host' | 'port'>;

/** By the codes that Node gives them. */
const REASONS: Readonly<Record<string, (at: Address) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is already in use, perhaps by another copy of this server. Set ${envName('httpPort')} to a free port, or to 0 for any free one.`,
  EACCES: ({ host, port }) =>
    `This user may not listen on port ${port} of ${host}. Set ${envName('httpPort')} to a port from 1024 up.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine. Set ${envName('httpHost')} to one that is, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) =>
    `The name ${host} can't be resolved. Set ${envName('httpHost')} to an address of this machine, such as 127.0.0.1.`,
};

/** One sentence with the setting that helps; errors that have none here stay as they are. */
function listenError(error: unknown, at: Address): unknown {
  const reason = REASONS[codeOf(error) ?? '']?.(at);
  return reason === undefined ? error : new SettingsError(reason);
}
