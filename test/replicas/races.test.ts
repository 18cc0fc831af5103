/** Concurrent equal decisions at two replicas that share a store: one is sent, and none reaches a later request. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHttp, type HttpClient, type Replica, startReplica } from '../http/support.ts';
import { reviewTokenOf } from '../support/consent-human.ts';
import { dialogsTogether, heldIn, type Kind, type RacePlatform, race, racePlatform } from '../support/races.ts';
import { type Redis, startRedis } from './redis.ts';

/** About 500 rounds in all with those beside it; `npm run test:races` makes more than 10,000. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 40);

let redis: Redis;
let platform: RacePlatform;
const replicas: Replica[] = [];
const replica = async (env: Readonly<Record<string, string>> = {}): Promise<Replica> => {
  const key = {
    AGENT_PLATFORM_STATE_KEY: 'one-key-for-all-replicas-0123456789',
    AGENT_PLATFORM_STATE_REDIS_URL: redis.url,
  };
  const one = await startReplica({ env: { ...platform.env, AGENT_PLATFORM_LOG_LEVEL: 'info', ...key, ...env } });
  replicas.push(one);
  return one;
};
beforeAll(async () => {
  redis = await startRedis();
  platform = await racePlatform();
  await Promise.all([replica(), replica()]);
});
afterAll(async () => {
  await Promise.all(replicas.map((one) => one.stop('SIGKILL')));
  await platform.close();
  await redis.close();
});

const CASES: readonly { client: 'v1' | 'v2-legacy' | 'v2-modern'; kind: Kind }[] = [
  { client: 'v2-legacy', kind: 'token' },
  { client: 'v2-legacy', kind: 'dialogs' },
  { client: 'v1', kind: 'dialogs' },
  { client: 'v2-modern', kind: 'token' },
  { client: 'v2-modern', kind: 'dialogs' },
];

describe('over HTTP at two replicas', () => {
  it.each(CASES)('$client, $kind', async ({ client, kind }) => {
    const dialogs = kind === 'dialogs' ? dialogsTogether() : undefined;
    const elicit = dialogs === undefined ? {} : { elicit: dialogs.elicit };
    const racers: HttpClient[] = await Promise.all(
      replicas.slice(0, 2).map(({ url }) => connectHttp({ client, url, ...elicit })),
    );
    try {
      heldIn(await race({ platform, racers, kind, rounds: ROUNDS, ...(dialogs === undefined ? {} : { dialogs }) }));
    } finally {
      await Promise.all(racers.map((one) => one.close()));
    }
  });

  it('a store that is gone lets no decision pass, asked or not', async () => {
    const own = await startRedis();
    const one = await replica({ AGENT_PLATFORM_STATE_REDIS_URL: own.url });
    const client = await connectHttp({ client: 'v2-modern', url: one.url });
    const reviewToken = await reviewTokenOf(client, 'store-gone');
    await own.close();
    const before = platform.met.length;
    const args = { threadId: 'store-gone', status: 'APPROVED', reviewToken };
    const result = await client.callTool('approve_thread', args);
    expect(JSON.stringify(result)).toMatch(/store of AGENT_PLATFORM_STATE_REDIS_URL does not answer.*Nothing was sent/);
    expect(platform.met.length).toBe(before);
    await client.close();
  });
});
