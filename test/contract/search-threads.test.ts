/** Finding threads over all agents by text, status and time; the extent of the search, and its gaps. */
import { describe, expect, it } from 'vitest';
import { searchThreads } from '../../src/domain/threads/search.ts';
import { RESULT_BUDGET } from '../../src/mcp/contract/result.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import { type Data, readThrough } from '../support/data.ts';
import { missingFacts } from '../support/facts.ts';
import { golden, goldenError } from '../support/golden.ts';
import { type Asked, pageOf, type Told } from '../support/platform-double.ts';
import { callOnce, message, minutesAgo, session, thread, uuid } from '../support/sessions.ts';

/** Serves agents and, for each, the threads given, paged; `filters` as platforms do that know the status, or ignore it. */
function platformOf(agents: readonly (readonly object[])[], filters = true): (asked: Asked) => Told {
  return ({ path, query }) => {
    const page = (list: readonly object[]): Told => pageOf(list, { query });
    if (path === '/v1/agents') return page(agents.map((_, n) => ({ id: uuid(n), name: `Agent ${n}` })));
    const id = /^\/v1\/agents\/([^/]+)\/threads$/.exec(path)?.[1];
    if (id === undefined) return undefined;
    const status = query.get('status');
    const threads = (agents[Number(id.slice(-12))] ?? []).map((one) => ({ ...one, agentId: id }));
    return page(threads.filter((one) => !filters || status === null || Reflect.get(one, 'status') === status));
  };
}

const says = (...contents: string[]) => contents.map((content, n) => message(n % 2 ? 'assistant' : 'user', content));
const ids = ({ threads }: Data): string[] => threads.map(({ threadId }) => threadId);

