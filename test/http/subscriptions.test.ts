/** Subscriptions over HTTP: streams of 2026-07-28 (subscriptions/listen), and none for older clients. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { type Scripted, scriptedPlatform, THREAD } from '../support/scripted-platform.ts';
import { messageOf, post, type Replica, startReplica } from './support.ts';

let platform: Scripted;
let replica: Replica;
beforeAll(async () => {
  platform = await scriptedPlatform();
  replica = await startReplica({ env: platform.env });
});
afterAll(async () => {
  await replica.stop();
  await platform.close();
});

const uri = `agent-platform://threads/${THREAD}`;

async function listener(headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client(
    { name: 'listener', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${replica.url}/mcp`), { requestInit: { headers } }));
  return client;
}

it('tells of a change while the stream is open, asks the platform no longer, and ends with the server', async () => {
  const client = await listener();
  const updates: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updates.push(params.uri);
  });
  const subscription = await client.listen({ resourceSubscriptions: [uri] });
  const thread = platform.threads.get(THREAD);
  if (thread !== undefined) thread.status = 'RUNNING';
  await until('the change is told', () => updates.includes(uri));
  await subscription.close();
  // The server learns of it a moment later.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const asked = platform.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect(platform.requests.length).toBe(asked);
  await client.close();
});

it('refuses what does not exist, and what the request’s own headers leave out', async () => {
  const client = await listener();
  await expect(client.listen({ resourceSubscriptions: [`${uri}x`] })).rejects.toThrow(/not found/i);
  await client.close();
  const narrowed = await listener({ 'x-mcp-toolsets': 'docs' });
  await expect(narrowed.listen({ resourceSubscriptions: [uri] })).rejects.toThrow();
  await narrowed.close();
});

it('does not offer older clients what it can’t do without sessions', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
  const answer = await messageOf(await post(replica.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params }));
  expect(answer).toMatchObject({ result: { capabilities: { resources: {} } } });
  expect(JSON.stringify(answer)).not.toContain('subscribe');
});

it('an open stream does not hold up the end of the server', async () => {
  const own = await startReplica({ env: platform.env });
  const client = new Client({ name: 'l', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${own.url}/mcp`)));
  await client.listen({ resourceSubscriptions: [uri] });
  const started = performance.now();
  expect(await own.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(10_000);
  await client.close();
});
