/** Answers that are too deep, too wide or too large: refused in words, without the rest of a list, and in turn. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { errorText } from '../../src/mcp/contract/error-text.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { MAX_ENTRIES } from '../../src/platform/parse/json-scan.ts';
import { golden } from '../support/golden.ts';
import {
  clientFor,
  factsOf,
  failureOf,
  json,
  openDouble,
  type Reply,
  raw,
  startDouble,
} from '../support/platform-double.ts';

const { getThread, handleThreadApproval, listAgentThreads, listAssistants } = operations;
const MB = 1024 * 1024;
const DEEP = '['.repeat(3_000) + ']'.repeat(3_000);
const WIDE = `[${Array(MAX_ENTRIES + 1)
  .fill(0)
  .join()}]`;
const thread = (id: string, more = '') => `{"id":"${id}","status":"RUNNING","messages":[]${more}}`;
const OF_THREAD = { path: { threadId: 't1' } };

describe('a record that is too large is reported with the limit and what to do', () => {
  it.each([
    ['deep', thread('t1', `,"metadata":${DEEP}`)],
    ['wide', thread('t1', `,"metadata":${WIDE}`)],
    ['large', thread('t1', `,"note":"${'x'.repeat(MB)}"`)],
  ])('%s', async (_what, body) => {
    const [, client] = await openDouble(raw(200, body));
    golden(errorText(await failureOf(client.call(getThread, OF_THREAD))));
  });

  it('as the answer to a write, whose effect is unknown', async () => {
    const [double, client] = await openDouble(raw(200, thread('t1', `,"metadata":${DEEP}`)));
    const sent = client.call(handleThreadApproval, { ...OF_THREAD, body: { status: 'APPROVED' } });
    expect(await factsOf(sent)).toMatchObject({ kind: 'too-deep', effect: 'unknown' });
    expect(double.requests).toHaveLength(1);
  });
});

describe('a list', () => {
  const page = (limit: number) => ({ path: { agentId: 'a1' }, query: { limit, offset: 0 } });

  it('is read without a record that is too deep, which is counted', async () => {
    const body = `[${thread('t1')},${thread('t2', `,"metadata":${DEEP}`)},${thread('t3', ',"n":12345678901234567890')}]`;
    const [, client] = await openDouble(raw(200, body));
    const { items, unreadable } = await client.call(listAgentThreads, page(20));
    expect(items.map(({ id }) => id)).toEqual(['t1', 't3']);
    expect({ unreadable, kept: items[1]?.rest }).toEqual({ unreadable: 1, kept: { n: '12345678901234567890' } });
  });

  it('that has no pages is read record by record where it has too many values', async () => {
    const one = `{"identifier":"a","tags":[${Array(MAX_ENTRIES / 2)
      .fill(0)
      .join()}]}`;
    const [, client] = await openDouble(raw(200, `{"success":true,"data":[${one},${one},${one}]}`), {
      maxResponseBytes: 4 * MB,
    });
    expect((await client.call(listAssistants, {})).items).toHaveLength(3);
  });

  it('that has no pages, but too many values in more than 20,000 records, is refused', async () => {
    const [, client] = await openDouble(raw(200, `[{"identifier":"a","x":${WIDE}}${',0'.repeat(30_000)}]`));
    expect(await factsOf(client.call(listAssistants, {}))).toMatchObject({ effect: 'none' });
  });

  /** A platform with threads of some bytes each, that honours `limit` and `offset`. */
  const paged =
    (count: number, bytes: number): Reply =>
    ({ request, response }) => {
      const { limit, offset } = request.query;
      const [from, most] = [Number(offset), Number(limit)];
      const threads = Array.from({ length: Math.min(most, count - from) }, (_, n) =>
        thread(`t${from + n}`, `,"note":"${'x'.repeat(bytes)}"`),
      );
      response.writeHead(200).end(`[${threads.join()}]`);
    };

  it('is read again in a smaller page where it is too large, and says how many records were asked for', async () => {
    const [double, client] = await openDouble(paged(60, 30_000));
    const { items, limit } = await client.call(listAgentThreads, page(100));
    expect({ count: items.length, limit }).toEqual({ count: 25, limit: 25 });
    expect(double.requests.map(({ query }) => query.limit)).toEqual(['100', '25']);
  });

  it('is refused in words where four records in a row are too large', async () => {
    const [double, client] = await openDouble(paged(60, MB));
    golden(errorText(await failureOf(client.call(listAgentThreads, page(20)))));
    expect(double.requests.map(({ query }) => query.limit)).toEqual(['20', '5', '1', '1', '1', '1']);
  });
});

