import { describe, expect, it } from 'vitest';
import { type ChatFilter, createChatReducer, type ReducedChats } from '../../../src/domain/chats/search.ts';
import { readChat } from '../../../src/platform/parse/assistants.ts';
import type { Chat } from '../../../src/platform/parse/records.ts';

function chat(chatUid: string, fields: Record<string, unknown> = {}): Chat {
  const messages = [{ role: 'user', content: `question of ${chatUid}` }];
  const read = readChat({
    chatUid,
    assistantIdentifier: 'support',
    createdAt: '2026-11-05T12:00:00Z',
    messages,
    ...fields,
  });
  if (read === undefined) throw new Error('the chat could not be read');
  return read;
}

function reduced(chats: readonly Chat[], filter: ChatFilter = {}, page = { limit: 20, offset: 0 }): ReducedChats {
  const reducer = createChatReducer(filter, page);
  for (const one of chats) reducer.add(one);
  return reducer.result();
}

const ids = ({ entries, rows }: ReducedChats): string[] => [...entries, ...rows].map(({ chatUuid }) => chatUuid);

describe('ChatReducer', () => {
  it('keeps the newest of a page among thousands, and counts all', () => {
    const chats = Array.from({ length: 3000 }, (_, n) => {
      const minutes = (n * 7919) % 3000;
      return chat(`c${minutes}`, { createdAt: new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString() });
    });
    const found = reduced(chats, {}, { limit: 3, offset: 2 });
    expect(ids(found)).toEqual(['c2997', 'c2996', 'c2995']);
    expect(found).toMatchObject({ matching: 3000, seen: 3000 });
  });

  it('puts chats without a time last', () => {
    expect(ids(reduced([chat('a', { createdAt: undefined }), chat('b')]))).toEqual(['b', 'a']);
  });

  it('includes both days of the range, and leaves out and counts what lies outside', () => {
    const times = ['2026-11-01T23:59:59Z', '2026-11-02T00:00:00Z', '2026-11-03T23:59:59Z', '2026-11-04T00:00:00Z'];
    const found = reduced(
      times.map((createdAt, index) => chat(`c${index}`, { createdAt })),
      { fromDate: '2026-11-02', toDate: '2026-11-03' },
    );
    expect(ids(found)).toEqual(['c2', 'c1']);
    expect(found).toMatchObject({ matching: 2, leftOut: { dates: 2, assistantIdentifier: 0, metadata: 0 } });
  });

  it('compares metadata by value, and own fields only', () => {
    const chats = [
      chat('same', { metadata: { user: { b: 2, a: 1 }, more: true } }),
      chat('other', { metadata: { user: { a: 2 } } }),
      chat('none'),
    ];
    const found = reduced(chats, { metadata: { user: { a: 1, b: 2 } } });
    expect(ids(found)).toEqual(['same']);
    expect(found.leftOut.metadata).toBe(2);
    expect(reduced([chat('x', { metadata: {} })], { metadata: { constructor: Object } }).matching).toBe(0);
  });

  it('keeps what cannot be checked, and says how many', () => {
    const found = reduced([chat('a', { assistantIdentifier: undefined }), chat('b')], {
      assistantIdentifier: 'support',
    });
    expect(found).toMatchObject({ matching: 2, unchecked: 1 });
    expect(reduced([chat('a')], { assistantIdentifier: 'sales' }).leftOut.assistantIdentifier).toBe(1);
  });
});

it.each([
  { pages: ['ab', 'bc'], seen: 3, isStuck: false },
  { pages: ['ab', 'b'], seen: 2, isStuck: false },
  { pages: ['ab', 'ab'], seen: 2, isStuck: true },
  { pages: ['ab', 'cd', 'ab'], seen: 4, isStuck: true },
  { pages: ['aabcbd'], seen: 4, isStuck: false },
])('of the pages $pages, each chat counts once; the list has repeated itself: $isStuck', ({ pages, seen, isStuck }) => {
  const reducer = createChatReducer({}, { limit: 20, offset: 0 });
  for (const page of pages) {
    for (const id of page) reducer.add(chat(id));
    reducer.commit();
  }
  expect(reducer.result()).toMatchObject({ seen, matching: seen, isStuck });
});
