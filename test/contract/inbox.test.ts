/** Views over all agents: the inbox and the costs. */
import { describe, expect, it } from 'vitest';
import { missingFacts } from '../support/facts.ts';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import { type Asked, pageOf, type Told } from '../support/platform-double.ts';
import { callOnce, listing, minutesAgo, session, thread, uuid } from '../support/sessions.ts';
import { slowDescribe, slowIt } from '../support/thorough.ts';

/** Serves agents and, for each, the threads given, paged as the specification says. */
function agentsAnd(agents: number, threadsOf: (agent: number) => object[]): (asked: Asked) => Told {
  return ({ path, query }) => {
    const page = (list: readonly object[]): Told => pageOf(list, { query });
    if (path === '/v1/agents')
      return page(Array.from({ length: agents }, (_, n) => ({ id: uuid(n), name: `Agent ${n}` })));
    const id = /^\/v1\/agents\/([^/]+)\/threads$/.exec(path)?.[1];
    return id === undefined
      ? undefined
      : page(threadsOf(Number(id.slice(-12))).map((one) => ({ ...one, agentId: id })));
  };
}

/** Two agents whose lists hold each other's threads, too: 10 and 12 are the first one's, 11 the second one's. */
const MIXED = [10, 11, 12].map((n) => thread(n, { agentId: uuid(n % 2), status: 'AWAITING_APPROVAL' }));
const mixedLists = ({ path, query }: Asked): Told => {
  if (path === '/v1/agents') return { json: [0, 1].map((n) => ({ id: uuid(n), name: `Agent ${n}` })) };
  if (path === '/v1/projects') return { json: [] };
  const id = /^\/v1\/agents\/threads\/([^/]+)$/.exec(path)?.[1];
  if (id !== undefined) return { json: MIXED.find((one) => one.id === id) };
  return path.endsWith('/threads') ? { json: Number(query.get('offset')) > 0 ? [] : MIXED } : undefined;
};

it('a request says so if its agent is disabled', async () => {
  const waits = thread(10, { agentId: uuid(1), status: 'AWAITING_APPROVAL' });
  const { data, text } = await callOnce('list_pending_approvals', {}, ({ path }) => {
    if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refunds', disabled: true }] };
    return { json: path.endsWith('/threads') ? [waits] : waits };
  });
  expect(data.approvals).toMatchObject([{ agentName: 'Refunds', agentState: 'disabled' }]);
  expect(text).toContain(' · Refunds · agent disabled · ');
});

describe('if the list of an agent holds threads of other agents', () => {
  it('each request is listed once, under its own agent', async () => {
    const { data, text } = await callOnce('list_pending_approvals', {}, mixedLists);
    expect(data.total).toBe(3);
    expect(data.approvals).toMatchObject(
      MIXED.map(({ id, agentId }) => ({ threadId: id, agentId, agentName: `Agent ${Number(agentId.slice(-1))}` })),
    );
    golden(text);
  });

  it('a request of another agent names that agent', async () => {
    const { call } = await session(mixedLists);
    const { data } = await call('list_pending_approvals', { agentId: uuid(1) });
    expect(data.approvals.map(({ agentId }) => agentId)).toEqual([uuid(0), undefined, uuid(0)]);
    golden(await call('list_agent_threads', { agentId: uuid(1) }));
  });

  it('each match of a search is listed once, under its own agent', async () => {
    const { data, text } = await callOnce('search_threads', { query: 'step' }, mixedLists);
    golden(text);
    const owners = data.threads.map((one) => [one.threadId, one.agentId]);
    expect(Object.fromEntries(owners)).toEqual(Object.fromEntries(MIXED.map(({ id, agentId }) => [id, agentId])));
  });

  it('a thread that names its agent by another id still belongs to it', async () => {
    const aliased = thread(10, { agentId: 'slug-of-0', status: 'AWAITING_APPROVAL' });
    const { call } = await session(listing(aliased));
    expect((await call('list_pending_approvals')).data).toMatchObject({
      total: 1,
      approvals: [{ threadId: uuid(10), agentName: 'Refunds' }],
    });
    expect((await call('search_threads', { query: 'step' })).data).toMatchObject({ total: 1 });
  });
});

