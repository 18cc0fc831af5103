/** Subscriptions over HTTP: streams of 2026-07-28 (subscriptions/listen), and none for older clients. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quiet, until } from '../support/clients.ts';
import { type Scripted, scriptedPlatform, THREAD } from '../support/scripted-platform.ts';
import { startIssuer } from './issuer.ts';
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
  await quiet('the platform is asked no longer', () => platform.requests.length);
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
  // It would drain for 25 seconds, and say so, if it waited for the stream.
  expect(await own.stop()).toBe(0);
  expect(own.log().filter(({ message }) => /did not end/.test(String(message)))).toEqual([]);
  await client.close();
});

it('one user’s subscriptions leave room for everyone else’s', async () => {
  const issuer = await startIssuer('https://mcp.example/mcp');
  const args = ['--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example'];
  const own = await startReplica({ env: platform.env, args });
  const as = async (sub: string): Promise<Client> => {
    const client = new Client({ name: 'l', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const headers = { authorization: `Bearer ${await issuer.token({ claims: { sub } })}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${own.url}/mcp`), { requestInit: { headers } }));
    return client;
  };
  const greedy = [await as('greedy'), await as('greedy')];
  const costs = Array.from({ length: 60 }, (_, at) => {
    const period = ['summary', 'daily', 'monthly'][at % 3];
    return `agent-platform://agents/agent-${Math.floor(at / 3)}/costs/${period}`;
  });
  await expect(greedy[0]?.listen({ resourceSubscriptions: costs })).rejects.toThrow(/20 subscribed resources/);
  const taken: unknown[] = [];
  for (let at = 0; at < 40; at++) {
    // Twenty by each of two clients of one user, the same resource or not.
    const wish = greedy[at % 2]?.listen({ resourceSubscriptions: [uri] });
    taken.push(
      await wish?.then(
        () => 'taken',
        (error: unknown) => String(error),
      ),
    );
  }
  expect(taken.filter((what) => what === 'taken')).toHaveLength(16);
  expect(taken.at(-1)).toMatch(/16 streams of subscriptions/);
  const other = await as('other');
  await other.listen({ resourceSubscriptions: [uri] });
  for (const client of [...greedy, other]) await client.close();
  // What ended is given back.
  const again = await as('greedy');
  await expect
    .poll(() =>
      again.listen({ resourceSubscriptions: [uri] }).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    .toBe('taken');
  await again.close();
  await own.stop();
  await issuer.close();
});
