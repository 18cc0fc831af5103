/** Two replicas whose Redis stops, hangs, forgets, or loses a command: nothing is decided twice, and nothing told wrongly. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { modernCall } from '../http/modern.ts';
import { accept, sessionAt } from '../http/older.ts';
import { post, type Replica, startReplica, toolCall } from '../http/support.ts';
import { until } from '../support/clients.ts';
import { freePort } from '../support/free-port.ts';
import { golden } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { OTHER_THREAD, type Scripted, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { NO_REDIS, type Redis, startRedis } from './redis.ts';
import { type Fault, type RedisProxy, startRedisProxy } from './redis-proxy.ts';

const KEY = { AGENT_PLATFORM_STATE_KEY: 'one-key-for-all-replicas-0123456789' };
const approve = { threadId: THREAD, status: 'APPROVED' };
const yes = (state: string) => ({ state, decision: 'Approve create_refund' });
const CLAIM = /^SET\r\n[\s\S]*:claim:/im;
const USED = /^SET\r\n[\s\S]*:used:/im;
const RELEASE = /^EVAL\r\n[\s\S]*:claim:/im;
const SUBSCRIBE = /^SUBSCRIBE\r\n/im;

let platform: Scripted;
let redis: Redis;
let proxy: RedisProxy;
/** The first has the proxy between itself and Redis. */
let first: Replica;
let second: Replica;

const replica = (url: string, more: Partial<Parameters<typeof startReplica>[0]> = {}): Promise<Replica> =>
  startReplica({ env: { ...platform.env, ...KEY, AGENT_PLATFORM_STATE_REDIS_URL: url }, ...more });

beforeEach(({ skip }) => skip(NO_REDIS !== undefined, NO_REDIS));
beforeAll(async () => {
  if (NO_REDIS !== undefined) return;
  platform = await scriptedPlatform();
  redis = await startRedis();
  proxy = await startRedisProxy(redis.port);
  [first, second] = await Promise.all([replica(proxy.url), replica(redis.url)]);
});
beforeEach(() => {
  platform?.reset();
  for (const id of [THREAD, OTHER_THREAD]) platform?.threads.set(id, waitingThread(id));
});
afterAll(async () => {
  await Promise.all([first, second].map((one) => one?.stop('SIGKILL')));
  await proxy?.close();
  await redis?.close();
  await platform?.close();
});

/** Decides without asking. */
async function decideAt({ url }: Replica, threadId = THREAD) {
  const headers = { 'mcp-protocol-version': '2025-11-25' };
  const call = async (name: string, args: object) => (await post(url, toolCall(name, args), headers)).text();
  const [, reviewToken = ''] = /reviewToken: ([\w.-]+)/.exec(await call('get_thread', { threadId })) ?? [];
  const text = await call('approve_thread', { threadId, status: 'APPROVED', reviewToken });
  return { text, isError: text.includes('"isError":true') };
}

describe('a claim', () => {
  const FAULTS: readonly Fault[] = ['lost', 'unanswered', 'frozen'];

  it.each(FAULTS)('whose command is %s belongs to nobody: another replica decides at once', async (fault) => {
    const before = proxy.failed();
    proxy.fail(CLAIM, fault);
    const refused = await decideAt(first);
    expect(proxy.failed()).toBe(before + 1);
    proxy.thaw();
    golden(refused.text);
    expect(platform.decisions).toEqual([]);
    await expect.poll(async () => (await decideAt(second)).isError).toBe(false);
    expect(platform.decisions).toHaveLength(1);
    // The first one's release takes nothing from the second.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    platform.threads.set(THREAD, structuredClone(platform.threads.get(THREAD) ?? waitingThread()));
    expect((await decideAt(second)).isError).toBe(true);
    expect(platform.decisions).toHaveLength(1);
  });

  it.each(FAULTS)('that is to be released, and whose release is %s, is released later', async (fault) => {
    platform.rule('POST', /approval$/, json(422, { message: 'not now' }));
    const before = proxy.failed();
    proxy.fail(RELEASE, fault);
    expect((await decideAt(first)).isError).toBe(true);
    expect(proxy.failed()).toBe(before + 1);
    proxy.thaw();
    const asBefore = platform.threads.get(THREAD) ?? waitingThread();
    platform.reset();
    platform.threads.set(THREAD, asBefore);
    await expect.poll(async () => (await decideAt(second)).isError).toBe(false);
    expect(platform.decisions).toHaveLength(1);
  });
});

