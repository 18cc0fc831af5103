/**
 * The SDK's server with three corrections, and icons. Parameters that violate the protocol's schema are -32602 with readable text,
 * instead of the schema's issues as JSON; other errors of handlers are not shown to clients. `arguments: null` counts as none.
 */
import {
  type Icon,
  type Implementation,
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { parsedParent, type TracedRequest, traceHeaders, traceRequest } from '../../basics/traced.ts';
import { array, isObject, object } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';

type Wrapped = ReturnType<Server['_wrapHandler']>;
type Received = Parameters<Wrapped>[0];
type Context = Parameters<Wrapped>[1];
type Result = Awaited<ReturnType<Wrapped>>;

const hasIcons = (revision: unknown): boolean => typeof revision === 'string' && revision >= '2025-11-25';

/** Created by the factory: one per connection over stdio, one per request over HTTP. */
export class CheckedServer extends Server {
  readonly #shown: Implementation;

  /** @param icons for the handshake only: since 2026-07-28 each result repeats what `info` holds */
  constructor(info: Implementation, options: ServerOptions, icons: readonly Icon[] = []) {
    super(info, options);
    this.#shown = { ...info, icons: [...icons] };
  }

  protected override _wrapHandler(method: string, handler: Wrapped): Wrapped {
    const wrapped = super._wrapHandler(method, handler);
    return (request, context) =>
      traceRequest(eventOf(method, request, context), async () => {
        try {
          const result = await wrapped(withoutNullArguments(request), context);
          return this.#withIcons(method, result);
        } catch (error) {
          throw this.#clientError(method, error);
        }
      });
  }

  /** Adds the icons to the server's description, in the handshake or in `server/discover`. */
  #withIcons(method: string, result: Result): Result {
    const serverInfo = this.#shown;
    if (method === 'initialize' && hasIcons(result.protocolVersion)) return { ...result, serverInfo };
    if (method === 'server/discover')
      return { ...result, _meta: { ...result._meta, [SERVER_INFO_META_KEY]: serverInfo } };
    return result;
  }

  #clientError(method: string, error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const issues = schemaIssues(error.message);
    if (issues !== undefined) return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid ${method}: ${issues}`);
    if (error instanceof ProtocolError || 'code' in error) return error;
    this.onerror?.(error);
    return new ProtocolError(
      ProtocolErrorCode.InternalError,
      'This server failed internally; its log on stderr has the details.',
    );
  }
}

function eventOf(method: string, { params }: Received, { mcpReq, http }: Context): TracedRequest {
  const { traceparent, tracestate } = object(params?._meta);
  const headers = http?.req?.headers;
  const meta = traceHeaders(traceparent, tracestate);
  const header = traceHeaders(headers?.get('traceparent'), headers?.get('tracestate'));
  const traceId = parsedParent((meta ?? header)?.traceparent ?? '')?.traceId;
  return { method, id: String(mcpReq.id), transport: http === undefined ? 'pipe' : 'tcp', meta, header, traceId };
}

/** Some clients send null for an omitted object. */
function withoutNullArguments<T>(request: T): T {
  if (!isObject(request) || !isObject(request.params) || request.params.arguments !== null) return request;
  const { arguments: _, ...params } = request.params;
  return { ...request, params };
}

/** The schema's issues, whose JSON is the message of an error of the SDK, as readable text; undefined for others. */
export function schemaIssues(message: string): string | undefined {
  // For requests that it checks itself, the SDK puts a prefix before the issues.
  const issues = array(parsedJson(message.slice(Math.max(0, message.indexOf('[')))));
  const lines = issues.flatMap((issue) => {
    if (!isObject(issue) || typeof issue.message !== 'string') return [];
    const path = array(issue.path).join('.');
    return [path === '' ? issue.message : `${path.slice(0, 100)}: ${issue.message}`];
  });
  return lines.length === 0 ? undefined : lines.slice(0, 5).join('; ').slice(0, 500);
}

/**
 * The refusal (-32601) of `subscriptions/listen` (2026-07-28), since this server offers no subscriptions; undefined for any other
 * message. The SDK's entries respond to that request without asking the server: they would acknowledge an empty subscription,
 * and over HTTP keep its stream open.
 */
export function refusalOfListen(message: unknown): JSONRPCErrorResponse | undefined {
  if (!isJSONRPCRequest(message) || message.method !== 'subscriptions/listen') return undefined;
  return {
    jsonrpc: '2.0',
    id: message.id,
    error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' },
  };
}
