/** Tracing channels for MCP requests and for those to the platform. Events contain no arguments and no callers. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

/** The caller's trace context (W3C Trace Context), as received. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
}

/** One MCP request, published on `tracing:agent-platform-mcp.request:*`. */
export interface TracedRequest {
  /** Name of a supported method. */
  readonly method: string;
  readonly id: string;
  /** Name of the tool or prompt, once it has been found in the catalogue. */
  tool?: string;
  prompt?: string;
  readonly transport: 'pipe' | 'tcp';
  /** From `_meta`, and from the HTTP header. */
  readonly meta: TraceHeaders | undefined;
  readonly header: TraceHeaders | undefined;
  /** 32 hexadecimal digits: the id of the caller's trace, or of one that a subscriber began. */
  traceId: string | undefined;
  /** The result; a tool's result says itself whether it is an error. */
  result?: unknown;
  error?: unknown;
}

/** One request to the platform (each retry is another one), published on `tracing:agent-platform-mcp.platform:*`. */
export interface TracedPlatformRequest {
  /** The operation's name, and its path without ids. */
  readonly operation: string;
  readonly method: string;
  readonly template: string;
  /** Number of earlier attempts. */
  readonly resends: number;
  /** Headers that a subscriber adds to the request. */
  readonly headers: Record<string, string>;
  /** The response's status, and the failure's kind. */
  status?: number | undefined;
  failure?: string | undefined;
}

export const requestChannel = tracingChannel<unknown, TracedRequest>('agent-platform-mcp.request');
export const platformChannel = tracingChannel<unknown, TracedPlatformRequest>('agent-platform-mcp.platform');

/** What code far below a request may need of it. Over HTTP it is the request's whole context. */
export interface CurrentRequest {
  /** Undefined if nobody traces it: neither the caller nor a subscriber. */
  traced: TracedRequest | undefined;
}

/** The request that is being handled. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** The current request as it is traced, if it is. */
export const tracedRequest = (): TracedRequest | undefined => currentRequest.getStore()?.traced;

/** Handles an MCP request and publishes its events. */
export function traceRequest<T>(event: TracedRequest, handle: () => Promise<T>): Promise<T> {
  const isObserved = hasSubscribers(requestChannel);
  if (!isObserved && event.traceId === undefined) return handle();
  const observed = (): Promise<T> => (isObserved ? requestChannel.tracePromise(handle, event) : handle());
  const current = currentRequest.getStore();
  if (current === undefined) return currentRequest.run({ traced: event }, observed);
  current.traced = event;
  return observed();
}

/** Sends a request to the platform and publishes its events. */
export function tracePlatform<T>(event: TracedPlatformRequest, send: () => Promise<T>): Promise<T> {
  return hasSubscribers(platformChannel) ? platformChannel.tracePromise(send, event) : send();
}

const hasSubscribers = ({ start, asyncEnd }: typeof requestChannel | typeof platformChannel): boolean =>
  start.hasSubscribers || asyncEnd.hasSubscribers;

/** Trace headers with a valid `traceparent`; undefined otherwise. */
export function traceHeaders(traceparent: unknown, tracestate: unknown): TraceHeaders | undefined {
  if (typeof traceparent !== 'string' || parsedParent(traceparent) === undefined) return undefined;
  return { traceparent, ...(typeof tracestate === 'string' && tracestate.length <= 512 && { tracestate }) };
}

/** Version 00 and the part that later versions must keep (W3C Trace Context, version format). */
const PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** The parts of a `traceparent`; undefined if it is invalid. */
export function parsedParent(traceparent: string): { traceId: string; spanId: string; flags: number } | undefined {
  const [, traceId, spanId, flags] = PARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 };
}
