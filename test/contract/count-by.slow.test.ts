/** countBy answers a question about numbers in one call, with what a walk over all pages would have counted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChatReducer } from '../../src/domain/chats/search.ts';
import { readChat } from '../../src/platform/parse/assistants.ts';
import { golden, goldenAnswer } from '../support/golden.ts';
import { type Asked, pageOf, type Told } from '../support/platform-double.ts';
import { callOnce, message, session, thread, uuid } from '../support/sessions.ts';

interface ChatFields {
  readonly assistantIdentifier?: string;
  readonly createdAt?: string;
  readonly metadata?: Record<string, unknown>;
}

const chat = (n: number, fields: ChatFields = {}) => ({
  chatUid: `chat-${n}`,
  assistantIdentifier: 'support',
  createdAt: '2026-10-05T12:00:00.000Z',
  messages: [message('user', `Question ${n}`), message('assistant', 'Reply.')],
  metadata: { userId: `user-${n % 3}` },
  ...fields,
});

/** A list of counts as an object: `{'user-1': 3}`. */
const counts = (data: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(Array.isArray(data.counts) ? data.counts.map(({ value, count }) => [value, count]) : []);

const tally = (values: readonly (string | undefined)[]): Record<string, number> => {
  const seen: Record<string, number> = {};
  for (const value of values) if (value !== undefined) seen[value] = (seen[value] ?? 0) + 1;
  return seen;
};

const someChat = fc.record({
  user: fc.option(fc.constantFrom('ann', 'bob', 'cy'), { nil: undefined }),
  assistant: fc.constantFrom('support', 'sales'),
  day: fc.option(fc.constantFrom('2026-09-30', '2026-10-01', '2026-10-31'), { nil: undefined }),
  text: fc.constantFrom('a refund', 'a tent'),
});

const asSent = (
  all: readonly { user?: string | undefined; assistant: string; day?: string | undefined; text: string }[],
) =>
  all.map(({ user, assistant, day, text }, n) => ({
    chatUid: `chat-${n}`,
    assistantIdentifier: assistant,
    ...(day === undefined ? {} : { createdAt: `${day}T23:59:59.000Z` }),
    messages: [message('user', text)],
    metadata: user === undefined ? {} : { user },
  }));

describe('search_chats', () => {
  it('counts what a walk over all pages of the same search counts', async () => {
    let chats: readonly object[] = [];
    const { call } = await session(() => ({ json: chats }));
    await fc.assert(
      fc.asyncProperty(fc.array(someChat, { maxLength: 40 }), fc.boolean(), async (all, isSearch) => {
        chats = asSent(all);
        const filter = { ...(isSearch ? { query: 'refund' } : {}), fromDate: '2026-10-01' };
        const walked = new Set<unknown>();
        for (let offset = 0; ; offset += 7) {
          const { data } = await call('search_chats', { ...filter, limit: 7, offset });
          const page = isSearch
            ? (data.chats as { chatUuid: string }[]).map((one) => one.chatUuid)
            : data.rows.map(([id]) => id);
          for (const id of page) walked.add(id);
          if (page.length < 7) break;
        }
        const found = all.filter((_, n) => walked.has(`chat-${n}`));
        const by = async (countBy: string) => (await call('search_chats', { ...filter, countBy })).data;
        const users = await by('user');
        expect(counts(users)).toEqual(tally(found.map(({ user }) => user)));
        expect([users.matching, users.without ?? 0]).toEqual([
          found.length,
          found.filter(({ user }) => user === undefined).length,
        ]);
        expect(counts(await by('assistant'))).toEqual(tally(found.map(({ assistant }) => assistant)));
        expect(counts(await by('month'))).toEqual(tally(found.map(({ day }) => day?.slice(0, 7))));
        expect(counts(await by('day'))).toEqual(tally(found.map(({ day }) => day)));
      }),
      { numRuns: 25 },
    );
  });

  it('counts each chat once, although chats are created while the pages are read, and pages are read again', () => {
    fc.assert(
      fc.property(
        fc.array(someChat, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 2, max: 9 }),
        fc.array(fc.record({ created: fc.integer({ min: 0, max: 2 }), fails: fc.boolean() }), { maxLength: 40 }),
        (all, size, happens) => {
          const sent = asSent(all);
          const reducer = createChatReducer({}, { limit: 0, offset: 0, countBy: 'user' });
          const seen = new Map<string, string | undefined>();
          // New chats come first, so that those of the page before move to this one.
          let first = Math.min(
            sent.length - 1,
            happens.reduce((sum, { created }) => sum + created, 0),
          );
          for (let offset = 0, page = 0; first + offset < sent.length; offset += size, page++) {
            const { created = 0, fails = false } = happens[page] ?? {};
            first = Math.max(0, first - Math.min(created, size - 1));
            const records = sent.slice(first + offset, first + offset + size);
            for (let attempt = fails ? 0 : 1; attempt < 2; attempt++) {
              reducer.reset();
              for (const record of attempt === 0 ? records.slice(0, 1) : records) {
                const read = readChat(record);
                if (read !== undefined) reducer.add(read);
              }
            }
            reducer.commit();
            for (const { chatUid, metadata } of records) seen.set(chatUid, metadata.user);
          }
          const { counted } = reducer.result();
          expect(Object.fromEntries(counted?.groups.map(({ shown, records }) => [shown, records]) ?? [])).toEqual(
            tally([...seen.values()]),
          );
          expect(counted?.records).toBe(seen.size);
        },
      ),
    );
  });

  it('names the largest first, how many chats have none, and what was not read', async () => {
    const chats = [chat(1), chat(2), chat(3), chat(4), chat(5, { metadata: {} }), 7];
    golden(await callOnce('search_chats', { countBy: 'userId' }, () => ({ json: chats })));
  });

  it('answers a key that no chat has with the keys of the chats that pass the filters', async () => {
    const hidden = chat(9, { assistantIdentifier: 'sales', metadata: { salary: 'secret' } });
    const { call } = await session(() => ({ json: [chat(1), chat(2, { metadata: { channel: 'web' } }), hidden] }));
    goldenAnswer(await call('search_chats', { countBy: 'colour', assistantIdentifier: 'support' }));
  });

  it('names a metadata key that is named like a field, or begins like its prefix, as countBy takes it', async () => {
    const metadata = { day: 'Monday', user: 'U-1', 'metadata.x': 1 };
    const { call } = await session(() => ({ json: [chat(1, { metadata })] }));
    const { data } = await call('search_chats', { countBy: 'colour' });
    expect(data.notes).toBe(
      'countBy takes assistant, day, month, or keys of their metadata: metadata.day (1), user (1), metadata.metadata.x (1).',
    );
  });

  it('says which other keys may hold what is missing, and counts an object by its id', async () => {
    const under = (key: string, value: unknown, n: number) => chat(n, { metadata: { [key]: value } });
    const { call } = await session(() => ({
      json: [
        under('customerId', 'C-1', 1),
        under('customer_id', 'C-1', 2),
        under('Customer', { id: 'C-1', name: 'Nord' }, 3),
        under('Customer', { id: 'C-1', name: 'Nord GmbH' }, 4),
      ],
    }));
    golden(await call('search_chats', { countBy: 'customerId' }));
    expect(counts((await call('search_chats', { countBy: 'Customer' })).data)).toEqual({ 'C-1': 2 });
  });

  it('names no other keys if only a few lack the one that was asked for', async () => {
    const lacking = (n: number) => Array.from({ length: n }, (_, i) => chat(i, { metadata: { channel: 'web' } }));
    const noted = async (having: number, without: number) => {
      const chats = [...Array.from({ length: having }, (_, n) => chat(100 + n)), ...lacking(without)];
      const { call } = await session(() => ({ json: chats }));
      return (await call('search_chats', { countBy: 'userId' })).text.includes('Those without one');
    };
    expect(await Promise.all([noted(10, 3), noted(9, 3), noted(2, 2)])).toEqual([false, true, false]);
  });

  it.each([
    [
      { fromDate: '2026-10-01', toDate: '2026-10-31' },
      'searched all 2 chats that the platform sent for these filters (2026-10-01 to 2026-10-31).',
    ],
    [
      { fromDate: '2026-10-05', toDate: '2026-10-05' },
      'searched all 2 chats that the platform sent for these filters (2026-10-05).',
    ],
    [{ fromDate: '2026-10-01' }, 'searched all 2 chats that the platform sent for these filters (from 2026-10-01 on).'],
    [{ toDate: '2026-10-31' }, 'searched all 2 chats that the platform sent for these filters (up to 2026-10-31).'],
    [{ assistantIdentifier: 'support' }, 'searched all 2 chats that the platform sent for these filters.'],
  ])('says of %j that all were searched, and in which days', async (filter, words) => {
    const { call } = await session(() => ({ json: [chat(1), chat(2)] }));
    expect((await call('search_chats', { countBy: 'userId', ...filter })).text).toContain(`of userId; ${words}`);
  });

  it('counts by a metadata key that is named like a field, if metadata. stands before it', async () => {
    const { call } = await session(() => ({
      json: [
        chat(1, { metadata: { day: 'Monday', 'metadata.x': { b: 1, a: [2] } } }),
        chat(2, { metadata: { day: 'Sunday' } }),
      ],
    }));
    expect(counts((await call('search_chats', { countBy: 'day' })).data)).toEqual({ '2026-10-05': 2 });
    expect(counts((await call('search_chats', { countBy: 'metadata.day' })).data)).toEqual({ Monday: 1, Sunday: 1 });
    expect(counts((await call('search_chats', { countBy: 'metadata.metadata.x' })).data)).toEqual({
      '⟦{"a":[2],"b":1}⟧': 1,
    });
  });

  it.each(['metadata.user, metadata.day', 'user, metadata.day'])(
    'counts by several keys as columns name them: %s',
    async (countBy) => {
      const { call } = await session(() => ({
        json: [{ user: 'U-1' }, { day: 'U-1' }, { day: 'U-2' }].map((metadata, n) => chat(n, { metadata })),
      }));
      expect(counts((await call('search_chats', { countBy })).data)).toEqual({ 'U-1': 2, 'U-2': 1 });
    },
  );

  it.each(['__proto__', 'constructor', '⟦userId⟧'])('finds %s in no chat', async (countBy) => {
    const { call } = await session(() => ({ json: [chat(1)] }));
    expect((await call('search_chats', { countBy })).data).toMatchObject({ counts: [], matching: 1, without: 1 });
  });

  it('refuses a key of 201 characters', async () => {
    const { call, platform } = await session(() => ({ json: [chat(1)] }));
    expect((await call('search_chats', { countBy: 'x'.repeat(201) })).isError).toBe(true);
    expect(platform.asked).toEqual([]);
  });

  it('shows a hundred rows in one result, with shared parts once and texts shortened evenly', async () => {
    const long = 'I would like to know where my order is, since I have been waiting for two weeks now.';
    const chats = Array.from({ length: 150 }, (_, n) => ({
      ...chat(n, { metadata: { userId: `customer-${n % 40}`, channel: 'web', tenant: 'acme' } }),
      chatUid: uuid(n),
      createdAt: new Date(Date.UTC(2026, 9, 1) + n * 3_600_000).toISOString(),
      messages: [message('user', `${n}: ${long}`)],
    }));
    const { data, text } = await callOnce('search_chats', { limit: 100 }, () => ({ json: chats }));
    expect(data.rows).toHaveLength(100);
    expect(data.shared).toEqual({ assistant: 'support', 'metadata.channel': 'web', 'metadata.tenant': 'acme' });
    expect(data.columns).toEqual(['chatUuid', 'createdAt', 'messages', 'metadata.userId', 'first']);
    expect(Math.max(text.length, JSON.stringify(data).length)).toBeLessThanOrEqual(12_000);
    const widths = data.rows.map((row) => row.at(-1)?.length);
    expect(new Set(widths).size).toBe(1);
    expect(data.rest).toMatchObject({ arguments: { offset: 100 } });
  });
});

