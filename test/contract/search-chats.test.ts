/** Finding chats: the lines, the extent of the search, and the available filters. */
import { describe, expect, it } from 'vitest';
import { missingFacts } from '../support/facts.ts';
import { golden } from '../support/golden.ts';
import { callOnce, message, minutesAgo, session, uuid } from '../support/sessions.ts';

const chat = (n: number, fields: object = {}) => ({
  chatUid: uuid(n),
  assistantIdentifier: 'support',
  createdAt: minutesAgo(n),
  messages: [message('user', `Where is order ${n}?`), message('assistant', `Order ${n} is on its way.`)],
  metadata: { language: 'de', channel: 'web' },
  ...fields,
});

describe('search_chats', () => {
  it('shows the answer beside a question that matches, the metadata, and the order', async () => {
    const { text, data } = await callOnce('search_chats', { query: 'where is' }, () => ({ json: [chat(2), chat(1)] }));
    expect(data.chats).toMatchObject([
      {
        chatUuid: uuid(1),
        message: 1,
        answer: '⟦Order 1 is on its way.⟧',
        metadata: { language: '⟦de⟧', channel: '⟦web⟧' },
      },
      { chatUuid: uuid(2), answer: '⟦Order 2 is on its way.⟧' },
    ]);
    golden(text);
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('says how many chats don’t match the filters, if the platform ignores them', async () => {
    const chats = [chat(1), chat(2, { metadata: { language: 'en' } }), chat(3, { metadata: {} })];
    const { text } = await callOnce('search_chats', { metadata: { language: 'de' } }, () => ({ json: chats }));
    expect(text).toContain("searched all 3 chats that the platform sent, of which 2 don't match these filters.");
  });

  it.each([
    ['what the assistant said', [message('user', 'Hm?'), message('assistant', 'The order is here.')], 2],
    ['a question that nobody answered', [message('user', 'The order?')], 1],
    ['a question before another', [message('user', 'The order?'), message('user', 'Hello?')], 1],
  ])('shows no answer after %s', async (_, messages, number) => {
    const { data } = await callOnce('search_chats', { query: 'order' }, () => ({ json: [chat(1, { messages })] }));
    expect(data.chats).toEqual([expect.objectContaining({ message: number })]);
    expect(data.chats).toEqual([expect.not.objectContaining({ answer: expect.anything() })]);
  });

  it.each<[query: string, found: number]>([
    ['parquet Dishwasher leaked', 1],
    ['the  dishwasher', 1],
    ['dishwasher voucher', 0],
    ['leaked refund', 0],
  ])('finds messages that have all words, in any order: %s', async (query, found) => {
    const long = `İİİ leaked! ${'It is about my kitchen. '.repeat(20)}The dishwasher has leaked, and the parquet is damaged.`;
    const messages = [message('user', long), message('assistant', 'You get a voucher.')];
    const { data } = await callOnce('search_chats', { query }, () => ({ json: [chat(1, { messages }), chat(2)] }));
    expect(data.chats ?? []).toHaveLength(found);
    for (const one of (data.chats ?? []) as { excerpt: string }[])
      expect(one.excerpt).toContain('dishwasher has leaked');
  });

  it('finds what get_chat shows of a message beside its text: calls and other fields', async () => {
    const messages = [
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'find_order', arguments: '{"no":"X-1"}' } }] },
      { role: 'user', content: [{ type: 'text', text: 'The parcel is wet.' }] },
    ];
    const { call } = await session(() => ({ json: [chat(1, { messages })] }));
    golden(await call('search_chats', { query: 'find_order x-1' }));
    golden(await call('search_chats', { query: 'parcel wet' }));
  });

  it('reads on with the same filter, null in it too', async () => {
    const { call } = await session(() => ({ json: [1, 2].map((n) => chat(n, { metadata: { owner: null } })) }));
    const { data } = await call('search_chats', { metadata: { owner: null }, limit: 1 });
    expect(data.rest).toMatchObject({ arguments: { metadata: '{"owner":null}', offset: 1 } });
  });

  it('reads metadata that a platform sends as JSON text', async () => {
    const { call } = await session(() => ({ json: [chat(1, { metadata: '{"userId":"u-1"}' })] }));
    expect((await call('search_chats', { metadata: { userId: 'u-1' } })).data.rows).toHaveLength(1);
    expect((await call('search_chats', { countBy: 'userId' })).data.counts).toEqual([{ value: 'u-1', count: 1 }]);
  });

  it('says that of several keys the first counts, and that they make no pairs', async () => {
    const { call } = await session(() => ({ json: [chat(1, { metadata: { userId: 'u-1', channel: 'web' } })] }));
    const { data } = await call('search_chats', { countBy: 'userId, channel' });
    expect(data.summary).toContain('with 1 value of userId, else channel;');
  });

  it.each([
    ['a soft hyphen', 'my re\u00adfund', 'refund'],
    ['a query with one', 'my refund', 're\u00adfund'],
    ['letters and their accents apart', 'the cafe\u0301 order', 'café'],
  ])('finds what can be read, in spite of %s', async (_, said, query) => {
    const { call } = await session(() => ({ json: [chat(1, { messages: [message('user', said)] })] }));
    expect((await call('search_chats', { query })).data.chats).toHaveLength(1);
  });

  it('says that all words must stand in one message where none has them, and not of a single word', async () => {
    const { call } = await session(() => ({ json: [chat(1)] }));
    golden(
      [await call('search_chats', { query: 'parquet way' }), await call('search_chats', { query: 'parquet' })]
        .map(({ text }) => text)
        .join('\n'),
    );
  });

  it('lists chats where the query has no words', async () => {
    const { call } = await session(() => ({ json: [chat(1), chat(2)] }));
    const [{ data }, blank] = [await call('search_chats', {}), await call('search_chats', { query: ' \n' })];
    expect(blank.data).toEqual(data);
  });

  it.each([
    ['a platform that ignores the filter', () => [chat(1)]],
    [
      'a platform that filters',
      (body: unknown) => (typeof body === 'object' && body !== null && 'metadata' in body ? [] : [chat(1)]),
    ],
  ])('lists the metadata that exists if a filter by metadata finds nothing: %s', async (_, chats) => {
    const { call } = await session(({ body }) => ({ json: chats(body) }));
    golden(await call('search_chats', { metadata: { lang: 'de' } }));
    const later = await call('search_chats', { metadata: { lang: 'de' }, fromDate: '2099-01-01' });
    expect(later.text).toContain('language');
  });

  it('says nothing of the metadata of chats where a platform has none', async () => {
    const { call } = await session(() => ({ json: [] }));
    expect((await call('search_chats', { metadata: { lang: 'de' } })).data.notes).toBeUndefined();
  });

  it('says that shared is of the rows shown, where others may differ', async () => {
    const chats = [chat(1), chat(2), chat(3), chat(4, { assistantIdentifier: 'sales' })];
    const { call } = await session(() => ({ json: chats }));
    golden((await call('search_chats', { limit: 3 })).text);
    const { notes, shared } = (await call('search_chats')).data;
    expect([notes, shared]).toEqual([undefined, { 'metadata.language': 'de', 'metadata.channel': 'web' }]);
  });

  it('leads to the newest messages of the chat, since the match itself is quoted', async () => {
    expect((await callOnce('search_chats', { query: 'where is' }, () => ({ json: [chat(1)] }))).data.nextStep).toEqual({
      tool: 'get_chat',
      arguments: { assistantIdentifier: 'support', chatUuid: uuid(1) },
      why: 'read it',
    });
  });

  const twice = [1, 2, 3, 2, 1].map((n) => chat(n));
  it.each<[string, unknown]>([
    ['a bare list', twice],
    ['a list with its total', { chats: twice, total: 5 }],
  ])('counts a chat once that the platform sends twice in %s', async (_, json) => {
    const { data } = await callOnce('search_chats', { countBy: 'channel' }, () => ({ json }));
    expect(data).toMatchObject({ matching: 3, counts: [{ value: 'web', count: 3 }] });
    expect(data.summary).toContain('searched all 3 chats.');
    expect(data.notes).toBeUndefined();
  });

  it('counts the chats that could not be searched', async () => {
    golden(await callOnce('search_chats', {}, () => ({ json: [chat(1), 7] })));
  });
});

