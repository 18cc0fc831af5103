/**
 * Undocumented behaviour of the SDK that src/mcp/sdk relies on. If a test fails after an update, check the module that it
 * names: it may have become unnecessary.
 */
import {
  createRequestStateCodec,
  InMemoryTransport,
  isSpecType,
  type JSONRPCMessage,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { CheckedServer, refusalOfListen, schemaIssues } from '../../../src/mcp/sdk/checked-server.ts';
import { declaresPerRequest } from '../../../src/mcp/sdk/eras.ts';
import { stateCodec } from '../../../src/mcp/sdk/state-codec.ts';
import { envelope } from '../../support/rounds.ts';

const SHIMS = new URL('../../../scripts/bundle/sdk-shims.mjs', import.meta.url).href;
const URI = 'agent-platform://threads/t1';
/** What is said to be missing if the request counts as one of 2026-07-28. */
const LATER = 'agent-platform://threads/later';

/** The error that a server, as the SDK makes it or as we correct it, answers a request of 2025-11-25 with. */
async function errorOf(Kind: typeof Server, request: { method: string; params: unknown }) {
  const server = new Kind({ name: 'sdk', version: '1.0.0' }, { capabilities: { tools: {}, resources: {} } });
  server.setRequestHandler('tools/call', () => ({ content: [] }));
  server.setRequestHandler('resources/read', () => {
    throw new ResourceNotFoundError(declaresPerRequest(server) ? LATER : URI);
  });
  server.setRequestHandler('tools/list', () => {
    throw new RangeError('the inside');
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const answer = (id: number): Promise<JSONRPCMessage> =>
    new Promise((resolve) => {
      near.onmessage = (message) => {
        if ('id' in message && message.id === id) resolve(message);
      };
    });
  await near.start();
  const clientInfo = { name: 'test', version: '1.0.0' };
  const initialized = answer(1);
  await near.send({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  await initialized;
  await near.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const answered = answer(2);
  await near.send({ jsonrpc: '2.0', id: 2, ...request } as JSONRPCMessage);
  const message = await answered;
  await server.close();
  return 'error' in message ? message.error : undefined;
}

describe('checked-server.ts', () => {
  const malformed = { method: 'tools/call', params: { name: 1 } };

  it('the SDK answers parameters that do not fit with the JSON of its issues', async () => {
    const error = await errorOf(Server, malformed);
    expect(schemaIssues(error?.message ?? '')).toContain('name: ');
    expect(error?.message).toContain('"path"');
  });

  it('the hook around handlers is called, so that ours says it in words', async () => {
    const error = await errorOf(CheckedServer, malformed);
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Invalid tools\/call: params\.name: /),
    });
  });

  it('the SDK shows unexpected errors of a handler; ours does not', async () => {
    const request = { method: 'tools/list', params: {} };
    expect((await errorOf(Server, request))?.message).toContain('the inside');
    expect((await errorOf(CheckedServer, request))?.message).not.toContain('the inside');
  });

  it('a missing resource is -32602 with its URI up to 2025-11-25, too', async () => {
    const request = { method: 'resources/read', params: { uri: URI } };
    expect(await errorOf(CheckedServer, request)).toMatchObject({ code: -32602, data: { uri: URI } });
  });

  it('what a request of 2025-11-25 declares in its _meta does not make it one of a later revision', async () => {
    const request = { method: 'resources/read', params: { uri: URI, ...envelope() } };
    expect(await errorOf(CheckedServer, request)).toMatchObject({ data: { uri: URI } });
  });

  it('the SDK refuses arguments: null, which ours treats as none', async () => {
    const request = { method: 'tools/call', params: { name: 'a', arguments: null } };
    expect(await errorOf(Server, request)).toBeDefined();
    expect(await errorOf(CheckedServer, request)).toBeUndefined();
  });
});

describe('state-codec.ts', () => {
  const key = Buffer.alloc(32, 7);
  const context = {} as ServerContext;
  const CASES = [
    { why: 'expired', by: { key, ttlSeconds: -1, bind: () => 'a' }, says: /^expired$/ },
    { why: 'elsewhere', by: { key, ttlSeconds: 60, bind: () => 'b' }, says: /^bind$/ },
    { why: 'forged', by: { key: Buffer.alloc(32, 8), ttlSeconds: 60, bind: () => 'a' }, says: /^(?!expired$|bind$)/ },
  ] as const;

  it.each(CASES)('the SDK tells $why by the message alone', async ({ why, by, says }) => {
    const ours = { key, ttlSeconds: 60, bind: () => 'a' };
    const state = await createRequestStateCodec(by).mint({ n: 1 }, context);
    await expect(createRequestStateCodec(ours).verify(state, context)).rejects.toThrow(says);
    expect(await stateCodec(ours).open(state, context)).toEqual({ isValid: false, why });
  });

  it('a state that fits opens', async () => {
    const codec = stateCodec({ key, ttlSeconds: 60, bind: () => 'a' });
    expect(await codec.open(await codec.sign({ n: 1 }, context), context)).toEqual({
      isValid: true,
      content: { n: 1 },
    });
  });
});

describe('refusalOfListen of checked-server.ts', () => {
  const listen = {
    jsonrpc: '2.0' as const,
    id: 7,
    method: 'subscriptions/listen',
    params: { notifications: { resourceSubscriptions: [URI] }, ...envelope() },
  };

  it('refuses a request to listen as the protocol has it, and nothing else', () => {
    expect(isSpecType.SubscriptionsListenRequest(listen)).toBe(true);
    expect(refusalOfListen(listen)).toMatchObject({ id: 7, error: { code: -32601 } });
    expect(refusalOfListen({ ...listen, method: 'tools/list' })).toBeUndefined();
  });

  it("is needed: the SDK's entry acknowledges a subscription that the server does not offer, without asking it", async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const handle = serveStdio(
      () => new Server({ name: 'sdk', version: '1.0.0' }, { capabilities: { resources: {} } }),
      {
        transport: far,
      },
    );
    const answers: JSONRPCMessage[] = [];
    near.onmessage = (message) => void answers.push(message);
    await near.start();
    await near.send(listen as JSONRPCMessage);
    await expect.poll(() => answers).toHaveLength(1);
    expect(answers).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
    ]);
    await handle.close();
  });
});

describe('the validator of the bundle', () => {
  it('stands in for a module that exports what ours exports', async () => {
    const name = '@modelcontextprotocol/server/_shims';
    const theirs = Object.keys(await import(/* @vite-ignore */ name)).sort();
    const module: Record<string, unknown> = await import(/* @vite-ignore */ SHIMS);
    const ours = Object.keys(module).sort();
    expect(ours).toEqual(theirs);
  });
});
