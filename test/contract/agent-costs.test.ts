/** Costs by day, by month and of all agents: the period of a table, its gaps, and the meaning of each sum. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readThrough } from '../support/data.ts';
import { missingFacts } from '../support/facts.ts';
import { golden, goldenError } from '../support/golden.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { callOnce, session, uuid } from '../support/sessions.ts';

const AGENT = uuid(1);
const TODAY = '2026-03-16';
const BEGIN = '2026-03-01';
const NOON = Date.parse(`${TODAY}T12:00:00Z`);
const day = (back: number, now = NOON): string => new Date(now - back * 86_400_000).toISOString().slice(0, 10);

// No day ends in the middle of a test.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An agent whose costs are always these rows. */
const sends =
  (rows: readonly object[]) =>
  ({ path }: Asked): Told => {
    if (path === '/v1/agents') return { json: [{ id: AGENT, name: 'Refund Agent' }] };
    return path.includes('/costs/') ? { json: rows } : undefined;
  };
const costQuery = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path.includes('/costs/')).map(({ query }) => Object.fromEntries(query));

describe('a window of days or months', () => {
  it.each([
    ['days', { startDate: '2026-02-01', endDate: '2026-02-03' }],
    ['months', { startMonth: '2025-11', endMonth: '2025-12' }],
  ])("of %s is sent under the operation's names, and implies the period", async (_, window) => {
    const { isError, platform } = await callOnce('get_agent_costs', { agentId: AGENT, ...window }, sends([]));
    expect(isError).toBe(false);
    expect(costQuery(platform.asked)).toEqual([window]);
  });

  it('is stated, with the gaps in it, and without rows outside it', async () => {
    const rows = ['2026-01-31', '2026-02-01', '2026-02-04', '2026-02-07'].map((date) => ({
      date,
      cost: 1,
      currency: 'EUR',
    }));
    const { call } = await session(sends(rows));
    const { text, data } = await call('get_agent_costs', {
      agentId: AGENT,
      startDate: '2026-02-01',
      endDate: '2026-02-06',
    });
    expect(data).toMatchObject({ window: '2026-02-01 to 2026-02-06', windowCost: 2, agentName: '⟦Refund Agent⟧' });
    golden(text);
    expect(missingFacts(data, text)).toEqual([]);
  });

  it('ends even if the list of agents starts over with each page', async () => {
    const agents = Array.from({ length: 50 }, (_, n) => ({ id: `a${n}` }));
    const costs = sends([{ date: '2026-02-01', cost: 3 }]);
    const { call, platform } = await session((asked) =>
      asked.path === '/v1/agents' ? { json: { agents, hasMore: true } } : costs(asked),
    );
    await call('get_agent_costs', { agentId: AGENT, startDate: '2026-02-01', endDate: '2026-02-01' });
    expect(platform.asked.filter(({ path }) => path === '/v1/agents').length).toBeLessThan(10);
  });

  it.each([
    {
      it: 'a day that can’t be read',
      json: [
        { date: BEGIN, cost: 'n/a' },
        { date: TODAY, cost: 10 },
      ],
    },
    { it: 'more days than it sends', json: { costs: [{ date: TODAY, cost: 10 }], hasMore: true } },
  ])('has no projection from a month of which the platform has $it', async ({ json }) => {
    const { data } = await callOnce('get_agent_costs', { agentId: AGENT, startDate: BEGIN }, (asked) =>
      asked.path.includes('/costs/') ? { json } : sends([])(asked),
    );
    expect([data.currentMonth, data.projectedMonth]).toEqual([undefined, undefined]);
  });

  it('has a projection where the platform sends a total of costs, which is no number of rows', async () => {
    const json = { data: [{ date: BEGIN, cost: 10 }], total: 500.5 };
    const { call } = await session((asked) => (asked.path.includes('/costs/') ? { json } : sends([])(asked)));
    const { data } = await call('get_agent_costs', { agentId: AGENT, startDate: BEGIN });
    expect(data.currentMonth).toBe(10);
  });

  it('has an average of the rows that were sent, if some are missing', async () => {
    const window = { agentId: AGENT, startDate: '2026-02-01', endDate: '2026-02-05' };
    for (const dates of [['2026-02-01'], ['2026-02-01', '2026-02-05']]) {
      const { call } = await session(sends(dates.map((date) => ({ date, cost: 9, currency: 'EUR' }))));
      const { text, data } = await call('get_agent_costs', window);
      expect(data.averagePerDay).toBe(9);
      golden(text);
    }
  });

  it('counts a day once if some of its rows leave out the currency', async () => {
    const rows = [{ cost: 1 }, { cost: 4, currency: 'EUR' }].map((row) => ({ date: '2026-02-02', ...row }));
    const { call } = await session(sends([{ date: '2026-02-01', cost: 4, currency: 'EUR' }, ...rows]));
    const { data, text } = await call('get_agent_costs', {
      agentId: AGENT,
      startDate: '2026-02-01',
      endDate: '2026-02-02',
    });
    golden(text);
    expect(data).toMatchObject({ windowCost: 9, averagePerDay: 4.5, changePercent: 25 });
    expect(data.rows).toHaveLength(2);
  });

  it('has one currency if some rows write its code in lower case', async () => {
    const rows = ['usd', 'USD', 'usd'].map((currency, n) => ({
      date: `2026-02-0${n === 0 ? 1 : n}`,
      cost: n,
      currency,
    }));
    const { call } = await session(sends(rows));
    const { data } = await call('get_agent_costs', { agentId: AGENT, startDate: '2026-02-01', endDate: '2026-02-02' });
    expect(data).toMatchObject({ windowCost: 3, currency: 'USD' });
  });

  it.each([
    ['each day cost the same', [5, 5, 5]],
    ['some differ', [5, 7, 7]],
  ])('names the most expensive day only if there is one: %s', async (_, costs) => {
    const rows = costs.map((cost, n) => ({ date: `2026-02-0${n + 1}`, cost }));
    const { call } = await session(sends(rows));
    golden((await call('get_agent_costs', { agentId: AGENT, startDate: '2026-02-01', endDate: '2026-02-03' })).text);
  });

  it('shows a cost of less than a millionth', async () => {
    const { call } = await session(sends([{ date: '2026-02-01', cost: 1.2e-7 }]));
    const { data } = await call('get_agent_costs', { agentId: AGENT, startDate: '2026-02-01', endDate: '2026-02-01' });
    expect(data).toMatchObject({ windowCost: 1.2e-7, averagePerDay: 1.2e-7, rows: [{ cost: 1.2e-7 }] });
  });

  it('names the currency of each amount if they differ', async () => {
    const { call } = await session(
      sends([
        { date: '2026-02-01', cost: 10, currency: 'EUR' },
        { date: '2026-02-01', cost: 1000, currency: 'JPY' },
      ]),
    );
    golden(await call('get_agent_costs', { agentId: AGENT, startDate: '2026-02-01', endDate: '2026-02-01' }));
  });

  it('counts the months that are missing', async () => {
    const { call } = await session(
      sends([
        { month: '2025-09', cost: 3 },
        { month: '2025-11', cost: 4 },
      ]),
    );
    golden(await call('get_agent_costs', { agentId: AGENT, startMonth: '2025-08', endMonth: '2025-11' }));
  });

  it('of a number of days ends today and shows every row inside it', async () => {
    const rows = [0, 1, 2].map((back) => ({ date: day(back), cost: 0.5, currency: 'USD' }));
    const { data } = await callOnce('get_agent_costs', { agentId: AGENT, days: 3 }, sends(rows));
    expect(data).toMatchObject({ window: `${day(2)} to ${TODAY}`, windowCost: 1.5 });
    expect(data.rows).toHaveLength(3);
  });

  it.each([
    ['in the past', { startDate: '2026-02-01', endDate: '2026-02-02' }, false],
    ['of today alone', { startDate: TODAY }, false],
    ['of the month so far', { startDate: BEGIN }, true],
    ['of more days than the month has so far', { days: 40 }, true],
  ])('%s has a projection only if it covers the month so far, and requests nothing more', async (_, window, has) => {
    const { call, platform } = await session(sends([BEGIN, TODAY].map((date) => ({ date, cost: 1 }))));
    const { data } = await call('get_agent_costs', { agentId: AGENT, ...window });
    expect([data.currentMonth !== undefined, data.projectedMonth !== undefined]).toEqual([has, has]);
    expect(costQuery(platform.asked)).toHaveLength(1);
  });

  it('of today alone has a projection on the first of a month', async () => {
    vi.setSystemTime(`${BEGIN}T12:00:00Z`);
    const { data } = await callOnce(
      'get_agent_costs',
      { agentId: AGENT, startDate: BEGIN },
      sends([{ date: BEGIN, cost: 1 }]),
    );
    expect([data.currentMonth !== undefined, data.projectedMonth !== undefined]).toEqual([true, true]);
  });

  it.each([
    { has: true, it: 'two days of it, one of them its first', of: [BEGIN, TODAY], today: TODAY },
    { has: true, it: 'a day before it and one of it', of: ['2026-02-20', TODAY], today: TODAY },
    { has: false, it: 'only its last days', of: [day(1), TODAY], today: TODAY },
    { has: false, it: 'thirty days, on its 31st', of: ['2026-03-02', '2026-03-31'], today: '2026-03-31' },
  ])('has a projection ($has) of a month of which the platform sends $it', async ({ has, of, today }) => {
    vi.setSystemTime(`${today}T12:00:00Z`);
    const { call } = await session(sends(of.map((date) => ({ date, cost: 1 }))));
    for (const window of [{ period: 'daily' }, { days: 31 }, { startDate: '2026-02-01' }]) {
      const { data } = await call('get_agent_costs', { agentId: AGENT, ...window });
      expect([data.currentMonth !== undefined, data.projectedMonth !== undefined], String(Object.keys(window))).toEqual(
        [has, has],
      );
    }
  });

  it('says that its month has days without costs, where it counts them', async () => {
    const { call } = await session(sends([BEGIN, TODAY].map((date) => ({ date, cost: 8, currency: 'EUR' }))));
    golden((await call('get_agent_costs', { agentId: AGENT, startDate: BEGIN })).text);
    const whole = await session(sends(Array.from({ length: 16 }, (_, n) => ({ date: day(n), cost: 8 }))));
    const { text } = await whole.call('get_agent_costs', { agentId: AGENT, days: 40 });
    expect(text).toContain('averagePerDay is of what was sent: 16 days.');
  });

  it.each([
    ['the month so far', TODAY, { days: 20 }, { currentMonth: 17, projectedMonth: 31, projectedFrom: '17 of 31 days' }],
    [
      'the new month',
      '2026-03-31',
      { days: 20 },
      { currentMonth: 1, projectedMonth: 30, projectedFrom: '1 of 30 days' },
    ],
    [
      'the day that was asked for last',
      TODAY,
      { startDate: BEGIN, endDate: TODAY },
      { projectedFrom: '16 of 31 days' },
    ],
  ])('has a projection from the days of a platform whose time zone is ahead: %s', async (_, today, window, figures) => {
    vi.setSystemTime(`${today}T12:00:00Z`);
    const { call } = await session(
      sends(Array.from({ length: 20 }, (_, n) => ({ date: day(n - 1, Date.now()), cost: 1 }))),
    );
    expect((await call('get_agent_costs', { agentId: AGENT, ...window })).data).toMatchObject(figures);
  });

  it('is paged by limit, newest rows first, each once', async () => {
    const rows = Array.from({ length: 10 }, (_, n) => ({ date: `2026-02-${String(n + 1).padStart(2, '0')}`, cost: 1 }));
    const { call } = await session(sends(rows));
    const args = { agentId: AGENT, startDate: '2026-02-01', endDate: '2026-02-10', limit: 4 };
    const pages = await readThrough(call, 'get_agent_costs', args);
    const seen = pages.toReversed().flatMap(({ data }) => data.rows);
    expect(seen).toMatchObject(rows.map(({ date }) => ({ period: date })));
  });

  it.each([
    ['a number and dates', { days: 3, startDate: '2026-02-01' }],
    ['an end before its beginning', { startMonth: '2026-02', endMonth: '2026-01' }],
    ['days of months', { period: 'monthly', startDate: '2026-02-01' }],
    ['a month that does not exist', { startMonth: '2026-13' }],
    ['a day that does not exist', { startDate: '2026-02-30' }],
  ])('refuses %s', async (_, window) => {
    const { call, platform } = await session(sends([]));
    goldenError(await call('get_agent_costs', { agentId: AGENT, ...window }));
    expect(platform.asked).toEqual([]);
  });
});

