/** A human's answer across replicas: bound, expiring, and single use as far as the replicas share a store. */
import { cpSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startIssuer } from '../http/issuer.ts';
import { modernCall } from '../http/modern.ts';
import { connectHttp, type Replica, startReplica } from '../http/support.ts';
import { BUNDLE, until } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { OTHER_THREAD, type Scripted, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startNginx } from './nginx.ts';
import { type Redis, startRedis } from './redis.ts';

const KEY = { AGENT_PLATFORM_STATE_KEY: 'one-key-for-all-replicas-0123456789' };
const approve = { threadId: THREAD, status: 'APPROVED' };
const yes = (state: string) => ({ state, decision: 'Approve create_refund' });

let platform: Scripted;
const started: Replica[] = [];
const replica = async (env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<Replica> => {
  const one = await startReplica({ env: { ...platform.env, ...env }, args });
  started.push(one);
  return one;
};
beforeAll(async () => {
  platform = await scriptedPlatform();
});
beforeEach(() => platform.reset());
afterAll(async () => {
  await Promise.all(started.map((one) => one.stop('SIGKILL')));
  await platform.close();
});

describe('replicas with one key', () => {
  it('take an answer to a question that another one asked', async () => {
    const [asks, answers] = [await replica(KEY), await replica(KEY)];
    const question = await modernCall(asks.url, 'approve_thread', approve);
    expect(question.isQuestion).toBe(true);
    await modernCall(answers.url, 'approve_thread', approve, yes(question.state));
    expect(platform.decisions).toHaveLength(1);
  });

  it('take such an answer behind nginx, where the client does not know which one asked', async () => {
    const replicas = [await replica(KEY), await replica(KEY), await replica(KEY)];
    const proxy = await startNginx(replicas.map(({ port }) => port));
    onTestFinished(() => proxy.close());
    const elicit = () => ({ action: 'accept' as const, content: { decision: 'Reject' } });
    const client = await connectHttp({ client: 'v2-modern', url: proxy.url, elicit });
    const result = await client.callTool('approve_thread', approve);
    expect(result.structuredContent).toMatchObject({ decision: 'REJECTED', decidedBy: 'human' });
    const served = () => replicas.filter((one) => one.log().some(({ name }) => name === 'approve_thread'));
    await until('two replicas have logged a part of it', () => served().length > 1);
    await client.close();
  });

  it('refuse an answer for another call or another decision, as one alone does', async () => {
    const [asks, answers] = [await replica(KEY), await replica(KEY)];
    const { state } = await modernCall(asks.url, 'approve_thread', approve);
    platform.threads.set(OTHER_THREAD, waitingThread(OTHER_THREAD));
    const other = await modernCall(answers.url, 'approve_thread', { ...approve, threadId: OTHER_THREAD }, yes(state));
    golden(other.text);
    platform.threads.set(
      THREAD,
      waitingThread(THREAD, 'I would now call create_refund with {"amount":9999}. Shall I?'),
    );
    const changed = await modernCall(answers.url, 'approve_thread', approve, yes(state));
    expect(changed.isError).toBe(true);
    expect(platform.writes()).toEqual([]);
  });

  it('record used answers and decisions separately without a shared store, as documented', async () => {
    const [first, second] = [await replica(KEY), await replica(KEY)];
    const { state } = await modernCall(first.url, 'approve_thread', approve);
    const asBefore = structuredClone(platform.threads.get(THREAD) ?? waitingThread());
    await modernCall(first.url, 'approve_thread', approve, yes(state));
    platform.threads.set(THREAD, asBefore);
    golden(await modernCall(first.url, 'approve_thread', approve, yes(state)));
    expect((await modernCall(second.url, 'approve_thread', approve, yes(state))).isError).toBe(false);
  });
});

it('replicas with a key each refuse each other’s questions', async () => {
  const [asks, answers] = [await replica({}), await replica({})];
  const { state } = await modernCall(asks.url, 'approve_thread', approve);
  const refused = await modernCall(answers.url, 'approve_thread', approve, yes(state));
  golden(refused.text);
  expect(platform.writes()).toEqual([]);
});

describe('replicas with a shared store', () => {
  let redis: Redis;
  let shared: Record<string, string>;
  beforeAll(async () => {
    redis = await startRedis();
    shared = { ...KEY, AGENT_PLATFORM_STATE_REDIS_URL: redis.url };
  });
  afterAll(() => redis.close());

  it('take an answer once in all', async () => {
    const replicas = [await replica(shared), await replica(shared), await replica(shared)] as const;
    const { state } = await modernCall(replicas[0].url, 'approve_thread', approve);
    expect((await modernCall(replicas[1].url, 'approve_thread', approve, yes(state))).isError).toBe(false);
    platform.threads.set(THREAD, waitingThread());
    for (const { url } of replicas) {
      const again = await modernCall(url, 'approve_thread', approve, yes(state));
      expect(again.isError).toBe(true);
    }
    expect(platform.decisions).toHaveLength(1);
  });

  /** A request of four pages. */
  const asksAtLength = (): void =>
    void platform.threads.set(
      THREAD,
      waitingThread(THREAD, `The report. ${'It has many words. '.repeat(1_050)}May I?`),
    );

  it('ask about a long request page by page, each page at another replica, and offer Approve only on the last', async () => {
    asksAtLength();
    const replicas = [await replica(shared), await replica(shared)] as const;
    const at = (n: number) => replicas[n % 2 === 0 ? 0 : 1].url;
    let round = await modernCall(at(0), 'approve_thread', approve);
    let pages = 1;
    for (; round.message.includes('Approve is on the last one'); pages++) {
      const early = await modernCall(at(pages), 'approve_thread', approve, { state: round.state, decision: 'Approve' });
      golden(early.text);
      // What was refused is used: the question is asked anew, up to where it was.
      round = await modernCall(at(pages), 'approve_thread', approve);
      for (let page = 1; page <= pages; page++) {
        expect(round.message).toContain(`Page ${page} of 4`);
        round = await modernCall(at(page), 'approve_thread', approve, { state: round.state, decision: 'Read on' });
      }
    }
    expect([pages, platform.decisions.length]).toEqual([4, 0]);
    await modernCall(at(1), 'approve_thread', approve, { state: round.state, decision: 'Approve' });
    expect(platform.decisions).toHaveLength(1);
  });

  it('ask no further page of a human who reads on twice, nor once the request has changed', async () => {
    asksAtLength();
    const replicas = [await replica(shared), await replica(shared)] as const;
    const { state } = await modernCall(replicas[0].url, 'approve_thread', approve);
    const on = { state, decision: 'Read on' };
    const rounds = await Promise.all(replicas.map(({ url }) => modernCall(url, 'approve_thread', approve, on)));
    expect(rounds.map(({ isQuestion }) => isQuestion).sort()).toEqual([false, true]);
    const second = rounds.find(({ isQuestion }) => isQuestion);
    asksAtLength();
    const next = { state: second?.state ?? '', decision: 'Read on' };
    const changed = await modernCall(replicas[1].url, 'approve_thread', approve, next);
    golden(changed.text);
    expect(platform.writes()).toEqual([]);
  });

  it('decide once on answers to different questions about one request', async () => {
    const replicas = [await replica(shared), await replica(shared)] as const;
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) => modernCall(replicas[n % 2 === 0 ? 0 : 1].url, 'approve_thread', approve)),
    );
    const ends = await Promise.all(
      asked.map(({ state }, n) => modernCall(replicas[n % 2 === 0 ? 1 : 0].url, 'approve_thread', approve, yes(state))),
    );
    expect(ends.filter(({ text }) => text.startsWith('Approved'))).toHaveLength(1);
    expect(platform.decisions).toHaveLength(1);
  });

  it('take one of many sent at the same moment', async () => {
    const replicas = [await replica(shared), await replica(shared)] as const;
    const { state } = await modernCall(replicas[0].url, 'approve_thread', approve);
    const all = Array.from({ length: 12 }, (_, n) =>
      modernCall(replicas[n % 2 === 0 ? 0 : 1].url, 'approve_thread', approve, yes(state)),
    );
    const taken = (await Promise.all(all)).filter(({ text }) => text.startsWith('Approved'));
    expect(taken).toHaveLength(1);
    expect(platform.decisions).toHaveLength(1);
  });

  it('refuse answers while the store is gone, say why, and go on with everything else', async () => {
    const own = await startRedis();
    onTestFinished(() => own.close());
    const one = await replica({ ...KEY, AGENT_PLATFORM_STATE_REDIS_URL: own.url });
    const { state } = await modernCall(one.url, 'approve_thread', approve);
    await own.close();
    const refused = await modernCall(one.url, 'approve_thread', approve, yes(state));
    golden(refused.text);
    expect(platform.writes()).toEqual([]);
    expect((await modernCall(one.url, 'get_thread', { threadId: THREAD })).isError).toBe(false);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
  });

  it('also refuse answers while the store hangs, instead of waiting for it', async () => {
    const own = await startRedis();
    onTestFinished(() => own.close());
    const one = await replica({ ...KEY, AGENT_PLATFORM_STATE_REDIS_URL: own.url });
    const { state } = await modernCall(one.url, 'approve_thread', approve);
    const { state: second } = await modernCall(one.url, 'approve_thread', approve);
    const leave = { state, decision: 'Leave it waiting' };
    const left = async () => (await modernCall(one.url, 'approve_thread', approve, leave)).text;
    await expect.poll(left).not.toContain('does not answer');
    own.hang(true);
    const refused = await modernCall(one.url, 'approve_thread', approve, yes(second));
    golden(refused.text);
    expect(platform.writes()).toEqual([]);
    own.hang(false);
  });
});

