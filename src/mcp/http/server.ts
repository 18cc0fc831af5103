/** The HTTP server around MCP: guards, authorization, limits, and the other endpoints (health, metrics, metadata). */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { codeOf, stackOf } from '../../basics/errors.ts';
import { currentRequest } from '../../basics/traced.ts';
import { envName } from '../../settings/table.ts';
import type { App } from '../engine/app.ts';
import { callerFacts, principalOf } from '../engine/caller.ts';
import type { JsonLog } from '../engine/log.ts';
import { createAdmission } from './admission.ts';
import { type Credentials, createGate, resourceMetadata } from './auth.ts';
import { type HttpConfig, MCP_PATH } from './config.ts';
import { allowPage, createGuard, preflight } from './guards.ts';
import { createLimitedServer, listen, oneAtATime } from './listen.ts';
import { createMcp, type MakeServer } from './mcp.ts';
import type { Metrics } from './metrics.ts';
import { mayBeReply, type OlderClients } from './older-clients.ts';
import { OpenRequests } from './open-requests.ts';
import { json, reasonOf, refuse, refuseDelayed, send } from './reply.ts';
import { RequestContext } from './request-context.ts';
import { isBearer } from './static-token.ts';

interface HttpParts {
  readonly app: App;
  readonly config: HttpConfig;
  readonly log: JsonLog;
  readonly metrics: Metrics;
  readonly make: MakeServer;
  readonly credentials: Credentials;
  readonly older: OlderClients;
  /** Why no call can be served now; undefined if calls can be. */
  notReady(): string | undefined;
}

/** The methods that are served; the web-standard `Request` accepts no TRACE or CONNECT. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];
/** Closed connections are logged at most this often. */
const DROPS_MS = 10_000;
/** Ample time for sockets to close. */
const CLOSE_MS = 1_000;

