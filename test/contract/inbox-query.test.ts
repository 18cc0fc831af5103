/** list_pending_approvals with words: only what has them is listed, and nothing that it says or hands out is about more. */
import { describe, expect, it } from 'vitest';
import { alikePlatform, type Refund, refund } from '../support/alike-platform.ts';
import type { Data } from '../support/data.ts';
import { golden } from '../support/golden.ts';
import { inProcess } from '../support/in-process.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { callOnce, message, minutesAgo, session, thread, uuid } from '../support/sessions.ts';

const waits = (n: number, fields: object) =>
  thread(n, { status: 'AWAITING_APPROVAL', updatedAt: minutesAgo(100 - n), ...fields });
const asks = (says: string, name: string, args: object) => ({
  messages: [
    message('user', 'Do it.'),
    {
      ...message('assistant', says),
      tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    },
  ],
});

/** What waits, each with its words in another place. */
const PLACES = [
  waits(10, asks('May I order?', 'place_order', { item: 'Rope set', site: 'Seeblick Tower' })),
  waits(11, { messages: [message('user', 'A letter to Marienhof.'), message('assistant', 'May I send it?')] }),
  waits(12, { metadata: { site: 'Parkhaus Mitte' } }),
  waits(13, { pendingAction: { book: 'crane', site: 'Messehalle 3' } }),
  waits(14, {
    messages: [message('user', 'Long.'), message('assistant', `${'And so on. '.repeat(3_000)} Opera House`)],
  }),
];

/** Serves threads of one agent, which may change between two calls. */
function serving(threads: readonly { id: string }[]): (asked: Asked) => Told {
  return ({ path, query }) => {
    const id = /^\/v1\/agents\/threads\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) return { json: threads.find((one) => one.id === id) };
    if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Buyer' }] };
    if (!path.endsWith('/threads')) return { json: [] };
    const from = Number(query.get('offset') ?? 0);
    return { json: threads.slice(from, from + Number(query.get('limit') ?? 20)) };
  };
}

const idsOf = ({ approvals }: Data): string[] => approvals.map(({ threadId }) => threadId);

describe('a query', () => {
  it.each([
    ['in a call’s arguments', 'seeblick ROPE', 10],
    ['in a call’s name', 'place_order', 10],
    ['in the conversation', 'marienhof letter', 11],
    ['in the metadata', 'parkhaus', 12],
    ['in a field that nobody knows', 'Messehalle 3', 13],
    ['in a long conversation', 'opera house', 14],
  ])('finds words %s', async (_, query, n) => {
    const { data } = await callOnce('list_pending_approvals', { query }, serving(PLACES));
    expect(idsOf(data)).toEqual([uuid(n)]);
    expect(data.approvals[0]?.reviewToken).toBeDefined();
  });

  it('reads no single thread but those that match', async () => {
    const { call, platform } = await session(serving(PLACES));
    await call('list_pending_approvals', { query: 'marienhof' });
    const read = platform.asked.filter(({ path }) => path.startsWith('/v1/agents/threads/')).map(({ path }) => path);
    expect(read).toEqual([`/v1/agents/threads/${uuid(11)}`]);
  });

  it('says how many of how many match, and where none does, how many wait', async () => {
    const { call } = await session(serving(PLACES));
    golden((await call('list_pending_approvals', { query: 'may i' })).text.split('\n')[0] ?? '');
    golden((await call('list_pending_approvals', { query: 'parkhaus' })).text.split('\n')[0] ?? '');
    golden(await call('list_pending_approvals', { query: 'parkhaus opera' }));
    const empty = await session(serving([]));
    expect((await empty.call('list_pending_approvals', { query: 'parkhaus' })).text).toMatch(/^Nothing is waiting/);
  });

  it('without a word is none', async () => {
    const { call } = await session(serving(PLACES));
    expect(idsOf((await call('list_pending_approvals', { query: '  ' })).data)).toHaveLength(PLACES.length);
  });

  it('names the requests whose text the platform leaves out', async () => {
    const bare = { ...waits(15, {}), messages: undefined };
    const { text, data } = await callOnce('list_pending_approvals', { query: 'parkhaus' }, (asked) =>
      asked.path === `/v1/agents/threads/${uuid(15)}` ? { status: 404 } : serving([...PLACES, bare])(asked),
    );
    expect(idsOf(data)).toEqual([uuid(12)]);
    expect(text).toContain(`leaves out the conversation of ${uuid(15)}`);
  });
});

