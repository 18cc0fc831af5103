/** Streamed lists: whatever the shape and wherever the bytes are cut, the same records as from the answer read whole. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompressing } from '../../src/platform/client/body.ts';
import { PlatformError } from '../../src/platform/client/errors.ts';
import { STREAM_FACTOR, StreamedChats } from '../../src/platform/client/stream-chats.ts';
import { recordByRecord } from '../../src/platform/client/stream-splitter.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { readResponse } from '../../src/platform/parse/index.ts';
import { exactJson } from '../../src/platform/parse/json-text.ts';
import type { Chat } from '../../src/platform/parse/records.ts';
import { anyCodePoints } from '../support/any-text.ts';
import { runs } from '../support/thorough.ts';

interface Streamed {
  readonly items: Chat[];
  readonly unreadable: number;
  readonly oversized: number;
}

interface Sending {
  readonly maxHeldBytes?: number;
  readonly headers?: Record<string, string>;
}

/** What a streamed list makes of a body that arrives in these pieces. */
async function streamed(
  pieces: readonly Buffer[],
  { maxHeldBytes = 1e6, headers = {} }: Sending = {},
): Promise<Streamed> {
  const items: Chat[] = [];
  const consumer = {
    reset: () => {
      items.length = 0;
    },
    add: (chat: Chat) => {
      items.push(chat);
    },
    commit: () => false,
  };
  const sink = new StreamedChats(consumer, maxHeldBytes);
  sink.reset();
  const incoming = decompressing(sink);
  incoming.start(200, headers);
  for (const piece of pieces) await incoming.data(piece);
  await incoming.end();
  await sink.end();
  return { items, unreadable: sink.counts.unreadable, oversized: sink.counts.oversized };
}

/** The body cut at these places. */
function cutAt(body: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((place) => place % (body.length + 1)))].sort((a, b) => a - b);
  const bounds = [0, ...sorted, body.length];
  return bounds.slice(1).map((end, index) => body.subarray(bounds[index], end));
}

const failure = async (text: string): Promise<PlatformError> => {
  const error: unknown = await streamed([Buffer.from(text)]).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PlatformError) return error;
  throw new Error(`expected a PlatformError for ${text}, got ${String(error)}`);
};

const chat = (id: string, extra: object = {}) => ({
  chatUid: id,
  messages: [{ role: 'user', content: `“${id}”` }],
  ...extra,
});
const ids = ({ items }: Streamed): string[] => items.map(({ chatUuid }) => chatUuid);
const of = (value: unknown): Promise<Streamed> => streamed([Buffer.from(JSON.stringify(value))]);

/** Chats as a platform might send them: any text, any metadata, brackets and quotes inside strings. */
const texts = fc.oneof(anyCodePoints(), fc.constantFrom('"]},', '\\', '\\"', '[{', '⟦é😀⟧', ''));
const chats = fc.array(
  fc.oneof(
    fc.record({
      chatUid: fc.uuid(),
      messages: fc.array(fc.record({ role: texts, content: texts })),
      metadata: fc.jsonValue(),
    }),
    fc.jsonValue(),
  ),
  { maxLength: 8 },
);
const wrappers: readonly ((list: unknown) => unknown)[] = [
  (list) => list,
  (data) => ({ success: true, data, timestamp: 'now "[' }),
  (list) => ({ total: 3, chats: list, hasMore: false }),
  (histories) => ({ histories }),
  (data) => ({ data }),
  (list) => ({ success: true, data: { note: ['"chats": ['], chats: list } }),
];

