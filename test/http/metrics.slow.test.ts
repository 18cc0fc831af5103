/** Metrics and the log, and that neither reveals more than it should. */
import { beforeAll, describe, expect, it } from 'vitest';
import { inTurn, json, startDouble } from '../support/platform-double.ts';
import { openReplica } from './here.ts';
import { LIST, post, type Replica, startReplica, toolCall } from './support.ts';

it('the metrics count calls, errors by kind, durations, attempts at the platform and waits at the gate', async () => {
  const busy = json(429, { message: 'slow down' }, { 'retry-after': '0.1' });
  const broken = json(500, { message: 'broken' });
  const platform = await startDouble(inTurn(busy, json(200, []), json(404, { message: 'no' }), broken));
  const replica = await openReplica({
    args: ['--max-retries', '1'],
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'platform-token-0123456789' },
  });
  const call = async (body: unknown) => (await post(replica.url, body, { 'x-request-id': 'from-proxy-1' })).text();
  await call(toolCall('list_agents'));
  await call(toolCall('get_thread', { threadId: 't1' }));
  await call(toolCall('get_thread', { threadId: 't1', nonsense: 1 }));
  await call(toolCall('get_thread', { threadId: 't1' }));
  const text = await (await fetch(`${replica.url}/metrics`)).text();
  const value = (line: string): number => {
    const found = text.split('\n').find((candidate) => candidate.startsWith(`agent_platform_mcp_${line} `));
    return Number(found?.split(' ').at(-1));
  };
  expect(value('tool_calls_total{tool="list_agents",outcome="ok"}')).toBe(1);
  expect(value('tool_calls_total{tool="get_thread",outcome="failed"}')).toBe(2);
  expect(value('tool_calls_total{tool="get_thread",outcome="refused"}')).toBe(1);
  expect(value('tool_errors_total{tool="get_thread",kind="http-404"}')).toBe(1);
  expect(value('tool_errors_total{tool="get_thread",kind="http-500"}')).toBe(1);
  expect(value('tool_errors_total{tool="get_thread",kind="bad_arguments"}')).toBe(1);
  expect(value('upstream_attempts_total{operation="listAgents",outcome="http-429"}')).toBe(1);
  expect(value('upstream_attempts_total{operation="listAgents",outcome="ok"}')).toBe(1);
  expect(value('upstream_attempts_total{operation="getThread",outcome="http-500"}')).toBe(2);
  expect(value('http_requests_total{route="mcp",status="200"}')).toBe(4);
  await replica.stop();
  const line = { id: 'from-proxy-1', method: 'POST', status: 200, rpc: 'tools/call', name: 'get_thread' };
  expect(replica.log()).toContainEqual(expect.objectContaining({ ...line, event: 'request', ms: expect.any(Number) }));
  expect(JSON.stringify(replica.log()) + text).not.toContain('platform-token');
});

it('the metrics count the waits of calls that the rate limit holds back', async () => {
  const platform = await startDouble(({ count, ...exchange }) =>
    count === 1 ? json(429, {}, { 'retry-after': '3' })({ count, ...exchange }) : json(200, [])({ count, ...exchange }),
  );
  const replica = await openReplica({
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'platform-token-0123456789' },
  });
  const first = post(replica.url, toolCall('list_agents'));
  const metrics = async (): Promise<string> => (await fetch(`${replica.url}/metrics`)).text();
  await expect.poll(metrics).toMatch(/upstream_attempts_total\{operation="listAgents",outcome="http-429"\} 1/);
  await (await post(replica.url, toolCall('list_agents', {}, 2))).text();
  await (await first).text();
  const text = await metrics();
  expect(Number(/gate_wait_seconds_count (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(1);
});

describe('without a platform', () => {
  let replica: Replica;
  beforeAll(async () => {
    replica = await startReplica();
  });

  it('is alive, but not ready', async () => {
    const ready = await fetch(`${replica.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'not ready', why: 'AGENT_PLATFORM_BASE_URL is not set' });
    expect((await fetch(`${replica.url}/healthz`)).status).toBe(200);
    // Lists need no platform.
    expect((await post(replica.url, LIST)).status).toBe(200);
  });

  it('logs a tool’s name as sent, without characters that control a terminal', async () => {
    const name = 'a\u009b31m\u2028b\u202ec\u007f\n';
    let written = '';
    replica.child.stderr?.on('data', (chunk: Buffer) => {
      written += chunk.toString('utf8');
    });
    await (await post(replica.url, toolCall(name))).text();
    await expect.poll(replica.log).toContainEqual(expect.objectContaining({ event: 'request', name }));
    expect(written).toContain(String.raw`a\u009b31m\u2028b\u202ec\u007f\n`);
    expect(written).not.toMatch(/[\u007f-\u009f\u2028\u202e]/);
  });

  it('logs every request, even one answered right before the end', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `request-${at}`);
    await Promise.all(ids.map(async (id) => (await post(replica.url, LIST, { 'x-request-id': id })).text()));
    await replica.stop();
    const logged = replica
      .log()
      .flatMap(({ event, id }) => (event === 'request' && ids.includes(String(id)) ? [id] : []));
    expect(logged.sort()).toEqual(ids.sort());
  });
});