it('a pinned tenant leaves out chats that name another one, and refuses one by its id', async () => {
  const secret = [message('user', 'The other tenant pays 90,000 EUR.')];
  const foreign = chat(3, { metadata: { tenantId: 'south' }, messages: secret });
  const chats = [chat(1), chat(2, { tenantId: 'north' }), foreign];
  const json = ({ path }: { readonly path: string }) => (path.endsWith(uuid(3)) ? foreign : chats);
  const { call } = await session((asked) => ({ json: json(asked) }), { TENANT_ID: 'north' });
  const assistant = { assistantIdentifier: 'support' };
  const found = await call('search_chats', { query: '90,000' });
  golden(found.text);
  const listed = await call('list_assistant_chats', assistant);
  golden(listed.text);
  const read = await call('get_chat', { ...assistant, chatUuid: uuid(3) });
  golden(read.text);
  expect([found, listed, read].map(({ isError }) => isError)).toEqual([false, false, true]);
});

it('reads on after a page that has only chats of another tenant, unless it comes again', async () => {
  const all = [...Array(250).keys()].map((n) => chat(n, { tenantId: n < 200 ? 'south' : 'north' }));
  const pinned = { TENANT_ID: 'north', DIALECT: 'actions' };
  const { call } = await session(({ query }) => {
    const offset = Number(query.get('offset'));
    return { json: all.slice(offset, offset + 100) };
  }, pinned);
  expect((await call('search_chats', { query: 'order 249' })).data.chats).toHaveLength(1);
  const again = await session(() => ({ json: all.slice(0, 100) }), pinned);
  await again.call('search_chats');
  expect(again.platform.asked).toHaveLength(2);
});

