/**
 * What can be traced: two tracing channels of `node:diagnostics_channel`, for MCP requests and for requests to the platform.
 * Without subscribers they cost nothing. Nothing of arguments, results and callers is in an event.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

/** Where a caller is in its own trace (W3C Trace Context), as it came. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
}

/** One MCP request, published on `tracing:agent-platform-mcp.request:*`. */
export interface TracedRequest {
  /** Of a method that is served. */
  readonly method: string;
  readonly id: string;
  /** A tool or prompt of the catalogue, once it is found. */
  tool?: string;
  prompt?: string;
  readonly transport: 'pipe' | 'tcp';
  /** From `_meta`, and from the HTTP header. */
  readonly meta: TraceHeaders | undefined;
  readonly header: TraceHeaders | undefined;
  /** 32 hexadecimal digits: of the caller's trace, or of the one that a subscriber began. */
  traceId: string | undefined;
  /** What it ended with; the result of a tool says itself whether it is an error. */
  result?: unknown;
  error?: unknown;
}

/** One request to the platform, a retry counting anew, published on `tracing:agent-platform-mcp.platform:*`. */
export interface TracedPlatformRequest {
  /** The operation's name, and its path without ids. */
  readonly operation: string;
  readonly method: string;
  readonly template: string;
  /** How often it was sent before. */
  readonly resends: number;
  /** What a subscriber adds to the request. */
  readonly headers: Record<string, string>;
  /** The answer's status, and the failure's kind. */
  status?: number | undefined;
  failure?: string | undefined;
}

export const requestChannel = tracingChannel<unknown, TracedRequest>('agent-platform-mcp.request');
export const platformChannel = tracingChannel<unknown, TracedPlatformRequest>('agent-platform-mcp.platform');

/** The MCP request that is being answered. */
export const tracedRequest = new AsyncLocalStorage<TracedRequest>();

/** Answers an MCP request, for those who listen. */
export function traceRequest<T>(event: TracedRequest, answer: () => Promise<T>): Promise<T> {
  return tracedRequest.run(event, () =>
    isHeard(requestChannel) ? requestChannel.tracePromise(answer, event) : answer(),
  );
}

/** Makes a request to the platform, for those who listen. */
export function tracePlatform<T>(event: TracedPlatformRequest, send: () => Promise<T>): Promise<T> {
  return isHeard(platformChannel) ? platformChannel.tracePromise(send, event) : send();
}

const isHeard = ({ start, asyncEnd }: typeof requestChannel | typeof platformChannel): boolean =>
  start.hasSubscribers || asyncEnd.hasSubscribers;

/** Trace headers that hold a valid `traceparent`; undefined for anything else. */
export function traceHeaders(traceparent: unknown, tracestate: unknown): TraceHeaders | undefined {
  if (typeof traceparent !== 'string' || parsedParent(traceparent) === undefined) return undefined;
  return { traceparent, ...(typeof tracestate === 'string' && tracestate.length <= 512 && { tracestate }) };
}

/** Version 00, and what later versions keep of it (W3C Trace Context, version format). */
const PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** The parts of a `traceparent`; undefined where it is invalid. */
export function parsedParent(traceparent: string): { traceId: string; spanId: string; flags: number } | undefined {
  const [, traceId, spanId, flags] = PARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 };
}
