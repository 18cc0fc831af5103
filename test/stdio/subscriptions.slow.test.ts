/** Subscriptions over the built file, with every client, and who is asked how often. */
import { type JSONRPCMessage, ResourceNotFoundError, type Transport } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Subscriptions } from '../../src/mcp/protocol/subscriptions.ts';
import { ListeningTransport } from '../../src/mcp/sdk/listening-transport.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import {
  CLIENTS,
  type ClientKind,
  connect,
  missingCode,
  platformEnv,
  type TestClient,
  until,
} from '../support/clients.ts';

// Fake timers are the globals: they don't reach Node's own promises of a timer.
vi.mock('node:timers/promises', () => ({
  setTimeout: <T>(ms: number, value: T, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => resolve(value), ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
}));

const APPROVALS = 'agent-platform://approvals/pending';
const THREAD = threadId('refund-10482');
const THREAD_URI = `agent-platform://threads/${THREAD}`;
const NOWHERE = 'agent-platform://threads/00000000-0000-4000-8000-000000000000';
/** A poll and a half. */
const QUIET_MS = 7_500;

/** A sandbox that stands still but for what the test does, a client before it, and the requests that came. */
async function setUp(client: (typeof CLIENTS)[number]['client']) {
  const paths: string[] = [];
  const sandbox = await startSandbox({ speed: 0, onRequest: ({ path }) => paths.push(path) });
  const connected = await connect({ client, env: platformEnv(sandbox) });
  return {
    client: connected,
    paths,
    async approve(): Promise<void> {
      const response = await fetch(`${sandbox.url}/v1/agents/threads/${THREAD}/approval`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'APPROVED' }),
      });
      expect(response.status).toBe(200);
    },
    async close(): Promise<void> {
      await connected.close();
      await sandbox.close();
    },
  };
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS));
const updatesOf = (client: TestClient, uri: string): number => client.updates.filter((update) => update === uri).length;

/** None of these may leave anything behind that asks. */
async function refusals(client: TestClient, kind: ClientKind): Promise<void> {
  const code = missingCode(kind);
  await expect(client.subscribe('agent-platform://docs/getting-started')).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('agent-platform://threads/{threadId}'),
  });
  for (const uri of [NOWHERE, 'agent-platform://nothing', 'file:///etc/passwd']) {
    await expect(client.subscribe(uri)).rejects.toMatchObject({ code, data: { uri } });
  }
  // In one listen, a resource that exists does not save one that does not.
  await expect(client.subscribe(THREAD_URI, NOWHERE)).rejects.toMatchObject({ code, data: { uri: NOWHERE } });
}

describe.concurrent.each(CLIENTS)('$client', ({ client: kind }) => {
  it('tells of a thread and of the approvals while subscribed, and asks for nothing before and after', async () => {
    const { client, paths, approve, close } = await setUp(kind);
    await client.listTools();
    expect(paths).toEqual([]);
    await refusals(client, kind);
    const leaveThread = await client.subscribe(THREAD_URI);
    const leaveApprovals = await client.subscribe(APPROVALS);
    // What stood when the subscription began is the measure: nothing is told of it.
    expect(client.updates).toEqual([]);
    await approve();
    await until('both updates', () => updatesOf(client, THREAD_URI) > 0 && updatesOf(client, APPROVALS) > 0);
    await leaveApprovals();
    await leaveThread();
    await client.listPrompts();
    paths.length = 0;
    await quiet();
    expect(paths).toEqual([]);
    expect([updatesOf(client, THREAD_URI), updatesOf(client, APPROVALS)]).toEqual([1, 1]);
    await close();
  });
});