it.each(['lost', 'unanswered', 'frozen'] as const)(
  'an answer whose mark is %s is refused, and taken once when it is sent again',
  async (fault) => {
    const { state } = await modernCall(first.url, 'approve_thread', approve);
    proxy.fail(USED, fault);
    const refused = await modernCall(first.url, 'approve_thread', approve, yes(state));
    proxy.thaw();
    golden(refused.text);
    await expect
      .poll(async () => (await modernCall(second.url, 'approve_thread', approve, yes(state))).isError)
      .toBe(false);
    expect((await modernCall(first.url, 'approve_thread', approve, yes(state))).isError).toBe(true);
    expect(platform.decisions).toHaveLength(1);
  },
);

describe('nobody is asked', () => {
  const CALLS: readonly (readonly [tool: string, args: object])[] = [
    ['approve_thread', approve],
    ['complete_thread', { threadId: OTHER_THREAD }],
  ];
  const refusedAt = async (one: Replica): Promise<void> => {
    const other = platform.threads.get(OTHER_THREAD);
    if (other) other.status = 'RUNNING';
    for (const [tool, args] of CALLS) {
      const round = await modernCall(one.url, tool, args);
      expect(round.isQuestion).toBe(false);
      golden(round.text);
    }
    expect((await modernCall(one.url, 'get_thread', { threadId: THREAD })).isError).toBe(false);
    expect(platform.writes()).toEqual([]);
  };

  it.each(['is gone', 'hangs'])('while Redis %s', async (how) => {
    const own = await startRedis();
    const one = await replica(own.url);
    onTestFinished(async () => {
      await one.stop('SIGKILL');
      await own.close();
    });
    if (how === 'hangs') own.hang(true);
    else await own.close();
    await refusedAt(one);
    // Everything else goes on: all replicas would drop out at once.
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
  });

  it('while Redis answers, and can’t be written', async () => {
    const own = await startRedis();
    const one = await replica(own.url);
    const admin = await createClient({ url: own.url }).connect();
    onTestFinished(async () => {
      admin.destroy();
      await one.stop('SIGKILL');
      await own.close();
    });
    await admin.configSet('min-replicas-to-write', '1');
    await refusedAt(one);
    expect(JSON.stringify(one.log())).toContain('NOREPLICAS');
    await admin.configSet('min-replicas-to-write', '0');
    expect((await modernCall(one.url, 'approve_thread', approve)).isQuestion).toBe(true);
  });

  it('about the next page', async () => {
    platform.threads.set(THREAD, waitingThread(THREAD, `${'It has many words. '.repeat(1_050)}May I?`));
    const { state } = await modernCall(first.url, 'approve_thread', approve);
    proxy.fail(/:ready\r\n/, 'lost');
    const round = await modernCall(first.url, 'approve_thread', approve, { state, decision: 'Read on' });
    expect(round.isQuestion).toBe(false);
    golden(round.text);
  });
});

describe('a replica is ready', () => {
  it('only once it is subscribed, and then gets the answers that others take', async () => {
    const own = await startRedisProxy(redis.port);
    own.fail(SUBSCRIBE, 'lost', 20);
    const one = await replica(own.url, { until: 'listening' });
    onTestFinished(async () => {
      await one.stop('SIGKILL');
      await own.close();
    });
    await until('one has been cut', () => own.failed() > 0);
    const early = await fetch(`${one.url}/readyz`);
    expect([early.status, await early.text()]).toMatchSnapshot();
    own.mend();
    await expect.poll(async () => (await fetch(`${one.url}/readyz`)).status).toBe(200);
    await expectHandedOver(one);
  });

  it('for a question as soon as it listens: it waits for its Redis', async () => {
    const one = await replica(redis.url, { until: 'listening' });
    onTestFinished(() => one.stop('SIGKILL').then(() => undefined));
    expect((await modernCall(one.url, 'approve_thread', approve)).isQuestion).toBe(true);
  });

  it('with a Redis that starts after it', async () => {
    const port = await freePort();
    const one = await replica(`redis://127.0.0.1:${port}`, { until: 'listening' });
    onTestFinished(() => one.stop('SIGKILL').then(() => undefined));
    expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
    const late = await startRedis(port);
    onTestFinished(() => late.close());
    await expect.poll(async () => (await fetch(`${one.url}/readyz`)).status).toBe(200);
    expect((await modernCall(one.url, 'approve_thread', approve)).isQuestion).toBe(true);
  });

  it('for answers again after its connections, and the next SUBSCRIBE, were cut', async () => {
    proxy.fail(SUBSCRIBE, 'unanswered', 2);
    const before = proxy.failed();
    proxy.cut();
    await until('both have been cut again', () => proxy.failed() === before + 2);
    await expectHandedOver(first);
  });

  it('again after its connections went silent without closing', async () => {
    const own = await startRedisProxy(redis.port);
    const one = await replica(own.url);
    onTestFinished(async () => {
      await one.stop('SIGKILL');
      await own.close();
    });
    own.forsake();
    await expectHandedOver(one);
  });
});