it('a shared store without its client says what to install, and does not start', async () => {
  const folder = temporaryFolder('alone');
  // All of its files, outside node_modules.
  cpSync(dirname(BUNDLE), folder, { recursive: true });
  const bundle = join(folder, basename(BUNDLE));
  const env = { AGENT_PLATFORM_STATE_REDIS_URL: 'redis://127.0.0.1:1' };
  const start = startReplica({ bundle, args: ['--sandbox'], env });
  golden(await start.then(() => 'it started', String));
});

it('a port in use also ends a server with a store', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const one = await replica({});
  const second = replica({ ...KEY, AGENT_PLATFORM_STATE_REDIS_URL: redis.url }, ['--port', String(one.port)]);
  golden(await second.then(() => 'it started', String), String(one.port));
});

it('an answer counts only from the caller who was asked, not from another with a valid token', async () => {
  const issuer = await startIssuer('https://mcp.example/mcp');
  const oauth = ['--oauth-issuer', issuer.url, '--public-url', 'https://mcp.example'];
  const one = await replica(KEY, oauth);
  const as = async (sub: string) => ({ authorization: `Bearer ${await issuer.token({ claims: { sub } })}` });
  const { state } = await modernCall(one.url, 'approve_thread', approve, undefined, await as('ann'));
  const stolen = await modernCall(one.url, 'approve_thread', approve, yes(state), await as('bob'));
  golden(stolen.text);
  expect(platform.writes()).toEqual([]);
  const own = await modernCall(one.url, 'approve_thread', approve, yes(state), await as('ann'));
  expect(own.isError).toBe(false);
  platform.threads.set(THREAD, waitingThread(THREAD, 'And on? '.repeat(2_000)));
  const long = await modernCall(one.url, 'approve_thread', approve, undefined, await as('ann'));
  const on = { state: long.state, decision: 'Read on' };
  const peeked = await modernCall(one.url, 'approve_thread', approve, on, await as('bob'));
  expect([peeked.isQuestion, peeked.isError]).toEqual([false, true]);
  await issuer.close();
});
