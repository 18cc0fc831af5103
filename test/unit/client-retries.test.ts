/** Which requests are retried, when, and which never are. */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorText } from '../../src/mcp/contract/error-text.ts';
import { RateGate, retryAfterMs } from '../../src/platform/client/limit.ts';
import { networkError } from '../../src/platform/client/network-errors.ts';
import { tokenSource } from '../../src/platform/client/token.ts';
import { delayMs, mayRetry } from '../../src/platform/client/with-retries.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { freePort } from '../support/free-port.ts';
import { golden } from '../support/golden.ts';
import {
  breakOff,
  clientFor,
  factsOf,
  failureOf,
  inTurn,
  json,
  openDouble,
  type Reply,
  raw,
  reset,
  startDouble,
  TOKEN,
} from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { listAgents, listChats, handleThreadApproval } = operations;
const APPROVE = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;
const THREAD = json(200, { id: 't1', status: 'RUNNING', messages: [] });

describe.concurrent('a read', () => {
  it.each([
    ['429', json(429, {})],
    ['500', json(500, {})],
    ['502', json(502, {})],
    ['503', json(503, {})],
    ['504', json(504, {})],
    ['a reset', reset],
    ['an answer that breaks off', breakOff(200, '[', 100)],
  ] as [string, Reply][])('is retried after %s', async (_what, bad) => {
    const [double, client] = await openDouble(inTurn(bad, json(200, [])), { maxRetries: 1 });
    expect((await client.call(listAgents, {})).items).toEqual([]);
    expect(double.requests).toHaveLength(2);
  });

  it('that is a POST, the chat list, is retried like any other', async () => {
    const [double, client] = await openDouble(inTurn(json(503, {}), json(200, [])), { maxRetries: 1 });
    await client.call(listChats, { body: { fromDate: '2026-01-01' } });
    expect(double.requests.map(({ body }) => body)).toEqual(['{"fromDate":"2026-01-01"}', '{"fromDate":"2026-01-01"}']);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 422, 501])('is not retried after %i', async (status) => {
    const [double, client] = await openDouble(json(status, {}), { maxRetries: 3 });
    expect(await factsOf(client.call(listAgents, {}))).toMatchObject({ status, attempts: 1 });
    expect(double.requests).toHaveLength(1);
  });

  it.each([0, 2])('is retried at most %i times if that is the limit, and reports the number', async (maxRetries) => {
    const [double, client] = await openDouble(json(500, {}), { maxRetries });
    expect(await factsOf(client.call(listAgents, {}))).toMatchObject({ status: 500, attempts: maxRetries + 1 });
    expect(double.requests).toHaveLength(maxRetries + 1);
  });

  it('is not retried beyond its deadline', async () => {
    const [, client] = await openDouble(json(503, {}), { maxRetries: 10, timeoutMs: 3_000 });
    // Ten retries would wait for 15 seconds on average.
    const { kind, attempts } = await factsOf(client.call(listAgents, {}));
    expect(kind).toMatch(/^(?:http-503|timeout)$/);
    expect(attempts).toBeLessThan(11);
  });
});