describe('StreamedChats', () => {
  it('reads any list of chats, split anywhere, like a response read at once', async () => {
    const pieces = fc.array(fc.nat(), { maxLength: 12 });
    const shape = fc.constantFrom(...wrappers);
    const spaces = fc.constantFrom(undefined, 2, '\t');
    await fc.assert(
      fc.asyncProperty(chats, shape, spaces, pieces, async (list, wrap, space, places) => {
        const text = JSON.stringify(wrap(list), undefined, space);
        const whole = readResponse(operations.listChats, exactJson(text));
        const found = await streamed(cutAt(Buffer.from(text), places));
        expect(found.items).toEqual(whole?.items);
        expect(found.unreadable).toBe(whole?.unreadable);
      }),
      runs(20),
    );
  });

  it('a long list is parsed record by record into the same value as at once', () => {
    const pieces = fc.array(fc.nat(), { maxLength: 12 });
    fc.assert(
      fc.property(chats, fc.constantFrom(...wrappers), pieces, (list, wrap, places) => {
        const text = JSON.stringify(wrap(list));
        expect(recordByRecord(cutAt(Buffer.from(text), places), operations.listChats)).toEqual(exactJson(text));
      }),
      runs(20),
    );
  });

  it('reads a list byte by byte, multi-byte characters and escapes too', async () => {
    const text = JSON.stringify({ success: true, data: [chat('a', { metadata: { '\\"': '😀\\' } }), null, chat('b')] });
    const found = await streamed([...Buffer.from(text)].map((byte) => Buffer.from([byte])));
    expect(found).toMatchObject({ unreadable: 1 });
    expect(found.items).toEqual(readResponse(operations.listChats, exactJson(text))?.items);
  });

  it('finds lists in places that only the reader of whole answers searches', async () => {
    // The key is written with an escape, or far from its bracket.
    expect(ids(await streamed([Buffer.from('{"\\u0063hats":[{"chatUid":"a"}]}')]))).toEqual(['a']);
    expect(ids(await streamed([Buffer.from(`{"chats":${' '.repeat(100)}[{"chatUid":"a"}]}`)]))).toEqual(['a']);
    expect(ids(await of({ data: [], chats: [chat('a')] }))).toEqual(['a']);
  });

  it('ignores lists in other places', async () => {
    expect(ids(await of({ meta: { chats: [chat('x')] }, errors: [chat('y')], chats: [chat('a')] }))).toEqual(['a']);
    expect((await failure('{"meta":{"chats":[{"chatUid":"x"}]}}')).facts.kind).toBe('unreadable');
    expect((await failure('{"text":"\\"chats\\":["}')).facts.kind).toBe('unreadable');
  });

  it('refuses an answer that was cut off or is not JSON', async () => {
    const whole = JSON.stringify({ success: true, data: [chat('a'), chat('b')] });
    for (let length = 0; length < whole.length; length++) {
      expect((await failure(whole.slice(0, length))).facts.kind, `after ${length} bytes`).toBe('unreadable');
    }
    for (const broken of ['[1,]', '[,1]', '[{"a":1}}', '[{]', '[1 2]', '[] []', '<html>', '[tru]', '{"chats":[1}']) {
      expect((await failure(broken)).facts.kind, broken).toBe('unreadable');
    }
  });

  it.each(['null', '{"chats":null,"total":0}', '{"success":true,"data":null}'])('takes %s for empty', async (body) => {
    expect((await streamed([Buffer.from(body)])).items).toEqual([]);
  });

  it('reports the platform’s message if the answer is a failure', async () => {
    const { kind, platformMessage } = (await failure('{"success":false,"data":null,"error":"quota"}')).facts;
    expect([kind, String(platformMessage)]).toEqual(['said-failed', '⟦quota⟧']);
  });

  it('skips and counts a record beyond the cap, and keeps the others', async () => {
    const list = [chat('a'), chat('big', { metadata: { text: 'x'.repeat(5_000) } }), chat('b')];
    const body = Buffer.from(JSON.stringify(list));
    const found = await streamed(cutAt(body, [100, 1_000, 2_000, 3_000]), { maxHeldBytes: 1_000 });
    expect(found).toMatchObject({ oversized: 1, unreadable: 0 });
    expect(ids(found)).toEqual(['a', 'b']);
  });

  it('ends beyond the cap of the whole, announced or not', async () => {
    const maxHeldBytes = 1_000;
    const body = Buffer.from(JSON.stringify(Array.from({ length: 400 }, (_, n) => chat(`c${n}`))));
    expect(body.length).toBeGreaterThan(maxHeldBytes * STREAM_FACTOR);
    await expect(streamed([body], { maxHeldBytes })).rejects.toMatchObject({ facts: { kind: 'too-large' } });
    const headers = { 'content-length': String(body.length) };
    await expect(streamed([], { maxHeldBytes, headers })).rejects.toMatchObject({ facts: { kind: 'too-large' } });
    const bomb = gzipSync(Buffer.alloc(1e6, '[1,'));
    await expect(streamed([bomb], { maxHeldBytes, headers: { 'content-encoding': 'gzip' } })).rejects.toMatchObject({
      facts: { kind: 'too-large' },
    });
    const endless = Buffer.from(`{"text":"${'x'.repeat(2_000)}`);
    await expect(streamed([endless], { maxHeldBytes })).rejects.toMatchObject({ facts: { kind: 'too-large' } });
  });

  it('reads compressed lists, and names a broken encoding', async () => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, n) => chat(`c${n}`))));
    const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    for (const [encoding, pack] of Object.entries(packers)) {
      const packed = pack(body);
      const headers = { 'content-encoding': encoding };
      expect((await streamed(cutAt(packed, [1, 10, 300]), { headers })).items).toHaveLength(500);
      await expect(streamed([packed.subarray(0, packed.length - 9)], { headers })).rejects.toBeInstanceOf(
        PlatformError,
      );
    }
    await expect(
      streamed([Buffer.from('not gzip')], { headers: { 'content-encoding': 'gzip' } }),
    ).rejects.toMatchObject({ facts: { what: expect.stringContaining('gzip') } });
  });

  it('keeps a deeply nested record from ending the others', async () => {
    const deep = `{"chatUid":"deep","metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const found = await streamed([Buffer.from(`[${deep},${JSON.stringify(chat('a'))}]`)]);
    expect(ids(found)).toContain('a');
    expect(found.items.length + found.unreadable).toBe(2);
  });
});
