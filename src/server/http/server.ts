/**
 * The HTTP server: guards, authorization, limits and the side doors (health, metrics, metadata) around the SDK's
 * handler, which makes a server for every request and keeps nothing between them, in both protocol eras.
 */
import { randomUUID } from 'node:crypto';
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type NodeMcpRequestHandler, toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler, type McpRequestContext, type Server } from '@modelcontextprotocol/server';
import { object } from '../../platform/reading/lenient.ts';
import type { App } from '../app.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { createGate, resourceMetadata } from './auth.ts';
import { readJson } from './body.ts';
import { type HttpConfig, MCP_PATH } from './config.ts';
import { allowPage, createGuard, preflight } from './guards.ts';
import type { JsonLog } from './json-log.ts';
import type { JwtVerifier } from './jwt.ts';
import { createListening, isListen, MAX_LISTENERS } from './listen.ts';
import type { Metrics } from './metrics.ts';
import { OpenRequests } from './open-requests.ts';
import { json, refuse, send } from './reply.ts';
import { HeaderError, tightener } from './tighten.ts';

/** Makes the server of one request; what tests put their own tools in with. */
export type MakeServer = (app: App, subscriptions: Subscriptions | undefined) => Server;

export interface HttpParts {
  readonly app: App;
  readonly config: HttpConfig;
  readonly log: JsonLog;
  readonly metrics: Metrics;
  readonly make: MakeServer;
  readonly jwt: JwtVerifier | undefined;
  /** Why no call can be answered now; undefined where they can. */
  notReady(): string | undefined;
}

export interface HttpEntry {
  /** `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Stops listening, lets what is under way finish for `drainMs`, then ends it. */
  drain(): Promise<void>;
}

/** Time for a request to arrive in full, and for its headers: slow senders hold connections. */
const ARRIVAL_MS = 30_000;
const HEADERS_MS = 10_000;
/** Longer than load balancers keep an idle connection (60 to 75 s), so that they close it and never meet a closed one. */
const KEEP_ALIVE_MS = 80_000;
const METADATA_PATH = '/.well-known/oauth-protected-resource';

