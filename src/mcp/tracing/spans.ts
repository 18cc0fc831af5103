/**
 * Creates OpenTelemetry spans from trace events, following its conventions for MCP and HTTP. Loaded only if a provider is
 * registered. Spans contain no arguments, results or callers.
 */
import * as otel from '@opentelemetry/api';
import { NAME, VERSION } from '../../basics/program.ts';
import {
  parsedParent,
  platformChannel,
  requestChannel,
  type TracedPlatformRequest,
  type TracedRequest,
  type TraceHeaders,
  tracedRequest,
} from '../../basics/traced.ts';

/** Subscribes for the life of the process. */
export function makeSpans(): void {
  const tracer = otel.trace.getTracer(NAME, VERSION);
  const spans = new WeakMap<object, otel.Span>();

  const end = (event: object, { name, attributes, error }: SpanEnd): void => {
    const span = spans.get(event);
    if (span === undefined) return;
    spans.delete(event);
    if (name !== undefined) span.updateName(name);
    span.setAttributes(attributes);
    if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: otel.SpanStatusCode.ERROR });
    span.end();
  };

  requestChannel.subscribe({
    start(event) {
      const { parent, links } = originOf(event);
      const span = tracer.startSpan(
        event.method,
        { kind: otel.SpanKind.SERVER, attributes: requestAttributes(event), links },
        parent,
      );
      event.traceId = span.spanContext().traceId;
      spans.set(event, span);
    },
    ...IGNORED,
    asyncEnd: (event) => end(event, endOfRequest(event)),
  });
  platformChannel.subscribe({
    start(event) {
      const request = tracedRequest();
      const parent = request && spans.get(request);
      const context = parent === undefined ? otel.ROOT_CONTEXT : otel.trace.setSpan(otel.ROOT_CONTEXT, parent);
      const span = tracer.startSpan(
        `${event.method} ${event.template}`,
        { kind: otel.SpanKind.CLIENT, attributes: platformAttributes(event) },
        context,
      );
      Object.assign(event.headers, headersOf(span.spanContext()));
      spans.set(event, span);
    },
    ...IGNORED,
    asyncEnd: (event) => end(event, endOfPlatform(event)),
  });
}

const ignore = (): void => undefined;
const IGNORED = { end: ignore, asyncStart: ignore, error: ignore };

interface SpanEnd {
  readonly name?: string;
  readonly attributes: otel.Attributes;
  readonly error: string | undefined;
}

/** The parent is the context in `_meta`, otherwise that of the HTTP request; if both exist, the latter is linked. */
function originOf({ meta, header }: TracedRequest): { readonly parent: otel.Context; readonly links: otel.Link[] } {
  const ambient = otel.trace.getActiveSpan()?.spanContext();
  const http = ambient ?? (header && contextOf(header));
  const [parent, other] = meta === undefined ? [http, undefined] : [contextOf(meta), http];
  return {
    parent: parent === undefined ? otel.ROOT_CONTEXT : otel.trace.setSpanContext(otel.ROOT_CONTEXT, parent),
    links: other === undefined ? [] : [{ context: other }],
  };
}

function contextOf({ traceparent, tracestate }: TraceHeaders): otel.SpanContext | undefined {
  const parsed = parsedParent(traceparent);
  if (parsed === undefined) return undefined;
  const { flags: traceFlags, ...ids } = parsed;
  return { ...ids, traceFlags, isRemote: true, ...(tracestate && { traceState: otel.createTraceState(tracestate) }) };
}

/** Trace headers of our span for the platform; baggage isn't forwarded. */
function headersOf({ traceId, spanId, traceFlags, traceState }: otel.SpanContext): Record<string, string> {
  const flags = traceFlags.toString(16).padStart(2, '0');
  const state = traceState?.serialize();
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state ? { tracestate: state } : {}) };
}

const requestAttributes = ({ method, id, transport }: TracedRequest): otel.Attributes => ({
  'mcp.method.name': method,
  'jsonrpc.request.id': id,
  'network.transport': transport,
});

function endOfRequest({ method, tool, prompt, result, error }: TracedRequest): SpanEnd {
  const name = tool ?? prompt;
  const isToolError = typeof result === 'object' && result !== null && 'isError' in result && result.isError === true;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
  return {
    ...(name !== undefined && { name: `${method} ${name}` }),
    attributes: {
      ...(tool !== undefined && { 'gen_ai.tool.name': tool, 'gen_ai.operation.name': 'execute_tool' }),
      ...(prompt !== undefined && { 'gen_ai.prompt.name': prompt }),
      ...(code !== undefined && { 'rpc.response.status_code': code }),
    },
    error: error === undefined ? (isToolError ? 'tool_error' : undefined) : (code ?? 'internal'),
  };
}

const platformAttributes = ({ method, template, resends, operation }: TracedPlatformRequest): otel.Attributes => ({
  'http.request.method': method,
  'url.template': template,
  'agent_platform.operation': operation,
  ...(resends > 0 && { 'http.request.resend_count': resends }),
});

const endOfPlatform = ({ status, failure }: TracedPlatformRequest): SpanEnd => ({
  attributes: status === undefined ? {} : { 'http.response.status_code': status },
  error: failure,
});
