/** A long request is begun at one replica, read on at another and approved at a third: once, and only if it was read whole. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectHttp, type HttpClient, type Replica, startReplica } from '../http/support.ts';
import { jsonPlatform, TOKEN } from '../support/platform-double.ts';
import { message, thread, uuid } from '../support/sessions.ts';
import { type Redis, startRedis } from './redis.ts';

const threadId = uuid(1);
const words = (last: string) => `${'and so on '.repeat(2_500)}${last}`;

let redis: Redis;
let said = words('.');
let status = 'AWAITING_APPROVAL';
let sent = 0;
let close: () => Promise<void>;
const replicas: Replica[] = [];
const clients: HttpClient[] = [];
beforeAll(async () => {
  redis = await startRedis();
  const platform = await jsonPlatform(({ method }) => {
    if (method === 'POST') {
      sent++;
      status = 'RUNNING';
    }
    return {
      json: thread(1, { status, messages: [message('user', 'Sort it out.'), message('assistant', said)] }),
    };
  });
  close = platform.close;
  const env = {
    AGENT_PLATFORM_BASE_URL: platform.url,
    AGENT_PLATFORM_TOKEN: TOKEN,
    AGENT_PLATFORM_STATE_KEY: 'one-key-for-all-replicas-0123456789',
    AGENT_PLATFORM_STATE_REDIS_URL: redis.url,
  };
  replicas.push(...(await Promise.all([1, 2, 3].map(() => startReplica({ env })))));
  clients.push(...(await Promise.all(replicas.map(({ url }) => connectHttp({ client: 'v2-modern', url })))));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(replicas.map((replica) => replica.stop()));
  await close();
  await redis.close();
});

/** A call at the replica with this number, counted on from the last one. */
async function at(replica: number, tool: string, args: object) {
  const { structuredContent, isError } = await (clients[replica % 3] as HttpClient).callTool(tool, { ...args });
  return { data: { ...(structuredContent as Record<string, unknown> | undefined) }, isError: isError === true };
}

/** Reads all parts, each at the next replica. @returns the tokens of the parts */
async function readAll(): Promise<unknown[]> {
  const tokens: unknown[] = [];
  for (let part = 0; ; part++) {
    const reviewToken = tokens.at(-1);
    const { data } = await at(part, 'get_thread', reviewToken === undefined ? { threadId } : { threadId, reviewToken });
    tokens.push(data.reviewToken);
    if ((data.nextStep as { tool: string }).tool === 'approve_thread') return tokens;
  }
}

it('a long request is approved with the token of its last part alone, by any replica, and once', async () => {
  const tokens = await readAll();
  expect(tokens.length).toBeGreaterThan(2);
  const approve = (replica: number, reviewToken: unknown) =>
    at(replica, 'approve_thread', { threadId, status: 'APPROVED', reviewToken });
  for (const [replica, token] of tokens.slice(0, -1).entries())
    expect((await approve(replica, token)).isError).toBe(true);
  expect(sent).toBe(0);
  const results = await Promise.all([0, 1, 2].map((replica) => approve(replica, tokens.at(-1))));
  expect(results.filter(({ isError }) => !isError)).toHaveLength(1);
  expect(sent).toBe(1);
});

it('a request changes between two parts: the next replica refuses the token of the first, and gives a new one', async () => {
  status = 'AWAITING_APPROVAL';
  said = words('!');
  const { data } = await at(0, 'get_thread', { threadId });
  said = words('?');
  expect((await at(1, 'get_thread', { threadId, reviewToken: data.reviewToken })).isError).toBe(true);
  const tokens = await readAll();
  expect((await at(2, 'approve_thread', { threadId, status: 'APPROVED', reviewToken: tokens.at(-1) })).isError).toBe(
    false,
  );
  expect(sent).toBe(2);
});
