/** Clients of 2025-11-25 behind a balancer: their answer is handed to the replica that asked, through Redis. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { accept, type Question, questionIn, sessionAt } from '../http/older.ts';
import { connectHttp, post, type Replica, startReplica, toolCall } from '../http/support.ts';
import { until } from '../support/clients.ts';
import { presses, reviewTokenOf, thinking } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { OTHER_THREAD, type Scripted, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Redis, startRedis } from './redis.ts';

const KEY = { AGENT_PLATFORM_STATE_KEY: 'one-key-for-all-replicas-0123456789' };

let platform: Scripted;
let redis: Redis;
let replicas: readonly Replica[];
let proxy: Nginx;
beforeAll(async () => {
  platform = await scriptedPlatform();
  redis = await startRedis();
  const env = { ...platform.env, ...KEY, AGENT_PLATFORM_STATE_REDIS_URL: redis.url };
  replicas = await Promise.all([startReplica({ env }), startReplica({ env }), startReplica({ env })]);
  proxy = await startNginx(replicas.map(({ port }) => port));
});
beforeEach(() => {
  platform.reset();
  for (const id of [THREAD, OTHER_THREAD]) platform.threads.set(id, waitingThread(id));
});
afterAll(async () => {
  await proxy.close();
  await Promise.all(replicas.map((one) => one.stop('SIGKILL')));
  await redis.close();
  await platform.close();
});

/** The decision must apply to the request that was shown last, since an earlier one was decided on this thread. */
const tokenOf = reviewTokenOf;

describe.each(['v1', 'v2-legacy'] as const)('a client of 2025-11-25 behind three replicas (%s)', (kind) => {
  it('is asked, and every answer finds its question', async () => {
    const client = await connectHttp({ client: kind, url: proxy.url, elicit: () => presses('Reject') });
    onTestFinished(() => client.close());
    for (let round = 0; round < 6; round++) {
      platform.threads.set(THREAD, waitingThread());
      const args = { threadId: THREAD, status: 'APPROVED', reviewToken: await tokenOf(client, THREAD) };
      const { structuredContent } = await client.callTool('approve_thread', args);
      expect(structuredContent).toMatchObject({ decision: 'REJECTED', decidedBy: 'human' });
    }
    expect(platform.decisions).toHaveLength(6);
  });

  it('decides nothing after its call was cancelled on another replica', async () => {
    const ended = new AbortController();
    let answered = false;
    const cancelled = () =>
      JSON.stringify(replicas.map((one) => one.log())).split('came to nothing (cancelled)').length;
    const before = cancelled();
    const client = await connectHttp({
      client: kind,
      url: proxy.url,
      elicit: async () => {
        ended.abort('stop');
        await until('the replica that asked has heard of it', () => cancelled() > before);
        answered = true;
        return presses('Approve create_refund');
      },
    });
    onTestFinished(() => client.close());
    const reviewToken = await tokenOf(client, OTHER_THREAD);
    const call = client.callTool(
      'approve_thread',
      { threadId: OTHER_THREAD, status: 'APPROVED', reviewToken },
      { signal: ended.signal },
    );
    await expect(call).rejects.toThrow();
    await until('the human has pressed Approve', () => answered);
    await thinking();
    expect(platform.decisions).toEqual([]);
  });
});

