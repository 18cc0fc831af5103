/** Authentication: the static token, and JWTs of an issuer in the test. Neither token is forwarded to the platform. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordedRequest, Sandbox } from '../../src/sandbox/options.ts';
import { platformEnv, until } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { openSandbox } from '../support/sandbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openReplica, type ReplicaHere } from './here.ts';
import { type Issuer, startIssuer, type TokenOptions } from './issuer.ts';
import { connectHttp, LIST, messageOf, post, toolCall } from './support.ts';

const PUBLIC = 'https://mcp.example';
const RESOURCE = `${PUBLIC}/mcp`;
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const METADATA = `${PUBLIC}/.well-known/oauth-protected-resource/mcp`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a static token', () => {
  const TOKEN = 'static-token-0123456789abcdef';
  let replica: ReplicaHere;
  let file: string;
  beforeAll(async () => {
    file = join(temporaryFolder('http'), 'token');
    writeFileSync(file, `${TOKEN}\n`);
    replica = await openReplica({ args: ['--sandbox', '--http-token-file', file] });
  });

  it.each([
    { it: 'a missing header', headers: {} },
    { it: 'another token', headers: bearer('another-token-0123456789abc') },
    { it: 'a part of the token', headers: bearer(TOKEN.slice(0, -1)) },
    { it: 'more than the token', headers: bearer(`${TOKEN}x`) },
    { it: 'an empty token', headers: bearer('') },
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
      expect((await connected.listTools()).length).toBeGreaterThan(20);
    }
    expect((await post(replica.url, LIST, bearer(TOKEN))).status).toBe(200);
  });

  const ROTATED = 'rotated-token-0123456789';
  const put = (text: string): void => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  const statusOf = async (token: string) => (await post(replica.url, LIST, bearer(token))).status;

  it('accepts a rotated token from its file, and the old one no longer', async () => {
    put(ROTATED);
    await expect.poll(() => statusOf(ROTATED)).toBe(200);
    expect(await statusOf(TOKEN)).toBe(401);
  });

  it('keeps a rotated token out of responses and logs', async () => {
    const answer = await post(replica.url, toolCall('get_thread', { threadId: ROTATED }), bearer(ROTATED));
    expect(await answer.text()).not.toContain(ROTATED);
    expect(JSON.stringify(replica.log())).not.toContain(ROTATED);
  });
});

describe('tokens of an issuer', () => {
  let issuer: Issuer;
  let sandbox: Sandbox;
  let auditLog: string;
  let replica: ReplicaHere;
  const atPlatform: RecordedRequest[] = [];
  beforeAll(async () => {
    issuer = await startIssuer(RESOURCE);
    sandbox = await openSandbox({ speed: 0, onRequest: (request) => atPlatform.push(request) });
    const oauth = ['--oauth-issuer', issuer.url, '--oauth-scopes', 'mcp', '--public-url', PUBLIC];
    auditLog = join(temporaryFolder('http'), 'audit.jsonl');
    const env = { ...platformEnv(sandbox), AGENT_PLATFORM_AUDIT_LOG: auditLog };
    replica = await openReplica({ args: oauth, env });
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
      expect((await connected.listTools()).length).toBeGreaterThan(20);
    }
    const line = expect.objectContaining({ event: 'request', client: 'client-1' });
    await expect.poll(() => replica.log()).toContainEqual(line);
  });

  it.each<{ it: string; options: TokenOptions }>([
    { it: 'of RFC 9068', options: { typ: 'at+jwt' } },
    { it: 'of RFC 9068, in full', options: { typ: 'application/AT+JWT' } },
    { it: 'of type JWT', options: { typ: 'JWT' } },
    { it: 'of Keycloak', options: { typ: 'JWT', claims: { typ: 'Bearer', nonce: 'n' } } },
    { it: 'of Cognito', options: { claims: { token_use: 'access' } } },
    { it: 'that expired 2 s ago: clocks differ', options: { expiresIn: -2 } },
    { it: 'that becomes valid in 2 s: clocks differ', options: { notBefore: 2 } },
  ])('let their holder in with one $it', async ({ options }) => {
    expect((await post(replica.url, LIST, bearer(await issuer.token(options)))).status).toBe(200);
  });

  it.each([
    { named: 'names', subs: ['user-1', 'user-2'] },
    { named: 'numbers', subs: [1, 2] },
  ])('tell two users of one client apart in both logs, by one request id, where they have $named', async ({ subs }) => {
    for (const sub of subs) {
      const headers = { ...bearer(await issuer.token({ claims: { sub } })), 'x-request-id': `request-of-${sub}` };
      await messageOf(
        await post(replica.url, toolCall('create_thread', { agentId: 'agent-1', message: 'hi' }), headers),
      );
    }
    const written = readFileSync(auditLog, 'utf8').trimEnd().split('\n');
    const callers = written.slice(-4).map((line) => JSON.parse(line).caller);
    expect(callers).toHaveLength(4);
    for (const [index, sub] of subs.flatMap((one) => [one, one]).entries()) {
      const who = { issuer: issuer.url, subject: String(sub), client: 'client-1' };
      expect(callers[index]).toEqual({ ...who, identity: 'shared', requestId: `request-of-${sub}` });
      const line = expect.objectContaining({ id: `request-of-${sub}`, ...who });
      // It is written when the answer is through.
      await expect.poll(() => replica.log()).toContainEqual(line);
    }
  });

  const REFUSED: readonly { it: string; options: TokenOptions; status?: number }[] = [
    { it: 'has expired', options: { expiresIn: -30 } },
    { it: 'never expires', options: { withoutExpiry: true } },
    { it: 'is not valid yet', options: { notBefore: 60 } },
    { it: 'is for another server', options: { audience: 'https://other.example/mcp' } },
    { it: 'is from another issuer', options: { issuer: 'https://other.example' } },
    { it: 'is signed by a stranger under a known name', options: { foreignKey: 'known name' } },
    { it: 'is signed by a stranger under an unknown name', options: { foreignKey: 'unknown name' } },
    { it: 'is an ID token by its type', options: { typ: 'id_token+jwt' } },
    { it: 'is a logout token by its type', options: { typ: 'logout+jwt' } },
    { it: 'is a logout token by its claims', options: { typ: 'JWT', claims: { events: { [LOGOUT]: {} } } } },
    { it: 'is an ID token by its hash', options: { typ: 'JWT', claims: { at_hash: 'x' } } },
    { it: 'is an ID token by its nonce', options: { claims: { nonce: 'n' } } },
    { it: 'is an ID token of Keycloak', options: { typ: 'JWT', claims: { typ: 'ID' } } },
    { it: 'is a refresh token of Keycloak', options: { typ: 'JWT', claims: { typ: 'Refresh' } } },
    { it: 'is an ID token of Cognito', options: { claims: { token_use: 'id' } } },
    { it: 'names its user by something other than text', options: { claims: { sub: { id: 1 } } } },
    { it: 'names its user by an empty text', options: { claims: { sub: '' } } },
    { it: 'names nobody', options: { claims: { sub: undefined } } },
    { it: 'has expired longer ago than clocks differ', options: { expiresIn: -8 } },
    { it: 'lacks the scope', options: { claims: { scope: 'other' } }, status: 403 },
  ];
  it.each(REFUSED)('are refused where one $it', async ({ options, status = 401 }) => {
    const answer = await post(replica.url, LIST, bearer(await issuer.token(options)));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('www-authenticate')).toContain(status === 403 ? 'insufficient_scope' : 'invalid_token');
    golden(await answer.text());
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
    { it: 'not a JWT', make: () => Promise.resolve('not.a.jwt') },
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

it('an issuer whose name ends with a slash is accepted with or without it in the setting', async () => {
  const issuer = await startIssuer(RESOURCE, { slash: true });
  for (const name of [issuer.url, issuer.url.slice(0, -1)]) {
    const replica = await openReplica({ args: ['--sandbox', '--oauth-issuer', name, '--public-url', PUBLIC] });
    expect((await post(replica.url, LIST, bearer(await issuer.token()))).status).toBe(200);
    const metadata = await fetch(`${replica.url}/.well-known/oauth-protected-resource`);
    expect(await metadata.json()).toMatchObject({ authorization_servers: [name] });
  }
});

it('a person is one caller to the limits, whichever client their token is for', async () => {
  const issuer = await startIssuer(RESOURCE);
  const args = ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC, '--http-calls-per-minute', '1'];
  const replica = await openReplica({ args });
  const statusFor = async (sub: string, client_id: string) =>
    (await post(replica.url, LIST, bearer(await issuer.token({ claims: { sub, client_id } })))).status;
  expect(await statusFor('anna', 'one')).toBe(200);
  expect(await statusFor('anna', 'two')).toBe(429);
  expect(await statusFor('ben', 'one')).toBe(200);
});

it('a server below a path has its metadata where the challenge points', async () => {
  const issuer = await startIssuer(RESOURCE);
  const below = `${PUBLIC}/team`;
  const replica = await openReplica({ args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', below] });
  const challenge = (await post(replica.url, LIST)).headers.get('www-authenticate') ?? '';
  const place = new URL(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '');
  expect(place.pathname).toBe('/.well-known/oauth-protected-resource/team/mcp');
  const metadata = await fetch(replica.url + place.pathname);
  expect(metadata.status).toBe(200);
  expect(await metadata.json()).toMatchObject({ resource: `${below}/mcp` });
});

describe('keys', () => {
  it.each([
    { method: 'GET', type: 'application/json' },
    { method: 'POST', type: 'text/plain' },
  ])(
    'that are still being fetched when the client of a $method of $type leaves do not keep its request open for ever',
    async ({ method, type }) => {
      let release = (): void => undefined;
      const ready = new Promise<void>((resolve) => {
        release = resolve;
      });
      const issuer = await startIssuer(RESOURCE, { ready });
      const replica = await openReplica({ args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC] });
      const headers = { ...bearer(await issuer.token()), 'content-type': type };
      const gone = new AbortController();
      const asked = fetch(`${replica.url}/mcp`, { method, headers, signal: gone.signal }).catch(() => 'gone');
      await until('the issuer is asked', () => issuer.asked.length > 0);
      gone.abort();
      expect(await asked).toBe('gone');
      await until('the replica sees it go', () => replica.log().some(({ event }) => event === 'request'));
      release();
      expect((await post(replica.url, LIST, headers)).status).not.toBe(401);
      const metrics = await fetch(`${replica.url}/metrics`, { headers });
      expect(await metrics.text()).toContain('agent_platform_mcp_http_requests_open 0');
    },
  );

  const NO_KEY = { kty: 'EC', crv: 'P-256', x: '?', y: '?', kid: 'key-1', alg: 'ES256' };
  it.each([
    { are: 'numbers', keys: [1] },
    { are: 'nothing', keys: [null] },
    { are: 'of no use', keys: [NO_KEY] },
  ])('that are $are count as unavailable: the log says so, and not every request asks for them', async ({ keys }) => {
    const issuer = await startIssuer(RESOURCE, { keys });
    const replica = await openReplica({ args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC] });
    const headers = bearer(await issuer.token());
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await post(replica.url, LIST, headers)).status),
    );
    for (let n = 0; n < 5; n++) statuses.push((await post(replica.url, LIST, headers)).status);
    expect(statuses).toEqual(Array(10).fill(503));
    expect(issuer.asked.filter((path) => path === '/keys')).toHaveLength(1);
    const warnings = replica.log().filter(({ level }) => level === 'warn');
    golden(warnings.map(({ message }) => message).join('\n'));
  });

  it('are not taken from metadata that names another issuer, and the log says whom it names', async () => {
    const { url } = await startIssuer(RESOURCE);
    const args = ['--sandbox', '--oauth-issuer', url.replace('127.0.0.1', 'localhost'), '--public-url', PUBLIC];
    const replica = await openReplica({ args });
    const { token } = await startIssuer(RESOURCE);
    const headers = bearer(await token({ issuer: url.replace('127.0.0.1', 'localhost') }));
    expect((await post(replica.url, LIST, headers)).status).toBe(503);
    expect(replica.log()).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining(`names another issuer, ${url}`) }),
    );
  });

  it('are not fetched over plain http from another machine', async () => {
    const issuer = await startIssuer(RESOURCE, { jwksUri: 'http://keys.example/keys' });
    const replica = await openReplica({ args: ['--sandbox', '--oauth-issuer', issuer.url, '--public-url', PUBLIC] });
    expect((await post(replica.url, LIST, bearer(await issuer.token()))).status).toBe(503);
    expect(replica.log()).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('not at an https address') }),
    );
  });
});
