/** Inbound authorization: the static token, JWTs of an issuer that the test is, and that neither goes on to the platform. */
import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { RecordedRequest, Sandbox } from '../../src/sandbox/options.ts';
import { platformEnv } from '../support/clients.ts';
import { type Issuer, startIssuer, type TokenOptions } from './issuer.ts';
import { connectHttp, LIST, messageOf, post, type Replica, startReplica, toolCall } from './support.ts';

const PUBLIC = 'https://mcp.example';
const RESOURCE = `${PUBLIC}/mcp`;
const METADATA = `${PUBLIC}/.well-known/oauth-protected-resource/mcp`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a static token', () => {
  const TOKEN = 'static-token-0123456789abcdef';
  let replica: Replica;
  let file: string;
  beforeAll(async () => {
    file = join(await mkdtemp(join(tmpdir(), 'http-')), 'token');
    writeFileSync(file, `${TOKEN}\n`);
    replica = await startReplica({ args: ['--sandbox', '--http-token-file', file] });
  });
  afterAll(() => replica.stop());

  it.each([
    { it: 'no header', headers: {} },
    { it: 'another token', headers: bearer('another-token-0123456789abc') },
    { it: 'a part of it', headers: bearer(TOKEN.slice(0, -1)) },
    { it: 'more than it', headers: bearer(`${TOKEN}x`) },
    { it: 'an empty one', headers: bearer('') },
    { it: 'another scheme', headers: { authorization: `Basic ${TOKEN}` } },
  ])('refuses $it with 401 and a challenge', async ({ headers }) => {
    const answer = await post(replica.url, LIST, headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(await answer.text()).not.toContain('inputSchema');
  });

  it('lets its holder in, with both clients', async () => {
    for (const client of ['v1', 'v2-modern'] as const) {
      const connected = await connectHttp({ client, url: replica.url, headers: bearer(TOKEN) });
      expect((await connected.toolNames()).length).toBeGreaterThan(20);
      await connected.close();
    }
    expect((await post(replica.url, LIST, bearer(TOKEN))).status).toBe(200);
  });

  it('takes a rotated one from its file, and the old one no more', async () => {
    writeFileSync(`${file}.new`, 'rotated-token-0123456789');
    renameSync(`${file}.new`, file);
    await expect.poll(async () => (await post(replica.url, LIST, bearer('rotated-token-0123456789'))).status).toBe(200);
    expect((await post(replica.url, LIST, bearer(TOKEN))).status).toBe(401);
  });
});

describe('tokens of an issuer', () => {
  let issuer: Issuer;
  let sandbox: Sandbox;
  let replica: Replica;
  const atPlatform: RecordedRequest[] = [];
  beforeAll(async () => {
    issuer = await startIssuer(RESOURCE);
    sandbox = await startSandbox({ speed: 0, onRequest: (request) => atPlatform.push(request) });
    const oauth = ['--oauth-issuer', issuer.url, '--oauth-scopes', 'mcp', '--public-url', PUBLIC];
    replica = await startReplica({ args: oauth, env: platformEnv(sandbox) });
  });
  afterAll(async () => {
    await replica.stop();
    await sandbox.close();
    await issuer.close();
  });

  it('are asked for with a challenge that leads to the issuer (RFC 9728)', async () => {
    const refused = await post(replica.url, LIST);
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get('www-authenticate');
    expect(challenge).toContain(`resource_metadata="${METADATA}"`);
    expect(challenge).toContain('scope="mcp"');
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      const metadata = await fetch(replica.url + path);
      expect(metadata.status).toBe(200);
      expect(await metadata.json()).toEqual({
        resource: RESOURCE,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ['header'],
        resource_name: 'agent-platform-mcp',
        scopes_supported: ['mcp'],
      });
    }
  });

  it('let their holders in, with both clients', async () => {
    for (const client of ['v1', 'v2-modern'] as const) {
      const connected = await connectHttp({ client, url: replica.url, headers: bearer(await issuer.token()) });
      expect((await connected.toolNames()).length).toBeGreaterThan(20);
      await connected.close();
    }
    const line = expect.objectContaining({ event: 'request', client: 'client-1' });
    await expect.poll(() => replica.log()).toContainEqual(line);
  });

  const REFUSED: readonly { it: string; options: TokenOptions; status?: number }[] = [
    { it: 'has expired', options: { expiresIn: -30 } },
    { it: 'never expires', options: { withoutExpiry: true } },
    { it: 'holds later only', options: { notBefore: 60 } },
    { it: 'is for another server', options: { audience: 'https://other.example/mcp' } },
    { it: 'is by another issuer', options: { issuer: 'https://other.example' } },
    { it: 'is signed by a stranger under a known name', options: { foreignKey: 'known name' } },
    { it: 'is signed by a stranger under an unknown name', options: { foreignKey: 'unknown name' } },
    { it: 'lacks the scope', options: { claims: { scope: 'other' } }, status: 403 },
  ];
  it.each(REFUSED)('are refused where one $it', async ({ options, status = 401 }) => {
    const answer = await post(replica.url, LIST, bearer(await issuer.token(options)));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('www-authenticate')).toContain(status === 403 ? 'insufficient_scope' : 'invalid_token');
  });

  it.each([
    { it: 'unsigned', make: () => Promise.resolve(new UnsecuredJWT({}).setAudience(RESOURCE).encode()) },
    {
      it: 'signed with a shared secret',
      make: () => {
        const key = new TextEncoder().encode('a secret that anybody may know, of 32 bytes and more');
        const jwt = new SignJWT({}).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).setIssuer(issuer.url);
        return jwt.setAudience(RESOURCE).setExpirationTime('5m').sign(key);
      },
    },
    { it: 'no JWT', make: () => Promise.resolve('not.a.jwt') },
    { it: 'cut', make: async () => (await issuer.token()).slice(0, -6) },
  ])('are refused where one is $it', async ({ make }) => {
    const token = await make();
    const answer = await post(replica.url, LIST, bearer(token));
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain(token);
  });

  it('are not passed on: the platform sees its own token alone, and the log none', async () => {
    const token = await issuer.token();
    const answer = await post(replica.url, toolCall('list_agents'), bearer(token));
    expect(await messageOf(answer)).toMatchObject({ result: { structuredContent: expect.anything() } });
    expect(atPlatform.length).toBeGreaterThan(0);
    for (const { headers } of atPlatform) expect(headers.authorization).toBe(`Bearer ${sandbox.token}`);
    expect(JSON.stringify(atPlatform)).not.toContain(token.slice(-20));
    expect(JSON.stringify(replica.log())).not.toContain(token.slice(-20));
  });

  it('are asked about at the issuer once, not for every request', async () => {
    const before = issuer.asked.length;
    const token = await issuer.token();
    await Promise.all(Array.from({ length: 10 }, () => post(replica.url, LIST, bearer(token))));
    expect(issuer.asked.length).toBe(before);
  });
});

describe('an issuer that can’t be asked', () => {
  it('makes 503, not 401: a good token must not look bad; and is asked again', async () => {
    const issuer = await startIssuer(RESOURCE);
    issuer.fail(true);
    const replica = await startReplica({ args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC] });
    const token = await issuer.token();
    const refused = await post(replica.url, LIST, bearer(token));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    issuer.fail(false);
    await expect
      .poll(async () => (await post(replica.url, LIST, bearer(token))).status, { timeout: 15_000, interval: 500 })
      .toBe(200);
    await replica.stop();
    await issuer.close();
  });
});
