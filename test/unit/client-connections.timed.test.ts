/** Connections are reused, limited, closed in time, and never leaked. */
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../src/platform/client/errors.ts';
import type { PlatformClient } from '../../src/platform/client/index.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { until as untilNamed } from '../support/clients.ts';
import { clientFor, factsOf, failureOf, hang, json, openDouble, type Reply } from '../support/platform-double.ts';

const { listAgents, handleThreadApproval, sendAssistantMessage } = operations;
const APPROVE = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;

const after =
  (ms: number, reply: Reply): Reply =>
  (exchange) => {
    setTimeout(() => reply(exchange), ms);
  };

const until = (holds: () => boolean): Promise<void> => untilNamed('what the test waits for', holds);

describe.concurrent('connections', () => {
  // undici takes a connection up again one turn of the event loop after its answer: two take turns under a fast caller.
  it.each([200, 404])('are kept for the next call after a %i', async (status) => {
    const [double, client] = await openDouble(json(status, []));
    for (let call = 0; call < 20; call++) await client.call(listAgents, {}).catch(() => undefined);
    expect(double.requests).toHaveLength(20);
    expect(double.connections.opened).toBeLessThanOrEqual(2);
  });

  it.each([1, 3])('are at most %i when that is the limit, and every call is answered', async (maxConnections) => {
    const [double, client] = await openDouble(after(10, json(200, [])), { maxConnections });
    await Promise.all(Array.from({ length: 24 }, () => client.call(listAgents, {})));
    expect(double.requests).toHaveLength(24);
    expect(double.connections.peak).toBe(maxConnections);
  });

  it('are closed with the client', async () => {
    const [double, client] = await openDouble(json(200, []));
    await client.call(listAgents, {});
    await client.close();
    await until(() => double.connections.open === 0);
    expect(double.connections.open).toBe(0);
  });

  it('are opened anew where the platform closed them in between', async () => {
    const [double, client] = await openDouble(json(200, [], { connection: 'close' }));
    for (let call = 0; call < 3; call++) await client.call(listAgents, {});
    expect(double.connections.opened).toBe(3);
  });

  it('nothing is sent before the first call', async () => {
    const [double, client] = await openDouble(json(200, []));
    client.plan(listAgents, {});
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(double.connections.opened).toBe(0);
  });
});

describe.concurrent('the deadline', () => {
  const drip: Reply = ({ response }) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
  };

  it.each([
    ['before the status', hang],
    ['in the middle of the body', ({ response }) => void response.writeHead(200).write('[')],
    ['while the body drips', drip],
  ] as [string, Reply][])('ends a call that hangs %s, on the wire too', async (_when, reply) => {
    const [double, client] = await openDouble(reply, { timeoutMs: 2_000 });
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts).toMatchObject({ kind: 'timeout', fixer: 'network', effect: 'none' });
    await until(() => double.abandoned === 1);
  });

  it('leaves the effect of a write unknown', async () => {
    const [double, client] = await openDouble(hang, { timeoutMs: 2_000, maxRetries: 3 });
    const facts = await factsOf(client.call(handleThreadApproval, APPROVE));
    expect(facts).toMatchObject({ kind: 'timeout', effect: 'unknown' });
    expect(double.requests).toHaveLength(1);
  });

  it('is longer for a call that waits for a model', async () => {
    const [, client] = await openDouble(after(2_500, json(200, { chatUuid: 'c', message: 'm' })), { timeoutMs: 1_000 });
    const message = { path: { assistant_id: 'a' }, body: { message: 'm' } };
    expect((await client.call(sendAssistantMessage, message)).chatUuid).toBe('c');
    expect((await factsOf(client.call(listAgents, {}))).kind).toBe('timeout');
  });

  it('names its own setting for a call that waits for a model', async () => {
    const [, client] = await openDouble(hang, { replyTimeoutMs: 2_000 });
    const message = { path: { assistant_id: 'a' }, body: { message: 'm' } };
    const facts = await factsOf(client.call(sendAssistantMessage, message));
    expect(facts.advice).toContain('AGENT_PLATFORM_REPLY_TIMEOUT_MS');
  });

  it('also ends calls that wait for a connection; they had no effect and are never sent', async () => {
    const [double, client] = await openDouble(hang, { maxConnections: 1, timeoutMs: 2_000 });
    const calls = [1, 2, 3].map(() => factsOf(client.call(handleThreadApproval, APPROVE)));
    const effects = (await Promise.all(calls)).map(({ effect }) => effect);
    await new Promise((resolve) => setTimeout(resolve, 100));
    // On a busy machine the first deadline may free the connection a moment before the next one ends: then that call left.
    expect(double.requests.length).toBeLessThan(3);
    expect(effects.filter((effect) => effect === 'unknown')).toHaveLength(double.requests.length);
  });
});

