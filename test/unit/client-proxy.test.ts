/** Proxies by the usual environment variables: a real CONNECT proxy, names that no resolver knows. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { PlatformError } from '../../src/platform/client/errors.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { clientFor, failureOf, json, startDouble, TOKEN } from '../support/platform-double.ts';

/** For platform.test, signed by itself, valid until 2126; made for this test and good for nothing else. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUKihLT9G+wRpAc4BptvypAZYSd+4wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcGxhdGZvcm0udGVzdDAgFw0yNjExMjEwMDQ4MjRaGA8yMTI2
MTAyODAwNDgyNFowGDEWMBQGA1UEAwwNcGxhdGZvcm0udGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABPWNHCil5UtFjBf/OMJ7wKJu95aErC4AGKmEKnhu4cf6
Y6N4deyip5GnEGrAr1cyrxUV13sj+oRgODts+Ea0a/WjbTBrMB0GA1UdDgQWBBQU
OXnF9QPfSnLNnPeUM1Lvm5XE+TAfBgNVHSMEGDAWgBQUOXnF9QPfSnLNnPeUM1Lv
m5XE+TAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXBsYXRmb3JtLnRlc3Qw
CgYIKoZIzj0EAwIDSQAwRgIhAKHbtjB3wkNZOa5f1/LxmznJ8InViQ6W/he++pCj
Os2pAiEA1ewlwwqNl7SjSJ9RHGOC1mlIn7ch+prMlykGLyeF8kM=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqpLALul2CTiozYjy
L37TMXid/eTVbCQD8v5txWc2pH6hRANCAAT1jRwopeVLRYwX/zjCe8CibveWhKwu
ABiphCp4buHH+mOjeHXsoqeRpxBqwK9XMq8VFdd7I/qEYDg7bPhGtGv1
-----END PRIVATE KEY-----`;

const { listAgents } = operations;
/** What the proxy was asked for. */
const asked: { target: string | undefined; headers: object }[] = [];

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const platform = await startDouble(json(200, [{ id: 'a1' }]));
const tls = createTlsServer({ key: KEY, cert: CERTIFICATE }, (_request, response) => response.end('[]'));
const proxy = createServer((_request, response) => response.writeHead(500).end());
proxy.on('connect', (request, socket) => {
  asked.push({ target: request.url, headers: request.headers });
  const upstream = connect(request.url?.endsWith(':443') ? portOf(tls) : platform.port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
});
await Promise.all([listening(tls), listening(proxy)]);
afterAll(async () => {
  for (const server of [tls, proxy]) {
    server.close();
    server.closeAllConnections();
  }
});

/** Calls with these variables, and tells how it ended and what the proxy saw. */
async function call(baseUrl: string, env: NodeJS.ProcessEnv) {
  asked.length = 0;
  const client = clientFor(baseUrl, { env, maxRetries: 0 });
  try {
    const outcome = await client.call(listAgents, {}).then(
      ({ items }) => items.map(({ id }) => id),
      (error: unknown) => error,
    );
    return { outcome, targets: asked.map(({ target }) => target) };
  } finally {
    await client.close();
  }
}

const proxyUrl = (): string => `http://127.0.0.1:${portOf(proxy)}`;

describe('a platform behind a proxy', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('is reached by %s', async (name) => {
    const { outcome, targets } = await call('http://platform.test/api', { [name]: proxyUrl() });
    expect(outcome).toEqual(['a1']);
    expect(targets).toEqual(['platform.test:80']);
    expect(platform.requests.at(-1)).toMatchObject({ target: '/api/v1/agents' });
    expect(platform.requests.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it.each(['HTTPS_PROXY', 'https_proxy'])('with https is reached by %s; its certificate is checked', async (name) => {
    const { outcome, targets } = await call('https://platform.test', { [name]: proxyUrl() });
    expect(targets).toEqual(['platform.test:443']);
    expect(outcome).toBeInstanceOf(PlatformError);
    expect((outcome as PlatformError).facts).toMatchObject({ kind: 'tls', fixer: 'settings', effect: 'none' });
  });

  it('never shows the proxy its token', async () => {
    await call('https://platform.test', { HTTPS_PROXY: proxyUrl() });
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).not.toContain(TOKEN);
  });
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

it('a proxy that does not answer is a failure without effect', async () => {
  const closed = await startDouble(json(200, []));
  await closed.close();
  const client = clientFor('http://platform.test', { env: { HTTP_PROXY: closed.url } });
  const approve = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;
  const error = (await failureOf(client.call(operations.handleThreadApproval, approve))) as PlatformError;
  expect(error.facts.effect).toBe('none');
  await client.close();
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
      const error = (await failureOf(make())) as PlatformError;
      expect(error).toBeInstanceOf(PlatformError);
      expect(error.facts).toMatchObject({ kind: 'proxy', fixer: 'settings', effect: 'none' });
      expect(error.facts.cause).toBeUndefined();
      expect(JSON.stringify(error.facts)).not.toContain('pa55word');
    }
    await client.close();
  },
);