describe('amounts', () => {
  it.each(['daily', 'monthly', 'summary'])(
    'have their currency beside them, or above their table: %s',
    async (period) => {
      const { text, data } = await callOnce('get_agent_costs', { agentId: AGENT, period }, ({ path }) =>
        path === '/v1/agents'
          ? { json: [] }
          : period === 'summary'
            ? { json: { totalCost: 3.5, currency: 'EUR', breakdown: { input: 1.5 } } }
            : { json: [{ date: day(0), cost: 3.5, currency: 'EUR' }] },
      );
      const [said = '', rows = ''] = text.split(/^period · cost in EUR.*$/m);
      expect(rows !== '').toBe(period !== 'summary');
      for (const amount of said.match(/(?<![\d-])\d+\.\d+(?![\d-]*%)/g) ?? []) expect(said).toContain(`${amount} EUR`);
      expect(said).not.toMatch(/ 3\.5(?! EUR)/);
      expect(data.currency).toBe('EUR');
    },
  );
});

it('shows which amounts of a summary are in another currency', async () => {
  const summary = {
    totalCost: 90,
    currency: 'EUR',
    currentMonth: { cost: 30, currency: 'USD' },
    today: { cost: 1, currency: 'EUR' },
    breakdown: { llm: { cost: 3, currency: 'USD' }, tools: 2 },
  };
  const { call } = await session(({ path }) => ({
    json: path === '/v1/agents' ? [{ id: AGENT, name: 'Refund Agent' }] : summary,
  }));
  const one = await call('get_agent_costs', { agentId: AGENT });
  golden(one.text);
  expect(one.data).not.toHaveProperty('currentMonth');
  expect(one.data).not.toHaveProperty('projectedMonth');
  const all = await call('get_agent_costs');
  golden(all.text);
  expect(all.data).not.toHaveProperty('currentMonthOfAgents');
});