/** Starts listening. @throws SettingsError if it can't, with the setting that helps */
export async function startHttp(parts: HttpParts) {
  const { app, config, log, metrics } = parts;
  const { settings } = app;
  const gate = createGate(config, parts.credentials);
  const guard = createGuard(config);
  const routeOf = createRoutes(config.oauth?.resource);
  const open = new OpenRequests(config.requestTimeoutMs);
  const admit = createAdmission(settings);
  const mcp = createMcp({ app, make: parts.make, open, older: parts.older, config });
  const server = createLimitedServer(settings);
  let droppedAt = Number.NEGATIVE_INFINITY;
  // Not for each: somebody may try on and on.
  server.on('drop', () => {
    if (performance.now() - droppedAt < DROPS_MS) return;
    droppedAt = performance.now();
    log.warn(`new connections are closed: ${settings.httpMaxConnections} are open (${envName('httpMaxConnections')})`);
  });
  let isDraining = false;

  const onFlood = (): void => log.warn('a connection was closed: it sent too many requests ahead of their answers');
  const serve: RequestListener = (request, response) => {
    const started = performance.now();
    const route = routeOf(request.url ?? '/');
    const context = new RequestContext(request, response);
    const { id, facts } = context;
    response.setHeader('x-request-id', id);
    if (isDraining) response.setHeader('connection', 'close');
    if (route === 'mcp') open.begin(context);
    response.once('close', async () => {
      const ms = performance.now() - started;
      const status = response.headersSent ? response.statusCode : statusWithoutResponse(request);
      metrics.request(route, status, ms);
      const reason = reasonOf(response);
      if (route !== 'mcp') {
        if (reason !== undefined && route !== 'other') log.event('refused', { id, route, status, reason });
        return;
      }
      await Promise.all(context.ends);
      metrics.operation(facts, status, ms);
      log.event('request', { id, method: request.method, status, ms: Math.round(ms), ...facts, reason });
    });
    currentRequest
      .run(context, () => respond(context, route))
      .catch((error: unknown) => {
        log.error(`http: ${stackOf(error)}`);
        if (context.isOver) response.destroy();
        else refuse(response, 500, 'This server failed internally; its log has the details.', -32603);
      });
  };
  server.on('request', oneAtATime(serve, onFlood));

  async function showMetrics(response: ServerResponse): Promise<void> {
    const { type, text } = await metrics.page({ requests: open.size, connections: await connectionsOf(server) });
    response.writeHead(200, { 'content-type': type }).end(text);
  }

  async function respond(context: RequestContext, route: Route): Promise<void> {
    const { request, response } = context;
    if (!METHODS.includes(request.method ?? '')) {
      response.setHeader('allow', METHODS.join(', '));
      return refuse(response, 405, `${request.method} is not served here.`);
    }
    // Probes use a replica's own address, so their Host is not checked; they learn nothing else.
    if (route === 'healthz') return json(response, 200, { status: 'ok' });
    if (route === 'readyz') {
      const why = isDraining ? 'this server is shutting down' : parts.notReady();
      return why === undefined
        ? json(response, 200, { status: 'ok' })
        : json(response, 503, { status: 'not ready', why });
    }
    // Scrapers of metrics use a replica's own address, too; off loopback they need a token.
    if ((route !== 'metrics' || config.isLoopback) && !guard(context)) return;
    if (route === 'metrics' && config.metricsToken !== undefined) {
      const isReader = isBearer(config.metricsToken, request.headers.authorization);
      if (isReader) return showMetrics(response);
      response.setHeader('www-authenticate', 'Bearer');
      return refuse(response, 401, `Metrics are read with the token of ${envName('httpMetricsToken')}.`);
    }
    allowPage(context);
    if (request.method === 'OPTIONS' && request.headers.origin !== undefined) return preflight(response);
    if (route === 'metadata' && config.oauth) return json(response, 200, resourceMetadata(config.oauth));
    if (route !== 'mcp' && route !== 'metrics') return refuse(response, 404, `MCP is served at ${MCP_PATH}.`);
    const caller = await gate(request.headers.authorization);
    if (caller !== undefined && 'response' in caller) return send(response, caller.response, caller.reason);
    if (route === 'metrics') return showMetrics(response);
    context.caller = caller;
    Object.assign(context.facts, callerFacts(caller));
    // The audit log names the request by the same id.
    request.headers['x-request-id'] = context.id;
    // The client left while its token was being checked.
    if (response.destroyed) return;
    const place = admit(principalOf(caller).key, mayBeReply(context));
    if ('status' in place) return refuseDelayed(response, place);
    context.place = place;
    response.once('close', () => place.end());
    await mcp.serve(context);
  }

  return {
    /** `http://127.0.0.1:8080`. */
    url: await listen(server, settings),
    /** Stops listening, and gives open requests `drainMs` to finish before it ends them. */
    async drain(): Promise<void> {
      isDraining = true;
      open.closeConnections();
      parts.older.withdraw();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection becomes idle with its last response; only then can it be closed.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const left = await open.drained(config.drainMs);
      if (left > 0) log.warn(`requests that did not finish within ${config.drainMs / 1000} s, and were ended: ${left}`);
      open.breakOff();
      await mcp.close();
      // A moment for the last bytes to leave.
      setTimeout(() => server.closeAllConnections(), 250).unref();
      await closed;
      clearInterval(idle);
      // Node reports the end of the server before that of the responses that were broken off; those are still to be logged.
      await open.drained(CLOSE_MS);
    },
  };
}

/**
 * The status to log for a request that this server did not respond to. node:http ends a slow request with 408 and an invalid
 * one with 400; 499 is nginx's status for a client that left before its response.
 */
function statusWithoutResponse({ socket }: IncomingMessage): number {
  const code = codeOf(socket.errored) ?? '';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : 499;
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));

/** Also the value of the label `route` in the metrics. */
type Route = 'mcp' | 'healthz' | 'readyz' | 'metrics' | 'metadata' | 'other';

const METADATA_PATH = '/.well-known/oauth-protected-resource';

const ROUTES: Readonly<Record<string, Route>> = {
  [MCP_PATH]: 'mcp',
  '/healthz': 'healthz',
  '/readyz': 'readyz',
  '/metrics': 'metrics',
  // RFC 9728 appends the resource's path; some clients ask at the root.
  [METADATA_PATH]: 'metadata',
  [METADATA_PATH + MCP_PATH]: 'metadata',
};

/**
 * Maps a URL to its route; `other` for unknown paths, so that callers can't add labels to the metrics.
 * @param resource the public address of this server; if it has a path, the metadata's address in challenges ends with it
 */
function createRoutes(resource = MCP_PATH): (url: string) => Route {
  const routes = new Map(Object.entries(ROUTES));
  routes.set(METADATA_PATH + new URL(resource, 'https://localhost').pathname, 'metadata');
  return (url) => routes.get(url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')) ?? 'other';
}
