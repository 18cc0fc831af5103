/** Limits on bodies, connections and time; and the end of the server. */
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { json, type PlatformDouble, type Reply, startDouble } from '../support/platform-double.ts';
import { callParams } from '../support/rounds.ts';
import { raw } from './raw.ts';
import { LIST, messageOf, post, type Replica, startReplica, toolCall } from './support.ts';

const TOKEN = 'platform-token-0123456789';
const env = (url: string) => ({ AGENT_PLATFORM_BASE_URL: url, AGENT_PLATFORM_TOKEN: TOKEN });

describe('bodies', () => {
  let replica: Replica;
  beforeAll(async () => {
    replica = await startReplica({ args: ['--sandbox', '--http-max-body-kb', '16'] });
  });

  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  it.each([
    ['announced', 'content-length: 33554432', ''],
    ['in chunks', 'transfer-encoding: chunked', `${(32 << 20).toString(16)}\r\n`],
  ])(
    'far beyond the limit, %s, are refused where a client can read it: behind all that it sends',
    async (...[, length, chunk]) => {
      const client = connectSocket(replica.port, '127.0.0.1');
      client.on('error', () => undefined);
      const failed = new Promise<string>((resolve) => client.once('close', () => resolve('closed')));
      let heard = '';
      const head = ['POST /mcp HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json', length, '', chunk];
      // More than the system keeps for a reader: it leaves only if it is read.
      const sent = new Promise<undefined>((resolve) => {
        client.write(head.join('\r\n'));
        client.write(Buffer.alloc(32 << 20, 'x'), () => resolve(undefined));
      });
      expect(await Promise.race([sent, failed])).toBeUndefined();
      client.on('data', (part: Buffer) => {
        heard += part.toString('utf8');
      });
      await until('the refusal is read', () => heard.includes('AGENT_PLATFORM_HTTP_MAX_BODY_KB'));
      expect(heard).toMatch(/^HTTP\/1\.1 413 /);
      client.destroy();
    },
  );

  it('of answers leave whole, with their length', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: callParams('list_agents', {}) };
    const standard = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'list_agents' };
    const answer = await raw(replica.url, {
      method: 'POST',
      headers: { ...headers, ...standard },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text));
    expect(JSON.parse(answer.text)).toMatchObject({ id: 1, result: { structuredContent: {} } });
  });

  const DEEP = '{"a":'.repeat(2_500);
  it.each([
    { it: 'not JSON', body: '{"jsonrpc":', code: -32700 },
    { it: 'empty', body: '', code: -32700 },
    { it: 'null', body: 'null', code: -32700 },
    { it: 'a number', body: '7', code: -32700 },
    { it: 'nested thousands of levels deep', body: `${DEEP}1${'}'.repeat(2_500)}`, code: -32600 },
  ])('that are $it are refused with 400', async ({ body, code }) => {
    const answer = await post(replica.url, body);
    expect(answer.status).toBe(400);
    expect(await messageOf(answer)).toMatchObject({ error: { code } });
  });

  it('that ask for subscriptions are refused, in both eras: there are none', async () => {
    const ask = (method: string, era: string, params: object) =>
      post(
        replica.url,
        { jsonrpc: '2.0', id: 7, method, params: { ...callParams('', {}), ...params } },
        { 'mcp-protocol-version': era, 'mcp-method': method },
      );
    const listen = await ask('subscriptions/listen', '2026-07-28', { notifications: { toolsListChanged: true } });
    expect(listen.status).toBe(404);
    expect(await messageOf(listen)).toMatchObject({ id: 7, error: { code: -32601 } });
    const body = { jsonrpc: '2.0', id: 7, method: 'resources/subscribe', params: { uri: 'agent-platform://costs' } };
    const subscribe = await post(replica.url, body, { 'mcp-protocol-version': '2025-11-25' });
    expect(await messageOf(subscribe)).toMatchObject({ id: 7, error: { code: -32601 } });
  });

  it('that are batches are refused: no request does the work of many', async () => {
    for (const length of [0, 1, 100]) {
      const answer = await post(
        replica.url,
        Array.from({ length }, (_, id) => toolCall('list_agents', {}, id)),
      );
      expect(answer.status).toBe(400);
      expect(await messageOf(answer)).toMatchObject({ error: { code: -32600 } });
    }
  });

  it.each([
    { it: 'in Latin-1', body: Buffer.from(JSON.stringify(toolCall('list_agents', { Zoë: 1 })), 'latin1'), type: {} },
    { it: 'compressed', body: gzipSync(JSON.stringify(LIST)), type: { 'content-encoding': 'gzip' } },
  ])('that are $it are refused with 400, and are not guessed at', async ({ body, type }) => {
    const answer = await fetch(`${replica.url}/mcp`, { method: 'POST', headers: { ...headers, ...type }, body });
    expect(answer.status).toBe(400);
    golden(await answer.text());
  });

  it('of another type are refused with 415', async () => {
    expect((await post(replica.url, LIST, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('that are unreadable are logged with what the client was told', async () => {
    const client = connectSocket(replica.port, '127.0.0.1');
    let heard = '';
    client.on('data', (chunk: Buffer) => {
      heard += chunk.toString('utf8');
    });
    const head = [
      'POST /mcp HTTP/1.1',
      'host: 127.0.0.1',
      'content-type: application/json',
      'x-request-id: unreadable',
    ];
    client.write([...head, 'transfer-encoding: chunked', '', 'no size', ''].join('\r\n'));
    const requests = () => replica.log().filter(({ event, id }) => event === 'request' && id === 'unreadable');
    await until('it is logged', () => requests().length === 1);
    await until('it is answered', () => heard !== '');
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    expect(requests()).toEqual([expect.objectContaining({ status: 400 })]);
  });
});

/** Answers reads at once; a write is held until it is let go. */
function heldWrites(): { reply: Reply; release(): void } {
  const waiting: (() => void)[] = [];
  let status = 'RUNNING';
  const thread = (exchange: Parameters<Reply>[0]) => json(200, { threadId: 't1', agentId: 'a1', status })(exchange);
  return {
    reply: (exchange) => {
      // A thread is read before it is moved, and afterwards.
      if (exchange.request.method === 'GET') return thread(exchange);
      waiting.push(() => {
        status = 'PAUSED';
        return thread(exchange);
      });
    },
    release: () => {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

const write = toolCall('pause_thread', { threadId: 't1' });

describe('time', () => {
  it('that a request takes beyond the limit ends it, here and at the platform', async () => {
    const platform = await startDouble(() => undefined);
    const replica = await startReplica({
      args: ['--http-request-timeout-seconds', '1'],
      // Nothing else ends the call in the time that a test has.
      env: { ...env(platform.url), AGENT_PLATFORM_TIMEOUT_MS: '600000' },
    });
    const error = { message: expect.stringContaining('longer than this server allows') };
    // On a busy machine the second may be over before the platform is asked: then there is nothing to end there.
    do {
      const answer = await post(replica.url, toolCall('list_agents', {}, 7));
      expect(await messageOf(answer)).toMatchObject({ id: 7, error });
    } while (platform.requests.length === 0);
    await until('the platform sees it go', () => platform.abandoned > 0);
  });

  it('of a client that goes is not spent: its call ends at the platform', async () => {
    const platform = await startDouble(() => undefined);
    const replica = await startReplica({ env: env(platform.url) });
    const gone = new AbortController();
    const asked = post(replica.url, toolCall('list_agents'), {}, gone.signal).then(
      (answer) => answer.text(),
      () => 'gone',
    );
    await until('the platform is asked', () => platform.requests.length > 0);
    gone.abort();
    await asked.catch(() => undefined);
    await until('the platform sees it go', () => platform.abandoned > 0);
  });

  it('of a client that goes is not spent on calls that wait behind another on their connection: they never begin', async () => {
    const CALLS = 12;
    const platform = await startDouble(() => undefined);
    const replica = await startReplica({ env: { ...env(platform.url), AGENT_PLATFORM_TIMEOUT_MS: '600000' } });
    const body = JSON.stringify(toolCall('list_agents'));
    const call = [...headFor(body), '', body].join('\r\n');
    const client = connectSocket(replica.port, '127.0.0.1');
    client.write(call.repeat(CALLS));
    await until('the platform is asked', () => platform.requests.length > 0);
    client.destroy();
    await until('the platform sees it go', () => platform.abandoned === 1);
    const requests = () => replica.log().filter(({ event, rpc }) => event === 'request' && rpc === 'tools/call');
    await until('it is logged', () => requests().length === 1);
    const started = performance.now();
    expect(await replica.stop()).toBe(0);
    // No request is pending; otherwise a drain would take 25 s.
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(platform.requests).toHaveLength(1);
    expect(replica.stray).toEqual([]);
  });
});

/** The head of a POST, line by line, for tests that write to a socket. */
const headFor = (body: string): string[] => [
  'POST /mcp HTTP/1.1',
  'host: 127.0.0.1',
  'content-type: application/json',
  'accept: application/json, text/event-stream',
  `content-length: ${body.length}`,
];

describe('connections', () => {
  let replica: Replica;
  beforeAll(async () => {
    replica = await startReplica({ args: ['--sandbox', '--http-max-connections', '3'] });
  });

  /** Opens a connection that sends this. */
  function holding(bytes: string) {
    const socket = connectSocket(replica.port, '127.0.0.1', () => socket.write(bytes));
    const held = { socket, heard: '', isClosed: false };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      held.heard += chunk.toString('utf8');
    });
    socket.once('close', () => {
      held.isClosed = true;
    });
    return held;
  }
  const body = JSON.stringify(LIST);
  const whole = [...headFor(body), '', body].join('\r\n');

  it('beyond the limit are closed; those that are open go on', async () => {
    const open = [holding(whole), holding(whole), holding(whole)];
    await until('they are answered', () => open.every(({ heard }) => heard.includes('200 OK')));
    const more = holding(whole);
    await until('the next one is closed', () => more.isClosed);
    expect(more.heard).toBe('');
    const told = expect.objectContaining({ message: expect.stringContaining('AGENT_PLATFORM_HTTP_MAX_CONNECTIONS') });
    await expect.poll(() => replica.log()).toContainEqual(told);
    for (const held of open) held.heard = '';
    open[0]?.socket.write(whole);
    await until('the first one is answered again', () => open[0]?.heard.includes('200 OK') === true);
    for (const { socket } of open) socket.destroy();
    await until('there is room again', () => open.every(({ isClosed }) => isClosed));
  });

  it.each([
    { it: 'nothing', bytes: '' },
    { it: 'half a head', bytes: 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ' },
  ])('that send $it are closed, and make room for others', async ({ bytes }) => {
    const replica = await startReplica({ args: ['--sandbox', '--http-max-connections', '1'] });
    onTestFinished(async () => {
      await replica.stop('SIGKILL');
    });
    const socket = connectSocket(replica.port, '127.0.0.1');
    let isClosed = false;
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('close', () => {
      isClosed = true;
    });
    await once(socket, 'connect');
    socket.write(bytes);
    await expect(raw(replica.url, { path: '/healthz' })).rejects.toThrow();
    await until('it is closed', () => isClosed);
    expect((await raw(replica.url, { path: '/healthz' })).status).toBe(200);
  });
});

describe('SIGTERM', () => {
  let platform: PlatformDouble;
  const held = heldWrites();
  beforeAll(async () => {
    platform = await startDouble(held.reply);
  });

  it('lets what is under way finish, takes nothing new, says so to probes, and ends with 0', async () => {
    const replica = await startReplica({ env: env(platform.url) });
    const standard = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'pause_thread' };
    const body = { ...write, params: callParams('pause_thread', { threadId: 't1' }) };
    const answered = post(replica.url, body, standard).then(async (answer) => ({
      kept: answer.headers.get('connection'),
      ...(await messageOf(answer)),
    }));
    await until('the write is under way', () => platform.requests.some(({ method }) => method !== 'GET'));
    const probe = connectSocket(replica.port, '127.0.0.1');
    let probed = '';
    probe.on('data', (chunk: Buffer) => {
      probed += chunk.toString('utf8');
    });
    // Its head is on the way when the signal comes, so the connection is not idle: a first answer shows that it was accepted.
    probe.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await until('the probe is accepted', () => probed.includes('200 OK'));
    probed = '';
    await new Promise((resolve) => probe.write('GET /readyz HTTP/1.1\r\nhost: x\r\n', resolve));
    replica.child.kill('SIGTERM');
    await until('it drains', () => replica.log().some(({ event }) => event === 'draining'));
    await expect(post(replica.url, LIST)).rejects.toThrow();
    probe.write('\r\n');
    await until('the probe is answered', () => probed.includes('not ready'));
    expect(probed).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close/i);
    expect(replica.child.exitCode).toBeNull();
    held.release();
    // Its connection is closed right after it.
    expect(await answered).toMatchObject({ kept: 'close', result: { structuredContent: { status: 'PAUSED' } } });
    // A second signal would end it at once.
    expect(await replica.gone).toBe(0);
    expect(replica.log().at(-1)).toMatchObject({ event: 'ended' });
  });

  it('lets a request finish whose body is still on its way', async () => {
    const replica = await startReplica({ args: ['--sandbox'] });
    const body = JSON.stringify(LIST);
    const head = [...headFor(body), 'expect: 100-continue'];
    const client = connectSocket(replica.port, '127.0.0.1');
    let heard = '';
    client.on('data', (chunk: Buffer) => {
      heard += chunk.toString('utf8');
    });
    client.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 9)}`);
    await until('the request is taken', () => heard.includes('100 Continue'));
    replica.child.kill('SIGTERM');
    await until('it drains', () => replica.log().some(({ event }) => event === 'draining'));
    client.write(body.slice(9));
    expect(await replica.gone).toBe(0);
    expect(heard).toContain('HTTP/1.1 200 OK');
    expect(heard).toContain('"name":"list_agents"');
  });

  it.each(['2025-11-25', '2026-07-28'])(
    'ends what does not finish in time, with an error and a line in the log, and then exits (%s)',
    async (era) => {
      const replica = await startReplica({ args: ['--http-drain-seconds', '1'], env: env(platform.url) });
      const before = platform.requests.length;
      const standard = { 'mcp-protocol-version': era, 'mcp-method': 'tools/call', 'mcp-name': 'pause_thread' };
      const params = callParams('pause_thread', { threadId: 't1' });
      const call = era === '2026-07-28' ? { ...write, params } : write;
      const answered = post(replica.url, { ...call, id: 7 }, standard).then(messageOf);
      await until('the write is under way', () =>
        platform.requests.slice(before).some(({ method }) => method !== 'GET'),
      );
      expect(await replica.stop()).toBe(0);
      expect(await answered).toMatchObject({
        id: 7,
        error: { message: expect.stringMatching(/shutting down.*it may have taken effect/) },
      });
      expect(replica.log()).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          message: 'requests that did not finish within 1 s, and were ended: 1',
        }),
      );
      expect(replica.log()).toContainEqual(
        // The stream of an older client has begun with 200.
        expect.objectContaining({ event: 'request', status: call === write ? 200 : 503, name: 'pause_thread' }),
      );
    },
  );
});
