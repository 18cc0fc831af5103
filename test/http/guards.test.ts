/** Access to the server: hosts, origins, addresses, and configurations with which it does not start. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { envelope } from '../support/rounds.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openReplica, type ReplicaHere, refusedStart } from './here.ts';
import { raw } from './raw.ts';
import { LIST } from './support.ts';

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const list = { method: 'POST', body: JSON.stringify(LIST) };

describe('on loopback', () => {
  let replica: ReplicaHere;
  beforeAll(async () => {
    const allowed = ['--allowed-origins', 'console.example', '--allowed-hosts', 'MCP.example,[2001:db8::1]'];
    replica = await openReplica({ args: ['--sandbox', ...allowed] });
  });

  it.each([
    { headers: { host: 'localhost:1' }, status: 200 },
    { headers: { host: '127.0.0.1' }, status: 200 },
    { headers: { host: '[::1]:80' }, status: 200 },
    { headers: { host: 'mcp.example' }, status: 200 },
    { headers: { host: 'rebound.example' }, status: 403 },
    { headers: { host: 'localhost.rebound.example' }, status: 403 },
    { headers: { host: '127.0.0.1.rebound.example:80' }, status: 403 },
    { headers: { host: '127.0.0.1@rebound.example' }, status: 400 },
    { headers: { host: 'user@127.0.0.1' }, status: 400 },
    { headers: { host: 'user:password@127.0.0.1:80' }, status: 400 },
    { headers: { host: '127.0.0.1/path' }, status: 400 },
    { headers: { host: '127.0.0.1:999999' }, status: 400 },
    { headers: { origin: 'http://localhost:5173' }, status: 200 },
    { headers: { origin: 'https://console.example' }, status: 200 },
    { headers: { origin: 'https://rebound.example' }, status: 403 },
    { headers: { origin: 'null' }, status: 403 },
    { headers: { origin: 'https://console.example.rebound.example' }, status: 403 },
  ])('responds to $headers with $status', async ({ headers, status }) => {
    const answer = await raw(replica.url, { ...list, headers: { ...JSON_HEADERS, ...headers } });
    expect(answer.status, answer.text).toBe(status);
    if (status !== 200) expect(answer.text).not.toContain('tools');
  });

  it.each([
    [{ host: 'rebound.example' }, 'Invalid Host: rebound.example', 'AGENT_PLATFORM_HTTP_ALLOWED_HOSTS'],
    [{ origin: 'https://rebound.example' }, 'Invalid Origin: rebound.example', 'AGENT_PLATFORM_HTTP_ALLOWED_ORIGINS'],
  ])('refuses %j and names the setting that would allow it', async (headers, what, setting) => {
    const answer = await raw(replica.url, { ...list, headers: { ...JSON_HEADERS, ...headers } });
    expect(JSON.parse(answer.text).error.message).toBe(
      `${what}. Whoever runs this server can allow it with ${setting}.`,
    );
  });

  it('keeps no connection of a caller that it does not let in', async () => {
    const headers = { ...JSON_HEADERS, origin: 'https://rebound.example' };
    expect((await raw(replica.url, { ...list, headers })).headers.connection).toBe('close');
    expect((await raw(replica.url, { path: '/nowhere', headers: JSON_HEADERS })).headers.connection).toBe('close');
  });

  it('names no setting for an origin without a host, which none allows', async () => {
    const { text } = await raw(replica.url, { ...list, headers: { ...JSON_HEADERS, origin: 'null' } });
    expect(JSON.parse(text).error.message).toMatch(/^Invalid Origin[^.]*\.$/);
  });

  it('checks every request, whatever came before it', async () => {
    const status = async (headers: object): Promise<number> =>
      (await raw(replica.url, { ...list, headers: { ...JSON_HEADERS, ...headers } })).status;
    const origin = 'https://console.example';
    expect(await status({ host: 'mcp.example', origin })).toBe(200);
    expect(await status({ host: 'mcp.example', origin: 'https://rebound.example' })).toBe(403);
    expect(await status({ host: 'rebound.example', origin })).toBe(403);
    expect(await status({ host: 'rebound.example', origin })).toBe(403);
    expect(await status({ host: 'mcp.example' })).toBe(200);
    expect(await status({ host: 'mcp.example', origin })).toBe(200);
  });

  it('accepts its own address, whichever it was told to listen on', async () => {
    const other = await openReplica({ args: ['--sandbox', '--host', '127.0.0.2'] });
    const asked = { ...list, headers: { ...JSON_HEADERS, origin: other.url } };
    expect((await raw(other.url, asked)).status).toBe(200);
  });

  it('guards the metrics like the tools, and answers probes whatever name they use', async () => {
    const headers = { host: 'rebound.example' };
    expect((await raw(replica.url, { path: '/metrics', headers })).status).toBe(403);
    expect((await raw(replica.url, { path: '/healthz', headers })).status).toBe(200);
    expect((await raw(replica.url, { path: '/readyz', headers })).status).toBe(200);
  });

  it('admits pages from the origins that the operator named, and no others', async () => {
    const asked = { 'access-control-request-method': 'POST' };
    const fine = await raw(replica.url, {
      method: 'OPTIONS',
      headers: { origin: 'https://console.example', ...asked },
    });
    expect(fine.status).toBe(204);
    expect(fine.headers['access-control-allow-origin']).toBe('https://console.example');
    for (const header of ['authorization', 'x-mcp-read-only', 'x-mcp-readonly', 'x-mcp-toolsets'])
      expect(fine.headers['access-control-allow-headers']).toContain(`${header},`);
    const other = await raw(replica.url, {
      method: 'OPTIONS',
      headers: { origin: 'https://rebound.example', ...asked },
    });
    expect(other.status).toBe(403);
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('names the MCP endpoint when another path is requested', async () => {
    const answer = await raw(replica.url, { path: '/' });
    expect(answer.status).toBe(404);
    golden(answer.text);
  });

  it.each(['GET', 'DELETE', 'HEAD', 'PUT', 'TRACE', 'PROPFIND'])('has no sessions: %s gets 405', async (method) => {
    expect((await raw(replica.url, { method })).status).toBe(405);
  });
});

describe('a start', () => {
  const folder = temporaryFolder('http');
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const LONG = 'abcdefghijklmnopqrstuvwxyz0123456789';

  it.each([
    { why: 'off loopback without authorization', args: ['--host', '0.0.0.0'] },
    { why: 'on any address without authorization', args: ['--host', '::'] },
    { why: 'at a public address without authorization', args: ['--public-url', 'https://mcp.example'] },
    { why: 'with a short token', env: { HTTP_TOKEN: 'short' } },
    { why: 'with an empty token file', args: ['--http-token-file', file('empty', ' \n')] },
    { why: 'with no token file', args: ['--http-token-file', join(folder, 'none')] },
    { why: 'with an issuer and no public address', args: ['--oauth-issuer', 'https://id.example'] },
    { why: 'with an audience and no issuer', args: ['--oauth-audience', 'x'] },
    { why: 'with scopes that nobody checks', args: ['--oauth-scopes', 'a'] },
    {
      why: 'with a scope that no token could have',
      args: ['--oauth-issuer', 'https://id.example', '--public-url', 'https://mcp.example', '--oauth-scopes', 'a"b'],
    },
    { why: 'with a URL as the host', args: ['--host', 'http://127.0.0.1'] },
    {
      why: 'with an allowed host that no Host header could be',
      args: ['--allowed-hosts', 'mcp.example,mcp.example:443'],
    },
    { why: 'with a wildcard for an allowed host', args: ['--allowed-hosts', '*.example.com'] },
    { why: 'with an allowed origin that no page could have', args: ['--allowed-origins', 'https://console.example'] },
    { why: 'with an issuer over plain HTTP', args: ['--oauth-issuer', 'http://id.example'] },
    { why: 'with a short state key', env: { STATE_KEY: LONG.slice(0, 31) } },
    { why: 'with a state key that is too short for any secret, by its own length', env: { STATE_KEY: 'abc' } },
    { why: 'with a short Redis password', env: { STATE_REDIS_URL: 'redis://:hunter2@127.0.0.1:6379' } },
    {
      why: 'with a Redis password of words',
      env: { STATE_REDIS_URL: 'redis://user:pass%77ord-password@127.0.0.1:6379' },
    },
    { why: 'with an HTTP token that can be guessed', env: { HTTP_TOKEN: '1234567890123456' } },
    { why: 'with a store that is no Redis', env: { STATE_REDIS_URL: 'https://user:pw-1234@h' } },
    ...[
      'redis://h:no-port',
      'redis://',
      'redis://h/name',
      'redis://:pw-1234%zz@h',
      'redis://us%er@h',
      'redis://:pw-1234@h:99999',
    ].map((url) => ({
      why: `with a store at ${url}`,
      env: { STATE_REDIS_URL: url },
    })),
    { why: 'with a token as a flag', args: ['--http-token', LONG] },
  ])('is refused $why', async ({ args = [], env = {} }) => {
    const variables = Object.fromEntries(Object.entries(env).map(([key, value]) => [`AGENT_PLATFORM_${key}`, value]));
    const told = await refusedStart(args, variables);
    golden(told, folder);
    expect(told).not.toMatch(/pw-1234/);
  });

  it('warns of filters that leave no tool', async () => {
    const replica = await openReplica({ args: ['--sandbox', '--toolsets', ','] });
    const warnings = replica.log().filter(({ level }) => level === 'warn');
    golden(warnings.map(({ message }) => message).join('\n'));
  });

  it('warns of a store without a shared key, on loopback too', async () => {
    const env = { AGENT_PLATFORM_STATE_REDIS_URL: 'redis://127.0.0.1:1' };
    const replica = await openReplica({ args: ['--sandbox'], env });
    expect(replica.log()).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('Without AGENT_PLATFORM_STATE_KEY') }),
    );
  });

  it('off loopback with a token accepts any host, and authenticates everybody but probes', async () => {
    const replica = await openReplica({
      args: ['--sandbox', '--host', '0.0.0.0'],
      env: { AGENT_PLATFORM_HTTP_TOKEN: LONG },
    });
    const url = `http://127.0.0.1:${replica.port}`;
    const headers = { ...JSON_HEADERS, host: 'anything.example' };
    expect((await raw(url, { ...list, headers })).status).toBe(401);
    expect((await raw(url, { ...list, headers: { ...headers, authorization: `Bearer ${LONG}` } })).status).toBe(200);
    expect((await raw(url, { path: '/metrics', headers })).status).toBe(401);
    expect((await raw(url, { path: '/healthz', headers })).status).toBe(200);
    const page = { ...headers, authorization: `Bearer ${LONG}`, origin: 'http://localhost' };
    expect((await raw(url, { ...list, headers: page })).status).toBe(403);
    expect(replica.log()).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('STATE_KEY') }),
    );
  });
});

it('what an SDK error repeats is masked and truncated', async () => {
  const replica = await openReplica({
    args: ['--sandbox'],
    env: { AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1' },
  });
  const answerTo = async (version: string) => {
    const _meta = { ...envelope()._meta, 'io.modelcontextprotocol/protocolVersion': version };
    const body = JSON.stringify({ ...LIST, params: { _meta } });
    return raw(replica.url, { method: 'POST', body, headers: JSON_HEADERS });
  };
  const short = await answerTo('tok_some-token-for-tests-1');
  expect(short.status).toBe(400);
  golden(short.text);
  expect((await answerTo('x'.repeat(50_000))).text.length).toBeLessThanOrEqual(12_000);
});

it('a server whose token file can’t be read is not ready, and says why', async () => {
  const tokenFile = join(temporaryFolder('guards'), 'none');
  const env = { AGENT_PLATFORM_BASE_URL: 'http://127.0.0.1:9', AGENT_PLATFORM_TOKEN_FILE: tokenFile };
  const { url } = await openReplica({ env });
  const asked = await fetch(`${url}/readyz`);
  expect([asked.status, await asked.json()]).toEqual([
    503,
    { status: 'not ready', why: "The file of AGENT_PLATFORM_TOKEN_FILE can't be read (no such file)." },
  ]);
  writeFileSync(tokenFile, 'platform-token-0123456789');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