it.each([
  { it: 'one currency is in that currency', of: ['USD', 'USD'], currency: 'USD' },
  { it: 'two currencies is in neither', of: ['EUR', 'USD'], currency: undefined },
])('a summary whose categories name $it', async ({ of: [llm, tools], currency }) => {
  const breakdown = { llm: { cost: 3, currency: llm }, tools: { cost: 2, currency: tools } };
  const { call } = await session(({ path }) => ({
    json: path === '/v1/agents' ? [{ id: AGENT, name: 'Refund Agent' }] : { totalCost: 5, breakdown },
  }));
  const { text, data } = await call('get_agent_costs', { agentId: AGENT });
  expect([data.totalCost, data.currency]).toEqual([5, currency]);
  expect(text.includes('another currency')).toBe(currency === undefined);
});

describe('all agents', () => {
  /** Agents with these summaries, by number. */
  const summaries =
    (list: readonly object[]) =>
    ({ path }: Asked): Told => {
      if (path === '/v1/agents') return { json: list.map((_, n) => ({ id: uuid(n), name: `Agent ${n}` })) };
      return { json: list[Number(/(\d{12})\/costs/.exec(path)?.[1])] };
    };
  const order = (data: Readonly<Record<string, unknown>>): unknown[] =>
    Array.isArray(data.agents) ? data.agents.map(({ name }) => name) : [];

  describe('that the platform lists, while it does not know their costs', () => {
    const agents = [0, 1, 2].map((n) => ({ id: uuid(n), name: `Agent ${n}` }));
    const without =
      (list: readonly object[], message = 'Agent not found') =>
      ({ path }: Asked): Told => {
        if (path === '/v1/agents') return { json: list };
        return path.includes(uuid(2)) ? { json: { totalCost: 1 } } : { status: 404, body: { message } };
      };

    it.each([
      ['in total', agents.slice(0, 2), {}],
      ['in a period', agents.slice(0, 2), { days: 7 }],
      ['of a lone one', agents.slice(0, 1), {}],
    ])('are an error that blames no argument, %s', async (_, list, args) => {
      const told = await callOnce('get_agent_costs', args, without(list));
      expect(told.text).not.toMatch(/Check the ids|changing the arguments/);
      goldenError(told);
    });

    it('are named in a note that blames no argument, if it knows those of others', async () => {
      const told = await callOnce('get_agent_costs', {}, without(agents));
      expect(told.text).not.toMatch(/Check the ids|changing the arguments/);
      golden(told);
    });

    it('keep the reason of another failure', async () => {
      const { text } = await callOnce('get_agent_costs', {}, ({ path }) => {
        if (path === '/v1/agents') return { json: agents };
        return path.includes(uuid(0)) ? { status: 404, body: {} } : { status: 403, body: {} };
      });
      golden(text);
    });

    it.each([{ agentName: 'Agent 0' }, { agentId: 'Agent 0' }])('of %j, blame no id', async (args) => {
      const told = await callOnce('get_agent_costs', args, without(agents));
      expect(told.text).not.toMatch(/Check the ids|changing the arguments/);
      goldenError(told);
    });
  });

  it('are totals with names of their own, sorted by one figure, as many as requested', async () => {
    const { call } = await session(
      summaries([{ totalCost: 1 }, { totalCost: 3, currentMonth: 1 }, { totalCost: 2, currentMonth: 9 }]),
    );
    const { text, data } = await call('get_agent_costs', { limit: 2 });
    expect(data).toMatchObject({
      totalOfAgents: 6,
      total: 3,
      rest: { arguments: { limit: 2, offset: 2 } },
    });
    expect(data).not.toHaveProperty('totalCost');
    expect(data).not.toHaveProperty('currentMonthOfAgents');
    expect(order(data)).toEqual(['⟦Agent 1⟧', '⟦Agent 2⟧']);
    golden(text);
  });

  it.each([
    ['how many are archived', [{}, { archived: true }, { archived: false }]],
    ['that none is, if the platform says so of each', [{ archived: false }, { archived: false }]],
    ['neither otherwise', [{}, { archived: false }]],
  ])('say %s', async (_, fields) => {
    const { call } = await session(({ path }) => ({
      json: path === '/v1/agents' ? fields.map((field, n) => ({ id: uuid(n), ...field })) : { totalCost: 1 },
    }));
    golden((await call('get_agent_costs')).text.split('\n')[0] ?? '');
  });

  it('with a credit come before those of which nothing is known', async () => {
    const { call } = await session(summaries([{ breakdown: { a: 1 } }, { totalCost: -5 }, { totalCost: 2 }]));
    const { text, data } = await call('get_agent_costs');
    expect(order(data)).toEqual(['⟦Agent 2⟧', '⟦Agent 1⟧', '⟦Agent 0⟧']);
    golden(text);
  });

  it('are compared only within one currency', async () => {
    const { call } = await session(
      summaries([
        { totalCost: 1, currency: 'USD' },
        { totalCost: 3, currency: 'EUR' },
        { totalCost: 2, currency: 'USD' },
        { breakdown: { a: 1 } },
      ]),
    );
    const { data } = await call('get_agent_costs');
    expect(order(data)).toEqual(['⟦Agent 1⟧', '⟦Agent 2⟧', '⟦Agent 0⟧', '⟦Agent 3⟧']);
    expect(data.totalOfAgents).toBeUndefined();
  });

  it('have no total where the currency of some is unknown, unless those cost nothing', async () => {
    const known = { totalCost: 5, currency: 'EUR' };
    const { call } = await session(summaries([{ totalCost: 100 }, known, { totalCost: 1, currency: 'EUR' }]));
    const { text, data } = await call('get_agent_costs');
    expect(order(data)).toEqual(['⟦Agent 1⟧', '⟦Agent 2⟧', '⟦Agent 0⟧']);
    expect([data.totalOfAgents, data.currency]).toEqual([undefined, undefined]);
    golden(text);
    const nothing = await session(summaries([known, { totalCost: 0 }]));
    expect((await nothing.call('get_agent_costs')).data).toMatchObject({ totalOfAgents: 5, currency: 'EUR' });
    const several = await session(summaries([known, { totalCost: 7 }, { totalCost: 2, currency: 'USD' }]));
    golden(await several.call('get_agent_costs'));
  });

  it('of a window have no total where the currency of some is unknown', async () => {
    const { call } = await session(({ path }) => {
      if (path === '/v1/agents') return { json: ['a1', 'a2', 'a3'].map((id) => ({ id })) };
      const cost = { date: '2026-02-01', cost: 2 };
      return { json: path.includes('a1') ? [{ ...cost, currency: 'EUR' }] : path.includes('a2') ? [cost] : [] };
    });
    golden(await call('get_agent_costs', { startDate: '2026-02-01', endDate: '2026-02-01' }));
  });

  it.each([
    ['behind', [1, 2, 3], `${day(2)} to ${day(0)}`, 4],
    ['ahead', [-1, 0, 1, 2], `${day(0)} to ${day(-1)}`, 4],
    ['of UTC', [0, 1, 2, 3], `${day(1)} to ${day(0)}`, 4],
  ])('of a window end with the newest day of a platform whose time zone is %s', async (_zone, sent, window, total) => {
    const { call } = await session(sends(sent.map((back) => ({ date: day(back), cost: 2 }))));
    expect((await call('get_agent_costs', { days: 2 })).data).toMatchObject({ window, totalOfAgents: total });
  });

  it('of a window are of the same days, also if one has cost nothing today', async () => {
    const { call } = await session(({ path }) => {
      if (path === '/v1/agents') return { json: [{ id: 'a1' }, { id: 'a2' }] };
      const newest = path.includes('a1') ? 0 : 1;
      return { json: [0, 1, 2, 3].map((n) => ({ date: day(newest + n), cost: 2 })) };
    });
    expect((await call('get_agent_costs', { days: 2 })).data).toMatchObject({
      window: `${day(1)} to ${day(0)}`,
      totalOfAgents: 6,
    });
  });

  it.each([
    ['of which nothing was sent', { a1: [], a2: [] }],
    ['of which some days are missing for all', { a1: ['2026-02-01', '2026-02-02'], a2: ['2026-02-02'] }],
    [
      'of which nothing was sent for one, and rows outside it',
      { a1: ['2026-02-01', '2026-01-31'], a2: ['2026-01-30'] },
    ],
  ])('of a window %s, say so', async (_, days: Record<string, string[]>) => {
    const { call } = await session(({ path }) => {
      if (path === '/v1/agents') return { json: Object.keys(days).map((id) => ({ id })) };
      const dates = days[/a\d/.exec(path)?.[0] ?? ''] ?? [];
      return { json: dates.map((date) => ({ date, cost: 2, currency: 'EUR' })) };
    });
    golden(await call('get_agent_costs', { startDate: '2026-02-01', endDate: '2026-02-04' }));
  });

  it('of a window count the days of those that have no sum as sent', async () => {
    const { call } = await session(({ path }) => {
      if (path === '/v1/agents') return { json: ['a1', 'a2'].map((id) => ({ id })) };
      const cost = { date: path.includes('a1') ? '2026-02-01' : '2026-02-02', cost: 2 };
      return { json: path.includes('a1') ? [cost] : ['EUR', 'USD'].map((currency) => ({ ...cost, currency })) };
    });
    const { text } = await call('get_agent_costs', { startDate: '2026-02-01', endDate: '2026-02-02' });
    expect(text).not.toContain('sent nothing');
  });

  it('of a window have no figure where rows are missing or have no sum, and say why', async () => {
    const rows = [
      [{ date: '2026-02-01', cost: 3, currency: 'EUR' }],
      [{ day: '2026-02-01', cost: 50 }],
      [{ date: '2026-02-01', cost: 1, currency: 'EUR' }, { cost: 50 }],
      { data: [{ date: '2026-02-01', cost: 2 }], hasMore: true },
      ['EUR', 'USD'].map((currency) => ({ date: '2026-02-01', cost: 1, currency })),
      [],
    ];
    const { call } = await session(({ path }) =>
      path === '/v1/agents'
        ? { json: rows.map((_, n) => ({ id: `a${n}` })) }
        : { json: rows[Number(/a(\d)\/costs/.exec(path)?.[1])] },
    );
    const { text, data } = await call('get_agent_costs', { startDate: '2026-02-01', endDate: '2026-02-01' });
    expect(data.agents).toMatchObject([{ windowCost: 3 }, { windowCost: 0 }, {}, {}, {}, {}]);
    expect(data.agents).toHaveLength(6);
    for (const agent of (data.agents as object[]).slice(2)) expect(agent).not.toHaveProperty('windowCost');
    golden(text);
  });
});