/** How platforms page the list of waiting threads. */
const PAGING: readonly { it: string; page: (list: readonly object[], offset: number) => unknown }[] = [
  { it: 'a bare array', page: (list, offset) => list.slice(offset, offset + 100) },
  {
    it: 'a total',
    page: (list, offset) => ({ threads: list.slice(offset, offset + 100), total: list.length, offset }),
  },
  {
    it: 'hasMore',
    page: (list, offset) => ({ threads: list.slice(offset, offset + 100), hasMore: offset + 100 < list.length }),
  },
  {
    it: 'offsets rounded to whole pages',
    page: (list, offset) => {
      const from = Math.floor(offset / 100) * 100;
      return { threads: list.slice(from, from + 100), total: list.length };
    },
  },
];

const readsShrinking = ({ it: paging, page }: (typeof PAGING)[number]) => {
  const waiting = (many: number) =>
    Array.from({ length: many }, (_, n) => thread(1_000 + n, { status: 'AWAITING_APPROVAL' }));

  /** A platform of one agent, some of whose first threads are decided after each of the first `times` pages. */
  const shrinking = async (many: number, times: number) => {
    const list = waiting(many);
    let left = times;
    const near = await session(({ path, query }) => {
      const id = /^\/v1\/agents\/threads\/([^/]+)$/.exec(path)?.[1];
      if (id !== undefined) return { json: thread(Number(id.slice(-12)), { status: 'AWAITING_APPROVAL' }) };
      if (!path.endsWith('/threads')) return { json: path === '/v1/agents' ? [{ id: uuid(1) }] : [] };
      const answer = { json: structuredClone(page(list, Number(query.get('offset')))) };
      if (query.get('status') !== null && left-- > 0) list.splice(0, 5);
      return answer;
    });
    const reads = () =>
      near.platform.asked.filter(({ path, query }) => path.endsWith('/threads') && query.get('status') !== null).length;
    return { ...near, list, reads };
  };
  it('is reported as incomplete', async () => {
    const near = await shrinking(150, 99);
    for (const [tool, args] of [
      ['list_pending_approvals', { limit: 1 }],
      ['search_threads', { status: 'AWAITING_APPROVAL', limit: 1 }],
    ] as const) {
      near.list.splice(0, 200, ...waiting(150));
      goldenAnswer(await near.call(tool, args));
    }
  });

  it('takes no further requests if it does not change', async () => {
    const short = await shrinking(99, 0);
    expect((await short.call('list_pending_approvals', { limit: 1 })).data.total).toBe(99);
    expect(short.reads()).toBe(1);
    const long = await shrinking(150, 0);
    expect((await long.call('list_pending_approvals', { limit: 1 })).data.total).toBe(150);
    expect(long.reads()).toBeLessThanOrEqual(paging.startsWith('offsets') ? 3 : 2);
  });
};

describe.each(PAGING.slice(0, 2))('a list that shrinks while it is read, paged with $it,', readsShrinking);
slowDescribe.each(PAGING.slice(2))('a list that shrinks while it is read, paged with $it,', readsShrinking);

/** Fields that a platform may send with a page of at most 20, whatever limit was requested. */
const CAPPED: readonly { it: string; around: (page: readonly object[], all: number) => object; key?: string }[] = [
  { it: 'a total', around: (_page, all) => ({ total: all }) },
  { it: 'hasMore', around: (page) => ({ hasMore: page.length === 20 }) },
  { it: 'its limit', around: () => ({ limit: 20 }) },
  { it: 'a total in its wrapper', around: (_page, all) => ({ success: true, meta: { total: all } }), key: 'data' },
];

const readsCapped = (how: (typeof CAPPED)[number]) => {
  const waiting = Array.from({ length: 45 }, (_, n) => thread(1_000 + n, { status: 'AWAITING_APPROVAL' }));
  const agents = Array.from({ length: 30 }, (_, n) => ({ id: uuid(n), name: `Agent ${n}` }));
  const capped = () =>
    session(({ path, query }) => {
      const all = path === '/v1/agents' ? agents : path.includes(uuid(28)) ? waiting : [];
      if (path !== '/v1/agents' && !path.endsWith('/threads')) return undefined;
      const offset = Number(query.get('offset'));
      const page = all.slice(offset, offset + Math.min(20, Number(query.get('limit'))));
      return {
        json: { [how.key ?? (path === '/v1/agents' ? 'agents' : 'threads')]: page, ...how.around(page, all.length) },
      };
    });

  it('is read to its end', async () => {
    const { call, platform } = await capped();
    const { data } = await call('list_pending_approvals', { limit: 1 });
    expect(data.total).toBe(45);
    // The lists of agents without threads are read once.
    expect(platform.asked.filter(({ path }) => path.includes(uuid(7)))).toHaveLength(1);
  });

  it('is reported to have more', async () => {
    const { call } = await capped();
    const { data } = await call('list_agents', { limit: 100 });
    expect(data.nextStep ?? data.rest).toMatchObject({ arguments: { offset: 20 } });
  });
};

