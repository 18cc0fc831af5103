/** Proxies by the usual environment variables: a real CONNECT proxy, names that no resolver knows. */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { PlatformError } from '../../src/platform/client/errors.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { clientFor, factsOf, json, startDouble, TOKEN } from '../support/platform-double.ts';

const { listAgents } = operations;
/** What the proxy was asked for. */
const asked: (string | undefined)[] = [];

const platform = await startDouble(json(200, [{ id: 'a1' }]));
const proxy = createServer((_request, response) => response.writeHead(500).end());
proxy.on('connect', (request, socket) => {
  asked.push(request.url);
  const upstream = connect(platform.port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  proxy.close();
  proxy.closeAllConnections();
});

/** Calls with these variables, and tells how it ended and what the proxy saw. */
async function call(baseUrl: string, env: NodeJS.ProcessEnv) {
  asked.length = 0;
  const client = clientFor(baseUrl, { env, maxRetries: 0 });
  const outcome = await client.call(listAgents, {}).then(
    ({ items }) => items.map(({ id }) => id),
    (error: unknown) => error,
  );
  return { outcome, targets: [...asked] };
}

const proxyUrl = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

it.each(['HTTP_PROXY', 'http_proxy'])('a platform behind a proxy is reached by %s', async (name) => {
  const { outcome, targets } = await call('http://platform.test/api', { [name]: proxyUrl() });
  expect(outcome).toEqual(['a1']);
  expect(targets).toEqual(['platform.test:80']);
  expect(platform.requests.at(-1)).toMatchObject({ target: '/api/v1/agents' });
  expect(platform.requests.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

describe('no proxy is used', () => {
  it.each([
    ['NO_PROXY', 'x.test,platform.test'],
    ['no_proxy', 'x.test,platform.test'],
    ['NO_PROXY', '.test'],
    ['NO_PROXY', '*'],
  ])('where %s names the host (%s): it is looked up directly', async (name, hosts) => {
    const { outcome, targets } = await call('http://platform.test', { HTTP_PROXY: proxyUrl(), [name]: hosts });
    expect(targets).toEqual([]);
    expect((outcome as PlatformError).facts.kind).toBe('unreachable');
  });

  it('for this machine itself, which a proxy could not reach', async () => {
    const { outcome, targets } = await call(platform.url, { HTTP_PROXY: proxyUrl(), HTTPS_PROXY: proxyUrl() });
    expect(targets).toEqual([]);
    expect(outcome).toEqual(['a1']);
  });

  it('where the variable is empty', async () => {
    const { outcome } = await call(platform.url, { HTTP_PROXY: '' });
    expect(outcome).toEqual(['a1']);
  });

  it('that only the process and not the client was given', async () => {
    const before = process.env.HTTP_PROXY;
    process.env.HTTP_PROXY = proxyUrl();
    try {
      const { targets } = await call('http://platform.test', { HTTPS_PROXY: proxyUrl() });
      expect(targets).toEqual([]);
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY;
      else process.env.HTTP_PROXY = before;
    }
  });
});

it.each([407, 403, 502])(
  'a proxy that does not connect (%i) is asked once: a password could be locked',
  async (status) => {
    let asked = 0;
    const refusing = createServer();
    refusing.on('connect', (_request, socket) => {
      asked += 1;
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.address() as AddressInfo;
    const client = clientFor('https://platform.test', { env: { HTTPS_PROXY: `http://u:p@127.0.0.1:${port}` } });
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts).toMatchObject({ kind: 'proxy', fixer: 'settings', effect: 'none' });
    expect(facts.what).toBe(`The proxy did not connect to the platform (${status}).`);
    expect(asked).toBe(1);
    await client.close();
    refusing.close();
  },
);

it('a proxy that does not answer is a failure without effect', async () => {
  const closed = await startDouble(json(200, []));
  await closed.close();
  const client = clientFor('http://platform.test', { env: { HTTP_PROXY: closed.url } });
  const approve = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;
  expect((await factsOf(client.call(operations.handleThreadApproval, approve))).effect).toBe('none');
});

it.each([
  'proxy.test:8080',
  'user:pa55word-of-the-proxy@proxy.test:8080',
  'http://user:pa55word-of-the-proxy@proxy.test:99999',
  'http://us%er:pa55word-of-the-proxy@proxy.test',
  'ftp://proxy.test',
  'socks5://proxy.test:1080',
  ' ',
])(
  'a proxy variable that holds no address (%j) is a mistake of the settings, not repeated and without effect',
  async (value) => {
    const client = clientFor('http://platform.test', { env: { HTTP_PROXY: value } });
    const approve = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;
    const calls = [() => client.call(operations.handleThreadApproval, approve), () => client.call(listAgents, {})];
    for (const make of calls) {
      const facts = await factsOf(make());
      expect(facts).toMatchObject({ kind: 'proxy', fixer: 'settings', effect: 'none' });
      expect(facts.cause).toBeUndefined();
      expect(JSON.stringify(facts)).not.toContain('pa55word');
    }
  },
);
