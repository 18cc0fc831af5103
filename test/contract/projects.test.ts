/** Projects, tested against docs/platform-notes.md, "Projects", on a platform that implements only these notes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { golden, goldenError } from '../support/golden.ts';
import { inProcess } from '../support/in-process.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { openSandbox } from '../support/sandbox.ts';
import { callOnce, session } from '../support/sessions.ts';

const ID = '65f0c2a1b7e4d8903c1f2a70';
const OTHER = '65f0c2a1b7e4d8903c1f2a71';
const PROJECT = {
  _id: ID,
  name: 'Web Shop',
  identifier: 'web-shop',
  description: 'sells',
  visibility: 'private',
  createdByUserUID: 'u1',
  creationTimestampMs: Date.parse('2026-03-01T10:00:00Z'),
  lastEditTimestampMs: Date.parse('2026-03-02T10:00:00Z'),
  archived: false,
};
const only = { TOOLSETS: 'default,projects' };
const lines = ({ asked }: { asked: readonly Asked[] }) =>
  asked.map(({ method, path, query }) => `${method} ${path}${query.size > 0 ? `?${query}` : ''}`);
const writes = ({ asked }: { asked: readonly Asked[] }) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));

describe('list_projects', () => {
  it.each([
    ['with a total', { projects: [PROJECT], total: 7 }],
    ['as a bare array', [PROJECT]],
    ['in a wrapper', { success: true, data: { projects: [PROJECT], total: 1 } }],
  ])('reads a list %s', async (_what, json) => {
    const { text, data, platform } = await callOnce('list_projects', { limit: 5 }, () => ({ json }), only);
    golden(text);
    expect(data.projects).toEqual([
      {
        projectId: ID,
        name: '⟦Web Shop⟧',
        identifier: 'web-shop',
        state: 'active',
        visibility: 'private',
        createdAt: '2026-03-01T10:00Z',
        description: '⟦sells⟧',
      },
    ]);
    expect(lines(platform)).toEqual(['GET /v1/projects?limit=5&offset=0']);
  });

  it('leaves out projects that a filter should have excluded', async () => {
    const { call } = await session(() => ({ json: [PROJECT, { ...PROJECT, _id: OTHER, archived: true }] }), only);
    const { data, text } = await call('list_projects', { archived: true });
    expect(data.projects).toEqual([expect.objectContaining({ projectId: OTHER, state: 'archived' })]);
    golden(text);
  });
});

describe('get_project', () => {
  const thread = { threadId: 't1', state: 'COMPLETED', creationTimestampMs: 1_772_400_000_000, agentId: 'a1' };
  const chat = { chatUid: 'c1', assistantIdentifier: 'support', messages: [{ role: 'user', content: 'Where is it?' }] };
  const parts =
    (threads: unknown, conversations: unknown, stats: Told = { json: { agents: 3 } }) =>
    ({ path }: Asked): Told => {
      if (path.endsWith('/threads')) return { json: threads };
      if (path.endsWith('/conversations')) return { json: conversations };
      return path.endsWith('/stats') ? stats : { json: PROJECT };
    };

  it.each([
    ['threads and conversations', { threads: [thread] }, { conversations: [chat] }],
    ['data and histories', { data: [thread] }, { histories: [chat] }],
    ['arrays', [thread], [chat]],
    ['arrays and chats', [thread], { chats: [chat] }],
  ])('shows stats, threads and conversations, sent as %s', async (_what, threads, conversations) => {
    const { data, text } = await callOnce('get_project', { projectId: ID }, parts(threads, conversations), only);
    expect(data.stats).toEqual({ agents: 3 });
    expect(data.latest).toEqual([
      expect.objectContaining({ kind: 'thread', threadId: 't1', status: 'COMPLETED' }),
      expect.objectContaining({ kind: 'conversation', chatUuid: 'c1', about: '⟦Where is it?⟧' }),
    ]);
    golden(text);
  });

  it("shows the rest if a part can't be read, and says which", async () => {
    const { call } = await session(parts([thread], [chat], { status: 404, body: {} }), only);
    const { data, isError, text } = await call('get_project', { projectId: ID });
    expect([isError, data.projectId, data.stats]).toEqual([false, ID, undefined]);
    golden(text);
  });

  it('counts no threads and conversations where none can be read', async () => {
    const lone = ({ path }: Asked): Told => (path.endsWith(ID) ? { json: PROJECT } : undefined);
    golden(await callOnce('get_project', { projectId: ID }, lone, only));
  });
});

describe('get_project_costs', () => {
  const [begin, yesterday, today, tomorrow] = ['2026-05-01', '2026-05-15', '2026-05-16', '2026-05-17'];
  const noonOf = (date: string): Date => new Date(`${date}T12:00:00Z`);
  const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  // No day ends in the middle of a test.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: noonOf(today) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const rows = [
    { date: '2026-02-27', totalCost: 4, currency: 'USD' },
    { date: '2026-03-01', totalCost: 1, currency: 'USD' },
    { date: '2026-03-02', totalCost: 2, currency: 'USD' },
  ];

  it('asks for the days, and leaves out what a platform sends beyond them', async () => {
    const { call, platform } = await session(() => ({ json: rows }), only);
    const { data, text } = await call('get_project_costs', {
      projectId: ID,
      startDate: '2026-03-01',
      endDate: '2026-03-31',
    });
    expect(lines(platform)).toEqual([`GET /v1/projects/${ID}/costs/daily?startDate=2026-03-01&endDate=2026-03-31`]);
    expect(data).toMatchObject({ windowCost: 3, currency: 'USD', averagePerDay: 1.5 });
    golden(text);
  });

  it('projects the month from all of its days so far, or not at all', async () => {
    const { call } = await session(() => ({ json: [begin, today].map((date) => ({ date, cost: 1 })) }), only);
    const projected = async (window: object) =>
      (await call('get_project_costs', { projectId: ID, ...window })).data.currentMonth;
    expect(await projected({})).toBe(2);
    expect(await projected({ startDate: begin })).toBe(2);
    expect(await projected({ startDate: tomorrow })).toBeUndefined();
    expect(await projected({ endDate: yesterday })).toBeUndefined();
    expect(await projected({ startMonth: '2026-05', endMonth: '2026-05' })).toBe(2);
    expect(await projected({ startDate: today })).toBeUndefined();
  });

  it.each([
    ['no month where the platform sends only its last days', today, undefined],
    ['the month on its first day, from that day', begin, 1],
    ['the month on its second day, from both', '2026-05-02', 2],
  ])('projects %s', async (_what, date, costs) => {
    vi.setSystemTime(noonOf(date));
    const { call } = await session(() => ({ json: [1, 0].map((before) => ({ date: day(before), cost: 1 })) }), only);
    const { data } = await call('get_project_costs', { projectId: ID });
    expect(data.currentMonth).toBe(costs);
  });

  it('projects the month of a platform that names it by its first day', async () => {
    const { call } = await session(() => ({ json: [{ month: begin, cost: 5 }] }), only);
    expect((await call('get_project_costs', { projectId: ID, period: 'monthly' })).data.currentMonth).toBe(5);
  });

  it('shows each row of several currencies on one of its pages', async () => {
    const sent = Array.from({ length: 300 }, (_, at) =>
      ['EUR', 'USD'].map((currency) => ({ date: day(299 - at), cost: 1000.12, currency, inputTokens: 123_456 })),
    ).flat();
    const { call } = await session(
      ({ query }) => ({ json: sent.filter(({ date }) => date <= (query.get('endDate') ?? '9')) }),
      only,
    );
    const seen = new Set<string>();
    let args: unknown = { projectId: ID, startDate: day(299) };
    while (args !== undefined) {
      const { data } = await call('get_project_costs', Object(args));
      for (const row of [data.rows].flat()) seen.add(`${Object(row).period} ${Object(row).currency}`);
      args = Object(data.rest).arguments;
    }
    expect(seen.size).toBe(sent.length);
  });

  it('asks for months by month', async () => {
    const json = [{ month: '2026-02', cost: 5, currency: 'USD' }];
    const { call, platform } = await session(() => ({ json }), only);
    const { data } = await call('get_project_costs', { projectId: ID, startMonth: '2026-01' });
    expect(lines(platform)).toEqual([`GET /v1/projects/${ID}/costs/monthly?startMonth=2026-01`]);
    expect(data).toMatchObject({ windowCost: 5, rows: [{ period: '2026-02', cost: 5 }] });
  });

  it('accepts the first day of a month for the month', async () => {
    const json = ['2026-01-01', '2026-02-01', '2026-03-01'].map((date) => ({ date, cost: 5 }));
    const { call } = await session(() => ({ json }), only);
    const { data } = await call('get_project_costs', { projectId: ID, startMonth: '2026-01', endMonth: '2026-02' });
    expect(data).toMatchObject({ windowCost: 10, rows: [{ period: '2026-01' }, { period: '2026-02' }] });
  });

  it.each([
    ['a day for months', { period: 'monthly', startDate: '2026-01-01' }],
    ['a month for days', { period: 'daily', endMonth: '2026-01' }],
    ['a month where a day belongs', { endDate: '2026-01' }],
    ['a day that does not exist', { startDate: '2026-02-30' }],
    ['an end before its start', { startDate: '2026-03-02', endDate: '2026-03-01' }],
    ['an unknown period', { period: 'summary' }],
  ])('refuses %s before anything is sent', async (_what, args) => {
    const { call, platform } = await session(() => ({ json: [] }), only);
    const { isError, text } = await call('get_project_costs', { projectId: ID, ...args });
    expect([isError, platform.asked]).toEqual([true, []]);
    golden(text);
  });
});

describe('writes', () => {
  it('create_project sends what is given, and names what the answer does not show', async () => {
    const { call, platform } = await session(() => ({ status: 201, body: { ...PROJECT, visibility: 'public' } }), only);
    const body = { name: 'Web Shop', identifier: 'web-shop', visibility: 'private' };
    const { text, data } = await call('create_project', body);
    expect(writes(platform)).toEqual([{ method: 'POST', path: '/v1/projects', body }]);
    expect(data.projectId).toBe(ID);
    golden(text);
  });

  it('create_project says that an archived project may have the identifier', async () => {
    const { call } = await session(() => ({ status: 409, body: { message: 'taken' } }), only);
    expect((await call('create_project', { name: 'x', identifier: 'x' })).text).toContain(
      'an archived project may have this one: look with list_projects {"archived":true}',
    );
  });

  it.each([
    ['create_project', 'an identifier with capitals', { name: 'x', identifier: 'Web-Shop' }],
    ['create_project', 'an identifier that ends in a hyphen', { name: 'x', identifier: 'web-' }],
    ['create_project', 'a missing identifier', { name: 'x' }],
    ['create_project', 'an empty name', { name: '', identifier: 'x' }],
    ['create_project', 'an unknown visibility', { name: 'x', identifier: 'x', visibility: 'team' }],
    ['update_project', 'an identifier', { projectId: ID, identifier: 'other' }],
  ])('%s refuses %s', async (tool, _what, args) => {
    const { call, platform } = await session(() => ({ json: PROJECT }), only);
    expect((await call(tool, args)).isError).toBe(true);
    expect(platform.asked).toEqual([]);
  });

  it('archive_project says that a project was archived already', async () => {
    const { call } = await session(() => ({ json: { ...PROJECT, archived: true } }), only);
    expect((await call('archive_project', { projectId: ID })).text).toMatch(/^Already archived: project /);
  });

  it('archive_project sends DELETE, and says archived only where the project says so', async () => {
    for (const [archived, isError, words] of [
      [true, false, /^Archived project/],
      [false, true, /has NOT taken effect so far/],
      [undefined, false, /could not be read/],
    ] as const) {
      let isAsked = false;
      const { call, platform } = await session(({ method }) => {
        if (method === 'DELETE') isAsked = true;
        return method === 'DELETE' ? { status: 204 } : { json: { ...PROJECT, archived: isAsked ? archived : false } };
      }, only);
      const result = await call('archive_project', { projectId: ID });
      expect(writes(platform)).toEqual([{ method: 'DELETE', path: `/v1/projects/${ID}`, body: undefined }]);
      expect([result.isError, words.test(result.text)]).toEqual([isError, true]);
    }
  });
});

describe('the filter by project', () => {
  const FILTERED = [
    ['list_agents', '/v1/agents', 'agents', { id: 'mine' }, 'agentId'],
    ['list_assistants', '/v1/assistants', 'assistants', { identifier: 'mine' }, 'assistantIdentifier'],
    ['list_tool_servers', '/v1/tool-servers', 'toolServers', { _id: 'mine' }, 'toolServerId'],
  ] as const;

  it.each(FILTERED)(
    '%s sends it, and leaves out what belongs to another project',
    async (tool, path, key, record, id) => {
      const json = [
        { ...record, projectId: ID },
        { ...JSON.parse(JSON.stringify(record).replace('mine', 'theirs')), projectId: OTHER },
        { ...JSON.parse(JSON.stringify(record).replace('mine', 'nobodys')), projectId: null },
      ];
      const { data, text, platform } = await callOnce(tool, { projectId: ID }, () => ({ json }), only);
      expect(platform.asked[0]).toMatchObject({ path });
      expect(platform.asked[0]?.query.get('projectId')).toBe(ID);
      expect(data[key]).toEqual([expect.objectContaining({ [id]: 'mine' })]);
      golden(text);
    },
  );

  it.each(FILTERED)('%s says where its effect could not be checked', async (tool, _path, _key, record) => {
    golden(await callOnce(tool, { projectId: ID }, () => ({ json: [record] }), only));
  });

  it.each([...FILTERED.map(([tool]) => tool), 'list_pending_approvals'])(
    '%s does not take it in a session without projects',
    async (tool) => {
      const { call, client, platform } = await session(() => ({ json: [] }));
      const { tools } = await client.listTools();
      expect(JSON.stringify(tools.find(({ name }) => name === tool)?.inputSchema)).not.toContain('projectId');
      expect((await call(tool, { projectId: ID })).isError).toBe(true);
      expect(platform.asked).toEqual([]);
    },
  );

  it('list_pending_approvals asks the agents of the project and no others', async () => {
    const agents = [
      { id: 'mine', name: 'Mine', projectId: ID },
      { id: 'theirs', name: 'Theirs', projectId: OTHER },
    ];
    const waiting = (id: string) => ({ id: `of-${id}`, agentId: id, status: 'AWAITING_APPROVAL', messages: [] });
    const { call, platform } = await session(({ path }) => {
      if (path === '/v1/agents') return { json: agents };
      const [, agent] = /agents\/(mine|theirs)\/threads/.exec(path) ?? [];
      return { json: agent === undefined ? waiting('mine') : [waiting(agent)] };
    }, only);
    const { data, text } = await call('list_pending_approvals', { projectId: ID });
    expect(data.approvals).toEqual([expect.objectContaining({ threadId: 'of-mine' })]);
    golden(text);
    expect(platform.asked.some(({ path }) => path.includes('theirs'))).toBe(false);
    expect((await call('list_pending_approvals', { projectId: ID, agentId: 'mine' })).isError).toBe(true);
  });
});

describe('a deployment without projects', () => {
  it.each([
    ['list_projects', {}, 404],
    ['list_projects', {}, 405],
    ['create_project', { name: 'x', identifier: 'x' }, 404],
    ['get_project', { projectId: ID }, 405],
  ])('%s: a %j answered with %i says so, and names the setting', async (tool, args, status) => {
    goldenError(await callOnce(tool, args, () => ({ status, body: { message: 'Cannot' } }), only));
  });

  it('a 404 with an id may be about the id', async () => {
    golden(await callOnce('get_project', { projectId: ID }, () => ({ status: 404, body: {} }), only));
  });

  it('a 404 for a project that is listed is not about its id', async () => {
    const listed = ({ path }: Asked): Told =>
      path === '/v1/projects' ? { json: [PROJECT] } : { status: 404, body: {} };
    const { text } = await callOnce('get_project_costs', { projectId: ID }, listed, only);
    expect(text).not.toContain('Check the ids');
    golden(text);
  });
});

describe('the sandbox', () => {
  it('groups agents and their costs', async () => {
    const sandbox = await openSandbox();
    const near = await inProcess({ BASE_URL: sandbox.url, TOKEN: sandbox.token, ...only });
    const { data } = await near.call('list_projects');
    const [project] = data.projects as { projectId: string }[];
    const projectId = project?.projectId ?? '';
    const agents = (await near.call('list_agents', { projectId })).data.agents as { agentId: string }[];
    const all = (await near.call('list_agents')).data.agents as unknown[];
    expect(agents.length).toBeGreaterThan(0);
    expect(agents.length).toBeLessThan(all.length);
    const monthly = { period: 'monthly' };
    let sum = 0;
    for (const { agentId } of agents) {
      sum += Number((await near.call('get_agent_costs', { agentId, ...monthly })).data.windowCost);
    }
    const { windowCost: totalCost } = (await near.call('get_project_costs', { projectId, ...monthly })).data;
    expect(totalCost).toBeCloseTo(sum, 5);
    const threads = (await near.call('get_project', { projectId })).data.latest as object[];
    expect(threads.length).toBeGreaterThan(0);
  });
});
