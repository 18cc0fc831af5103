/** A call in the trace of its client: spans if an OpenTelemetry provider is registered, and the trace's id in the logs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operations } from '../../src/platform/operations/index.ts';
import { ROOT } from '../support/build.ts';
import { until } from '../support/clients.ts';
import { human } from '../support/consent-human.ts';
import { json, type PlatformDouble, startDouble } from '../support/platform-double.ts';
import { open, startRaw } from '../support/raw-stdio.ts';
import { scriptedPlatform, THREAD } from '../support/scripted-platform.ts';
import { connectHttp, post, type Replica, startReplica, toolCall } from './support.ts';

const PRELOAD = `--import ${ROOT}test/support/otel-preload.mjs`;
const FROM_META = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
const FROM_HEADER = { trace: 'c'.repeat(32), span: 'd'.repeat(16) };
const parentOf = ({ trace, span }: typeof FROM_META): string => `00-${trace}-${span}-01`;

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly links: readonly object[];
}
const SERVER = 2;
const CLIENT = 3;

let platform: PlatformDouble;
let folder: string;
let collector: ReturnType<typeof createServer>;
let exported: OtlpSpan[];
beforeEach(async () => {
  let status = 'RUNNING';
  platform = await startDouble((exchange) => {
    if (exchange.request.method !== 'GET') status = 'PAUSED';
    json(200, { threadId: 'thread-7', agentId: 'a1', status })(exchange);
  });
  folder = mkdtempSync(join(tmpdir(), 'traces-'));
  exported = [];
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans } of scopeSpans) exported.push(...spans);
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  collector.close();
  rmSync(folder, { recursive: true });
});

const environment = () => ({
  AGENT_PLATFORM_BASE_URL: platform.url,
  AGENT_PLATFORM_TOKEN: 'platform-token-0123456789',
  AGENT_PLATFORM_AUDIT_LOG: join(folder, 'audit.jsonl'),
  OTLP_URL: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`,
});
const start = (env: Readonly<Record<string, string>> = {}) => startReplica({ env: { ...environment(), ...env } });
/** Pauses a thread, in the client's trace. */
const pause = async (replica: Replica): Promise<string> => {
  const call = toolCall('pause_thread', { threadId: 'thread-7' });
  const meta = { traceparent: parentOf(FROM_META), tracestate: 'vendor=1', baggage: 'user=anna' };
  const params = { ...call.params, _meta: meta };
  return (await post(replica.url, { ...call, params }, { traceparent: parentOf(FROM_HEADER) })).text();
};
const attributesOf = (span: OtlpSpan | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
/** Each span is exported by a request of its own, in any order. */
const untilExported = ({ requests }: Pick<PlatformDouble, 'requests'>): Promise<void> =>
  until(
    'the call and its requests are exported',
    () =>
      exported.some(({ name }) => name.startsWith('tools/call')) &&
      exported.filter(({ kind }) => kind === CLIENT).length >= requests.length,
  );
const audit = (): string => readFileSync(join(folder, 'audit.jsonl'), 'utf8');

it('a trace connects the client’s span, ours and the request to the platform, without any content', async () => {
  const replica = await start({ NODE_OPTIONS: PRELOAD });
  expect(await pause(replica)).toContain('PAUSED');
  await untilExported(platform);
  const ours = exported.find(({ kind }) => kind === SERVER);
  expect(ours).toMatchObject({
    name: 'tools/call pause_thread',
    traceId: FROM_META.trace,
    parentSpanId: FROM_META.span,
    links: [{ traceId: FROM_HEADER.trace, spanId: FROM_HEADER.span }],
  });
  expect(attributesOf(ours)).toEqual({
    'mcp.method.name': 'tools/call',
    'jsonrpc.request.id': '1',
    'network.transport': 'tcp',
    'gen_ai.tool.name': 'pause_thread',
    'gen_ai.operation.name': 'execute_tool',
  });
  const sent = exported.filter(({ kind }) => kind === CLIENT);
  expect(sent).toHaveLength(platform.requests.length);
  expect(sent.every(({ parentSpanId, traceId }) => parentSpanId === ours?.spanId && traceId === FROM_META.trace)).toBe(
    true,
  );
  expect(sent.map(({ name }) => name)).toContain(`GET ${operations.getThread.path}`);
  expect(attributesOf(sent[0])).toMatchObject({ 'http.response.status_code': 200, 'http.request.method': 'GET' });
  // Each request carries the span that was made for it.
  const carried = platform.requests.map(({ headers }) => String(headers.traceparent).split('-')[2]);
  expect(carried.sort()).toEqual(sent.map(({ spanId }) => spanId).sort());
  expect(platform.requests[0]?.headers).toMatchObject({ tracestate: 'vendor=1' });
  expect(platform.requests[0]?.headers.baggage).toBeUndefined();
  expect(JSON.stringify(exported)).not.toMatch(/thread-7|anna|PAUSED/);
  await replica.stop();
  expect(replica.log()).toContainEqual(expect.objectContaining({ event: 'request', traceId: FROM_META.trace }));
  expect(audit()).toContain(`"traceId":"${FROM_META.trace}"`);
});

it('a trace of one approval equals the one in docs/team-server.md', async () => {
  const scripted = await scriptedPlatform();
  const replica = await start({ NODE_OPTIONS: PRELOAD, AGENT_PLATFORM_BASE_URL: scripted.url });
  const headers = { traceparent: parentOf(FROM_HEADER) };
  const client = await connectHttp({ client: 'v1', url: replica.url, headers, elicit: human().elicit });
  await client.callTool('approve_thread', { threadId: THREAD, status: 'APPROVED' });
  await untilExported(scripted);
  const ours = () => exported.find(({ name }) => name === 'tools/call approve_thread');
  expect(ours()).toMatchObject({ traceId: FROM_HEADER.trace, parentSpanId: FROM_HEADER.span });
  const sent = exported.filter(({ parentSpanId }) => parentSpanId === ours()?.spanId).map(({ name }) => name);
  const docs = readFileSync(`${ROOT}docs/team-server.md`, 'utf8');
  const shown = [...docs.matchAll(/^ {2}[├└] client ([A-Z]+ \S+)/gm)].map(([, name]) => name);
  expect(shown.sort()).toEqual(sent.sort());
  await client.close();
  await replica.stop();
  await scripted.close();
});

it('a trace also connects the spans over stdio', async () => {
  const server = startRaw({ env: { ...environment(), NODE_OPTIONS: PRELOAD } });
  await open(server, 'legacy');
  const meta = { traceparent: parentOf(FROM_META) };
  const { result } = await server.request('tools/call', {
    name: 'pause_thread',
    arguments: { threadId: 'thread-7' },
    _meta: meta,
  });
  expect(JSON.stringify(result)).toContain('PAUSED');
  const ours = () => exported.find(({ name }) => name === 'tools/call pause_thread');
  await until('the call is exported', () => ours() !== undefined);
  expect(ours()).toMatchObject({ traceId: FROM_META.trace, parentSpanId: FROM_META.span, kind: SERVER });
  expect(attributesOf(ours())).toMatchObject({ 'network.transport': 'pipe', 'gen_ai.tool.name': 'pause_thread' });
  expect(platform.requests.every(({ headers }) => headers.traceparent?.includes(FROM_META.trace))).toBe(true);
  expect(server.stray).toEqual([]);
  await server.end();
});

it('a trace marks a failed call as a tool error, and its request with the status', async () => {
  const replica = await start({ NODE_OPTIONS: PRELOAD, AGENT_PLATFORM_BASE_URL: `${platform.url}/nowhere` });
  await platform.close();
  await (await post(replica.url, toolCall('get_thread', { threadId: 'thread-7' }))).text();
  await until('both are exported', () => new Set(exported.map(({ kind }) => kind)).size === 2);
  expect(attributesOf(exported.find(({ kind }) => kind === SERVER))).toMatchObject({ 'error.type': 'tool_error' });
  const kinds = exported.filter(({ kind }) => kind === CLIENT).map((span) => attributesOf(span)['error.type']);
  expect(new Set(kinds)).toEqual(new Set(['unreachable']));
  await replica.stop();
  platform = await startDouble(() => undefined);
});

it.each([
  ['no provider is registered', {}],
  ['OTEL_SDK_DISABLED is set', { NODE_OPTIONS: PRELOAD, OTEL_SDK_DISABLED: 'true' }],
])('no spans are made where %s; the log still names the client’s trace', async (_when, env) => {
  const replica = await start(env);
  await pause(replica);
  await replica.stop();
  expect(exported).toEqual([]);
  expect(platform.requests.map(({ headers }) => headers.traceparent)).toEqual(platform.requests.map(() => undefined));
  expect(replica.log()).toContainEqual(expect.objectContaining({ event: 'request', traceId: FROM_META.trace }));
});
