/** The `http.Server` with its limits, the address that it listens on, and one request at a time on a connection. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf } from '../../basics/errors.ts';
import { SettingsError } from '../../settings/error.ts';
import { envName, type Settings } from '../../settings/table.ts';
import { urlHost } from './config.ts';

/** Makes the server; beyond `httpMaxConnections` Node closes new connections at once. */
export function createLimitedServer({ httpMaxConnections }: Pick<Settings, 'httpMaxConnections'>): Server {
  const server = createServer({
    // From connecting to the end of the head: 8 KB at 1 KB/s take 8 s. It also ends connections that send nothing.
    headersTimeout: 10_000,
    // From connecting to the end of the body: the largest by default, 1 MB, takes 30 s at 35 KB/s.
    requestTimeout: 30_000,
    // Longer than load balancers keep an idle connection (60 to 75 s): they close it first, and never reuse a closed one.
    keepAliveTimeout: 80_000,
    // How late the limits above may take effect; Node's default is half a minute.
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = httpMaxConnections;
  // MCP's headers and a proxy's are about 30. Node drops further ones; its default is 2,000.
  server.maxHeadersCount = 100;
  // As many as nginx sends on one connection: clients then move to new replicas, and pipelining is bounded.
  server.maxRequestsPerSocket = 1_000;
  return server;
}

/** @returns the URL that it listens on. @throws SettingsError that says what to set instead */
export async function listen(server: Server, at: Address): Promise<string> {
  const { httpHost: host, httpPort: port } = at;
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    const reason = REASONS[codeOf(error) ?? '']?.(at);
    throw reason === undefined ? error : new SettingsError(reason);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${urlHost(host)}:${bound}`;
}

type Address = Pick<Settings, 'httpHost' | 'httpPort'>;

const REASONS: Readonly<Record<string, (at: Address) => string>> = {
  EADDRINUSE: ({ httpHost: host, httpPort: port }) =>
    `Port ${port} on ${host} is already in use, perhaps by another copy of this server. Set ${envName('httpPort')} to a free port, or to 0 for any free one.`,
  EACCES: ({ httpHost: host, httpPort: port }) =>
    `This user may not listen on port ${port} of ${host}. Set ${envName('httpPort')} to a port from 1024 up.`,
  EADDRNOTAVAIL: ({ httpHost: host }) =>
    `${host} is not an address of this machine. Set ${envName('httpHost')} to one that is, such as 127.0.0.1.`,
  ENOTFOUND: ({ httpHost: host }) =>
    `The name ${host} can't be resolved. Set ${envName('httpHost')} to an address of this machine, such as 127.0.0.1.`,
};

/** Requests of a connection that may wait for the response before theirs. */
const MAX_WAITING = 16;

/**
 * Calls `serve` for a request once the connection's previous response is over: Node emits each pipelined request as soon as
 * it is parsed. Requests behind a response that closes the connection are not served (RFC 9112, section 9.6). No client of
 * MCP sends ahead, so one with too many requests loses its connection, and `onFlood` is called.
 */
export function oneAtATime(serve: RequestListener, onFlood: () => void): RequestListener {
  const queues = new WeakMap<Socket, (readonly [IncomingMessage, ServerResponse])[]>();
  const begin = (socket: Socket, request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => next(socket));
    serve(request, response);
  };
  const next = (socket: Socket): void => {
    const following = queues.get(socket)?.shift();
    if (!socket.writable || following === undefined) queues.delete(socket);
    else begin(socket, ...following);
  };
  return (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      begin(socket, request, response);
    } else if (queue.push([request, response]) > MAX_WAITING) {
      queue.length = 0;
      onFlood();
      socket.destroy();
    }
  };
}
