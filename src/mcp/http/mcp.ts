/** MCP over HTTP: the SDK's handler behind this entry's limits, with a server for each request; nothing is kept. */
import { createMcpHandler, type McpRequestContext, type Server } from '@modelcontextprotocol/server';
import { object } from '../../platform/parse/coerce.ts';
import { cut } from '../../platform/text.ts';
import { SettingsError } from '../../settings/error.ts';
import type { App } from '../engine/app.ts';
import { principalOf } from '../engine/caller.ts';
import { outgoingError } from '../engine/render.ts';
import { missingRight } from '../engine/selection.ts';
import type { ClientLink } from '../protocol/ask-older-client.ts';
import { refusalOfListen } from '../sdk/checked-server.ts';
import { checkPlatformToken, forbidden } from './auth.ts';
import { readBytes, readJson } from './body.ts';
import type { HttpConfig } from './config.ts';
import { createNarrowing } from './narrow-by-headers.ts';
import type { OlderClients } from './older-clients.ts';
import type { OpenRequests } from './open-requests.ts';
import { refuse, refuseDelayed, send } from './reply.ts';
import { RequestContext, type RequestFacts } from './request-context.ts';
import { throughSdk } from './through-sdk.ts';
import { Turns } from './turns.ts';

/** Makes the server of one request; tests pass their own, with other tools. */
export type MakeServer = (app: App, client: ClientLink | undefined) => Server;

interface McpParts {
  readonly app: App;
  readonly make: MakeServer;
  readonly open: OpenRequests;
  readonly older: OlderClients;
  readonly config: Pick<HttpConfig, 'maxBodyBytes' | 'oauth'>;
}

/** Refuses invalid headers and bodies (400, 413), and all requests while it closes (503); the SDK serves the others. */
export function createMcp({ app, make, open, older, config: { maxBodyBytes, oauth } }: McpParts) {
  const narrow = createNarrowing(app);
  const onerror = (error: Error): void => app.log.debug(`http: ${error.message}`);
  const factory = ({ era }: McpRequestContext): Server => {
    const context = RequestContext.current();
    if (context === undefined) throw new Error('a server is made for a request');
    const offered = narrow(context, principalOf(context.caller).rights);
    return make(offered, era === 'modern' ? undefined : older.link(context));
  };
  const handler = createMcpHandler(factory, { onerror, maxRequestBodySize: maxBodyBytes });
  const handle: typeof handler.fetch = async (...request) => maskRefusal(app, await handler.fetch(...request));
  const turns = new Turns();
  let isClosed = false;

  /** The refusal of a message that could be served otherwise; undefined if it is to be. */
  async function refusalOf(message: unknown, { caller }: RequestContext, offered: App): Promise<Response | undefined> {
    const listen = refusalOfListen(message);
    if (listen !== undefined) return Response.json(listen, { status: 404 });
    if (caller === undefined) return undefined;
    const { method, params } = object(message);
    const { name: tool } = object(params);
    if (method === 'tools/call' && typeof tool === 'string') {
      const right = missingRight(offered.selection, principalOf(caller).rights, tool);
      if (right !== undefined) return forbidden(oauth, right, tool, caller);
    }
    return PLATFORM_METHODS.some((one) => one === method) ? checkPlatformToken(oauth, caller) : undefined;
  }

  return {
    /** Serves an authorized request that has its place among the calls, and adds its method and name to its facts. */
    async serve(context: RequestContext): Promise<void> {
      const { request, response, caller, place } = context;
      if (isClosed) return refuse(response, 503, CLOSING);
      // The token is checked, and nothing behind this needs it, least of all the tools.
      delete request.headers.authorization;
      let offered: App;
      try {
        // The factory narrows again, but can't refuse invalid headers with an error of their own.
        offered = narrow(context);
      } catch (error) {
        if (error instanceof SettingsError) return refuse(response, 400, error.message, -32600);
        throw error;
      }
      if (request.method !== 'POST' || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
        open.limit(context);
        return throughSdk(handle, context);
      }
      const bytes = await readBytes(request, maxBodyBytes);
      if (bytes === undefined) return;
      const ended = await turns.take(principalOf(caller).key);
      response.once('close', ended);
      // The client left before its turn, or a drain has ended it.
      if (context.isOver) return ended();
      const body = readJson(bytes, maxBodyBytes);
      if ('refusal' in body) return refuse(response, ...body.refusal);
      const message = body.value;
      Object.assign(context.facts, rpcFacts(message, app));
      if (Array.isArray(message)) return refuse(response, 400, NO_BATCH, -32600);
      if (await older.receive(message, context)) return;
      if (isClosed) return refuse(response, 503, CLOSING);
      const { id } = object(message);
      if (place?.overLimit !== undefined && id !== undefined) return refuseDelayed(response, place.overLimit);
      const refusal = await refusalOf(message, context, offered);
      if (refusal !== undefined) return send(response, refusal);
      open.limit(context, id);
      await throughSdk(handle, context, message);
    },
    /** Ends the requests in progress, and refuses later ones. */
    async close(): Promise<void> {
      isClosed = true;
      await handler.close();
    },
  };
}

const PLATFORM_METHODS = ['tools/call', 'resources/list', 'resources/read', 'prompts/get', 'completion/complete'];

const CLOSING = 'This server is shutting down. Nothing was done.';

/** The SDK's own refusals repeat what the client sent. */
async function maskRefusal(app: App, refusal: Response): Promise<Response> {
  const { status, headers } = refusal;
  if (status < 400 || !/^application\/json\b/i.test(headers.get('content-type') ?? '')) return refusal;
  return Response.json(outgoingError(app, await refusal.json()), { status, headers });
}

/** Only revision 2025-03-26 has batches. A batch could hold a hundred requests, and the limits here would count one. */
const NO_BATCH = 'Batches are not supported: send each message in its own request.';

/** Masked before it is cut: most of a secret is left of one that is cut first. */
function rpcFacts(body: unknown, { redactor }: Pick<App, 'redactor'>): RequestFacts {
  const { method, params } = object(body);
  const { name } = object(params);
  const shortened = (value: unknown): string | undefined =>
    typeof value === 'string' ? cut(redactor.text(value), 64) : undefined;
  return { rpc: Array.isArray(body) ? 'batch' : shortened(method), name: shortened(name) };
}