describe('by hand', () => {
  /** A question of the first replica, unless told otherwise: its id, and the rest of its stream. */
  async function asked(headers: Readonly<Record<string, string>>, url = replicas[0]?.url ?? ''): Promise<Question> {
    const token = /reviewToken[: ]+"?([\w.-]+)/.exec(
      await (await post(url, toolCall('get_thread', { threadId: THREAD }), headers)).text(),
    )?.[1];
    const args = { threadId: THREAD, status: 'APPROVED', reviewToken: token };
    return questionIn(await post(url, toolCall('approve_thread', args, 7), headers));
  }

  const session = () => sessionAt(replicas[1]?.url ?? '');

  /** A question that no replica asked. */
  const NOBODYS = 'ask-00000000-0000-4000-8000-000000000000.00000000-0000-4000-8000-000000000000';

  it('one of many equal answers at all replicas at once counts', async () => {
    const headers = await session();
    const question = await asked(headers);
    const statuses = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, n) => (await post(replicas[n % 3]?.url ?? '', accept(question.id), headers)).status,
      ),
    );
    await question.rest();
    expect(platform.decisions).toHaveLength(1);
    // The replica that asked reports whether an answer counted; the others handed theirs over.
    const [asker = [], ...others] = [0, 1, 2].map((at) => statuses.filter((_, n) => n % 3 === at));
    expect(asker.filter((status) => status === 202).length).toBeLessThanOrEqual(1);
    expect(asker.filter((status) => status === 410).length).toBeGreaterThanOrEqual(3);
    expect(new Set(others.flat())).toEqual(new Set([202]));
  });

  it('a second answer, at another replica, comes too late', async () => {
    const headers = await session();
    const question = await asked(headers);
    const reject = { ...accept(question.id), result: { action: 'accept', content: { decision: 'Reject' } } };
    expect((await post(replicas[1]?.url ?? '', reject, headers)).status).toBe(202);
    // Received, and too late: the replica that asked takes one answer.
    expect((await post(replicas[2]?.url ?? '', accept(question.id), headers)).status).toBe(202);
    expect((await post(replicas[0]?.url ?? '', accept(question.id), headers)).status).toBe(410);
    await question.rest();
    expect(platform.decisions).toEqual([expect.objectContaining({ status: 'REJECTED' })]);
  });

  it('an answer to a question of a replica that is gone is refused', async () => {
    const env = { ...platform.env, ...KEY, AGENT_PLATFORM_STATE_REDIS_URL: redis.url };
    const one = await startReplica({ env });
    const headers = await session();
    const question = await asked(headers, one.url);
    await one.stop('SIGKILL');
    expect((await post(replicas[0]?.url ?? '', accept(question.id), headers)).status).toBe(410);
    await question.rest().catch(() => undefined);
    expect(platform.decisions).toEqual([]);
  });

  it('a cancellation at any replica ends the call, also once its question is answered', async () => {
    let isSending = false;
    let release = (): void => undefined;
    platform.rule('POST', new RegExp(`${THREAD}/approval`), () => {
      isSending = true;
      return new Promise((resolve) => {
        release = () => resolve(undefined);
      });
    });
    const headers = await session();
    const question = await asked(headers);
    expect((await post(replicas[1]?.url ?? '', accept(question.id), headers)).status).toBe(202);
    await until('the decision is on its way', () => isSending);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    await post(replicas[2]?.url ?? '', cancel, headers);
    // Its stream ends without a result.
    expect(await question.rest()).not.toContain('"result":{"content"');
    release();
  });

  it('an answer to nobody’s question is refused everywhere', async () => {
    const headers = await session();
    for (const { url } of replicas) {
      for (const id of [NOBODYS, NOBODYS.replace(/.$/, '1'), 'ask-0'])
        expect((await post(url, accept(id), headers)).status).toBe(410);
    }
  });

  describe('with a Redis that fails', () => {
    /** Two replicas with a Redis of their own, which both have reached, and a question of the first one. */
    async function askedWithOwnRedis() {
      const own = await startRedis();
      const env = {
        ...platform.env,
        ...KEY,
        AGENT_PLATFORM_STATE_REDIS_URL: own.url,
        AGENT_PLATFORM_HTTP_REQUEST_TIMEOUT_SECONDS: '20',
      };
      const pair = await Promise.all([startReplica({ env }), startReplica({ env })]);
      onTestFinished(async () => {
        await Promise.all(pair.map((one) => one.stop('SIGKILL')));
        await own.close();
      });
      const headers = await session();
      for (const { url } of pair)
        await expect.poll(async () => (await post(url, accept(NOBODYS), headers)).status).toBe(410);
      return { own, pair, headers, question: await asked(headers, pair[0].url) };
    }

    it.each(['is gone', 'hangs'])('an answer at another replica is refused with 503 while it %s', async (how) => {
      const { own, pair, headers, question } = await askedWithOwnRedis();
      if (how === 'hangs') own.hang(true);
      else await own.close();
      const answer = await post(pair[1].url, accept(question.id), headers);
      expect(answer.status).toBe(503);
      golden(await answer.text());
      expect(platform.decisions).toEqual([]);
      if (how === 'hangs') own.hang(false);
    });

    it('answers are handed over again once it is back, even if it comes back empty', async () => {
      const { own, pair, headers, question } = await askedWithOwnRedis();
      await own.close();
      const anew = await startRedis(own.port);
      onTestFinished(() => anew.close());
      const answered = async () => (await post(pair[1].url, accept(question.id), headers)).status;
      await expect.poll(answered, { interval: 500 }).toBe(202);
      await question.rest();
      expect(platform.decisions).toHaveLength(1);
    });
  });
});
