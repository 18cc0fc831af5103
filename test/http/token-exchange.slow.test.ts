/** Everybody acts as themselves: each call carries a platform token that the issuer gave for its caller, and no other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { httpConfig } from '../../src/mcp/http/config.ts';
import { readSettings } from '../../src/settings/read.ts';
import { golden } from '../support/golden.ts';
import { json, startDouble } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startIssuer, type TokenAnswer, type TokenOptions } from './issuer.ts';
import { LIST, post, startReplica, toolCall } from './support.ts';

const PUBLIC = 'https://mcp.example';
const SERVER = `${PUBLIC}/mcp`;
const PLATFORM = 'https://platform.example';
const ISSUED_TYPE = 'urn:ietf:params:oauth:token-type:access_token';
const SECRET = 'client-secret-0123456789';

/** Requested exchanges, by the subject of the token. */
let asked: { readonly subject: string; readonly form: URLSearchParams }[] = [];
/** Tokens that the platform refuses. */
const revoked = new Set<string>();
const revokedForWrites = new Set<string>();
let elsewhere = 0;
/** Requests of this test begin here. */
let from = 0;
const sent = () => platform.requests.slice(from);

const issued = async (subject: string, more: object = {}, options: TokenOptions = {}): Promise<TokenAnswer> => {
  const claims = { sub: subject, jti: `${subject}-${asked.length}`, ...options.claims };
  const token = await issuer.token({ audience: PLATFORM, ...options, claims });
  const body = { access_token: token, issued_token_type: ISSUED_TYPE, token_type: 'Bearer', expires_in: 300, ...more };
  return { status: 200, body };
};
const refusal = (error: string, status = 400): TokenAnswer => ({
  status,
  body: { error, error_description: `about ${error}` },
});

/** By the name of the person, so that one issuer has all of them. */
const ANSWERS: Readonly<Record<string, (subject: string) => TokenAnswer | Promise<TokenAnswer>>> = {
  revoked: () => refusal('invalid_grant'),
  'must sign in again': () => refusal('interaction_required'),
  'no longer acceptable': () => refusal('invalid_request'),
  'never acceptable': () => refusal('invalid_request'),
  'of an issuer that fails': () => ({ status: 500, body: 'oops' }),
  'of a busy issuer': () => ({ status: 429, body: {} }),
  'without a client': () => refusal('invalid_client', 401),
  'of no target': () => refusal('invalid_target'),
  'beyond scope': () => refusal('invalid_scope'),
  'refused by an unknown name': () => refusal('constructor'),
  'of another grant': () => refusal('unsupported_grant_type'),
  redirected: () => ({ status: 307, body: '', headers: { location: `${platform.url}/elsewhere` } }),
  'given one of two lines': (subject) => issued(subject, { access_token: 'abc\ndef' }),
  'told nothing': () => ({ status: 200, body: {} }),
  'told a page': () => ({ status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }),
  'bound to a key': (subject) => issued(subject, { token_type: 'DPoP' }),
  'given less': (subject) => issued(subject, { scope: 'threads.read' }),
  'given one bound to a certificate': (subject) => issued(subject, {}, { claims: { cnf: { 'x5t#S256': 'abc' } } }),
  'given an expired one': (subject) => issued(subject, {}, { expiresIn: -60 }),
  'given one that expires at once': (subject) => issued(subject, { expires_in: 0 }),
  'given one for ten seconds': (subject) => issued(subject, { expires_in: 10 }),
  'told 64 KB': (subject) => issued(subject, { more: 'x'.repeat(65_536) }),
  'for a third one': (subject) => issued(subject, {}, { audience: 'https://third.example' }),
};

/** A token that is not new, unless this one is never acceptable. */
const token = (sub: string, more: object = {}): Promise<string> =>
  issuer.token({ claims: { sub, ...more }, issuedAgo: sub.startsWith('never') ? 1 : 120 });
const bearer = (of: string) => ({ authorization: `Bearer ${of}` });
const call = async (sub: string, name = 'get_thread', args: object = { threadId: 'thread-1' }) =>
  post(replica.url, toolCall(name, args), bearer(await token(sub)));
const sentTokens = (): string[] => sent().map(({ headers }) => String(headers.authorization));
const subjectsSent = (): unknown[] => sentTokens().map((one) => decodeJwt(one.replace('Bearer ', '')).sub);