describe.concurrent('a write', () => {
  it.each([
    ['500', json(500, {})],
    ['502', json(502, {})],
    ['503', json(503, {})],
    ['504', json(504, {})],
    ['301', raw(301, '', { location: '/elsewhere' })],
    ['302', raw(302, '', { location: '/elsewhere' })],
    ['303', raw(303, '', { location: '/elsewhere' })],
    ['307', raw(307, '', { location: '/elsewhere' })],
    ['308', raw(308, '', { location: '/elsewhere' })],
    ['408', json(408, {})],
    ['499', json(499, {})],
    ['a reset', reset],
    ['an answer that breaks off', breakOff(200, '{', 100)],
    ['a connection closed without an answer', ({ socket }) => void socket.end()],
  ] as [string, Reply][])('is never repeated after %s, and its effect is unknown', async (_what, bad) => {
    const [double, client] = await openDouble(inTurn(bad, THREAD), { maxRetries: 3 });
    expect(await factsOf(client.call(handleThreadApproval, APPROVE))).toMatchObject({
      effect: 'unknown',
      attempts: 1,
    });
    expect(double.requests).toHaveLength(1);
  });

  it('is repeated after a 429, which did nothing', async () => {
    const [double, client] = await openDouble(inTurn(json(429, {}), THREAD), { maxRetries: 1 });
    expect((await client.call(handleThreadApproval, APPROVE)).id).toBe('t1');
    expect(double.requests).toHaveLength(2);
  });

  it('is repeated where nothing was sent: nobody listened yet', async () => {
    const port = await freePort();
    const client = clientFor(`http://127.0.0.1:${port}`, { maxRetries: 10 });
    const call = client.call(handleThreadApproval, APPROVE);
    const double = await startDouble(THREAD, port);
    expect((await call).id).toBe('t1');
    expect(double.requests).toHaveLength(1);
  });

  it('to a port on which nothing listens had no effect, and the message names the settings', async () => {
    const client = clientFor(`http://127.0.0.1:${await freePort()}`, { maxRetries: 1 });
    const facts = await factsOf(client.call(handleThreadApproval, APPROVE));
    expect(facts).toMatchObject({ kind: 'unreachable', fixer: 'settings', effect: 'none', attempts: 2 });
  });

  it('to a host that accepts connections but sends no HTTP has an unknown effect', async () => {
    const server = createServer((socket) => socket.end('hello, this is not HTTP\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const client = clientFor(`http://127.0.0.1:${port}`, { maxRetries: 3 });
    expect(await factsOf(client.call(handleThreadApproval, APPROVE))).toMatchObject({ effect: 'unknown', attempts: 1 });
    await client.close();
    server.close();
  });
});

/** A host that vanishes after the request left can't be had on loopback; the two rules that decide can. */
describe.each(['EHOSTUNREACH', 'ENETUNREACH', 'EPROTO', 'ECONNRESET'])('the network error %s', (code) => {
  const cause = Object.assign(new Error('broken'), { code });

  it('after a request was sent leaves the effect of a write unknown, and it is not repeated', () => {
    const error = networkError(cause, true, false);
    expect(error.facts.effect).toBe('unknown');
    expect(mayRetry(error, false, true)).toBe(false);
  });

  it('before anything was sent proves that there was no effect', () => {
    expect(networkError(cause, false, false).facts.effect).toBe('none');
    expect(networkError(cause, true, true).facts.effect).toBe('none');
  });
});

describe.concurrent('Retry-After', () => {
  it('as a date is waited for', async () => {
    const at = Math.ceil(Date.now() / 1000) * 1000 + 1000;
    const busy = json(503, {}, { 'retry-after': new Date(at).toUTCString() });
    const [double, client] = await openDouble(inTurn(busy, json(200, [])), { maxRetries: 1 });
    await client.call(listAgents, {});
    expect(double.requests[1]?.at).toBeGreaterThanOrEqual(at - 10);
  });

  it.each([
    ['in the header', json(429, {}, { 'retry-after': '120' })],
    ['in the body', json(429, { statusCode: 429, message: 'slow down', retryAfter: 120 })],
    ['in the body, inside its error', json(429, { success: false, error: { message: 'slow down', retryAfter: 120 } })],
  ] as [string, Reply][])('beyond the time that is left is reported at once: %s', async (_where, reply) => {
    // Waiting for the time that is left would outlast the test.
    const [double, client] = await openDouble(reply, { maxRetries: 3, timeoutMs: 119_000 });
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts).toMatchObject({ kind: 'http-429', retryAfterMs: 120_000, fixer: 'network', effect: 'none' });
    expect(double.requests).toHaveLength(1);
  });

  it.each([
    ['0', 0],
    ['7', 7000],
    ['1.5', 1500],
    [' 3 ', 3000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    ['soon 5', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
    ['9'.repeat(400), undefined],
  ])('%s means %s milliseconds', (header, expected) => {
    expect(retryAfterMs(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(expected);
  });

  it.each([
    ['ahead of ours', 5 * 3_600_000, 0],
    ['behind ours', -5 * 3_600_000, 0],
    ['stale in Date alone', 0, -5 * 3_600_000],
  ])('that is a date means the same by a clock that is %s', async (_how, ahead, stale) => {
    const at = (ms: number): string => new Date(Date.now() + ahead + ms).toUTCString();
    const headers = { date: at(stale), 'retry-after': at(7_200_000) };
    const [, client] = await openDouble(json(429, {}, headers));
    const { retryAfterMs: waitMs = 0 } = await factsOf(client.call(listAgents, {}));
    expect(Math.abs(waitMs - 7_200_000)).toBeLessThanOrEqual(10_000);
  });

  it('that is negative in a body is not reported as a wait', async () => {
    const [, client] = await openDouble(json(429, { message: 'no', retryAfter: -5 }));
    expect((await factsOf(client.call(listAgents, {}))).retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
  });
});

describe.concurrent('after a 429', () => {
  it('no other call is sent until the time is over', async () => {
    let isLimited: (value?: unknown) => void = () => undefined;
    const limit = new Promise((resolve) => {
      isLimited = resolve;
    });
    const [double, client] = await openDouble(inTurn(json(429, {}, { 'retry-after': '1' }), json(200, [])), {
      maxRetries: 1,
      observer: { attempt: isLimited, gateWait: () => undefined, connectionWait: () => undefined },
    });
    const first = client.call(listAgents, {});
    await limit;
    // The client acts on it in the turns of the event loop that follow.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, ...[1, 2, 3].map(() => client.call(listAgents, {}))]);
    const [limited, ...later] = double.requests.map(({ at }) => at);
    expect(later).toHaveLength(4);
    expect(Math.min(...later) - (limited ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('nor are those sent that waited for a connection meanwhile', async () => {
    const [double, client] = await openDouble(json(429, {}, { 'retry-after': '60' }), { maxConnections: 2 });
    const calls = await Promise.all(Array.from({ length: 20 }, () => factsOf(client.call(listAgents, {}))));
    for (const { kind } of calls) expect(kind).toBe('http-429');
    expect(double.requests.length).toBeLessThanOrEqual(2);
  });

  it('a call without enough time to wait reports the wait, and sends nothing', async () => {
    const [double, client] = await openDouble(json(429, {}, { 'retry-after': '60' }), { timeoutMs: 30_000 });
    await factsOf(client.call(listAgents, {}));
    const facts = await factsOf(client.call(handleThreadApproval, APPROVE));
    expect(facts).toMatchObject({ kind: 'http-429', effect: 'none', attempts: 0 });
    // Not what the platform asked this call for: it may have asked for more than the gate holds, or for nothing.
    expect(facts.retryAfterMs).toBeUndefined();
    expect(facts.what).toMatch(
      /by an earlier call, so this one was not sent\. Calls are held back for another (?:[3-5]\d|60) s\.$/,
    );
    expect(double.requests).toHaveLength(1);
  });
});

describe('the gate of the rate limit', () => {
  it('is not opened earlier by a shorter wait', () => {
    const gate = new RateGate();
    gate.close(1000, undefined, undefined, 0);
    gate.close(10, undefined, undefined, 100);
    expect(gate.remaining(undefined, 0)).toBe(1000);
    expect(gate.remaining(undefined, 1000)).toBe(0);
  });

  it.each([1e12, Number.POSITIVE_INFINITY])(
    'opens again after five minutes, whatever the platform asks for (%d)',
    (ms) => {
      const gate = new RateGate();
      gate.close(ms, undefined, undefined, 0);
      expect(gate.remaining(undefined, 0)).toBe(5 * 60_000);
      expect(gate.remaining(undefined, 5 * 60_000)).toBe(0);
    },
  );

  it('repeats the precondition check of a write before its first attempt, if that had to wait', async () => {
    const [double, client] = await openDouble(inTurn(json(429, {}, { 'retry-after': '1' }), THREAD, THREAD), {
      maxRetries: 0,
    });
    const checkedAt: number[] = [];
    const beforeRepeat = async () => void checkedAt.push(double.requests.length);
    await factsOf(client.call(listAgents, {}));
    await client.call(handleThreadApproval, APPROVE, { beforeRepeat });
    expect(checkedAt).toEqual([1]);
    await client.call(handleThreadApproval, APPROVE, { beforeRepeat });
    expect(checkedAt).toEqual([1]);
  });
});

describe('the wait before a retry', () => {
  it.each([1, 2, 3, 10])('number %i is random, from 0 to a bound that doubles up to five seconds', (attempt) => {
    const most = Math.min(5000, 200 * 2 ** attempt);
    expect(delayMs(attempt, undefined, () => 0)).toBe(0);
    expect(delayMs(attempt, undefined, () => 0.5)).toBe(most / 2);
    expect(delayMs(attempt, undefined, () => 1)).toBe(most);
  });

  it('is never shorter than what the platform asked for', () => {
    expect(delayMs(1, 3000, () => 0)).toBe(3000);
    expect(delayMs(1, 3000, () => 1)).toBeGreaterThan(3000);
  });
});

it('a write that was answered 401 keeps that answer where no new token can be had, and says how to get one', async () => {
  const folder = temporaryFolder('no-new-token');
  const file = join(folder, 'token');
  writeFileSync(file, TOKEN);
  const [double, client] = await openDouble(
    (exchange) => {
      rmSync(file, { force: true });
      json(401, {})(exchange);
    },
    { token: tokenSource(undefined, file) },
  );
  golden(errorText(await failureOf(client.call(handleThreadApproval, APPROVE))));
  expect(double.requests).toHaveLength(1);
});