describe('large answers', () => {
  const cap = { maxResponseBytes: 32 * MB };
  const begun: (() => void)[] = [];
  /** Begins an answer of 20 MB, and ends it once it is told to. */
  const stalling: Reply = ({ response }) => {
    const body = thread('t1', `,"note":"${'x'.repeat(20 * MB)}"`);
    response
      .writeHead(200, { 'content-length': body.length })
      .write(body.slice(0, 2 * MB), () => begun.push(() => void response.end(body.slice(2 * MB))));
  };

  it('free what they took of the memory limit, however an attempt ends', async () => {
    const bodies: readonly Reply[] = [
      // More than the cap, in pieces that come at once.
      raw(200, thread('t1', `,"note":"${'x'.repeat(3 * MB)}"`)),
      ({ response, socket }) => {
        response.writeHead(200);
        response.write(' '.repeat(1.5 * MB), () => socket.resetAndDestroy());
      },
    ];
    for (const body of bodies) {
      const [, client] = await openDouble(body, { maxResponseBytes: 2 * MB, maxConnections: 20 });
      const calls = Array.from({ length: 40 }, () => factsOf(client.call(getThread, OF_THREAD)));
      for (const { kind } of await Promise.all(calls)) expect(kind).toMatch(/^(?:too-large|connection)$/);
    }
    // All of the budget is free again.
    const [, client] = await openDouble(json(200, { id: 't1', messages: [], note: 'x'.repeat(31 * MB) }), {
      ...cap,
      timeoutMs: 60_000,
    });
    expect((await client.call(getThread, OF_THREAD)).id).toBe('t1');
  });

  it('of a broken attempt free what they took before the next attempt waits for a connection', async () => {
    const body = thread('t1', `,"note":"${'x'.repeat(2 * MB)}"`);
    const broken = new Set(['f1', 'f2']);
    const reply: Reply = ({ request, response, socket }) => {
      response.writeHead(200);
      const isFirst = broken.delete(request.path.split('/').at(-1) ?? '');
      if (!isFirst) return void response.end(body);
      response.write(body.slice(0, 1.5 * MB));
      setTimeout(() => socket.resetAndDestroy(), 500);
    };
    const [, client] = await openDouble(reply, { maxResponseBytes: 16 * MB, maxConnections: 4, maxRetries: 3 });
    const get = (threadId: string) => client.call(getThread, { path: { threadId } });
    const first = ['f1', 'f2'].map(get);
    await new Promise((resolve) => setTimeout(resolve, 250));
    const others = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map(get);
    const ended = await Promise.allSettled([...first, ...others]);
    expect(ended.map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'));
  });

  it('of a write that wait for their turn leave its effect unknown if the call is cancelled', async () => {
    const carriedOut = vi.fn();
    const reply: Reply = (exchange) => {
      if (exchange.request.method !== 'POST') return stalling(exchange);
      carriedOut();
      const { response } = exchange;
      const packed = gzipSync(thread('t1', `,"note":"${'a'.repeat(3 * MB)}"`));
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    };
    const [, client] = await openDouble(reply, cap);
    const [reads, write] = [new AbortController(), new AbortController()];
    const reading = failureOf(client.call(getThread, OF_THREAD, { signal: reads.signal }));
    await expect.poll(() => begun.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const input = { path: { threadId: 't1' }, body: { state: 'COMPLETED' } } as const;
    const writing = failureOf(client.call(operations.completeThread, input, { signal: write.signal }));
    await expect.poll(() => carriedOut.mock.calls.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    write.abort();
    expect(await writing).toMatchObject({ effect: 'unknown' });
    begun.length = 0;
    reads.abort();
    await reading;
  });

  it('are read in turn, and one that has waited too long is refused with a message', async () => {
    const [slow, quick] = [
      await startDouble(stalling),
      await startDouble(json(200, { id: 't1', messages: [], note: 'x'.repeat(20 * MB) })),
    ];
    const first = clientFor(slow.url, cap).call(getThread, OF_THREAD);
    await expect.poll(() => begun.length).toBe(1);
    // The first has its share once more than a small part has come.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const refused = errorText(
      await failureOf(clientFor(quick.url, { ...cap, timeoutMs: 4_000 }).call(getThread, OF_THREAD)),
    );
    golden(refused.replace(/for \d+ s others/, 'for <n> s others'));
    const third = clientFor(quick.url, cap).call(getThread, OF_THREAD);
    begun[0]?.();
    expect((await Promise.all([first, third])).map(({ id }) => id)).toEqual(['t1', 't1']);
  });
});