export async function startHttp(parts: HttpParts): Promise<HttpEntry> {
  const { app, config, log, metrics, make } = parts;
  const gate = createGate(config, parts.jwt);
  const guard = createGuard(config);
  const tighten = tightener(app);
  const open = new OpenRequests(config.requestTimeoutMs);
  const report = (error: Error): void => log.debug(`http: ${error.message}`);

  const factory = ({ era, requestInfo }: McpRequestContext): Server => {
    const narrowed = tighten((name) => requestInfo?.headers.get(name) ?? undefined);
    // Up to 2025-11-25 a subscription is a session's, and there are none.
    return make(narrowed, era === 'modern' ? listening.subscriptions : undefined);
  };
  const handler = createMcpHandler(factory, {
    onerror: report,
    maxSubscriptions: MAX_LISTENERS,
    maxRequestBodySize: config.maxBodyBytes,
  });
  const listening = createListening(app, (uri) => handler.notify.resourceUpdated(uri));
  const serveMcp = toNodeHandler(handler, { onerror: report, maxRequestBodySize: config.maxBodyBytes });

  const server = createHttpServer({
    requestTimeout: ARRIVAL_MS,
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = config.maxConnections;
  let isDraining = false;

  server.on('request', (request, response) => {
    const started = performance.now();
    const [path = '/'] = (request.url ?? '/').split('?');
    const route = routeOf(path);
    const id = requestId(request);
    const about: Record<string, unknown> = {};
    response.setHeader('x-request-id', id);
    if (isDraining) response.setHeader('connection', 'close');
    response.once('close', () => {
      const ms = Math.round(performance.now() - started);
      const status = response.headersSent ? response.statusCode : 499;
      metrics.request(route, status, ms);
      if (route === 'mcp') log.event('request', { id, method: request.method, status, ms, ...about });
    });
    answer(route, request, response, about).catch((error: unknown) => {
      report(error instanceof Error ? error : new Error(String(error)));
      // A connection that broke has nobody left to answer.
      if (!response.headersSent && !response.destroyed)
        refuse(response, 500, 'This server failed inside; its log says more.');
      else response.destroy();
    });
  });

  async function answer(
    route: Route,
    request: IncomingMessage,
    response: ServerResponse,
    about: Record<string, unknown>,
  ): Promise<void> {
    // Probes come from anywhere, name the address of one replica, and learn nothing.
    if (route === 'healthz') return json(response, 200, { status: 'ok' });
    if (route === 'readyz') {
      const why = isDraining ? 'this server is ending' : parts.notReady();
      return json(
        response,
        why === undefined ? 200 : 503,
        why === undefined ? { status: 'ok' } : { status: 'not ready', why },
      );
    }
    if (!guard(request, response)) return;
    allowPage(request, response);
    if (request.method === 'OPTIONS' && request.headers.origin !== undefined) return preflight(response);
    if (route === 'metadata' && config.oauth) return json(response, 200, resourceMetadata(config.oauth));
    if (route === 'other' || route === 'metadata') return refuse(response, 404, `MCP is served at ${MCP_PATH}.`);
    const caller = await gate(request.headers.authorization);
    if (caller instanceof Response) return send(response, caller);
    if (route === 'metrics') {
      const { type, text } = await metrics.page({ requests: open.size, connections: await connectionsOf(server) });
      response.writeHead(200, { 'content-type': type }).end(text);
      return;
    }
    if (caller !== undefined) about.client = caller.clientId;
    await mcp(request, response, caller, about);
  }

  async function mcp(
    request: IncomingMessage & { auth?: AuthInfo },
    response: ServerResponse,
    caller: AuthInfo | undefined,
    about: Record<string, unknown>,
  ): Promise<void> {
    // Whom it is from is known; with what secret is nobody's business any more, the tools' least of all.
    delete request.headers.authorization;
    if (caller !== undefined) request.auth = caller;
    let offered: App;
    try {
      offered = tighten((name) => [request.headers[name]].flat()[0]);
    } catch (error) {
      if (error instanceof HeaderError) return refuse(response, 400, error.message, -32600);
      throw error;
    }
    if (request.method !== 'POST' || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      open.add(response);
      return pass(request, response);
    }
    const body = await readJson(request, config.maxBodyBytes);
    if ('problem' in body) {
      if (body.problem === 'no JSON')
        return refuse(response, 400, 'Parse error: the body is no JSON-RPC message.', -32700);
      response.setHeader('connection', 'close');
      return refuse(
        response,
        413,
        `The body must not exceed ${config.maxBodyBytes} bytes (AGENT_PLATFORM_HTTP_MAX_BODY_KB).`,
      );
    }
    Object.assign(about, named(body.value));
    if (!isListen(body.value)) open.add(response);
    else if (!(await listening.begin(body.value, offered, response))) return;
    await pass(request, response, body.value);
  }

  async function pass(...[request, response, body]: Parameters<NodeMcpRequestHandler>): Promise<void> {
    try {
      await serveMcp(request, response, body);
    } catch (error) {
      // It was answered already, for having taken too long.
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_HTTP_HEADERS_SENT')) throw error;
    }
  }

  const url = await listen(server, config);
  return {
    url,
    async drain() {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const left = await open.drained(config.drainMs);
      if (left > 0) log.warn(`${left} requests did not end within ${config.drainMs / 1000} s and are broken off`);
      listening.subscriptions.close();
      // Ends the streams of listeners, and what is still under way.
      await handler.close();
      // A moment for the last bytes to leave.
      setTimeout(() => server.closeAllConnections(), 250).unref();
      await closed;
      clearInterval(idle);
    },
  };
}

type Route = 'mcp' | 'healthz' | 'readyz' | 'metrics' | 'metadata' | 'other';

/** A few names: what is counted must not grow with what is asked. */
function routeOf(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  if (plain === MCP_PATH) return 'mcp';
  if (plain === '/healthz' || plain === '/readyz' || plain === '/metrics') return plain.slice(1) as Route;
  return plain === METADATA_PATH || plain === METADATA_PATH + MCP_PATH ? 'metadata' : 'other';
}

/** What is asked for, for the log: method, and tool or prompt where it is named. */
function named(body: unknown): Readonly<Record<string, unknown>> {
  const { method, params } = object(body);
  const { name } = object(params);
  const short = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 64) : undefined);
  return { rpc: Array.isArray(body) ? 'batch' : short(method), name: short(name) };
}

/** The id that a proxy in front gave, or one of our own: one word for both logs. */
function requestId({ headers }: IncomingMessage): string {
  const given = [headers['x-request-id']].flat()[0];
  return given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

const connectionsOf = (server: HttpServer): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));

/** @returns the address that it listens on. Rejects with the listen error: EADDRINUSE, EACCES */
async function listen(server: HttpServer, { host, port }: HttpConfig): Promise<string> {
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
