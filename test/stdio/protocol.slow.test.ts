/** Invalid messages of a host are answered or ignored as the protocol requires, and the next valid request works. */
import { JSONRPCErrorResponseSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { open, type RawServer, startRaw } from '../support/raw-stdio.ts';
import { envelope } from '../support/rounds.ts';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

describe.each(['legacy', 'modern'] as const)('in the %s era', (era) => {
  let server: RawServer;
  let base: Readonly<Record<string, unknown>>;
  /** Messages that came before the test. */
  let before = 0;
  beforeAll(async () => {
    server = startRaw({ args: ['--sandbox'] });
    base = await open(server, era);
  });
  beforeEach(() => {
    before = server.messages.length;
  });
  afterAll(async () => {
    expect(server.stray).toEqual([]);
    expect(server.stderr()).toBe('');
    await server.kill();
  });

  /** Errors without an id, in the order they came; each as the protocol's own schema has them. */
  const anonymous = (): number[] =>
    server.messages
      .slice(before)
      .filter((message) => message.error !== undefined && message.id === undefined)
      .map((message) => JSONRPCErrorResponseSchema.parse(message).error.code);
  const works = async (): Promise<void> => {
    const { result } = await server.request('tools/call', { ...base, name: 'check_health', arguments: {} });
    expect(result?.isError ?? false).toBe(false);
  };

  it.each(['resources/subscribe', 'resources/unsubscribe', 'subscriptions/listen'])(
    'a subscription (%s) is not offered, and the request for one is refused as any unknown method',
    async (method) => {
      const asked = { ...base, uri: 'agent-platform://approvals/pending', notifications: { toolsListChanged: true } };
      const { error } = await server.request(method, asked);
      expect(error).toMatchObject({ code: -32601 });
      await works();
    },
  );

  it.each([
    ['no JSON at all', 'hello there', PARSE_ERROR],
    ['JSON that is cut off', '{"jsonrpc":"2.0","id":1,"method":"tools/list"', PARSE_ERROR],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]), PARSE_ERROR],
    ['nesting without an end', '['.repeat(100_000), PARSE_ERROR],
    ['null', 'null', INVALID_REQUEST],
    ['a number', '42', INVALID_REQUEST],
    ['a text', '"tools/list"', INVALID_REQUEST],
    ['an empty object', '{}', INVALID_REQUEST],
    ['an empty batch', '[]', INVALID_REQUEST],
    ['no version and no id', '{"method":"tools/list"}', INVALID_REQUEST],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', INVALID_REQUEST],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', INVALID_REQUEST],
    ['an id that is a list', '{"jsonrpc":"2.0","id":[1],"method":"tools/list"}', INVALID_REQUEST],
    ['an id that is true', '{"jsonrpc":"2.0","id":true,"method":"tools/list"}', INVALID_REQUEST],
    ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', INVALID_REQUEST],
    ['parameters that are a list', '{"jsonrpc":"2.0","method":"tools/list","params":[]}', INVALID_REQUEST],
  ])('%s gets an error without an id', async (_what, bytes, code) => {
    server.write(bytes);
    server.write('\n');
    await works();
    expect(anonymous()).toEqual([code]);
  });

  it.each([
    ['another version', '{"jsonrpc":"1.0","id":"x","method":"tools/list"}'],
    ['no version', '{"id":"x","method":"tools/list"}'],
    ['a method that is no text', '{"jsonrpc":"2.0","id":"x","method":7}'],
    ['no method', '{"jsonrpc":"2.0","id":"x"}'],
    ['parameters that are text', '{"jsonrpc":"2.0","id":"x","method":"tools/list","params":"all"}'],
  ])('a request with %s is refused under its id', async (_what, line) => {
    const id = `x${before}`;
    server.write(`${line.replace('"x"', `"${id}"`)}\n`);
    expect((await server.answer(id)).error?.code).toBe(INVALID_REQUEST);
    await works();
    expect(anonymous()).toEqual([]);
  });

  it('a batch is refused, each request in it under its id', async () => {
    server.write(
      '[{"jsonrpc":"2.0","id":"a","method":"tools/list"},{"jsonrpc":"2.0","method":"notifications/x"},7,{"jsonrpc":"2.0","id":2,"method":"ping"}]\n',
    );
    for (const id of ['a', 2]) {
      const { error } = await server.answer(id);
      expect(error?.code).toBe(INVALID_REQUEST);
      expect(error?.message).toContain('batch');
    }
    await works();
  });

  it('an incomplete line is kept until its end arrives, wherever it is split', async () => {
    const line = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', id: 'half', method: 'tools/call', params: { ...base, name: 'list_agents', arguments: { limit: 1 } }, note: 'ünï→' })}\n`,
    );
    for (const [from, to] of [
      [0, 20],
      [20, line.length - 6],
      [line.length - 6, line.length - 3],
      [line.length - 3, line.length],
    ]) {
      server.write(line.subarray(from, to));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await server.answer('half')).result?.isError ?? false).toBe(false);
  });

  it('blank lines and carriage returns are ignored', async () => {
    server.write(`\n\r\n  \n`);
    server.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'cr', method: 'tools/list', params: base })}\r\n`);
    expect((await server.answer('cr')).result).toBeDefined();
    expect(anonymous()).toEqual([]);
  });

  it('ids of all types in the protocol are returned unchanged', async () => {
    const ids = ['', 'x', '1', 1, 0, -1, Number.MAX_SAFE_INTEGER, '__proto__', 'ü'.repeat(1000)];
    for (const id of ids) server.send({ jsonrpc: '2.0', id, method: 'tools/list', params: base });
    for (const id of ids) expect((await server.answer(id)).result).toBeDefined();
  });

  it('an id that is used twice is answered twice', async () => {
    for (let time = 0; time < 2; time++) {
      server.send({ jsonrpc: '2.0', id: 'twin', method: 'tools/list', params: base });
    }
    await works();
    expect(server.messages.filter(({ id }) => id === 'twin')).toHaveLength(2);
  });

  it('unknown methods are refused, unknown notifications and answers are ignored', async () => {
    expect((await server.request('tools/destroy', base)).error?.code).toBe(-32601);
    expect((await server.request('__proto__', base)).error?.code).toBe(-32601);
    before = server.messages.length;
    server.send({ jsonrpc: '2.0', method: 'notifications/nonsense', params: base });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { ...base, requestId: 'never' } });
    server.send({ jsonrpc: '2.0', id: 'not-asked', result: {} });
    server.send({ jsonrpc: '2.0', id: 'not-asked', error: { code: 1, message: 'x' } });
    await works();
    expect(server.messages.length).toBe(before + 1);
  });

  it('a line beyond the limit is refused without being buffered, and the next one works', async () => {
    const chunk = 'x'.repeat(1024 * 1024);
    server.write('{"jsonrpc":"2.0","id":"huge","method":"');
    for (let mb = 0; mb < 70; mb++) server.write(chunk);
    server.write('"}\n');
    await works();
    expect(anonymous()).toEqual([INVALID_REQUEST]);
  });
});

describe('before the handshake', () => {
  it.each([
    ['tools/list', {}],
    ['tools/call', { name: 'check_health', arguments: {} }],
    ['nonsense', {}],
    ['ping', {}],
  ])('%s is answered, and the handshake still works', async (method, params) => {
    const server = startRaw({ args: ['--sandbox'] });
    const early = await server.request(method, params);
    expect(early.result ?? early.error).toBeDefined();
    await open(server, 'legacy');
    expect((await server.request('tools/list')).result).toBeDefined();
    expect(server.stray).toEqual([]);
    await server.kill();
  });

  it('garbage before the handshake does no harm', async () => {
    const server = startRaw({ args: ['--sandbox'] });
    server.write('garbage\n{}\n[]\n');
    await open(server, 'legacy');
    expect((await server.request('tools/list')).result).toBeDefined();
    await server.kill();
  });
});

it('what an SDK error repeats is masked and truncated', async () => {
  const secret = 'tok_some-token-for-tests-1';
  const server = startRaw({ env: { AGENT_PLATFORM_BASE_URL: 'http://127.0.0.1:9', AGENT_PLATFORM_TOKEN: secret } });
  const answerTo = async (version: string): Promise<string> => {
    const _meta = { ...envelope()._meta, 'io.modelcontextprotocol/protocolVersion': version };
    return JSON.stringify(await server.request('tools/list', { _meta }));
  };
  expect(await answerTo(secret)).toMatch(/Unsupported protocol version: \[redacted\]"/);
  expect((await answerTo('x'.repeat(50_000))).length).toBeLessThanOrEqual(12_000);
  await server.end();
});