/** Agents with threads, paged; `change` happens between two pages. */
function platformOf(
  agents: readonly (readonly object[])[],
  change: () => void = () => undefined,
): (asked: Asked) => Told {
  return ({ path, query }) => {
    const page = (list: readonly object[]): Told => pageOf(list, { query });
    if (path === '/v1/agents')
      return query.has('archived') ? { json: [] } : page(agents.map((_, n) => ({ id: uuid(n), name: `Agent ${n}` })));
    const id = /^\/v1\/agents\/([^/]+)\/threads$/.exec(path)?.[1];
    if (id === undefined) return undefined;
    if (Number(query.get('offset')) > 0) change();
    return page((agents[Number(id.slice(-12))] ?? []).map((one) => ({ ...one, agentId: id })));
  };
}

const STATUSES = ['RUNNING', 'COMPLETED', 'FAILED', 'AWAITING_APPROVAL'];
const someThread = fc.record({
  status: fc.constantFrom(...STATUSES),
  team: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
  day: fc.option(fc.constantFrom('2026-10-31', '2026-11-01'), { nil: undefined }),
});

describe('search_threads', () => {
  it('counts what a walk over all pages of the same search counts', async () => {
    let agents: readonly (readonly object[])[] = [];
    const { call } = await session((asked) => platformOf(agents)(asked));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(someThread, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
        async (lists) => {
          const all = lists.flatMap((list, a) => list.map((one, n) => ({ ...one, a, id: uuid(1000 * (a + 1) + n) })));
          agents = lists.map((_, a) =>
            all
              .filter((one) => one.a === a)
              .map(({ id, status, team, day }) => ({
                ...thread(1, { status, metadata: team === undefined ? {} : { team } }),
                id,
                ...(day === undefined ? {} : { updatedAt: `${day}T00:00:00.000Z` }),
              })),
          );
          const walked: string[] = [];
          for (let offset = 0; ; offset += 5) {
            const { data } = await call('search_threads', { limit: 5, offset });
            const page = data.threads;
            walked.push(...page.map((one) => one.threadId));
            if (page.length < 5) break;
          }
          const found = all.filter(({ id }) => walked.includes(id));
          expect(found).toHaveLength(all.length);
          const by = async (countBy: string) => counts((await call('search_threads', { countBy })).data);
          expect(await by('status')).toEqual(tally(found.map(({ status }) => status)));
          expect(await by('team')).toEqual(tally(found.map(({ team }) => team)));
          expect(await by('agent')).toEqual(tally(found.map(({ a }) => `${uuid(a)} · ⟦Agent ${a}⟧`)));
          // Those without a last change count by their creation, on the first of November.
          expect(await by('day')).toEqual(tally(found.map(({ day = '2026-11-01' }) => day)));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('counts each thread once, although others come and go while the pages are read', async () => {
    const list = Array.from({ length: 250 }, (_, n) => ({ ...thread(n, { status: STATUSES[n % 4] }), id: uuid(n) }));
    let created = 0;
    const { call } = await session(
      platformOf([list], () => {
        if (created < 3) list.unshift({ ...thread(1, { status: 'RUNNING' }), id: uuid(900 + created++) });
      }),
    );
    const { data } = await call('search_threads', { countBy: 'status' });
    expect(Object.values(counts(data)).reduce((sum, n) => sum + n, 0)).toBe(data.matching);
    expect(counts(data)).toMatchObject({ COMPLETED: 63, FAILED: 62, AWAITING_APPROVAL: 62 });
    expect(data.matching).toBe(list.length);
  });

  it('counts and names nothing of another tenant than the pinned one', async () => {
    const own = thread(1, { metadata: { tenantId: 'ours', team: 'a' } });
    const foreign = thread(2, { metadata: { tenantId: 'theirs', salary: 'high' } });
    const { call } = await session(platformOf([[own, foreign]]), { TENANT_ID: 'ours' });
    const { text, data } = await call('search_threads', { countBy: 'team' });
    expect(counts(data)).toEqual({ a: 1 });
    const { text: none } = await call('search_threads', { countBy: 'colour' });
    expect(text + none).not.toContain('salary');
    golden(none);
  });

  it('says which agents are not counted', async () => {
    const { call } = await session((asked) =>
      asked.path.includes(uuid(1)) ? { status: 500, body: {} } : platformOf([[thread(1)], []])(asked),
    );
    golden(await call('search_threads', { countBy: 'status' }));
  });
});