describe.each(CAPPED.slice(0, 1))('a platform that sends fewer than asked for, and says so with $it,', readsCapped);
slowDescribe.each(CAPPED.slice(1))('a platform that sends fewer than asked for, and says so with $it,', readsCapped);

it.each([10, 25])('a platform that sends %i at most, and says nothing of it, is read to its end', async (most) => {
  const waiting = Array.from({ length: 45 }, (_, n) => thread(1_000 + n, { status: 'AWAITING_APPROVAL' }));
  const agents = Array.from({ length: 30 }, (_, n) => ({ id: uuid(n), name: `Agent ${n}` }));
  const { data } = await callOnce('list_pending_approvals', { limit: 1 }, ({ path, query }) => {
    const offset = Number(query.get('offset'));
    const all = path === '/v1/agents' ? agents : path.includes(uuid(28)) ? waiting : [];
    return { json: all.slice(offset, offset + Math.min(most, Number(query.get('limit')))) };
  });
  expect(data.total).toBe(45);
});

const reportsGap = async ({ tool, args }: { tool: string; args: Record<string, string> }) => {
  const agents = Array.from({ length: 13 }, (_, n) => ({ id: uuid(n), name: `Agent ${n}` }));
  const { call } = await session(({ path, query }) => {
    if (path.endsWith('/costs/summary')) return { json: { totalCost: 1, currency: 'EUR' } };
    if (path !== '/v1/agents') return { json: [] };
    if (query.get('archived') === 'true') return { json: [] };
    const offset = Number(query.get('offset'));
    return { json: { agents: offset > 0 && offset < 6 ? [] : agents.slice(offset, offset + 5), total: 13 } };
  });
  golden(await call(tool, args));
};
it.each([
  { tool: 'list_pending_approvals', args: {} },
  { tool: 'search_threads', args: { query: 'tent' } },
  { tool: 'get_agent_costs', args: {} },
])('a list of agents with a gap between its pages is reported as unstable: $tool $args', reportsGap);
slowIt.each([
  { tool: 'list_pending_approvals', args: { agentName: 'agent 3' } },
  { tool: 'list_pending_approvals', args: { agentName: 'nobody' } },
  { tool: 'search_threads', args: { agentName: 'nobody' } },
  { tool: 'get_agent_costs', args: { agentName: 'nobody' } },
])('a list of agents with a gap between its pages is reported as unstable: $tool $args', reportsGap);

it('a count that covers only the page is not taken for the total', async () => {
  const waiting = Array.from({ length: 150 }, (_, n) => thread(1_000 + n, { status: 'AWAITING_APPROVAL' }));
  const { call } = await session(({ path, query }) => {
    if (!path.endsWith('/threads')) return { json: path === '/v1/agents' ? [{ id: uuid(1) }] : [] };
    const offset = Number(query.get('offset'));
    const threads = waiting.slice(offset, offset + Number(query.get('limit')));
    return { json: { threads, count: threads.length } };
  });
  expect((await call('list_pending_approvals', { limit: 1 })).data.total).toBe(150);
});

it('a total larger than the filtered list costs one more request', async () => {
  const { data, text, platform } = await callOnce('list_pending_approvals', { agentId: uuid(1) }, ({ path, query }) => {
    if (!path.endsWith('/threads')) return { json: path === '/v1/agents' ? [{ id: uuid(1) }] : [] };
    const waiting = [1, 2].map((n) => thread(1_000 + n, { status: 'AWAITING_APPROVAL' }));
    return { json: { threads: waiting.slice(Number(query.get('offset'))), total: 57 } };
  });
  expect([data.total, text]).toEqual([2, expect.not.stringContaining('kept changing')]);
  expect(platform.asked.filter(({ query }) => query.get('status') !== null)).toHaveLength(2);
});