describe('ListeningTransport', () => {
  const listen = (id: string | number) => ({
    jsonrpc: '2.0' as const,
    id,
    method: 'subscriptions/listen',
    params: { notifications: { resourceSubscriptions: ['u'] } },
  });
  const cancel = (requestId: string | number) => ({
    jsonrpc: '2.0' as const,
    method: 'notifications/cancelled',
    params: { requestId },
  });

  async function setUpWire() {
    const sent: JSONRPCMessage[] = [];
    const passed: JSONRPCMessage[] = [];
    const reads: { signal: AbortSignal; answer(digest: string | undefined): void }[] = [];
    const wire: Transport = {
      start: async () => undefined,
      send: async (message) => void sent.push(message),
      close: async () => undefined,
    };
    const subscriptions = new Subscriptions({
      read: (_uri, signal) => new Promise((answer) => reads.push({ signal, answer })),
      changed: () => undefined,
      failed: () => undefined,
      notFound: (uri) => new ResourceNotFoundError(uri),
    });
    const transport = new ListeningTransport(wire, subscriptions);
    transport.onmessage = (message) => passed.push(message);
    await transport.start();
    const receive = async (message: JSONRPCMessage): Promise<void> => {
      wire.onmessage?.(message);
      await new Promise(setImmediate);
    };
    return { transport, sent, passed, reads, receive };
  }

  it('lets a listen through once its resource was read, and ends it with the cancellation of that very id', async () => {
    const { passed, reads, receive } = await setUpWire();
    await receive(listen(1));
    expect(passed).toEqual([]);
    reads[0]?.answer('a');
    await new Promise(setImmediate);
    await receive(cancel('1'));
    expect(passed).toEqual([listen(1), cancel('1')]);
    expect(reads[0]?.signal.aborted).toBe(false);
    await receive(cancel(1));
    expect(reads[0]?.signal.aborted).toBe(true);
  });

  it('neither passes nor answers a listen that was cancelled while its resource was read', async () => {
    const { sent, passed, reads, receive } = await setUpWire();
    await receive(listen('a'));
    await receive(cancel('a'));
    expect(reads[0]?.signal.aborted).toBe(true);
    reads[0]?.answer('late');
    await new Promise(setImmediate);
    expect(sent).toEqual([]);
    expect(passed).toEqual([cancel('a')]);
  });

  it.each(['refused by the entry', 'ended by the entry', 'cut off'])('ends what is %s', async (how) => {
    const { transport, reads, receive } = await setUpWire();
    await receive(listen(1));
    reads[0]?.answer('a');
    await new Promise(setImmediate);
    const id = { jsonrpc: '2.0' as const, id: 1 };
    if (how === 'refused by the entry') await transport.send({ ...id, error: { code: -32603, message: 'full' } });
    if (how === 'ended by the entry') await transport.send({ ...id, result: {} });
    if (how === 'cut off') await transport.close();
    expect(reads[0]?.signal.aborted).toBe(true);
  });
});

describe('Subscriptions', () => {
  let digests: (string | undefined | Error)[];
  let reads: number;
  let events: string[];
  let subscriptions: Subscriptions;

  beforeEach(() => {
    vi.useFakeTimers();
    digests = ['a'];
    reads = 0;
    events = [];
    subscriptions = new Subscriptions({
      read: async () => {
        reads++;
        const digest = digests.length > 1 ? digests.shift() : digests[0];
        if (digest instanceof Error) throw digest;
        return digest;
      },
      changed: (uri) => events.push(`changed ${uri}`),
      failed: (uri) => events.push(`failed ${uri}`),
      notFound: (uri) => new ResourceNotFoundError(uri),
    });
  });
  afterEach(() => {
    subscriptions.close();
    vi.useRealTimers();
  });

  it('asks once for all subscribers, until the last one leaves', async () => {
    await subscriptions.add('u', 'one');
    await subscriptions.add('u', 'two');
    expect(reads).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toBe(2);
    subscriptions.remove('one');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toBe(3);
    subscriptions.remove('two', 'u');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads).toBe(3);
    expect(events).toEqual([]);
  });

  it('tells of each change once, and of an end and a return', async () => {
    digests = ['a', 'a', 'b', 'b', undefined, undefined, 'c'];
    await subscriptions.add('u', 'one');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual(['changed u', 'changed u', 'changed u']);
  });

  it('asks less and less often while it fails, and as before once it succeeds', async () => {
    digests = ['a', new Error('down')];
    await subscriptions.add('u', 'one');
    await vi.advanceTimersByTimeAsync(5_000 + 10_000 + 20_000 + 40_000 + 60_000 + 60_000);
    expect(reads).toBe(1 + 6);
    digests = ['b'];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events.at(-1)).toBe('changed u');
    const before = reads;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toBe(before + 2);
  });

  it('refuses what can not be read at first, and forgets it', async () => {
    digests = [new Error('down')];
    await expect(subscriptions.add('u', 'one')).rejects.toThrow('down');
    digests = [undefined];
    await expect(subscriptions.add('u', 'one')).rejects.toMatchObject({ code: -32602, data: { uri: 'u' } });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reads).toBe(2);
  });

  it('has never two requests for a resource under way, and rests the longer the slower it is', async () => {
    let underWay = 0;
    let most = 0;
    let count = 0;
    const slow = new Subscriptions({
      async read() {
        count++;
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, 4_000));
        underWay--;
        return 'a';
      },
      changed: () => undefined,
      failed: () => undefined,
      notFound: (uri) => new ResourceNotFoundError(uri),
    });
    const added = slow.add('u', 'one');
    await vi.advanceTimersByTimeAsync(4_000);
    await added;
    await vi.advanceTimersByTimeAsync(10 * 40_000);
    expect(most).toBe(1);
    expect(count).toBe(11);
    slow.close();
  });

  it('takes no more than 50 resources', async () => {
    for (let index = 0; index < 50; index++) await subscriptions.add(`u${index}`, 'one');
    await expect(subscriptions.add('u50', 'one')).rejects.toMatchObject({ code: -32602 });
    subscriptions.remove('one', 'u0');
    await subscriptions.add('u50', 'one');
  });
});