describe('search_threads', () => {
  it('finds threads of archived agents only if asked, by the name of their agent too', async () => {
    const agents = [
      { id: uuid(0), name: 'Planner' },
      { id: uuid(1), name: 'Planner of 2025' },
    ];
    const { call } = await session(({ path, query }) =>
      path === '/v1/agents'
        ? { json: [agents[query.get('archived') === 'true' ? 1 : 0]] }
        : { json: [path.includes(uuid(1)) ? thread(11) : thread(10, { agentId: uuid(0) })] },
    );
    for (const filter of [{}, { agentName: 'planner' }]) {
      expect(ids((await call('search_threads', filter)).data)).toEqual([uuid(10)]);
      const { text, data } = await call('search_threads', { ...filter, archived: true });
      expect(ids(data)).toEqual([uuid(10), uuid(11)]);
      expect(text).not.toContain('without archived');
    }
  });

  it('offers to search all statuses where none with the status has the words', async () => {
    const { call } = await session(platformOf([[thread(10, { messages: says('The TENT, please.') })]]));
    const { text, data } = await call('search_threads', { query: 'tent', status: 'PAUSED' });
    expect(text).toContain('Next: search_threads {"query":"tent","limit":10} to search all statuses.');
    expect(ids((await call('search_threads', data.nextStep?.arguments ?? {})).data)).toEqual([uuid(10)]);
    expect((await call('search_threads', { status: 'PAUSED' })).data.nextStep).toBeUndefined();
  });

  it('names three further messages with the text, and says that there are others', async () => {
    const { call } = await session(platformOf([[thread(10, { messages: says(...Array(40).fill('A tent.')) })]]));
    const { text } = await call('search_threads', { query: 'tent' });
    expect(text).toContain('#40 assistant, also in #39, #38, #37 and others');
  });

  it('finds a text across all agents, newest change first, and shows where it occurs', async () => {
    const { call } = await session(
      platformOf([
        [
          thread(10, {
            updatedAt: minutesAgo(60),
            messages: says('Refund order 7.', 'Which one?', 'The TENT, please.'),
          }),
        ],
        [thread(11, { messages: says('Clean up.', 'Done.') })],
        [thread(12, { updatedAt: minutesAgo(5), messages: says('Write about a tent.', 'Here it is.') })],
      ]),
    );
    const { text, data } = await call('search_threads', { query: 'tent' });
    expect(data.threads).toMatchObject([
      {
        threadId: uuid(12),
        agentName: '⟦Agent 2⟧',
        about: '⟦Write about a tent.⟧',
        last: '⟦Here it is.⟧',
        foundIn: '#1 user',
      },
      { threadId: uuid(10), about: '⟦Refund order 7.⟧', last: '⟦The TENT, please.⟧', foundIn: '#3 user' },
    ]);
    golden(text);
    // What the first words or the last ones show is not shown twice.
    expect(text.match(/TENT/g)).toHaveLength(1);
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('lists the most expensive threads first where asked, and says what its costs lack', async () => {
    const of = (n: number, cost: number | undefined, more: object = {}) => thread(n, { cost, ...more });
    const agents = [
      Array.from({ length: 150 }, (_, n) => of(100 + n, n / 100)),
      [of(10, 9), of(11, undefined), of(12, 12.5, { costCurrency: 'EUR' }), of(13, 9, { updatedAt: minutesAgo(0) })],
    ];
    const { call } = await session(platformOf(agents));
    const { text, data } = await call('search_threads', { byCost: true, limit: 4 });
    expect(ids(data)).toEqual([12, 13, 10, 249].map(uuid));
    expect(text.split('\n')[0]).toContain('154 threads match, highest cost first;');
    expect(text).toContain('Last, because the platform sent no cost: 1 thread.');
    expect(text).not.toContain('several currencies');
    expect(ids((await call('search_threads', { byCost: true, limit: 4, offset: 153 })).data)).toEqual([uuid(11)]);
    agents[1]?.push(of(14, 1, { costCurrency: 'USD' }));
    expect((await call('search_threads', { byCost: true })).text).toContain(
      'The costs are in several currencies, and were compared by their numbers alone.',
    );
    expect((await call('search_threads', { byCost: true, countBy: 'status' })).text).toContain('byCost');
  });

  it('says of a status that no thread has that it is this status', async () => {
    const { call } = await session(({ path, query }) => {
      const agents = query.get('offset') === '0' ? [{ id: uuid(1) }, { id: uuid(2) }] : [];
      return { json: path === '/v1/agents' ? agents : [] };
    });
    golden(await call('search_threads', { status: 'RUNNING' }));
    golden(await call('search_threads', { status: 'RUNNING', agentId: uuid(2) }));
    // Another tenant may have some, also where a tenant is pinned.
    const pinned = await session(({ path }) => ({ json: path === '/v1/agents' ? [{ id: uuid(1) }] : [] }), {
      TENANT_ID: 'north',
    });
    expect((await pinned.call('search_threads', { status: 'RUNNING' })).text).toContain('searched 0 threads');
    expect((await call('search_threads', { status: 'RUNNING', tenantId: 'south' })).text).toContain(
      'searched 0 threads',
    );
  });

  it('refuses to count by a field and something else, before it reads a thread', async () => {
    const { call, platform } = await session(platformOf([[]]));
    golden(await call('search_threads', { countBy: 'userId, day' }));
    expect(platform.asked.filter(({ path }) => path.endsWith('/threads'))).toEqual([]);
  });

  it('shows a cost without the digits that adding up made', async () => {
    const { call } = await session(platformOf([[thread(10, { cost: 0.1 + 0.2 }), thread(11, { cost: 2.5e-8 })]]));
    const { data, text } = await call('search_threads', { byCost: true });
    expect(data.threads).toMatchObject([{ cost: 0.3 }, { cost: 2.5e-8 }]);
    expect(text).toContain('cost 0.3 ');
  });

  it('also says that costs are in several currencies if only the costs of their agents name them', async () => {
    const tell = platformOf([[thread(10, { cost: 5 })], [thread(11, { cost: 4 })]]);
    const { call } = await session((asked) =>
      asked.path.endsWith('/summary')
        ? { json: { totalCost: 5, currency: asked.path.includes(uuid(0)) ? 'EUR' : 'JPY' } }
        : tell(asked),
    );
    expect((await call('search_threads', { byCost: true })).text).toContain('in several currencies');
    expect((await call('search_threads', {})).text).not.toContain('in several currencies');
  });

  it('shows the place around a text that stands in the middle of a conversation', async () => {
    const long = `${'Many words. '.repeat(30)}The TENT is blue. ${'More words. '.repeat(30)}`;
    const { call } = await session(platformOf([[thread(10, { messages: says('Go.', long, 'Thanks.', 'Done.') })]]));
    const { text, data } = await call('search_threads', { query: 'the tent is' });
    expect(data.threads).toMatchObject([{ foundIn: '#2 assistant' }]);
    golden(text);
    expect(missingFacts(data, text)).toEqual([]);
  });

  it.each([
    [
      'a call',
      {
        messages: [
          { role: 'assistant', content: '', tool_calls: [{ function: { name: 'pay', arguments: '{"to":"ACME"}' } }] },
        ],
      },
      '#1 assistant',
    ],
    ['metadata', { metadata: { customer: 'ACME' } }, 'metadata'],
  ])('finds what stands in %s', async (_, fields, foundIn) => {
    const { call } = await session(platformOf([[thread(10, fields), thread(11)]]));
    expect((await call('search_threads', { query: 'acme' })).data.threads).toMatchObject([
      { threadId: uuid(10), foundIn },
    ]);
  });

  it.each([
    ['status', { status: 'FAILED' }],
    ['days of the last change', { fromDate: '2026-03-02', toDate: '2026-03-03' }],
    ['metadata', { metadata: { customer: 7 } }],
    ['part of the agent’s name', { agentName: 'AGENT 1' }],
    ['agent', { agentId: uuid(1) }],
    ['tenant', { tenantId: 'north' }],
    ['subtenant', { subtenantId: 'ann' }],
  ])('filters by %s, even if the platform does not', async (_, filter) => {
    const other = {
      ...{ status: 'RUNNING', updatedAt: '2026-03-04T00:00:00.000Z', metadata: { customer: '7' } },
      ...{ tenantId: 'south', subtenantId: 'bob' },
    };
    const wanted = {
      ...{ status: 'FAILED', updatedAt: '2026-03-03T23:59:00.000Z', metadata: { customer: 7 } },
      ...{ tenantId: 'north', subtenantId: 'ann' },
    };
    const { call } = await session(platformOf([[thread(10, other)], [thread(11, wanted)]], false));
    expect(ids((await call('search_threads', filter)).data)).toEqual([uuid(11)]);
  });

  it('leaves out threads of other tenants, also of one agent, and keeps those that name none', async () => {
    const threads = [
      thread(10, { tenantId: 'south' }),
      thread(11, { tenantId: 'north' }),
      thread(12, {}),
      thread(13, { tenantId: null }),
    ];
    const { call } = await session(platformOf([threads]));
    const kept = [uuid(11), uuid(12), uuid(13)];
    const { data, text } = await call('list_agent_threads', { agentId: uuid(0), tenantId: 'north' });
    expect(ids(data)).toEqual(kept);
    expect(text).toContain('The platform also sent 1 record that is not of tenantId north; it was left out.');
    expect(ids((await call('search_threads', { tenantId: 'north' })).data).toSorted()).toEqual(kept);
  });

  it('reads on with the same filter, null in it too', async () => {
    const threads = [10, 11].map((n) => thread(n, { metadata: { owner: null } }));
    const { call } = await session(platformOf([threads]));
    const { data } = await call('search_threads', { metadata: { owner: null }, limit: 1 });
    expect(data.rest).toMatchObject({ arguments: { metadata: '{"owner":null}', offset: 1 } });
  });

  it('passes tenant and status on to the platform', async () => {
    const { call, platform } = await session(platformOf([[]]));
    await call('search_threads', { status: 'PAUSED', tenantId: 't', subtenantId: 's' });
    const asked = platform.asked.find(({ path }) => path.endsWith('/threads'));
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({ status: 'PAUSED', tenantId: 't', subtenantId: 's' });
  });

  it('lists the metadata that exists if a filter by metadata finds nothing', async () => {
    const { call } = await session(platformOf([[thread(10, { metadata: { customer: 'ACME', tier: 2 } })]]));
    golden(await call('search_threads', { metadata: { client: 'ACME' } }));
    const later = await call('search_threads', { metadata: { client: 'ACME' }, fromDate: '2099-01-01' });
    expect(later.text).toContain('customer');
  });

  it('says which conversations it could not search', async () => {
    const { call } = await session(platformOf([[thread(10, { messages: [] }), thread(11)]]));
    golden(await call('search_threads', { query: 'step' }));
  });

  it('returns what can be read if some agents can’t, and names those; fails if none can', async () => {
    const answer = platformOf([[thread(10)], [thread(11)]]);
    const { call } = await session((asked) =>
      asked.path.includes(uuid(0)) ? { status: 403, body: {} } : answer(asked),
    );
    const { text, data } = await call('search_threads');
    expect(ids(data)).toEqual([uuid(11)]);
    golden(text);
    expect(await call('search_threads', { agentId: uuid(0) })).toMatchObject({ isError: true });
  });

  it('shows each match once on the way through its pages, within the budget', async () => {
    const threads = Array.from({ length: 45 }, (_, n) =>
      thread(n, { updatedAt: minutesAgo(n), messages: says('x'.repeat(900), 'y'.repeat(900)) }),
    );
    const { call } = await session(platformOf([threads]));
    const pages = await readThrough(call, 'search_threads', { limit: 100 });
    for (const { text } of pages) expect(text.length).toBeLessThanOrEqual(RESULT_BUDGET);
    expect(pages.flatMap(({ data }) => ids(data))).toEqual(threads.map(({ id }) => id));
  });

  it('reports progress by agents', async () => {
    const { client } = await session(platformOf([[], [], []]));
    const seen: unknown[] = [];
    await client.callTool(
      { name: 'search_threads', arguments: {} },
      { onprogress: ({ message }) => seen.push(message) },
    );
    expect(seen).toContain('Searched 3 of 3 agents');
  });

  it.each([
    ['both ways to name an agent', { agentId: uuid(1), agentName: 'x' }],
    ['days the wrong way round', { fromDate: '2026-03-02', toDate: '2026-03-01' }],
  ])('refuses %s', async (_, args) => {
    const { call, platform } = await session(platformOf([[]]));
    goldenError(await call('search_threads', args));
    expect(platform.asked).toEqual([]);
  });
});

describe('a search that runs out of time', () => {
  it('stops before the next agent, and says how far it came', async () => {
    const agents = Array.from({ length: 6 }, (_, n) => ({ id: uuid(n) }));
    const asked: string[] = [];
    // Reading one agent's list takes all of the time, so with two at once, no third is begun.
    const call = async (_: unknown, input: unknown) => {
      const { agentId } = (input as { path: { agentId: string } }).path;
      asked.push(agentId);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return { items: [readThread(thread(asked.length, { agentId }))], unreadable: 0 };
    };
    const found = await searchThreads({}, { call: call as never, width: 2, agents, keep: 10, limitMs: 2_000 });
    expect(found).toMatchObject({ agentsSearched: 2, matching: 2 });
    expect(asked).toEqual([uuid(0), uuid(1)]);
  });

  it('can be continued from an agent', async () => {
    const { call } = await session(platformOf([[thread(10)], [thread(11)], [thread(12)]]));
    const { text, data } = await call('search_threads', { fromAgent: 1 });
    expect(new Set(ids(data))).toEqual(new Set([uuid(11), uuid(12)]));
    golden(text);
  });
});

it('search_threads names the agent if only one was searched', async () => {
  const { call } = await session(platformOf([[thread(1)], [thread(2), thread(3)]]));
  golden(await call('search_threads', { agentId: uuid(1) }));
  golden(await call('search_threads', { agentName: 'agent 1' }));
});

describe('decided threads', () => {
  const call = (args: object, id: string) => ({
    tool_calls: [{ id, type: 'function', function: { name: 'create_refund', arguments: JSON.stringify(args) } }],
  });
  const decidedThread = (n: number, word: string, ...after: readonly object[]) =>
    thread(n, {
      ...{ status: word === 'REJECTED' ? 'FAILED' : 'COMPLETED', updatedAt: minutesAgo(n) },
      messages: [
        ...[message('user', `Refund ${n}.`), { ...message('assistant', 'May I?'), ...call({ amount: 64 }, 'c1') }],
        ...[message('system', `Approval decision: ${word}.`), ...after],
      ],
    });
  const result = (id: string, content: string) => ({ ...message('tool', content), tool_call_id: id });
  const DECIDED = [
    decidedThread(10, 'APPROVED', result('c1', '{"status":"accepted"}')),
    decidedThread(11, 'APPROVED', { ...message('assistant', ''), ...call({ amount: 640 }, 'c2') }, result('c2', 'OK')),
    decidedThread(12, 'APPROVED', result('c1', '{"error":"No such order"}')),
    decidedThread(13, 'REJECTED', message('assistant', 'I stopped.')),
    decidedThread(14, 'APPROVED', result('c1', 'OK')),
    thread(15, { messages: says('Go.', 'Done.') }),
  ];

  it('are listed with what became of them, and how many of each', async () => {
    const { text, data } = await callOnce('search_threads', { decided: true }, platformOf([DECIDED]));
    golden(text);
    expect(data.threads).toMatchObject([
      { outcome: 'done as approved' },
      { outcome: 'done with other arguments: amount 640 instead of 64' },
      { outcome: 'failed: ⟦No such order⟧' },
      { outcome: 'rejected, ended' },
      { outcome: 'done as approved' },
    ]);
    const counts = 'Outcomes: 1 done with other arguments; 1 failed; 2 done as approved; 1 rejected, ended.';
    expect([text, String(data.notes)].every((one) => one.includes(counts))).toBe(true);
    expect(missingFacts(data, text)).toEqual([]);
  });

  it.each([
    { part: { limit: 2 }, other: '', failed: ` (${uuid(12)})` },
    { part: { offset: 4 }, other: '', failed: '' },
    { part: { countBy: 'status' }, other: ` (${uuid(11)})`, failed: ` (${uuid(12)})` },
  ])('are counted, also those not shown, of which it names what went wrong: $part', async ({ part, other, failed }) => {
    const { data } = await callOnce('search_threads', { decided: true, ...part }, platformOf([DECIDED]));
    expect(data.notes).toContain(
      `Outcomes: 1 done with other arguments${other}; 1 failed${failed}; 2 done as approved; 1 rejected, ended.`,
    );
  });

  it('are also found by other filters', async () => {
    const { call: use } = await session(platformOf([DECIDED]));
    expect(ids((await use('search_threads', { decided: true, rejected: true })).data)).toEqual([uuid(13)]);
    expect(ids((await use('search_threads', { decided: false })).data)).toEqual([uuid(15)]);
    expect((await use('search_threads', { decided: true, countBy: 'status' })).data.counts).toMatchObject([
      { value: 'COMPLETED', count: 4 },
      { value: 'FAILED', count: 1 },
    ]);
  });
});
