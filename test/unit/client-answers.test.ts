/** Answers that are large, compressed, broken, or not the requested record. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Collector } from '../../src/platform/client/body.ts';
import { Share } from '../../src/platform/client/share.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { golden } from '../support/golden.ts';
import { factsOf, json, openDouble, type Reply, raw } from '../support/platform-double.ts';

const { listAgents, listDocs, getDoc, checkHealth, deleteAgent, handleThreadApproval } = operations;
const APPROVE = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;
const AGENTS = JSON.stringify([{ id: 'a1', name: 'Refunds ü' }]);

describe.concurrent('a response is read', () => {
  it.each([
    ['plain', raw(200, AGENTS)],
    ['with a wrong content type', raw(200, AGENTS, { 'content-type': 'text/html' })],
    ['with status 201', raw(201, AGENTS)],
    ['with gzip', raw(200, gzipSync(AGENTS), { 'content-encoding': 'gzip' })],
    ['with GZIP in capitals', raw(200, gzipSync(AGENTS), { 'content-encoding': 'GZIP' })],
    ['with deflate', raw(200, deflateSync(AGENTS), { 'content-encoding': 'deflate' })],
    ['with brotli', raw(200, brotliCompressSync(AGENTS), { 'content-encoding': 'br' })],
    ...['constructor', '__proto__', 'toString'].map((name) => [
      `with an encoding of the name ${name}`,
      raw(200, AGENTS, { 'content-encoding': name }),
    ]),
    ['with a byte order mark', raw(200, `\ufeff${AGENTS}`)],
    ['with blanks around it', raw(200, `\r\n ${AGENTS} \n`)],
    [
      'in single bytes, a character cut in two',
      ({ response }) => {
        response.writeHead(200);
        for (const byte of Buffer.from(AGENTS)) response.write(Buffer.of(byte));
        response.end();
      },
    ],
    [
      'after an early hint',
      ({ response }) => {
        response.writeEarlyHints({ link: '</x>; rel=preload' });
        response.writeHead(200).end(AGENTS);
      },
    ],
  ] as [string, Reply][])('%s', async (_how, reply) => {
    const [, client] = await openDouble(reply);
    const { items } = await client.call(listAgents, {});
    expect(items.map(({ id, name }) => [id, name?.raw])).toEqual([['a1', 'Refunds ü']]);
  });

  it.each([
    ['Latin-1', Buffer.from('Müller', 'latin1'), 'Müller'],
    ['Windows-1252', Buffer.from('10\x9620 \x80 \x81', 'latin1'), '10–20 € \ufffd'],
    [
      'UTF-8 that was cut within a letter',
      Buffer.concat([Buffer.from('Mü€é漢'), Buffer.from([0x80, 0xc3])]),
      'Mü€é漢€Ã',
    ],
    ['UTF-8 with a form that is too long', Buffer.from([0xe0, 0x80, 0xaf]), 'à€¯'],
  ])('in %s, with each letter told from others', async (_what, name, read) => {
    const body = Buffer.concat([Buffer.from('[{"id":"a1","name":"'), name, Buffer.from('"}]')]);
    const [, client] = await openDouble(raw(200, body));
    expect((await client.call(listAgents, {})).items[0]?.name?.raw).toBe(read);
  });

  it.each([
    ['nothing at all (204)', raw(204, '')],
    ['nothing at all (200)', raw(200, '')],
    ['nothing at all, as gzip', raw(204, '', { 'content-encoding': 'gzip' })],
  ] as [string, Reply][])('where a deletion or health gets %s', async (_what, reply) => {
    const [, client] = await openDouble(reply);
    expect(await client.call(deleteAgent, { path: { agentId: 'a1' } })).toEqual({ done: true });
    expect(await client.call(checkHealth, {})).toEqual({});
  });

  it.each([null, { agents: null, total: 0 }, { success: true, data: null }, { data: null, message: 'none' }])(
    'as an empty list where null stands in its place: %j',
    async (body) => {
      const [, client] = await openDouble(json(200, body));
      expect((await client.call(listAgents, {})).items).toEqual([]);
    },
  );

  it.each([
    ['204', raw(204, '')],
    ['an empty body', raw(200, '')],
    ['{success}', json(200, { success: true })],
    ['{success, message}', json(200, { success: true, message: 'done' })],
    ['{message}', json(200, { message: 'done' })],
    ['{status, message}', json(202, { status: 'queued', message: 'Accepted.' })],
    ['other words', json(202, { accepted: true })],
    ['a wrapped message', json(200, { success: true, data: { message: 'done' }, timestamp: 1 })],
  ] as [string, Reply][])(
    'with the caller’s own values where a write is only acknowledged: %s',
    async (_what, reply) => {
      const [, client] = await openDouble(reply);
      const emptyAs = { id: 't1' };
      expect(await client.call(handleThreadApproval, APPROVE, { emptyAs })).toMatchObject({
        id: 't1',
        status: 'UNKNOWN',
      });
      expect(await factsOf(client.call(handleThreadApproval, APPROVE))).toMatchObject({ effect: 'unknown' });
    },
  );

  it.each([
    ['a text', raw(200, 'OK')],
    ['cut off', raw(200, '{"success":tr')],
    ['another record', json(200, { hello: 1 })],
    ['a list', json(200, [1])],
    ['an error as its result', json(200, { result: { error: 'denied' } })],
  ] as [string, Reply][])('as unreadable all the same: %s', async (_what, reply) => {
    const [, client] = await openDouble(reply);
    const call = client.call(handleThreadApproval, APPROVE, { emptyAs: { id: 't1' } });
    expect(await factsOf(call)).toMatchObject({ kind: 'unreadable', effect: 'unknown' });
  });

  it.each([
    { ok: false, reason: 'locked' },
    { error: 'Forbidden', reason: 'locked' },
    { errors: [{}], data: null },
  ])('as no acknowledgement where it says what failed: %j', async (body) => {
    const [, client] = await openDouble(json(200, body));
    const call = client.call(handleThreadApproval, APPROVE, { emptyAs: { id: 't1' } });
    expect((await factsOf(call)).kind).toMatch(/unreadable|said-failed/);
  });

  it('as the record that it wraps in its name', async () => {
    const [, client] = await openDouble(json(200, { thread: { id: 't2', status: 'COMPLETED' } }));
    const thread = await client.call(handleThreadApproval, APPROVE, { emptyAs: { id: 't1' } });
    expect(thread).toMatchObject({ id: 't2', status: 'COMPLETED' });
  });

  it('as text where it is a page', async () => {
    const [, client] = await openDouble(raw(200, '# Title\n\ntext', { 'content-type': 'text/markdown' }));
    const page = await client.call(getDoc, { path: { slug: 's' } });
    expect([page.title?.raw, page.content.raw, page.format]).toEqual(['Title', '# Title\n\ntext', 'markdown']);
  });

  it('as a status that is not known where it is any text', async () => {
    const [, client] = await openDouble(raw(200, 'OK'));
    expect(await client.call(checkHealth, {})).toEqual({});
  });
});

describe('an unreadable response', () => {
  it.each([
    ['a web page', raw(200, '<!doctype html><title>Sign in</title>')],
    ['truncated JSON', raw(200, '[{"id":"a1"')],
    ['nothing', raw(200, '')],
    ['a text', raw(200, '"hello"')],
    ['an object without a list', json(200, { hello: 1 })],
    ['broken gzip', raw(200, 'not gzip', { 'content-encoding': 'gzip' })],
    ['gzip that ends early', raw(200, gzipSync(AGENTS).subarray(0, -9), { 'content-encoding': 'gzip' })],
  ] as [string, Reply][])('is reported: %s', async (what, reply) => {
    const [, client] = await openDouble(reply);
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts).toMatchObject({
      kind: 'unreadable',
      fixer: /text|nothing|object/.test(what) ? 'settings' : 'platform',
      effect: 'none',
    });
    golden(`${facts.what} ${facts.advice}`);
  });
});

describe('a response beyond the size limit is refused', () => {
  const cap = { maxResponseBytes: 1024 * 1024 };
  const tooMuch = 'x'.repeat(cap.maxResponseBytes + 1);
  const endless: Reply = ({ response }) => {
    response.writeHead(200);
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65536)));
    };
    response.on('drain', write);
    write();
  };

  it.each([
    ['when its length is announced', raw(200, tooMuch, { 'content-length': String(tooMuch.length) })],
    ['while it arrives without an end', endless],
    ['when it is unpacked', raw(200, gzipSync('x'.repeat(20 * cap.maxResponseBytes)), { 'content-encoding': 'gzip' })],
  ] as [string, Reply][])('%s', async (_when, reply) => {
    const [double, client] = await openDouble(reply, { ...cap, maxRetries: 3 });
    const facts = await factsOf(client.call(listAgents, {}));
    expect(facts).toMatchObject({ kind: 'too-large', fixer: 'caller', effect: 'none' });
    golden(`${facts.what} ${facts.advice}`);
    expect(double.requests).toHaveLength(1);
  });

  it('but one of exactly that size is read', async () => {
    const body = `[${' '.repeat(cap.maxResponseBytes - 2)}]`;
    const [, client] = await openDouble(raw(200, body), cap);
    expect((await client.call(listAgents, {})).items).toEqual([]);
  });

  it('an error of any size is read as an error', async () => {
    const [, client] = await openDouble(raw(400, JSON.stringify({ message: 'x'.repeat(3_000_000) })), cap);
    expect((await factsOf(client.call(listAgents, {}))).status).toBe(400);
  });

  it('and no more than 64 KB of an error is taken', () => {
    const collector = new Collector(
      1_000_000,
      listAgents,
      new Share({ signal: new AbortController().signal, deadline: 0 }),
    );
    collector.start(500, {});
    void collector.data(Buffer.alloc(64 * 1024 + 1));
    expect(() => collector.data(Buffer.alloc(1))).toThrow('enough');
  });
});

it('documentation pages that are listed by name alone are read', async () => {
  const [, client] = await openDouble(json(200, ['start', 'costs']));
  expect((await client.call(listDocs, {})).items.map(({ slug }) => slug)).toEqual(['start', 'costs']);
});