it.each([200, 1])('a thread that comes to the front while a list is read is found, from place %i', async (place) => {
  const list = Array.from({ length: 250 }, (_, n) => thread(1_000 + n));
  let reads = 0;
  const { call } = await session(({ path, query }) => {
    if (!path.endsWith('/threads')) return { json: path === '/v1/agents' ? [{ id: uuid(1) }] : [] };
    const offset = Number(query.get('offset'));
    const answer = { json: list.slice(offset, offset + 100) };
    if (reads++ === 0) list.unshift(...list.splice(place, 1));
    return answer;
  });
  golden(await call('search_threads', { agentId: uuid(1) }));
  expect(reads).toBe(place === 200 ? 4 : 3);
});

it('threads of other tenants in a list displace none of the pinned tenant', async () => {
  const list = Array.from({ length: 150 }, (_, n) =>
    thread(1_000 + n, { status: 'AWAITING_APPROVAL', tenantId: n % 2 === 0 ? 'shop' : 'bank' }),
  );
  const { call } = await session(
    agentsAnd(1, () => list),
    { TENANT_ID: 'shop' },
  );
  expect((await call('list_pending_approvals', { limit: 1 })).data.total).toBe(75);
  const { data } = await call('list_agent_threads', { agentId: uuid(0), limit: 10 });
  expect(data.threads).toHaveLength(5);
  expect(data.rest).toMatchObject({ arguments: { offset: 10 } });
});

it('threads of other tenants are counted when their agent is deleted', async () => {
  const lists = agentsAnd(1, () => [thread(10, { tenantId: 'bank' })]);
  const { call } = await session((asked) => lists(asked) ?? { json: { success: true } }, {
    TENANT_ID: 'shop',
    TOOLSETS: 'all',
  });
  expect((await call('delete_agent', { agentId: uuid(0) })).data).toMatchObject({ deleted: true, threads: '1' });
});

it('the next page begins with the first thread that was not shown, whoever owns those before it', async () => {
  const list = Array.from({ length: 100 }, (_, n) =>
    thread(1_000 + n, {
      tenantId: n < 40 ? 'bank' : 'shop',
      messages: [{ role: 'user', content: 'What is due? '.repeat(40) }],
    }),
  );
  const { call } = await session(
    agentsAnd(1, () => list),
    { TENANT_ID: 'shop' },
  );
  const { data } = await call('list_agent_threads', { agentId: uuid(0), limit: 100 });
  const shown = data.threads.length;
  expect(shown).toBeLessThan(60);
  expect(data.rest).toMatchObject({ arguments: { offset: 40 + shown } });
});

it.each([
  { it: 'all are others’', own: 0 },
  { it: 'some are others’', own: 50 },
])('a list that ignores offset and tenant, of which $it, comes to an end', async ({ own }) => {
  const list = Array.from({ length: 100 }, (_, n) =>
    thread(1_000 + n, { status: 'AWAITING_APPROVAL', tenantId: n < own ? 'shop' : 'bank' }),
  );
  const { call, platform } = await session(
    ({ path }) => ({ json: path === '/v1/agents' ? [{ id: uuid(0) }] : path.endsWith('/threads') ? list : list[0] }),
    { TENANT_ID: 'shop' },
  );
  expect((await call('list_pending_approvals', { limit: 1 })).data.total).toBe(own);
  expect(platform.asked.length).toBeLessThan(150);
});

it('a thread whose fields disagree on whether it waits is named in a note of the inbox', async () => {
  const { call } = await session(
    agentsAnd(1, () => [
      thread(10, { status: 'AWAITING_APPROVAL' }),
      thread(11, { status: 'PAUSED', state: 'awaiting_approval' }),
    ]),
  );
  const { text, data } = await call('list_pending_approvals');
  expect(data.total).toBe(1);
  golden(text);
});

it('a thread in the lists of several agents is named once', async () => {
  const { call } = await session(agentsAnd(3, () => [thread(11, { status: 'PAUSED', state: 'awaiting_approval' })]));
  golden(await call('list_pending_approvals'));
});

