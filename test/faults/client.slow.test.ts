/** Single cases of the matrix of faults, for the client alone. */
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/platform/operations/index.ts';
import { factsOf, hang, json, openDouble, type Reply } from '../support/platform-double.ts';

const { listAgents, handleThreadApproval } = operations;
const APPROVE = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;

/** An error answer whose body has text and then breaks off. */
const refusing =
  (end: (exchange: Parameters<Reply>[0]) => void): Reply =>
  (exchange) => {
    exchange.response.writeHead(400, { 'content-type': 'text/plain' });
    exchange.response.write('no such thing', () => end(exchange));
  };

describe.concurrent('an error status counts, whatever becomes of its body:', () => {
  it.each([
    ['it breaks off', refusing(({ socket }) => void setTimeout(() => socket.resetAndDestroy(), 30))],
    ['it never ends', refusing(() => undefined)],
    [
      'it is larger than anything worth reading',
      refusing(({ response }) => {
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
        };
        response.on('drain', more);
        more();
      }),
    ],
  ] as [string, Reply][])('%s', async (_what, reply) => {
    const [double, client] = await openDouble(reply, { timeoutMs: 1_000 });
    const facts = await factsOf(client.call(handleThreadApproval, APPROVE));
    expect(facts).toMatchObject({ kind: 'http-400', status: 400, effect: 'none' });
    expect(facts.platformMessage?.raw).toContain('no such thing');
    expect(double.requests).toHaveLength(1);
  });

  it('a 503 that never ends is tried again like any other', async () => {
    const [double, client] = await openDouble(
      (exchange) =>
        exchange.count === 1
          ? exchange.response.writeHead(503, { 'content-length': '100' }).write('busy', () => exchange.socket.destroy())
          : json(200, [])(exchange),
      { maxRetries: 1 },
    );
    expect((await client.call(listAgents, {})).items).toEqual([]);
    expect(double.requests).toHaveLength(2);
  });
});

describe.concurrent('the deadline', () => {
  it.each([1_000, 2_000, 3_000])('of %i ms is reported as such, not as a broken connection', async (timeoutMs) => {
    const [, client] = await openDouble(hang, { timeoutMs });
    const calls = Array.from({ length: 4 }, () => factsOf(client.call(listAgents, {})));
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(Array(4).fill('timeout'));
  });

  it('leaves a write unsent that would have hardly any time after a 429', async () => {
    const [double, client] = await openDouble(json(429, {}, { 'retry-after': '0.95' }), {
      maxRetries: 3,
      timeoutMs: 1_000,
    });
    const facts = await factsOf(client.call(handleThreadApproval, APPROVE));
    expect(facts).toMatchObject({ kind: 'http-429', effect: 'none', attempts: 1 });
    expect(double.requests).toHaveLength(1);
  });

  it('leaves a write unsent that would have hardly any time after waiting for the rate limit', async () => {
    const [double, client] = await openDouble(json(429, {}, { 'retry-after': '0.95' }), { timeoutMs: 1_000 });
    await factsOf(client.call(listAgents, {}));
    expect(await factsOf(client.call(handleThreadApproval, APPROVE))).toMatchObject({
      kind: 'http-429',
      effect: 'none',
      attempts: 0,
    });
    expect(double.requests).toHaveLength(1);
  });
});