/** The replica asks an older client, whose answer the second one takes: it gets there, sooner or later. */
async function expectHandedOver(one: Replica): Promise<void> {
  const headers = await sessionAt(one.url);
  const before = platform.decisions.length;
  await expect
    .poll(
      async () => {
        const asked = await post(one.url, toolCall('approve_thread', approve, 7), headers);
        const reader = asked.body?.pipeThrough(new TextDecoderStream()).getReader();
        let text = '';
        for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
          text += part.value;
          const id = /"id":"(ask-[^"]+)"/.exec(text)?.[1];
          if (id === undefined || text.includes('answered')) continue;
          const { status } = await post(second.url, accept(id), headers);
          text += 'answered';
          if (status !== 202) return `${status}`;
        }
        return text.includes('Approved') ? 'Approved' : text;
      },
      { interval: 500 },
    )
    .toBe('Approved');
  expect(platform.decisions.length).toBe(before + 1);
}

it('a slow Redis makes a decision slow, but does not change it', async () => {
  proxy.delay(700);
  onTestFinished(() => proxy.delay(0));
  const [one, other] = await Promise.all([decideAt(first), decideAt(second)]);
  expect([one.isError, other.isError].filter((isError) => !isError)).toHaveLength(1);
  expect(platform.decisions).toHaveLength(1);
});

it('a Redis that persists its keys keeps the claims across a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const own = await startRedis(undefined, folder);
  const pair = await Promise.all([replica(own.url), replica(own.url)]);
  onTestFinished(async () => {
    await Promise.all(pair.map((one) => one.stop('SIGKILL')));
    rmSync(folder, { recursive: true });
  });
  const asBefore = structuredClone(platform.threads.get(THREAD) ?? waitingThread());
  expect((await decideAt(pair[0])).isError).toBe(false);
  await own.close();
  const again = await startRedis(own.port, folder);
  onTestFinished(() => again.close());
  platform.threads.set(THREAD, asBefore);
  let told = '';
  await expect
    .poll(async () => {
      told = (await decideAt(pair[1])).text;
      return told.includes('already been sent');
    })
    .toBe(true);
  expect(platform.decisions).toHaveLength(1);
});

it('whatever is cut, each of many requests is decided once and reported correctly', async () => {
  const FAULTS: readonly Fault[] = ['lost', 'unanswered'];
  const threads = Array.from({ length: 24 }, (_, n) => `0d9a3b7e-52c4-4f5e-8a63-${String(n).padStart(12, '0')}`);
  for (const id of threads) platform.threads.set(id, waitingThread(id));
  const both = [first, await replica(proxy.url)] as const;
  onTestFinished(() => both[1].stop('SIGKILL').then(() => undefined));
  const arrived = (id: string): number => platform.decisions.filter(({ threadId }) => threadId === id).length;
  for (const [n, id] of threads.entries()) {
    proxy.fail(n % 4 < 2 ? CLAIM : /:claim:/, FAULTS[n % 2] ?? 'lost');
    await expect
      .poll(
        async () => {
          const told = await Promise.all(both.map((one) => decideAt(one, id)));
          expect(told.filter(({ isError }) => !isError).length).toBeLessThanOrEqual(1);
          // One that says so has sent it.
          if (told.some(({ isError }) => !isError)) expect(arrived(id)).toBe(1);
          return arrived(id);
        },
        { interval: 100 },
      )
      .toBe(1);
  }
  expect(threads.map(arrived)).toEqual(threads.map(() => 1));
});