describe('a cursor of a filtered list', () => {
  it('holds what was listed, so that the others are still new', async () => {
    const { call } = await session(serving(PLACES));
    const { data } = await call('list_pending_approvals', { query: 'parkhaus' });
    const others = await call('list_pending_approvals', { known: data.cursor });
    expect(idsOf(others.data)).toEqual([10, 11, 13, 14].map(uuid));
  });

  it('still holds what was known before', async () => {
    const { call } = await session(serving(PLACES));
    const all = await call('list_pending_approvals');
    const again = await call('list_pending_approvals', { query: 'parkhaus', known: all.data.cursor });
    golden(again.text.replace(String(again.data.cursor), '‹cursor›'));
    const after = await call('list_pending_approvals', { known: again.data.cursor });
    expect(idsOf(after.data)).toEqual([]);
  });

  it('ends a wait only with a request that matches', async () => {
    const threads = [...PLACES];
    const { call } = await session(({ path, query }) => {
      if (path === '/v1/agents' && threads.length < PLACES.length + 2)
        threads.push(waits(16 + threads.length - PLACES.length, { metadata: { site: `Site ${threads.length}` } }));
      return serving(threads)({ path, query } as Asked);
    });
    const { data } = await call('list_pending_approvals', { query: 'site 6', waitSeconds: 30 });
    expect(idsOf(data)).toEqual([uuid(17)]);
  });
});

describe('alike requests that match', () => {
  /** Six alike refunds, of which every other one is for the same customer. */
  const REFUNDS: readonly Refund[] = Array.from({ length: 6 }, (_, n) =>
    refund(n, { customer: n % 2 === 0 ? 'Mei Chen' : 'Olu Ade' }),
  );
  const unasked = async () => {
    const platform = await alikePlatform(REFUNDS);
    const { call } = await inProcess({ BASE_URL: platform.url, TOKEN: 'tok_some-token-for-tests-1', MAX_RETRIES: '0' });
    return { platform, call };
  };
  const groupOf = ({ approvals }: Data) => approvals[0];

  it('are a table of their own, whose token decides on them alone', async () => {
    const { platform, call } = await unasked();
    const { data } = await call('list_pending_approvals', { query: 'Mei Chen' });
    const group = groupOf(data);
    expect(group).toMatchObject({ alike: 3 });
    const rows = await call('list_pending_approvals', { groupToken: group?.groupToken });
    expect(rows.data.rows.map((row) => row.at(-1))).toEqual([0, 2, 4].map(uuid));
    await call('decide_approvals', { groups: [{ groupToken: group?.groupToken, status: 'REJECTED' }] });
    expect(platform.sent().map(([id]) => id)).toEqual([0, 2, 4].map(uuid));
  });

  it('lose nothing if another request that does not match is decided meanwhile', async () => {
    const { platform, call } = await unasked();
    const group = groupOf((await call('list_pending_approvals', { query: 'Mei Chen' })).data);
    platform.threads.delete(uuid(3));
    const decided = await call('decide_approvals', { groups: [{ groupToken: group?.groupToken, status: 'APPROVED' }] });
    expect(decided.isError).toBe(false);
    expect(platform.sent()).toHaveLength(3);
  });

  it('are not decided on with a token whose words were replaced', async () => {
    const { platform, call } = await unasked();
    const token = groupOf((await call('list_pending_approvals', { query: 'Mei Chen' })).data)?.groupToken ?? '';
    const other = token.replace(/-q[\w-]+~/, `-q${Buffer.from('olu ade').toString('base64url')}~`);
    expect(other).not.toBe(token);
    const decided = await call('decide_approvals', { groups: [{ groupToken: other, status: 'APPROVED' }] });
    expect(decided.isError).toBe(true);
    expect(platform.sent()).toEqual([]);
  });

  it('are no table if unlisted requests wait among them: its token would also find those', async () => {
    const { platform, call } = await unasked();
    const { data } = await call('list_pending_approvals', { query: 'Mei Chen' });
    const rest = await call('list_pending_approvals', { known: data.cursor });
    expect(idsOf(rest.data)).toEqual([1, 3, 5].map(uuid));
    for (const [id, thread] of platform.threads)
      platform.threads.set(id, { ...thread, updatedAt: '2026-11-20T10:00:00.000Z' });
    const page = await call('list_pending_approvals', { limit: 4 });
    expect(idsOf(page.data)).toEqual([0, 1, 2, 3].map(uuid));
    const all = groupOf((await call('list_pending_approvals')).data);
    expect(all).toMatchObject({ alike: 6 });
    await call('decide_approvals', { groups: [{ groupToken: all?.groupToken, status: 'APPROVED' }] });
    expect(platform.sent()).toHaveLength(6);
  });

  it('are paged with the query', async () => {
    const { call } = await unasked();
    const { data } = await call('list_pending_approvals', { query: 'Mei Chen', limit: 1 });
    expect(data.rest).toMatchObject({ arguments: { query: 'Mei Chen', offset: 1, limit: 1 } });
  });

  it('a groupToken beside a query is refused', async () => {
    const { call } = await unasked();
    const group = groupOf((await call('list_pending_approvals')).data);
    const both = await call('list_pending_approvals', { query: 'Mei', groupToken: group?.groupToken });
    expect(both.text).toContain('Give groupToken alone');
  });
});