describe('a list of chats that changes between two pages', () => {
  /** 250 chats in pages; the change happens before the second one. */
  const counted = async (change: (chats: object[]) => void, total = (chats: readonly object[]) => chats.length) => {
    const chats: object[] = [...Array(250).keys()].map((n) => chat(n));
    const { call } = await session(
      ({ query }) => {
        const offset = Number(query.get('offset'));
        if (offset === 100) change(chats);
        return { json: { chats: chats.slice(offset, offset + 100), total: total(chats) } };
      },
      { DIALECT: 'actions' },
    );
    return (await call('search_chats', { countBy: 'channel' })).data;
  };
  const gap =
    'The list of chats could not be read completely, because chats changed meanwhile: some chats may be missing. Call again for a fresh look.';

  it.each<[string, (chats: object[]) => void, number]>([
    ['shrinks', (chats) => chats.splice(0, 1), 249],
    ['grows', (chats) => chats.unshift(chat(900)), 250],
    ['shrinks and grows', (chats) => chats.splice(0, 2, chat(901)), 249],
  ])('is not called whole: it %s', async (_, change, searched) => {
    const data = await counted(change);
    expect(data.summary).toContain(`searched the ${searched} chats that the platform sent.`);
    expect(data.notes).toBe(gap);
  });

  it('is not called whole where a chat came twice, so that fewer were sent than there are', async () => {
    const data = await counted(
      (chats) => chats.unshift(chat(900)),
      () => 251,
    );
    expect(data).toMatchObject({ matching: 250, notes: gap });
  });

  it('is whole if nothing changes', async () => {
    const data = await counted(() => undefined);
    expect(data.summary).toContain('searched all 250 chats.');
    expect(data.notes).toBeUndefined();
  });
});

describe('a list of chats in pages', () => {
  const all = [...Array(250).keys()].map((n) => chat(n));
  const isOdd = (offset: number) => (offset / 100) % 2;

  it.each<[string, (offset: number) => unknown, requests: number]>([
    ['has a total', (offset) => ({ chats: all.slice(offset, offset + 100), total: 250 }), 3],
    ['has a single page, without a total', (offset) => all.slice(offset, 27), 2],
    ['has no total', (offset) => all.slice(offset, offset + 100), 4],
    ['loses a chat between two pages, without a total', (offset) => all.slice(offset && offset + 1, offset + 100), 4],
    ['has a total below the number of chats', (offset) => ({ chats: all.slice(offset, offset + 100), total: 10 }), 4],
    ['has two pages that alternate', (offset) => all.slice(100 * isOdd(offset), 100 + 100 * isOdd(offset)), 3],
    ['never ends', (offset) => [chat(offset)], 1_000],
    ['never ends, with a total', (offset) => ({ chats: [chat(offset)], total: 2_000 }), 1_000],
  ])('that %s', async (_, pageAt, requests) => {
    const { call, platform } = await session(({ query }) => ({ json: pageAt(Number(query.get('offset'))) }), {
      DIALECT: 'actions',
    });
    golden((await call('search_chats', { countBy: 'channel' })).text);
    expect(platform.asked).toHaveLength(requests);
  });
});
