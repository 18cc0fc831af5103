/** The meaning of error answers, who can fix them, and that the token goes nowhere else. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expiryOf, tokenSource } from '../../src/platform/client/token.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { golden } from '../support/golden.ts';
import {
  clientFor,
  factsOf,
  inTurn,
  json,
  openDouble,
  type Reply,
  raw,
  startDouble,
  TOKEN,
} from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { listAgents, handleThreadApproval } = operations;
const APPROVE = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;
const folder = temporaryFolder('client-errors');

describe.concurrent('a status tells who can fix it', () => {
  it.each([
    [400, 'state', 'none'],
    [401, 'settings', 'none'],
    [403, 'settings', 'none'],
    [404, 'caller', 'none'],
    [405, 'platform', 'none'],
    [409, 'state', 'none'],
    [413, 'caller', 'none'],
    [418, 'caller', 'none'],
    [429, 'network', 'none'],
    [500, 'platform', 'unknown'],
    [502, 'platform', 'unknown'],
    [503, 'platform', 'unknown'],
    [504, 'platform', 'unknown'],
  ] as const)('%i: %s; the effect of a write is %s', async (status, fixer, effect) => {
    const [, client] = await openDouble(json(status, {}));
    const facts = await factsOf(client.call(handleThreadApproval, APPROVE));
    expect(facts).toMatchObject({ status, kind: `http-${status}`, fixer, effect });
    expect((await factsOf(client.call(listAgents, {}, { timeoutMs: 10 }))).effect).toBe('none');
  });
});

it.each([
  [400, 'tool server Legacy ERP is disabled; its tools cannot be called', 'platform'],
  [409, 'agent Planner has been archived', 'platform'],
  [400, 'disabled must be true or false', 'caller'],
] as const)(
  '%i says that nothing else helps where what it is about is turned off: %s',
  async (status, message, fixer) => {
    const [, client] = await openDouble(json(status, { message }));
    expect((await factsOf(client.call(listAgents, {}))).fixer).toBe(fixer);
  },
);

describe('a 404 blames an id only where the call has one', () => {
  it.each([
    ['listAgents', {}, 'settings'],
    ['listDocs', {}, 'settings'],
    ['checkHealth', {}, 'settings'],
    ['getDoc', { path: { slug: 'a' }, query: {} }, 'caller'],
    ['getThread', { path: { threadId: 't1' } }, 'caller'],
  ] as const)('%s', async (name, input, fixer) => {
    const [, client] = await openDouble(json(404, {}));
    const facts = await factsOf(client.call(operations[name] as typeof operations.listAgents, input as object));
    expect(facts.fixer).toBe(fixer);
    golden(`${facts.what} ${facts.advice}`);
  });
});

it.each([404, 405])('an operation beyond the specification that has no route (%i) blames no id', async (status) => {
  const [, client] = await openDouble(json(status, { message: 'Cannot POST /v1/agents/threads/t1/messages' }));
  const call = client.call(operations.sendThreadMessage, { path: { threadId: 't1' }, body: { message: 'Go on.' } });
  const { what, advice, fixer } = await factsOf(call);
  expect(`${what} ${advice} (${fixer})`).toBe(
    `This deployment does not offer this (${status}). Do without it: AGENT_PLATFORM_TOOLSETS or AGENT_PLATFORM_EXCLUDE_TOOLS turns off what it lacks. (settings)`,
  );
});

describe.concurrent("the platform's message is found in", () => {
  const long = 'y'.repeat(2000);
  it.each([
    ['{success, error: {message, code}}', json(400, { success: false, error: { message: 'bad', code: 'E1' } }), 'bad'],
    ['{statusCode, message, error}', json(400, { statusCode: 400, message: 'bad', error: 'Bad Request' }), 'bad'],
    ['error as a string', json(400, { success: false, error: 'bad' }), 'bad'],
    ['a list of messages', json(400, { message: ['bad', 'worse'] }), 'bad; worse'],
    ['details', json(400, { message: 'bad', details: { at: 3 } }), 'bad — {"at":3}'],
    [
      'details that repeat the request',
      json(422, {
        message: 'bad',
        details: { request: { basic: { password: 'hush' } }, more: [{ value: 'hush' }], at: 3 },
      }),
      'bad — {"at":3}',
    ],
    [
      'errors that repeat a value',
      json(422, { message: 'bad', errors: [{ path: 'customHeaders', value: [{ value: 'hush' }], allowed: 'names' }] }),
      'bad — [{"path":"customHeaders","allowed":"names"}]',
    ],
    [
      'errors by the names of fields',
      json(422, {
        message: 'bad',
        errors: { token: ['is required'], password: 'hush', passwordPolicy: 'at least 12 characters', value: 12 },
      }),
      'bad — {"token":["is required"],"passwordPolicy":"at least 12 characters","value":12}',
    ],
    ['details as text', json(400, { message: 'bad', details: 'at 3' }), 'bad — at 3'],
    ['problem details', json(400, { title: 'Bad', detail: 'bad' }), 'bad'],
    ['plain text', raw(400, ' bad \n'), 'bad'],
    ['a JSON text', raw(400, '"bad"'), '"bad"'],
    ['HTML of a proxy', raw(502, '<html><head><title>502 Bad</title></head><body><h1>502 Bad</h1><hr>x'), '502 Bad'],
    ['gzip', raw(400, gzipSync('{"message":"bad"}'), { 'content-encoding': 'gzip' }), 'bad'],
    ['nothing', raw(400, ''), undefined],
    ['null', raw(400, 'null'), 'null'],
    ['an empty object', json(400, {}), undefined],
    ['broken gzip', raw(400, 'no gzip', { 'content-encoding': 'gzip' }), undefined],
    ['prototype keys', raw(400, '{"__proto__":{"message":"x"},"constructor":{"message":"y"}}'), undefined],
    ['much text, cut', json(400, { message: long }), `${long.slice(0, 499)}…`],
    ['control characters, which are left out', json(400, { message: '\u001b[31mb\u202ea\u200bd\n' }), 'bad'],
  ] as [string, Reply, string | undefined][])('%s', async (_where, reply, words) => {
    const [, client] = await openDouble(reply);
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts.status).toBeGreaterThanOrEqual(400);
    expect(facts.platformMessage?.raw).toBe(words);
  });

  it('an endlessly nested error body does no harm', async () => {
    const deep = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
    const [, client] = await openDouble(raw(400, `{"message":"bad","details":${deep}}`));
    expect((await factsOf(client.call(listAgents, {}))).platformMessage?.raw).toContain('bad');
  });

  it.each([
    ['field', { message: 'bad', field: 'limit' }],
    ['field inside error', { error: { message: 'bad', field: 'limit' } }],
    ['property', { message: 'bad', property: 'limit' }],
  ])('an error along with the field that it names: %s', async (_where, body) => {
    const [, client] = await openDouble(json(400, body));
    expect((await factsOf(client.call(listAgents, {}))).field?.raw).toBe('limit');
  });

  it('no more than 64 KB of a failure are decompressed', async () => {
    const bomb = gzipSync(`{"message":"${'a'.repeat(100_000)}"}`);
    const [, client] = await openDouble(raw(400, bomb, { 'content-encoding': 'gzip' }));
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts.status).toBe(400);
    expect(facts.platformMessage?.raw).toHaveLength(500);
  });

  it('a failure in gzip that is longer than what is read keeps its status', async () => {
    const noise = Array.from({ length: 40_000 }, (_, index) => Math.sin(index)).join('');
    const [, client] = await openDouble(
      raw(503, gzipSync(JSON.stringify({ message: noise })), { 'content-encoding': 'gzip' }),
    );
    expect((await factsOf(client.call(listAgents, {}))).status).toBe(503);
  });
});

describe.concurrent('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i is reported and not followed; the token stays here', async (status) => {
    const elsewhere = await startDouble(json(200, []));
    const [double, client] = await openDouble(raw(status, '', { location: `${elsewhere.url}/v1/agents` }), {
      maxRetries: 3,
    });
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts).toMatchObject({ status, fixer: 'settings', effect: 'none' });
    expect(double.requests).toHaveLength(1);
    expect(elsewhere.connections.opened).toBe(0);
  });
});

describe('a token file', () => {
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  it('is read again after a write was refused, which is not repeated: the next call carries the new token', async () => {
    const path = file('write', 'old-token-123456');
    const token = tokenSource(undefined, path);
    const reply = inTurn(json(401, {}), json(200, { id: 't1', status: 'RUNNING' }));
    const [double, client] = await openDouble(reply, { token, maxRetries: 3 });
    token.current();
    writeFileSync(path, 'new-token-123456');
    const facts = await factsOf(client.call(handleThreadApproval, APPROVE));
    expect(facts).toMatchObject({ status: 401, fixer: 'repeat', effect: 'none' });
    expect(double.requests).toHaveLength(1);
    expect((await client.call(handleThreadApproval, APPROVE)).id).toBe('t1');
    expect(double.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old-token-123456',
      'Bearer new-token-123456',
    ]);
  });

  it.each([
    ['quotation marks', Buffer.from('"quoted-token-123456"\n'), 'quoted-token-123456'],
    ['UTF-16, as PowerShell writes', Buffer.from('\ufeffwide-token-1234567\r\n', 'utf16le'), 'wide-token-1234567'],
    ['a byte order mark', Buffer.from('\ufeffmarked-token-12345\n'), 'marked-token-12345'],
  ])('with %s holds the token in it', (what, bytes, token) => {
    const path = join(folder, what);
    writeFileSync(path, bytes);
    expect(tokenSource(undefined, path).current()).toBe(token);
  });

  it('that changes each time leads to one retry only', async () => {
    const path = file('spinning', 'token-of-many-number-00');
    let number = 0;
    const token = tokenSource(undefined, path);
    const reply: Reply = (exchange) => {
      writeFileSync(path, `token-of-many-number-0${++number}`);
      json(401, {})(exchange);
    };
    const [double, client] = await openDouble(reply, { token, maxRetries: 3 });
    expect((await factsOf(client.call(listAgents, {}))).status).toBe(401);
    expect(double.requests).toHaveLength(2);
  });

  it.each([
    ['is missing', join(folder, 'nowhere')],
    ['is empty', file('empty', ' \n')],
    ['holds two lines', file('two', 'a-token\nb-token')],
    ['holds a blank', file('blank', 'a token')],
    ['holds NAME=value', file('assigned', 'AGENT_PLATFORM_TOKEN=sb-0123456789abcdef\n')],
    ['is a folder', folder],
  ])('that %s is reported, and nothing is sent', async (_what, path) => {
    const token = tokenSource('from-variable', path, '--token-file (/run/token)');
    const [double, client] = await openDouble(json(200, []), { token });
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts).toMatchObject({ kind: 'token-file', fixer: 'settings', effect: 'none' });
    golden(`${facts.what} ${facts.advice}`);
    expect(double.requests).toHaveLength(0);
  });
});

describe.concurrent('a token that the platform refuses', () => {
  const jwt = (claims: unknown): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

  it.each([
    ['that is a valid JWT', jwt({ exp: 4_000_000_000 })],
    ['that is a JWT without an expiry', jwt({ sub: 'me' })],
    ['that is not a JWT', TOKEN],
    ['that is a JWT with an impossible expiry', jwt({ exp: -1e300 })],
  ])('%s is reported only as not accepted', async (_what, token) => {
    const [, client] = await openDouble(json(401, {}), { token: tokenSource(token, undefined) });
    const { what } = await factsOf(client.call(listAgents, {}));
    expect(what).toBe('The platform did not accept the token (401).');
  });

  it('that is an expired JWT from a file is to be replaced there, not in the variable, which the file overrides', async () => {
    const path = join(folder, 'expired');
    writeFileSync(path, jwt({ exp: 1_700_000_000 }));
    const [, client] = await openDouble(json(401, {}), { token: tokenSource('from-variable', path) });
    const { advice } = await factsOf(client.call(listAgents, {}));
    expect(advice).toBe('Put a fresh token into the file of AGENT_PLATFORM_TOKEN_FILE.');
  });

  it.each(['', '.', 'a.b', 'a.!!.c', jwt(null), jwt([]), jwt({ exp: 'x' })])(
    'counts as having no expiry if it is %j',
    (token) => {
      expect(expiryOf(token)).toBeUndefined();
    },
  );
});

describe('without settings', () => {
  it('no platform: says which variables to set, or to try the sandbox', async () => {
    const facts = await factsOf(clientFor(undefined).call(listAgents, {}));
    expect(facts).toMatchObject({ kind: 'no-base-url', fixer: 'settings', effect: 'none' });
    golden(`${facts.what} ${facts.advice}`);
  });

  it('no token: says which variable to set, and nothing is sent', async () => {
    const [double, client] = await openDouble(json(200, []), { token: tokenSource(undefined, undefined) });
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts).toMatchObject({ kind: 'no-token', fixer: 'settings' });
    golden(`${facts.what} ${facts.advice}`);
    expect(double.connections.opened).toBe(0);
  });
});