const issuer = await startIssuer(SERVER, {
  exchange: (form) => {
    const subject = String(decodeJwt(form.get('subject_token') ?? '').sub);
    asked.push({ subject, form });
    return (ANSWERS[subject] ?? issued)(subject);
  },
});
const platform = await startDouble((exchange) => {
  if (exchange.request.path.endsWith('/elsewhere')) elsewhere += 1;
  const bearer = String(exchange.request.headers.authorization);
  const isWrite = exchange.request.method === 'POST';
  const isRevoked =
    revoked.has(bearer) ||
    (isWrite && revokedForWrites.has(bearer)) ||
    revoked.has(String(decodeJwt(bearer.replace('Bearer ', '')).sub));
  const thread = { id: 'thread-1', agentId: 'agent-1', status: 'RUNNING', messages: [] };
  return json(isRevoked ? 401 : 200, isRevoked ? { message: 'no' } : thread)(exchange);
});
const secretFile = join(temporaryFolder('exchange'), 'secret');
writeFileSync(secretFile, SECRET);
const replica = await startReplica({
  env: {
    AGENT_PLATFORM_BASE_URL: platform.url,
    AGENT_PLATFORM_HTTP_PUBLIC_URL: PUBLIC,
    AGENT_PLATFORM_HTTP_ALLOWED_HOSTS: '127.0.0.1',
    AGENT_PLATFORM_OAUTH_ISSUER: issuer.url,
    AGENT_PLATFORM_IDENTITY: 'exchange',
    AGENT_PLATFORM_EXCHANGE_CLIENT_ID: 'mcp-server',
    AGENT_PLATFORM_EXCHANGE_CLIENT_SECRET_FILE: secretFile,
    AGENT_PLATFORM_EXCHANGE_AUDIENCE: PLATFORM,
    AGENT_PLATFORM_EXCHANGE_SCOPES: 'threads.read,threads.write',
    AGENT_PLATFORM_LOG_LEVEL: 'debug',
  },
});
beforeEach(() => {
  asked = [];
  revoked.clear();
  revokedForWrites.clear();
  from = platform.requests.length;
});