describe('list_pending_approvals', () => {
  it('shows what waits across all agents, longest wait first, with the task and the request', async () => {
    const { call } = await session(
      agentsAnd(3, (agent) => [thread(10 + agent, { status: 'AWAITING_APPROVAL', updatedAt: minutesAgo(agent * 10) })]),
    );
    const { text, data } = await call('list_pending_approvals');
    expect(data.approvals).toMatchObject([
      {
        threadId: uuid(12),
        agentName: 'Agent 2',
        about: '⟦Do it.⟧',
        asks: '⟦May I do step 12?⟧',
        waitingFor: '20 min',
      },
      { threadId: uuid(11), agentName: 'Agent 1', waitingFor: '10 min' },
      { threadId: uuid(10), agentName: 'Agent 0' },
    ]);
    golden(text);
    golden(await call('list_pending_approvals', { offset: 1 }));
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('counts no agent as searched that could not be read', async () => {
    const lists = agentsAnd(3, () => []);
    const { call } = await session((asked) =>
      asked.path.startsWith(`/v1/agents/${uuid(1)}/`) ? { status: 500, body: {} } : lists(asked),
    );
    golden(await call('list_pending_approvals'));
  });

  it('says once why ten agents could not be read', async () => {
    const lists = agentsAnd(11, () => []);
    const { call } = await session((asked) =>
      asked.path === '/v1/agents' || asked.path.startsWith(`/v1/agents/${uuid(0)}/`)
        ? lists(asked)
        : { status: 500, body: {} },
    );
    const { text } = await call('list_pending_approvals');
    expect(text.match(/internal error/g)).toHaveLength(1);
    golden(text);
  });

  it('asks the agents side by side, within the connection limit, and pages through all of them', async () => {
    const waiting = Array.from({ length: 130 }, (_, n) => thread(1000 + n, { status: 'AWAITING_APPROVAL' }));
    const answer = agentsAnd(101, (agent) => (agent === 100 ? waiting : []));
    const { call, platform } = await session(
      async (asked) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return answer(asked);
      },
      { MAX_CONNECTIONS: '8' },
    );
    const { data } = await call('list_pending_approvals', { limit: 1 });
    expect(data.total).toBe(130);
    expect(platform.mostAtOnce()).toBeLessThanOrEqual(8);
    expect(platform.mostAtOnce()).toBeGreaterThan(4);
    expect(platform.asked.filter(({ path }) => path === '/v1/agents')).toHaveLength(2);
  });

  it('includes the agents of all pages', async () => {
    const { call } = await session(
      agentsAnd(105, (agent) => (agent < 45 ? [] : [thread(agent, { status: 'AWAITING_APPROVAL' })])),
    );
    const { data, text } = await call('list_pending_approvals');
    expect(data.total).toBe(60);
    // Decisions between two pages would hide as many requests.
    expect(data.notes).toContain('After a decision, list again without an offset');
    golden(text);
  });

  it('returns the rest when some agents can’t be read, and names those and why', async () => {
    const answer = agentsAnd(3, (agent) => [thread(agent, { status: 'AWAITING_APPROVAL' })]);
    const { text, data, isError } = await callOnce('list_pending_approvals', {}, (asked) =>
      asked.path.includes(uuid(1)) ? { status: 403, body: { message: 'not yours' } } : answer(asked),
    );
    expect(isError).toBe(false);
    expect(data.total).toBe(2);
    golden(text);
  });

  it('fails when no agent can be read', async () => {
    const { call } = await session((asked) =>
      asked.path === '/v1/agents' ? { json: [{ id: uuid(1) }] } : { status: 500 },
    );
    goldenError(await call('list_pending_approvals'));
  });

  it('leaves out threads that do not wait, even if the platform sends them', async () => {
    const { call } = await session(agentsAnd(1, () => [thread(1), thread(2, { status: 'paused_for_approval' })]));
    const { data } = await call('list_pending_approvals');
    expect(data.approvals).toMatchObject([{ threadId: uuid(2) }]);
  });

  it('reports progress when the caller asked for it', async () => {
    const { client } = await session(agentsAnd(4, () => []));
    const seen: number[] = [];
    await client.callTool(
      { name: 'list_pending_approvals', arguments: {} },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(seen.at(-1)).toBe(4);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  });
});

describe('get_agent_costs without agentId', () => {
  const agents = {
    json: [
      { id: uuid(1), name: 'One' },
      { id: uuid(2), name: 'Two' },
    ],
  };

  it('compares the agents that can be read, and names the others', async () => {
    const { text, data, isError } = await callOnce('get_agent_costs', {}, ({ path }) =>
      path === '/v1/agents'
        ? agents
        : path.includes(uuid(1))
          ? { json: { totalCost: 2, currency: 'EUR' } }
          : { status: 403, body: {} },
    );
    expect([isError, data.totalOfAgents]).toEqual([false, 2]);
    golden(text);
  });

  it('fails when none can be read', async () => {
    const { call } = await session(({ path }) => (path === '/v1/agents' ? agents : { status: 500, body: {} }));
    goldenError(await call('get_agent_costs'));
  });
});
