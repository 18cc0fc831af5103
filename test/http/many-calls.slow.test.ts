/** Calls beyond the limits: of one connection, of one caller, and of all. */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAdmission } from '../../src/mcp/http/admission.ts';
import { oneAtATime } from '../../src/mcp/http/listen.ts';
import { until } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { json, type PlatformDouble, startDouble } from '../support/platform-double.ts';
import { connectHttp, LIST, post, startReplica, toolCall } from './support.ts';

const REQUEST = (body: string): string =>
  [
    'POST /mcp HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');

describe('calls that never end at the platform', () => {
  let platform: PlatformDouble;
  const held: (() => void)[] = [];
  beforeAll(async () => {
    platform = await startDouble((exchange) => void held.push(() => json(200, [])(exchange)));
  });
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startReplica({
      env: {
        AGENT_PLATFORM_BASE_URL: platform.url,
        AGENT_PLATFORM_TOKEN: 'platform-token-0123456789',
        ...env,
      },
    });

  it('are refused beyond the limits, but only after a second, so that asking again and again costs little', async () => {
    const replica = await start({ AGENT_PLATFORM_HTTP_MAX_CALLS_PER_CALLER: '1' });
    const asked = platform.requests.length;
    const open = post(replica.url, toolCall('list_agents'));
    await until('it is under way', () => platform.requests.length > asked);
    const started = performance.now();
    for (let n = 0; n < 2; n++) expect((await post(replica.url, LIST)).status).toBe(429);
    // Timers may be a little early.
    expect(performance.now() - started).toBeGreaterThan(1_900);
    for (const release of held.splice(0)) release();
    expect((await open).status).toBe(200);
    await replica.stop();
  });

  it('keep others out at a limit for each caller (429) and for all (503), who are told when to come again', async () => {
    for (const [setting, status] of [
      ['AGENT_PLATFORM_HTTP_MAX_CALLS_PER_CALLER', 429],
      ['AGENT_PLATFORM_HTTP_MAX_CALLS', 503],
    ] as const) {
      const replica = await start({ [setting]: '2' });
      const asked = platform.requests.length;
      const open = [1, 2].map((id) => post(replica.url, toolCall('list_agents', {}, id)));
      await until('two are under way', () => platform.requests.length - asked === 2);
      const refused = await post(replica.url, '{ no JSON');
      expect(refused.status).toBe(status);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      golden(await refused.text());
      for (const release of held.splice(0)) release();
      for (const answer of await Promise.all(open)) await answer.text();
      expect((await post(replica.url, LIST)).status).toBe(200);
      await replica.stop();
    }
  });
});

it('closes a connection that sends what no MCP client would: many requests ahead of their answers', async () => {
  const platform = await startDouble(() => undefined);
  const replica = await startReplica({
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'platform-token-0123456789' },
  });
  const client = connect(replica.port, '127.0.0.1');
  let isClosed = false;
  client.on('error', () => undefined);
  client.once('close', () => {
    isClosed = true;
  });
  client.write(REQUEST(JSON.stringify(toolCall('list_agents'))));
  await until('the first is under way', () => platform.requests.length === 1);
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(17));
  await until('it is closed', () => isClosed);
  await until('its call ends at the platform', () => platform.abandoned === 1);
  await until('the log says why', () => replica.log().some(({ message }) => /requests ahead/.test(String(message))));
  await replica.stop();
  await platform.close();
});

it('serves nothing that waits behind an answer that closes the connection', async () => {
  const served: unknown[] = [];
  const server = createServer(
    oneAtATime(
      ({ url }, response) => {
        served.push(url);
        setTimeout(() => response.setHeader('connection', 'close').end(), 20);
      },
      () => undefined,
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  client.write(['/first', '/second', '/third'].map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''));
  await new Promise((resolve) => client.once('close', resolve));
  await new Promise((resolve) => server.close(resolve));
  expect(served).toEqual(['/first']);
});

it('lets a human’s answer in though the caller’s calls are all under way, since they wait for it', async () => {
  const replica = await startReplica({
    args: ['--sandbox'],
    env: { AGENT_PLATFORM_HTTP_MAX_CALLS_PER_CALLER: '1', AGENT_PLATFORM_HTTP_MAX_CALLS: '1' },
  });
  let others: readonly number[] = [];
  const client = await connectHttp({
    client: 'v1',
    url: replica.url,
    elicit: async () => {
      // The same caller has no more calls; and since a question takes no place from others, neither has it been told 503.
      others = [(await post(replica.url, LIST)).status];
      return { action: 'decline' };
    },
  });
  const waiting = JSON.stringify(await client.callTool('list_pending_approvals'));
  const threadId = /- ([\da-f-]{36}) ·/.exec(waiting)?.[1] ?? '';
  const result = await client.callTool('approve_thread', { threadId, status: 'APPROVED' });
  expect(others, JSON.stringify(result)).toEqual([429]);
  expect(JSON.stringify(result)).not.toContain('did not answer');
  await client.close();
  await replica.stop();
});

describe('admission', () => {
  const limits = { httpMaxCallsPerCaller: 2, httpMaxCalls: 3, httpCallsPerMinute: 0 };

  it('counts each caller for itself, and all of them together', () => {
    const admit = createAdmission(limits);
    const calls = [admit('a', false), admit('a', false), admit('b', false)];
    expect(calls.every((call) => 'end' in call)).toBe(true);
    expect(admit('a', false)).toMatchObject({ status: 429 });
    expect(admit('b', false)).toMatchObject({ status: 503 });
    for (const call of calls) if ('end' in call) call.end();
    expect(admit('b', false)).toHaveProperty('end');
  });

  it('frees the place of a call that waits for a human, and takes one again when it goes on', async () => {
    const admit = createAdmission({ ...limits, httpMaxCalls: 1 });
    const call = admit('a', false);
    if (!('waitForHuman' in call)) throw new Error('refused');
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const asked = call.waitForHuman(() => answered);
    const other = admit('b', false);
    expect(other).toHaveProperty('end');
    if ('end' in other) other.end();
    answer();
    await asked;
    expect(admit('b', false)).toMatchObject({ status: 503 });
    call.end();
    expect(admit('b', false)).toHaveProperty('end');
  });

  it('lets a few answers through beyond the limits, four of a caller at once', () => {
    const admit = createAdmission({ ...limits, httpMaxCallsPerCaller: 1 });
    admit('a', false);
    const answers = [1, 2, 3, 4].map(() => admit('a', true));
    expect(answers).toEqual(
      answers.map(() => expect.objectContaining({ overLimit: expect.objectContaining({ status: 429 }) })),
    );
    expect(admit('a', true)).toMatchObject({ status: 429 });
  });

  it('hands out a rate as a bucket that fills evenly', () => {
    const admit = createAdmission({ httpMaxCallsPerCaller: 100, httpMaxCalls: 100, httpCallsPerMinute: 6 });
    for (let count = 0; count < 6; count++) expect(admit('a', false)).toHaveProperty('end');
    expect(admit('a', false)).toMatchObject({ status: 429, retryAfterSeconds: 10 });
    expect(admit('b', false)).toHaveProperty('end');
  });
});
