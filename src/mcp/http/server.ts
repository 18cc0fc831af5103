/** The HTTP server around MCP: guards, authorization, limits, and the side doors (health, metrics, metadata). */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { codeOf, stackOf } from '../../basics/errors.ts';
import type { App } from '../engine/app.ts';
import { identityOf } from '../engine/caller.ts';
import { createGate, resourceMetadata } from './auth.ts';
import { type HttpConfig, MCP_PATH } from './config.ts';
import { STRANGER_IDLE_MS, watchConnections } from './connections.ts';
import { allowPage, createGuard, preflight } from './guards.ts';
import type { JsonLog } from './json-log.ts';
import type { JwtVerifier } from './jwt.ts';
import { listenError } from './listen-error.ts';
import { type About, createMcp, type MakeServer } from './mcp.ts';
import type { Metrics } from './metrics.ts';
import type { OlderClients } from './older-clients.ts';
import { OpenRequests } from './open-requests.ts';
import { json, refuse, send } from './reply.ts';
import { createRoutes, type Route } from './routes.ts';
import type { StaticToken } from './static-token.ts';

interface HttpParts {
  readonly app: App;
  readonly config: HttpConfig;
  readonly log: JsonLog;
  readonly metrics: Metrics;
  readonly make: MakeServer;
  readonly token: StaticToken | undefined;
  readonly jwt: JwtVerifier | undefined;
  readonly older: OlderClients;
  /** Why no call can be answered now; undefined where they can. */
  notReady(): string | undefined;
}

/** A server that listens, until it is drained. */
export interface HttpEntry {
  /** `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Stops listening, lets what is under way finish for `drainMs`, then ends it. */
  drain(): Promise<void>;
}

/** What is known of a request before it is answered. */
interface IncomingRequest {
  readonly id: string;
  readonly route: Route;
  readonly about: About;
}

/** All that anything here answers to; others (TRACE above all) can't be made into a web-standard request. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];
/** Time for a request to arrive in full, and for its headers: slow senders hold connections. */
const ARRIVAL_MS = 30_000;
const HEADERS_MS = 10_000;
/** Longer than load balancers keep an idle connection (60 to 75 s): they are to close it, and never to meet a closed one. */
const KEEP_ALIVE_MS = 80_000;
const STRANGER_KEPT = `timeout=${STRANGER_IDLE_MS / 1_000}`;
/** Far more than a socket takes to be closed. */
const CLOSE_MS = 1_000;