describe('a call of a person', () => {
  it('carries a token that the issuer gave for them, requested as RFC 8693 has it', async () => {
    expect((await call('bert')).status).toBe(200);
    expect(subjectsSent()).toEqual(['bert']);
    expect(Object.fromEntries(asked[0]?.form ?? [])).toMatchObject({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: ISSUED_TYPE,
      requested_token_type: ISSUED_TYPE,
      audience: PLATFORM,
      scope: 'threads.read threads.write',
    });
  });

  it('exchanges a token once, however many calls come at the same time', async () => {
    const own = await token('dora');
    const threads = Array.from({ length: 12 }, () =>
      post(replica.url, toolCall('get_thread', { threadId: 'thread-1' }), bearer(own)),
    );
    expect((await Promise.all(threads)).map(({ status }) => status)).toEqual(threads.map(() => 200));
    expect(asked).toHaveLength(1);
  });

  it('asks the issuer for nothing where the platform is not called', async () => {
    expect((await post(replica.url, LIST, bearer(await token('eve')))).status).toBe(200);
    expect(asked).toEqual([]);
  });

  it('exchanges again, once, if the platform refuses the token, and repeats a read', async () => {
    const own = await token('finn');
    const get = () => post(replica.url, toolCall('get_thread', { threadId: 'thread-1' }), bearer(own));
    await get();
    const [first = ''] = sentTokens();
    revoked.add(first);
    const answer = await (await get()).text();
    expect(answer).toContain('RUNNING');
    expect(asked).toHaveLength(2);
    expect(new Set(sentTokens()).size).toBe(2);
  });

  it('also says so if the platform refuses that one', async () => {
    revoked.add('gina');
    golden(await (await call('gina')).text());
    expect(asked).toHaveLength(2);
  });

  it('does not repeat a refused write', async () => {
    const own = await token('hugo');
    const pause = () => post(replica.url, toolCall('pause_thread', { threadId: 'thread-1' }), bearer(own));
    await post(replica.url, toolCall('get_thread', { threadId: 'thread-1' }), bearer(own));
    revokedForWrites.add(sentTokens()[0] ?? '');
    golden(await (await pause()).text());
    expect(sent().filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

it.each(['revoked', 'must sign in again', 'no longer acceptable'])(
  'an exchange refused with "%s" ends in 401, at which hosts refresh',
  async (who) => {
    const answer = await call(who);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token".*resource_metadata=/);
    expect(sent()).toHaveLength(0);
  },
);

it.each([20, 29])(
  'a token that ends within 30 s (%d) is not exchanged: 401, at which hosts refresh',
  async (seconds) => {
    const own = await issuer.token({ claims: { sub: 'kate' }, expiresIn: seconds });
    const answer = await post(replica.url, toolCall('get_thread', { threadId: 'thread-1' }), bearer(own));
    expect(answer.status).toBe(401);
    expect([asked.length, sent().length]).toEqual([0, 0]);
  },
);

it.each(['of an issuer that fails', 'of a busy issuer', 'told 64 KB'])(
  'a caller %s is told to try again later',
  async (who) => {
    const answer = await call(who);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(sent()).toHaveLength(0);
  },
);

it.each([
  // RFC 8693, section 2.2.2, has one code for a bad token and a bad request: a token that has just been issued is no bad one.
  'never acceptable',
  'without a client',
  'of no target',
  'beyond scope',
  'refused by an unknown name',
  'of another grant',
  'redirected',
  'told nothing',
  'told a page',
  'bound to a key',
  'given one bound to a certificate',
  'given an expired one',
  'given one that expires at once',
  'given one for ten seconds',
  'given one of two lines',
  'given less',
  'for a third one',
])('a caller %s is shown the setting, and nothing is sent', async (who) => {
  const answer = await call(who);
  expect(answer.status).toBe(200);
  golden(await answer.text());
  expect(sent()).toHaveLength(0);
  expect(elsewhere).toBe(0);
});

it('no token gets into the log or the metrics', async () => {
  const own = await token('jane');
  await post(replica.url, toolCall('get_thread', { threadId: 'thread-1' }), bearer(own));
  const metrics = await fetch(`${replica.url}/metrics`, { headers: bearer(own) });
  const said = `${JSON.stringify(replica.log())}${replica.stray.join()}${await metrics.text()}`;
  for (const secret of [own, SECRET, ...sentTokens().map((one) => one.replace('Bearer ', ''))])
    expect(said).not.toContain(secret);
  expect(said).toContain('agent_platform_mcp_token_exchanges_total{outcome="ok"}');
  expect(said).toContain('"identity":"exchange"');
});

it('a token endpoint that has moved is found again', async () => {
  await call('fay');
  issuer.move();
  expect(await (await call('gail')).text()).toContain('RUNNING');
});

describe('half a configuration does not start', () => {
  const WHOLE: Readonly<Record<string, string>> = {
    BASE_URL: 'https://platform.example',
    HTTP_PUBLIC_URL: PUBLIC,
    OAUTH_ISSUER: 'https://issuer.example',
    IDENTITY: 'exchange',
    EXCHANGE_CLIENT_ID: 'mcp-server',
    EXCHANGE_CLIENT_SECRET_FILE: '/secret',
    EXCHANGE_AUDIENCE: PLATFORM,
  };
  const NOTHING = {
    IDENTITY: 'shared',
    EXCHANGE_CLIENT_ID: '',
    EXCHANGE_CLIENT_SECRET_FILE: '',
    EXCHANGE_AUDIENCE: '',
  };
  const start = (changes: Readonly<Record<string, string>>) => () =>
    httpConfig(
      readSettings(
        Object.fromEntries(
          Object.entries({ ...WHOLE, ...changes }).map(([name, value]) => [`AGENT_PLATFORM_${name}`, value]),
        ),
      ).values,
    );

  it('but a whole one does', () => {
    expect(start({})).not.toThrow();
    expect(
      start({ EXCHANGE_AUDIENCE: '', EXCHANGE_SCOPES: 'api://x/.default', EXCHANGE_GRANT: 'entra-obo' }),
    ).not.toThrow();
  });

  it.each([
    { OAUTH_ISSUER: '' },
    { EXCHANGE_CLIENT_ID: '' },
    { EXCHANGE_CLIENT_SECRET_FILE: '' },
    { EXCHANGE_PRIVATE_KEY_FILE: '/key' },
    { EXCHANGE_AUDIENCE: '' },
    { EXCHANGE_GRANT: 'entra-obo' },
    { EXCHANGE_GRANT: 'entra-obo', EXCHANGE_SCOPES: 'a' },
    { IDENTITY: 'shared' },
    { ...NOTHING, EXCHANGE_GRANT: 'entra-obo' },
    { TOKEN: 'platform-0123456789abcdef' },
    { HTTP_TOKEN: 'inbound-0123456789abcdef' },
    { HTTP_TOKENS_FILE: '/tokens' },
    { EXCHANGE_TOKEN_URL: 'http://issuer.example/token' },
    { SANDBOX: '1' },
    { SANDBOX_PEOPLE: '1' },
    { ...NOTHING, SANDBOX: '1', SANDBOX_PEOPLE: '1', OAUTH_ISSUER: '', EXCHANGE_GRANT: 'entra-obo' },
  ])('%j', (changes) => {
    let refusal = 'none';
    try {
      start(changes)();
    } catch (error) {
      refusal = String(error);
    }
    golden(refusal);
  });
});
