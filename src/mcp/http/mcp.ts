/**
 * MCP over HTTP: the SDK's handler, which makes a server for every request and keeps nothing between them, in both
 * protocol eras, behind the limits and headers of this entry.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AuthInfo, createMcpHandler, type McpRequestContext, type Server } from '@modelcontextprotocol/server';
import { object } from '../../platform/parse/coerce.ts';
import type { Right } from '../contract/principal.ts';
import type { App } from '../engine/app.ts';
import { callerBinding, principalOf } from '../engine/caller.ts';
import { outgoingError } from '../engine/outgoing-errors.ts';
import { missingRight } from '../engine/rights.ts';
import type { ClientLink } from '../protocol/ask-older-client.ts';
import { refusalOfListen } from '../sdk/refuse-listen.ts';
import { readBytes, readJson } from './body.ts';
import type { RequestFacts } from './current-request.ts';
import { HeaderError, narrower } from './narrow-by-headers.ts';
import type { OlderClients } from './older-clients.ts';
import type { OpenRequests } from './open-requests.ts';
import { json, refuse, send } from './reply.ts';
import { throughSdk } from './through-sdk.ts';
import { Turns } from './turns.ts';

/** Makes the server of one request; what tests put their own tools in with. */
export type MakeServer = (app: App, client: ClientLink | undefined) => Server;

export interface Mcp {
  /**
   * Answers a request that was authorized. `caller` is undefined if no token is asked for; `about` gets what it is for;
   * `beyond` is how to refuse it if it is neither an answer nor a notification.
   */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    caller: AuthInfo | undefined,
    about: RequestFacts,
    beyond?: () => void,
  ): Promise<void>;
  /** Ends what is still under way, and refuses what comes after. */
  close(): Promise<void>;
}

interface McpParts {
  readonly app: App;
  readonly make: MakeServer;
  readonly open: OpenRequests;
  readonly older: OlderClients;
  readonly maxBodyBytes: number;
  /** The answer to a call that the caller lacks the right for. */
  notAllowed(call: NotAllowed): Response;
  /** The answer to a call whose caller gets no token for the platform. */
  withoutPlatformToken(caller: AuthInfo): Promise<Response | undefined>;
}

interface NotAllowed {
  readonly right: Right;
  readonly tool: string;
  readonly auth: AuthInfo;
}

/**
 * Refuses requests with invalid headers or an invalid body (400, 413), and all of them while it closes (503). The SDK's
 * handler answers the others.
 */
export function createMcp({ app, make, open, older, maxBodyBytes, notAllowed, withoutPlatformToken }: McpParts): Mcp {
  const narrow = narrower(app);
  const onerror = (error: Error): void => app.log.debug(`http: ${error.message}`);
  const factory = ({ era, requestInfo, authInfo }: McpRequestContext): Server => {
    const offered = narrow((name) => requestInfo?.headers.get(name) ?? undefined, principalOf(authInfo).rights);
    const session = requestInfo?.headers.get('mcp-session-id') ?? undefined;
    return make(offered, era === 'modern' ? undefined : older.link(session, authInfo));
  };
  const handler = createMcpHandler(factory, { onerror, maxRequestBodySize: maxBodyBytes });
  const masking: Pick<typeof handler, 'fetch'> = {
    fetch: async (...request) => withoutSecrets(app, await handler.fetch(...request)),
  };
  const turns = new Turns();
  let isClosed = false;
  return {
    async serve(request, response, caller, about, beyond) {
      // The client left while its token was being checked.
      if (response.destroyed) return;
      if (isClosed) return refuse(response, 503, CLOSING);
      // The token was checked; nothing further in needs it, the tools least of all.
      delete request.headers.authorization;
      let offered: App;
      try {
        // The factory narrows again; here invalid headers get an answer of their own.
        offered = narrow((name) => [request.headers[name]].flat()[0]);
      } catch (error) {
        if (error instanceof HeaderError) return refuse(response, 400, error.message, -32600);
        throw error;
      }
      if (request.method !== 'POST' || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
        open.limit(response);
        return throughSdk(masking, { request, response, body: undefined, caller });
      }
      const bytes = await readBytes(request, maxBodyBytes);
      if (bytes === undefined) return;
      await turns.take(callerBinding(caller));
      // The client left before its turn, or a drain has answered it.
      if (response.destroyed || response.headersSent) return;
      const body = readJson(bytes, maxBodyBytes);
      if ('refusal' in body) return refuse(response, ...body.refusal);
      Object.assign(about, named(body.value));
      if (Array.isArray(body.value)) return refuse(response, 400, NO_BATCH, -32600);
      if (await older.receive(body.value, request, response, caller)) return;
      if (isClosed) return refuse(response, 503, CLOSING);
      if (beyond !== undefined && object(body.value).id !== undefined) return beyond();
      const refusal = refusalOfListen(body.value);
      if (refusal !== undefined) return json(response, 404, refusal);
      const refused = caller && notAllowedIn(body.value, offered, caller);
      if (refused !== undefined) return send(response, notAllowed(refused));
      const tokenless = caller && callsPlatform(body.value) ? await withoutPlatformToken(caller) : undefined;
      if (tokenless !== undefined) return send(response, tokenless);
      open.limit(response, object(body.value).id);
      await throughSdk(masking, { request, response, body: body.value, caller });
    },
    async close() {
      isClosed = true;
      await handler.close();
    },
  };
}

/** The call of a tool that the server offers, and that this caller may not use. */
function notAllowedIn(body: unknown, { selection }: App, auth: AuthInfo): NotAllowed | undefined {
  const { method, params } = object(body);
  const { name } = object(params);
  if (method !== 'tools/call' || typeof name !== 'string') return undefined;
  const right = missingRight(selection, principalOf(auth).rights, name);
  return right && { right, tool: name, auth };
}

/** Methods that call the platform. */
const CALLING = ['tools/call', 'resources/list', 'resources/read', 'prompts/get', 'completion/complete'];
const callsPlatform = (body: unknown): boolean => CALLING.includes(String(object(body).method));

const CLOSING = 'This server is shutting down. Nothing was done.';

/** Refusals that the SDK words itself repeat what was sent. */
async function withoutSecrets(app: App, answer: Response): Promise<Response> {
  const { status, headers } = answer;
  if (status < 400 || !/^application\/json\b/i.test(headers.get('content-type') ?? '')) return answer;
  return Response.json(outgoingError(app, await answer.json()), { status, headers });
}

/** Only revision 2025-03-26 has batches. Each could be a hundred requests that no limit here counts. */
const NO_BATCH = 'Batches are not supported: send each message in its own request.';

/** The method of a message, and the tool or prompt that it names. */
function named(body: unknown): RequestFacts {
  const { method, params } = object(body);
  const { name } = object(params);
  const short = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 64) : undefined);
  return { rpc: Array.isArray(body) ? 'batch' : short(method), name: short(name) };
}