/** Starts listening. @throws SettingsError where it can't, with the setting that helps */
export async function startHttp(parts: HttpParts): Promise<HttpEntry> {
  const { app, config, log, metrics } = parts;
  const gate = createGate(config, parts.token, parts.jwt);
  const guard = createGuard(config);
  const routeOf = createRoutes(config.oauth?.resource);
  const open = new OpenRequests(config.requestTimeoutMs);
  const mcp = createMcp({ app, make: parts.make, open, older: parts.older, maxBodyBytes: config.maxBodyBytes });
  const server = createServer({
    requestTimeout: ARRIVAL_MS,
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
  });
  const connections = watchConnections(server, config.maxConnections);
  let isDraining = false;

  server.on('request', (request, response) => {
    const started = performance.now();
    const route = routeOf(request.url ?? '/');
    const id = requestId(request);
    const about: About = {};
    response.setHeader('x-request-id', id);
    if (isDraining) response.setHeader('connection', 'close');
    // Until its caller is accepted: node:http would promise it KEEP_ALIVE_MS.
    else if (response.shouldKeepAlive && connections.isStranger(request.socket))
      response.setHeader('keep-alive', STRANGER_KEPT);
    closeWithConnection(request, response);
    if (route === 'mcp') open.begin(response);
    const ended = connections.begin(request.socket);
    response.once('close', () => {
      ended();
      const ms = performance.now() - started;
      const status = response.headersSent ? response.statusCode : statusOfNone(request);
      metrics.request(route, status, ms);
      if (route !== 'mcp') return;
      log.event('request', { id, method: request.method, status, ms: Math.round(ms), ...about });
    });
    answer({ id, route, about }, request, response).catch((error: unknown) => {
      log.error(`http: ${stackOf(error)}`);
      if (response.headersSent || response.destroyed) response.destroy();
      else refuse(response, 500, 'This server failed internally; its log has the details.', -32603);
    });
  });

  async function answer(
    { id, route, about }: IncomingRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (!METHODS.includes(request.method ?? '')) {
      response.setHeader('allow', METHODS.join(', '));
      return refuse(response, 405, `${request.method} is not served here.`);
    }
    // Probes name the address of one replica, and learn nothing else.
    if (route === 'healthz') return json(response, 200, { status: 'ok' });
    if (route === 'readyz') {
      const why = isDraining ? 'this server is shutting down' : parts.notReady();
      return why === undefined
        ? json(response, 200, { status: 'ok' })
        : json(response, 503, { status: 'not ready', why });
    }
    // Off loopback metrics are behind the token, and asked for by a replica's own address.
    if ((route !== 'metrics' || config.isLoopback) && !guard(request, response)) return;
    allowPage(request, response);
    if (request.method === 'OPTIONS' && request.headers.origin !== undefined) return preflight(response);
    if (route === 'metadata' && config.oauth) return json(response, 200, resourceMetadata(config.oauth));
    if (route !== 'mcp' && route !== 'metrics') return refuse(response, 404, `MCP is served at ${MCP_PATH}.`);
    const caller = await gate(request.headers.authorization);
    if (caller instanceof Response) return send(response, caller);
    connections.letIn(request.socket);
    response.removeHeader('keep-alive');
    if (route === 'metrics') {
      const { type, text } = await metrics.page({ requests: open.size, connections: await connectionsOf(server) });
      response.writeHead(200, { 'content-type': type }).end(text);
      return;
    }
    Object.assign(about, identityOf(caller));
    // The audit log names the request by the same id.
    request.headers['x-request-id'] = id;
    await mcp.serve(request, response, caller, about);
  }

  const url = await listen(server, config).catch((error: unknown) => {
    throw listenError(error, config);
  });
  return {
    url,
    async drain() {
      isDraining = true;
      open.closeConnections();
      parts.older.withdraw();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection that was busy until now is idle after its answer, and is closed then.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const left = await open.drained(config.drainMs);
      if (left > 0) log.warn(`requests that did not finish within ${config.drainMs / 1000} s, and were ended: ${left}`);
      open.breakOff();
      await mcp.close();
      // A moment for the last bytes to leave.
      setTimeout(() => server.closeAllConnections(), 250).unref();
      await closed;
      clearInterval(idle);
      // Node tells of the server's end before it tells answers that they were broken off: each is to be logged.
      await open.drained(CLOSE_MS);
    },
  };
}

/**
 * Node tells the end of a connection only to the answer that is being written on it. Where a client has sent requests one
 * behind the other, the answers that wait are told here: their calls would go on for nobody, and count as open for ever.
 */
function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket !== null) return;
  const close = (): void => {
    if (response.socket !== null) return;
    response.destroy();
    response.emit('close');
  };
  // There may be more than ten, and that is no leak.
  socket.setMaxListeners(0);
  socket.once('close', close);
  response.once('close', () => socket.off('close', close));
}

/**
 * The status of a request that nothing here answered: what node:http told the client of one that came too slowly or can't be
 * read, otherwise 499, as proxies call a client that went before its answer.
 */
function statusOfNone({ socket }: IncomingMessage): number {
  const code = codeOf(socket.errored) ?? '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : 499;
}

/** The id that a proxy in front gave, or one of our own: one word for both logs. */
function requestId({ headers }: IncomingMessage): string {
  const given = [headers['x-request-id']].flat()[0];
  return given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));

/** @returns the address that it listens on */
async function listen(server: Server, { host, port }: HttpConfig): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}
