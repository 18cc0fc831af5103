/** HTTP behaviour that needs the built server in its own process: its environment, its connections, its clock. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, platformEnv, type ToolResult, textOf, until } from '../support/clients.ts';
import { FAULTS } from '../support/fault-kinds.ts';
import { type FaultPlatform, startFaultPlatform } from '../support/fault-platform.ts';
import { HOST, type ProxyDouble, startProxy, startTlsPlatform, type TlsPlatform } from '../support/fault-tls.ts';
import { golden } from '../support/golden.ts';
import { json, type PlatformDouble, startDouble } from '../support/platform-double.ts';
import { open, type RawServer, startRaw } from '../support/raw-stdio.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('manners');

/** One call of a server with this environment. */
async function listAgents(env: Readonly<Record<string, string>>): Promise<ToolResult> {
  const client = await connect({
    client: 'v1',
    env: { AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests', AGENT_PLATFORM_MAX_RETRIES: '0', ...env },
  });
  try {
    return await client.callTool('list_agents');
  } finally {
    await client.close();
  }
}

describe('TLS and proxies', () => {
  let platform: TlsPlatform;
  let proxy: ProxyDouble;
  beforeAll(async () => {
    platform = await startTlsPlatform();
    proxy = await startProxy();
  });
  afterAll(async () => {
    await proxy.close();
    await platform.close();
  });

  it('a certificate of an unknown authority is refused, with the variable to set', async () => {
    const result = await listAgents({ AGENT_PLATFORM_BASE_URL: `https://127.0.0.1:${platform.port}` });
    expect(result.isError).toBe(true);
    golden(textOf(result));
    expect(platform.requests).toEqual([]);
  });

  it('NODE_EXTRA_CA_CERTS makes that authority known', async () => {
    const result = await listAgents({
      AGENT_PLATFORM_BASE_URL: `https://localhost:${platform.port}`,
      NODE_EXTRA_CA_CERTS: platform.certificate,
    });
    expect(result.isError ?? false).toBe(false);
    expect(platform.requests.at(-1)).toMatch(/^GET \/v1\/agents\?/);
  });

  it.each(['HTTPS_PROXY', 'https_proxy'])(
    '%s is used, never sees the token, and checks the certificate',
    async (name) => {
      const before = proxy.tunnels.length;
      const env = { AGENT_PLATFORM_BASE_URL: `https://${HOST}:${platform.port}`, [name]: proxy.url };
      const result = await listAgents({ ...env, NODE_EXTRA_CA_CERTS: platform.certificate });
      expect(result.isError ?? false).toBe(false);
      expect(proxy.tunnels.slice(before)).toEqual([{ to: `${HOST}:${platform.port}`, authorization: undefined }]);
      expect(textOf(await listAgents(env))).toContain('NODE_EXTRA_CA_CERTS');
    },
  );

  it('a proxy that is not there is reported as such', async () => {
    const result = await listAgents({
      AGENT_PLATFORM_BASE_URL: `https://${HOST}:${platform.port}`,
      HTTPS_PROXY: 'http://127.0.0.1:9',
    });
    expect(result.isError).toBe(true);
    golden(textOf(result), String(platform.port));
  });
});

describe('tokens', () => {
  /** Accepts one token alone. */
  const accepting = (token: () => string): Promise<PlatformDouble> =>
    startDouble((exchange) => {
      const isGood = exchange.request.headers.authorization === `Bearer ${token()}`;
      (isGood ? json(200, []) : json(401, { message: 'no' }))(exchange);
    });

  it('a rotated token file is read again after a 401, once per call, and writes are sent once', async () => {
    let valid = 'tok_first-of-the-tokens-1';
    const platform = await accepting(() => valid);
    const file = join(folder, 'token');
    writeFileSync(file, `${valid}\n`);
    const client = await connect({
      client: 'v1',
      env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN_FILE: file },
    });
    await client.callTool('list_agents');
    valid = 'tok_second-of-the-tokens-1';
    writeFileSync(file, valid);
    expect((await client.callTool('list_agents')).isError ?? false).toBe(false);
    expect(platform.requests).toHaveLength(3);
    // The file still holds an old one: read again, no other than before, told at once.
    valid = 'tok_third-of-the-tokens-1';
    golden(textOf(await client.callTool('list_agents')));
    expect(platform.requests).toHaveLength(4);
    await client.close();
    await platform.close();
  });

  it('an expired JWT is named as such, with the time', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none' })}.${part({ exp: Date.parse('2026-01-02T03:04:05Z') / 1000 })}.signature`;
    const platform = await accepting(() => 'another');
    const text = textOf(await listAgents({ AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: token }));
    expect(text).toContain('expired at 2026-01-02T03:04:05.000Z');
    expect(text).not.toContain(token);
    await platform.close();
  });
});

describe('a call', () => {
  let platform: FaultPlatform;
  let server: RawServer;
  beforeAll(async () => {
    platform = await startFaultPlatform();
    server = startRaw({ env: platformEnv(platform) });
    await open(server, 'legacy');
  });
  afterAll(async () => {
    await server.kill();
    await platform.close();
  });

  it.each([
    ['list_agents', {}, 'listAgents'],
    ['pause_thread', { threadId: 'running' }, 'pauseThread'],
    ['wait_for_thread', { threadIds: ['x'] }, 'getThread'],
  ] as const)('%s that the host cancels is aborted on the wire, unanswered', async (name, args, operation) => {
    const hang = FAULTS.find((fault) => fault.name === 'hang before headers');
    await platform.misbehave(hang, (asked) => asked === operation);
    const { abandoned } = platform;
    server.send({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name, arguments: args } });
    await until('it arrived', () => platform.requests.get(operation) === 1);
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c', reason: 'enough' } });
    await until('its socket is closed', () => platform.abandoned === abandoned + 1);
    await platform.misbehave(undefined);
    const after = await server.request('tools/call', { name: 'list_agents', arguments: {} });
    expect(after.result?.isError ?? false).toBe(false);
    expect(server.messages.some(({ id }) => id === 'c')).toBe(false);
  });
});
