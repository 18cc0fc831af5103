/**
 * MCP over HTTP: the SDK's handler, which makes a server for every request and keeps nothing between them, in both
 * protocol eras, behind the limits and headers of this entry.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AuthInfo, createMcpHandler, type McpRequestContext, type Server } from '@modelcontextprotocol/server';
import { turnToBegin } from '../../platform/client/reading-turns.ts';
import { object } from '../../platform/parse/coerce.ts';
import type { App } from '../engine/app.ts';
import { leavingError } from '../engine/leaving-errors.ts';
import type { ClientLink } from '../protocol/ask-older-client.ts';
import type { Subscriptions } from '../protocol/subscriptions.ts';
import { CheckedServer } from '../sdk/checked-server.ts';
import { isListen } from '../sdk/listen-request.ts';
import { MAX_DEPTH, type Problem, readJson } from './body.ts';
import { exchange } from './exchange.ts';
import { createListening, MAX_LISTENERS } from './listen.ts';
import { HeaderError, narrower } from './narrow-by-headers.ts';
import type { OlderClients } from './older-clients.ts';
import type { OpenRequests } from './open-requests.ts';
import { refuse } from './reply.ts';

/** Makes the server of one request; what tests put their own tools in with. */
export type MakeServer = (app: App, subscriptions: Subscriptions | undefined, client: ClientLink | undefined) => Server;

/** What may ask the platform: such requests take turns to begin, whatever their method. */
const ASKS_PLATFORM: ReadonlySet<unknown> = new Set([
  'tools/call',
  'resources/read',
  'prompts/get',
  'completion/complete',
]);

/** What is said of a request in the log. */
export type About = Record<string, unknown>;

/** What the server in front of it does with requests that were let in, and at its end. */
export interface Mcp {
  /** Answers a request whose caller is known; undefined where nobody is asked who calls. */
  serve(request: IncomingMessage, response: ServerResponse, caller: AuthInfo | undefined, about: About): Promise<void>;
  /** Ends the streams of listeners, and what is still under way. */
  close(): Promise<void>;
}

interface McpParts {
  readonly app: App;
  readonly make: MakeServer;
  readonly open: OpenRequests;
  readonly older: OlderClients;
  readonly maxBodyBytes: number;
}

/**
 * Refuses by itself what its headers or body rule out (400, 413, or 503 while it closes); all else goes to the SDK's
 * handler.
 */
export function createMcp({ app, make, open, older, maxBodyBytes }: McpParts): Mcp {
  const narrowed = narrower(app);
  const onerror = (error: Error): void => app.log.debug(`http: ${error.message}`);
  const factory = ({ era, requestInfo, authInfo }: McpRequestContext): Server => {
    const offered = narrowed((name) => requestInfo?.headers.get(name) ?? undefined);
    // Up to 2025-11-25 a subscription is a session's, and nothing is kept of those.
    const server =
      era === 'modern'
        ? make(offered, listening.subscriptions, undefined)
        : make(offered, undefined, older.link(requestInfo?.headers.get('mcp-session-id') ?? undefined, authInfo));
    if (server instanceof CheckedServer) server.sendsBytes = true;
    return server;
  };
  const handler = createMcpHandler(factory, {
    onerror,
    maxSubscriptions: MAX_LISTENERS,
    maxRequestBodySize: maxBodyBytes,
  });
  const masking: Pick<typeof handler, 'fetch'> = {
    fetch: async (...request) => withoutSecrets(app, await handler.fetch(...request)),
  };
  const listening = createListening(app, (uri) => handler.notify.resourceUpdated(uri));
  let isClosed = false;
  return {
    async serve(request, response, caller, about) {
      // It went while its caller was being found out.
      if (response.destroyed) return;
      if (isClosed) return refuse(response, 503, CLOSING);
      // The caller is known by now; nothing further in needs the secret, the tools least of all.
      delete request.headers.authorization;
      let offered: App;
      try {
        offered = narrowed((name) => [request.headers[name]].flat()[0]);
      } catch (error) {
        if (error instanceof HeaderError) return refuse(response, 400, error.message, -32600);
        throw error;
      }
      if (request.method !== 'POST' || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
        open.limit(response);
        return exchange(masking, { request, response, body: undefined, caller });
      }
      const body = await readJson(request, maxBodyBytes);
      if ('problem' in body) return refuseBody(response, body.problem, maxBodyBytes);
      Object.assign(about, named(body.value));
      if (Array.isArray(body.value)) return refuse(response, 400, NO_BATCH, -32600);
      if (await older.receive(body.value, request, response, caller)) return;
      if (isClosed) return refuse(response, 503, CLOSING);
      if (!isListen(body.value)) {
        open.limit(response, object(body.value).id);
      } else {
        open.leave(response);
        if (!(await listening.begin(body.value, offered, response, caller))) return;
      }
      if (ASKS_PLATFORM.has(about.rpc)) await turnToBegin();
      await exchange(masking, { request, response, body: body.value, caller });
    },
    async close() {
      isClosed = true;
      listening.subscriptions.close();
      await handler.close();
    },
  };
}

function refuseBody(response: ServerResponse, problem: Problem, maxBytes: number): void {
  if (problem === 'broken off') return;
  if (problem === 'no UTF-8') {
    refuse(response, 400, 'Parse error: the body is not text in UTF-8. Send it so, and not compressed.', -32700);
    return;
  }
  if (problem === 'no JSON') {
    refuse(response, 400, 'Parse error: the body is not a JSON-RPC message.', -32700);
    return;
  }
  if (problem === 'too deep') {
    refuse(response, 400, `The message is nested more than ${MAX_DEPTH} levels deep.`, -32600);
    return;
  }
  refuse(response, 413, `The body must not exceed ${maxBytes} bytes (AGENT_PLATFORM_HTTP_MAX_BODY_KB).`);
}

const CLOSING = 'This server is shutting down. Nothing was done.';

/** Refusals that the SDK words itself repeat what was sent. */
async function withoutSecrets(app: App, answer: Response): Promise<Response> {
  const { status, headers } = answer;
  if (status < 400 || !/^application\/json\b/i.test(headers.get('content-type') ?? '')) return answer;
  return Response.json(leavingError(app, await answer.json()), { status, headers });
}

/** Batches were in one revision (2025-03-26) alone. Each would be a hundred requests that no limit here counts. */
const NO_BATCH = 'Batches are not supported: send each message in its own request.';

/** What is asked for: the method, and the tool or prompt where it is named. */
function named(body: unknown): About {
  const { method, params } = object(body);
  const { name } = object(params);
  const short = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 64) : undefined);
  return { rpc: Array.isArray(body) ? 'batch' : short(method), name: short(name) };
}