describe.concurrent('a call that never left says why, and blames nobody else:', () => {
  const READ = (client: PlatformClient) => client.call(listAgents, {}, { timeoutMs: 1_500 });
  const WRITE = (client: PlatformClient) => client.call(handleThreadApproval, APPROVE, { timeoutMs: 1_500 });

  it.each([
    ['a read', READ],
    ['a write', WRITE],
  ])('%s, where all connections are busy', async (_what, call) => {
    const [double, client] = await openDouble(hang, { maxConnections: 2, maxRetries: 3 });
    const stop = new AbortController();
    const busy = [1, 2].map(() => failureOf(client.call(listAgents, {}, { signal: stop.signal })));
    await until(() => double.requests.length === 2);
    const facts = await factsOf(call(client));
    expect(facts).toMatchObject({ kind: 'no-connection', fixer: 'network', effect: 'none' });
    expect(facts.what).toBe('No connection to the platform was free within 1.5 s, so nothing was sent.');
    expect(facts.advice).toContain('AGENT_PLATFORM_MAX_CONNECTIONS');
    expect(double.requests).toHaveLength(2);
    stop.abort();
    await Promise.all(busy);
  });

  it.each([
    ['a read', READ],
    ['a write', WRITE],
  ])('%s, where no connection could be made', async (_what, call) => {
    // Takes connections and never answers the TLS handshake.
    const mute = createTcpServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const address = mute.address();
    const client = clientFor(`https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    const facts = await factsOf(call(client));
    expect(facts).toMatchObject({ kind: 'no-connection', fixer: 'settings', effect: 'none' });
    expect(facts.what).toBe('The platform could not be reached: no connection to it was made within 1.5 s.');
    expect(facts.advice).toContain('AGENT_PLATFORM_BASE_URL');
    await client.close();
    mute.close();
  });

  it('a decision, where the connections kept for decisions are busy, whose number no setting raises', async () => {
    const [, client] = await openDouble(hang, { timeoutMs: 1_500 });
    const stop = new AbortController();
    const never = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
    const held = [1, 2, 3, 4].map(() => client.reserve(() => never));
    const facts = await factsOf(client.reserve(async () => undefined));
    expect(facts).toMatchObject({ kind: 'no-connection', fixer: 'network', effect: 'none' });
    expect(facts.what).toContain('all connections kept for decisions were in use');
    expect(facts.advice).not.toContain('AGENT_PLATFORM');
    stop.abort();
    await Promise.all(held);
  });

  it('but a call that was sent late says how long the platform had', async () => {
    const [double, client] = await openDouble(hang, { maxConnections: 1 });
    const first = failureOf(client.call(listAgents, {}, { timeoutMs: 2_500 }));
    await until(() => double.requests.length === 1);
    const facts = await factsOf(client.call(listAgents, {}, { timeoutMs: 5_000 }));
    await first;
    expect(facts).toMatchObject({ kind: 'timeout', fixer: 'network' });
    expect(facts.what).toMatch(
      /^The platform did not answer within [1-4](?:\.\d)? s, all that was left of the 5 s of this call\.$/,
    );
  });
});

describe.concurrent('cancelling', () => {
  it('closes the connection of a read, which had no effect', async () => {
    const [double, client] = await openDouble(hang);
    const controller = new AbortController();
    const failure = failureOf(client.call(listAgents, {}, { signal: controller.signal }));
    await until(() => double.requests.length === 1);
    controller.abort();
    const error = await failure;
    expect(error).toBeInstanceOf(CancelledError);
    expect((error as CancelledError).effect).toBe('none');
    await until(() => double.abandoned === 1);
  });

  it('in the middle of an answer closes its connection', async () => {
    const [double, client] = await openDouble(({ response }) => void response.writeHead(200).write('['));
    const controller = new AbortController();
    const failure = failureOf(client.call(listAgents, {}, { signal: controller.signal }));
    await until(() => double.requests.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    controller.abort();
    expect(await failure).toBeInstanceOf(CancelledError);
    await until(() => double.abandoned === 1);
  });

  it('leaves the effect of a write unknown once it was sent', async () => {
    const [double, client] = await openDouble(hang, { maxRetries: 3 });
    const controller = new AbortController();
    const failure = failureOf(client.call(handleThreadApproval, APPROVE, { signal: controller.signal }));
    await until(() => double.requests.length === 1);
    controller.abort();
    expect(((await failure) as CancelledError).effect).toBe('unknown');
    expect(double.requests).toHaveLength(1);
  });

  it('before the call sends nothing', async () => {
    const [double, client] = await openDouble(json(200, {}));
    const call = client.call(handleThreadApproval, APPROVE, { signal: AbortSignal.abort() });
    expect(((await failureOf(call)) as CancelledError).effect).toBe('none');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(double.requests).toHaveLength(0);
  });

  it('while a retry waits ends at once', async () => {
    // The wait would outlast the test.
    const [double, client] = await openDouble(json(429, {}, { 'retry-after': '300' }), {
      maxRetries: 3,
      timeoutMs: 600_000,
    });
    const controller = new AbortController();
    const failure = failureOf(client.call(listAgents, {}, { signal: controller.signal }));
    await until(() => double.requests.length === 1);
    controller.abort();
    expect(await failure).toBeInstanceOf(CancelledError);
  });

  it('one call leaves the others alone', async () => {
    const [, client] = await openDouble(after(100, json(200, [])));
    const controller = new AbortController();
    const cancelled = failureOf(client.call(listAgents, {}, { signal: controller.signal }));
    const other = client.call(listAgents, {});
    controller.abort();
    expect(await cancelled).toBeInstanceOf(CancelledError);
    expect((await other).items).toEqual([]);
  });
});

it('a hundred concurrent calls with one signal cause no leak warning', async () => {
  const [, client] = await openDouble(json(200, []));
  const warnings: string[] = [];
  const listen = (warning: Error): number => warnings.push(warning.message);
  process.on('warning', listen);
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 100 }, () => client.call(listAgents, {}, { signal })));
  await Promise.all(Array.from({ length: 100 }, () => client.call(listAgents, {})));
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

describe('scarce connections', () => {
  const message = { path: { assistant_id: 'a' }, body: { message: 'm' } };

  it('are handed round by caller: ten calls of one do not come before the first of another', async () => {
    const held: (() => void)[] = [];
    const reply: Reply = (exchange) => void held.push(() => json(200, [])(exchange));
    const [double, client] = await openDouble(reply, { maxConnections: 1 });
    const order: string[] = [];
    const call = async (caller: string): Promise<void> => {
      await client.call(listAgents, {}, { caller });
      order.push(caller);
    };
    const calls = [...Array.from({ length: 10 }, () => call('busy')), call('other')];
    for (let count = 1; count <= calls.length; count++) {
      await until(() => double.requests.length === count);
      held.shift()?.();
    }
    await Promise.all(calls);
    expect(order.slice(0, 3)).toContain('other');
  });

  it('held by slow models leave those for ordinary calls free', async () => {
    const [double, client] = await openDouble(
      (exchange) => (exchange.request.method === 'POST' ? undefined : json(200, [])(exchange)),
      { maxConnections: 2, replyTimeoutMs: 60_000 },
    );
    const controller = new AbortController();
    const slow = [1, 2, 3].map(() =>
      failureOf(client.call(sendAssistantMessage, message, { signal: controller.signal })),
    );
    await until(() => double.requests.length === 2);
    expect((await client.call(listAgents, {})).items).toEqual([]);
    controller.abort();
    await Promise.all(slow);
  });
});
