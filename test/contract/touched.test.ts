/** Results name what they touched: what was copied, what remains, what it was before, and what is not stated. */
import { describe, expect, it } from 'vitest';
import { golden, goldenError } from '../support/golden.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { callOnce, reviewed, session, uuid } from '../support/sessions.ts';

const ADMIN = { TOOLSETS: 'all', APPROVALS: 'auto' };
const tool = (id: string, name: string) => ({ id, type: 'function', function: { name } });

describe('clone_tool_server', () => {
  const cloned = (copies: readonly object[]) =>
    session(({ path, method }) => {
      if (method === 'POST') return { json: { id: 'copy-1', name: 'Shop (Copy)' } };
      if (path === '/v1/tool-servers/copy-1/tools') return { json: copies };
      return path.endsWith('/tools') ? { json: [tool('t1', 'find_order'), tool('t2', 'refund')] } : undefined;
    }, ADMIN);

  it.each([
    ['ids of their own', [tool('c1', 'find_order'), tool('c2', 'refund')]],
    ['the ids of the originals', [tool('t1', 'find_order'), tool('c2', 'refund')]],
    [
      'an address of its own',
      [
        { ...tool('c1', 'find_order'), endpoint: '/orders' },
        { ...tool('c2', 'refund'), endpoint: 'https://live.example/refunds?key=s3cret-key-0123456789' },
      ],
    ],
  ])('lists the copied tools, with %s', async (_, copies) => {
    const { call } = await cloned(copies);
    const { text, data } = await call('clone_tool_server', { toolServerId: 'shop-1' });
    expect(data.copiedTools).toHaveLength(2);
    golden(text);
  });
});

describe('clone_tool_server with a name', () => {
  const COPY = {
    id: 'copy-1',
    name: 'Shop (Copy)',
    identifier: 'shop-copy',
    url: 'https://shop.example/api',
    enabled: true,
  };
  const cloned = (patch: Told, post: Told = { json: COPY }) =>
    session(({ path, method }) => {
      if (method === 'POST') return post;
      if (method === 'PATCH') return patch;
      return { json: path.endsWith('/tools') ? [] : { id: 'shop-1', name: 'Shop' } };
    }, ADMIN);
  const args = { toolServerId: 'shop-1', name: 'Shop Staging' };
  const patches = ({ asked }: { asked: readonly Asked[] }) => asked.filter(({ method }) => method === 'PATCH');

  it('tells a dry run that the copy would be renamed, and sends nothing', async () => {
    const { call, platform } = await session(() => ({ json: { id: 'shop-1', name: 'Shop' } }), {
      ...ADMIN,
      DRY_RUN: 'true',
    });
    golden(await call('clone_tool_server', args));
    expect(platform.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('renames the copy, never the original, and names both', async () => {
    const { call, platform } = await cloned({ json: { ...COPY, name: 'Shop Staging' } });
    golden(await call('clone_tool_server', args));
    expect(patches(platform)).toMatchObject([{ path: '/v1/tool-servers/copy-1', body: { name: 'Shop Staging' } }]);
    const same = await cloned(undefined, { json: { ...COPY, id: 'shop-1' } });
    await same.call('clone_tool_server', args);
    expect(patches(same.platform)).toEqual([]);
  });

  it.each([
    ['is refused', { status: 400, body: { message: 'name is taken' } }, undefined],
    ['fails in a way that leaves it open', { status: 500 }, undefined],
    ['has no effect', { json: COPY }, undefined],
    ['is not confirmed', { json: { id: 'copy-1' } }, undefined],
    ['would come before the copy', undefined, { status: 202, body: COPY }],
  ])('says that the copy exists, and how it is renamed, if renaming %s', async (_, patch, post) => {
    const { call } = await cloned(patch, post);
    const { text, data, isError } = await call('clone_tool_server', args);
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      toolServerId: 'copy-1',
      name: '⟦Shop (Copy)⟧',
      nextStep: { tool: 'update_tool_server', arguments: { toolServerId: 'copy-1', name: 'Shop Staging' } },
    });
    golden(text);
  });

  it('says that the copy exists, and leads nowhere, if the platform does not offer renaming', async () => {
    const { call } = await cloned({ status: 404 });
    const { text, data, isError } = await call('clone_tool_server', args);
    expect([isError, data.nextStep]).toEqual([false, undefined]);
    golden(text);
  });
});

describe('delete_tool', () => {
  it.each([[[]], [[tool('t2', 'refund')]], [[tool('t2', 'refund'), tool('t3', 'stock')]]])(
    'names the server and the tools that remain: %j',
    async (remaining) => {
      let isDeleted = false;
      const { call } = await session(({ path, method }) => {
        if (method === 'DELETE') isDeleted = true;
        if (method === 'DELETE') return { json: { success: true } };
        if (path.endsWith('/tools')) return { json: [...(isDeleted ? [] : [tool('t1', 'find_order')]), ...remaining] };
        return { json: { id: 'shop-1', name: 'Shop' } };
      }, ADMIN);
      golden(await call('delete_tool', { toolServerId: 'shop-1', toolId: 'find_order' }));
    },
  );
});

describe('evaluate_thread', () => {
  it('shows the previous score, and the criteria', async () => {
    const { call } = await session(({ path, method }) => {
      if (method === 'POST')
        return { json: { evaluation: { overallScore: 8, criteria: { tone: 9, facts: { score: 7 } } } } };
      return path.endsWith('/evaluations')
        ? {
            json: [
              { id: 'e1', score: 0.4, createdAt: '2026-11-01T10:00:00Z' },
              { id: 'e2', score: 0.6, createdAt: '2026-11-02T10:00:00Z' },
              { id: 'e3', status: 'PENDING', createdAt: '2026-11-03T10:00:00Z' },
            ],
          }
        : { json: { id: 'thread-1', status: 'COMPLETED' } };
    }, ADMIN);
    golden(await call('evaluate_thread', { threadId: 'thread-1' }));
  });

  it.each(['PENDING', 'FAILED', 'error'])('counts the 0 of an evaluation that is %s as no score', async (status) => {
    let before: readonly object[] = [
      { id: 'e1', score: 0.6, status: 'COMPLETED', createdAt: '2026-11-01T10:00:00Z' },
      { id: 'e2', score: 0, status, createdAt: '2026-11-02T10:00:00Z' },
    ];
    let answer: object = { score: 0.9, status: 'COMPLETED' };
    const { call } = await session(({ path, method }) => {
      if (method === 'POST') return { json: answer };
      return { json: path.endsWith('/evaluations') ? before : { id: 'thread-1', status: 'COMPLETED' } };
    }, ADMIN);
    const summary = async () => (await call('evaluate_thread', { threadId: 'thread-1' })).data.summary;
    expect(await summary()).toBe('Thread thread-1 scores 0.9 out of 1; before, it was 0.6 out of 1.');
    before = before.slice(1);
    expect(await summary()).toBe('Thread thread-1 scores 0.9 out of 1.');
    answer = { score: 0, status };
    expect(await summary()).not.toContain('scores');
  });

  it.each([[10], [11]])(
    'shows at most ten of %i previous scores, and the call for more only if there are more',
    async (times) => {
      const all = Array.from({ length: times }, (_, n) => ({
        id: `e${n}`,
        score: n / 100,
        createdAt: `2026-11-0${1 + (n % 3)}T10:${10 + n}:00Z`,
      }));
      const { call } = await session(({ path, method }) => {
        if (method === 'POST') return { json: { score: 0.74 } };
        return { json: path.endsWith('/evaluations') ? all : { id: 'thread-1', status: 'COMPLETED' } };
      }, ADMIN);
      golden(await call('evaluate_thread', { threadId: 'thread-1' }));
    },
  );
});

describe('create_agent', () => {
  it('shows the instructions that the answer shows as stored, and none of its own', async () => {
    const assistantSpecialization = { presets: 'Plan the cover.', temperature: 0 };
    const created = async (stored: object) => {
      const { call } = await session(() => ({ status: 201, body: { id: 'a1', name: 'Planner', ...stored } }), ADMIN);
      return call('create_agent', { name: 'Planner', assistantSpecialization });
    };
    golden(await created({ assistantSpecialization }));
    expect((await created({})).data.instructions).toBeUndefined();
  });
});

describe('list_agents', () => {
  const agents = [
    { id: 'a1', name: 'Refunds', disabled: false, llm: 'large', maxExecutionToolCalls: 5, apiKey: 'hush-4711' },
    { id: 'a2', name: 'Refund checks', disabled: true },
  ];
  const archived = ['Old refunds', 'Old refunds of 2024'].map((name, n) => ({ id: `a${n + 3}`, name, archived: true }));
  const platform = ({ path, query }: Asked): Told =>
    path === '/v1/agents' ? { json: query.get('archived') === 'true' ? archived : agents } : undefined;

  it.each([
    [{ agentId: 'a1' }],
    [{ agentName: 'CHECKS' }],
    [{ agentName: 'refund' }],
    [{ agentName: 'refund', archived: true }],
    [{ agentName: 'old refunds', archived: true }],
    [{ agentId: 'a9' }],
    [{ agentName: 'nobody' }],
    [{ agentId: 'a1', agentName: 'Refunds' }],
  ])('shows the agent that was asked for, with its settings: %j', async (args) => {
    const { text, data } = await callOnce('list_agents', args, platform);
    expect(text + JSON.stringify(data)).not.toContain('hush-4711');
    golden(text);
  });

  it('shows every setting of one agent, also those that lists leave out', async () => {
    const settings = { projectId: 'p1', lastEditTimestampMs: 1_790_000_000_000, team: 'returns' };
    const { call } = await session(() => ({ json: [{ id: 'a1', archived: false, ...settings }] }));
    const { data } = await call('list_agents', { agentId: 'a1' });
    expect(data.agents).toEqual([
      { agentId: 'a1', state: 'enabled', otherFields: { ...settings, projectId: '⟦p1⟧', team: '⟦returns⟧' } },
    ]);
  });

  it('shows the old value and the new of a changed agent, and says if nothing changed', async () => {
    let agent = agents[0];
    const { call } = await session(({ method, body, ...asked }) => {
      if (method === 'PATCH') agent = Object.assign({}, agent, body);
      return method === 'PATCH' ? { json: agent } : platform({ method, body, ...asked });
    }, ADMIN);
    golden(await call('update_agent', { agentId: 'refunds', llm: 'small', disabled: false }));
    golden(await call('update_agent', { agentId: 'refunds', disabled: false }));
  });

  it.each([['tiny'], [undefined]])(
    'does not say so of a change whose outcome differs or is not shown: %s',
    async (llm) => {
      const { call } = await session(
        (asked) => (asked.method === 'PATCH' ? { json: { ...agents[0], llm } } : platform(asked)),
        ADMIN,
      );
      const { text } = await call('update_agent', { agentId: 'refunds', llm: 'small', disabled: false });
      expect(text).toMatch(/^Updated agent a1: the platform confirms disabled: false\.\n/);
    },
  );
});

describe('a tool server', () => {
  const servers = [
    { id: 's1', name: 'None said', authenticationConfig: null, enabled: true },
    { id: 's2', name: 'Empty', authenticationConfig: {}, enabled: false },
    { id: 's3', name: 'Says none', authenticationConfig: { authenticationMethod: 'none' } },
    { id: 's4', name: 'Nothing sent' },
    { id: 's5', name: 'Secret kept', authenticationConfig: { jwt: '••••••••' } },
    { id: 's6', name: 'By key', authenticationConfig: { authenticationMethod: 'customHeader' }, disabled: true },
  ];

  it('describes its authentication in the same words in the list and alone', async () => {
    const { call } = await session(({ path }) => {
      if (path === '/v1/tool-servers') return { json: servers };
      if (path.endsWith('/tools')) return { json: [] };
      return { json: servers.find(({ id }) => path.endsWith(id)) };
    }, ADMIN);
    const { text, data } = await call('list_tool_servers');
    golden(text);
    for (const one of data.toolServers as { toolServerId: string; authenticationMethod: string }[]) {
      const alone = await call('get_tool_server', { toolServerId: one.toolServerId });
      expect(alone.data.authenticationMethod).toBe(one.authenticationMethod);
      if (one.authenticationMethod === 'not stated') golden(alone.text);
      else expect(alone.text).not.toMatch(/^(?:authenticationMethod: not|Note: Authentication)/m);
    }
  });
});

describe('a write that fails', () => {
  const failing = (fails: (asked: Asked) => boolean, status: number) =>
    session((asked) => {
      if (fails(asked)) return { status, body: { message: 'no' } };
      if (asked.path.endsWith('/tools')) return { json: [] };
      return { json: { id: 'p1', name: 'Shop' } };
    }, ADMIN);
  const isRead = ({ method }: Asked): boolean => method === 'GET';
  const isWrite = ({ method }: Asked): boolean => method !== 'GET';

  it.each([
    ['archive_project', { projectId: 'p1' }, 'its read with 500', isRead, 500],
    ['archive_project', { projectId: 'p1' }, 'its write with 500', isWrite, 500],
    ['archive_project', { projectId: 'p1' }, 'its write with 404', isWrite, 404],
    ['update_tool_server', { toolServerId: 'p1', name: 'New' }, 'its write with 404', isWrite, 404],
    ['delete_tool_server', { toolServerId: 'p1' }, 'its write with 405', isWrite, 405],
    ['update_project', { projectId: 'p1', name: 'New' }, 'its write with 403', isWrite, 403],
    ['create_project', { name: 'New', identifier: 'new' }, 'its write with 400', isWrite, 400],
  ] as const)('reports what is known of the change: %s %j, %s', async (name, args, _, fails, status) => {
    const { call } = await failing(fails, status);
    goldenError(await call(name, args));
  });

  it('is distinguished from a record that somebody else has deleted meanwhile', async () => {
    let isGone = false;
    const { call } = await session(({ path, method }) => {
      if (method === 'DELETE') isGone = true;
      if (path.endsWith('/tools')) return { json: [] };
      return isGone ? { status: 404, body: {} } : { json: { id: 'p1', name: 'Shop' } };
    }, ADMIN);
    golden(await call('delete_tool_server', { toolServerId: 'p1' }));
  });
});

describe('costs of all agents', () => {
  const platform = ({ path, query }: Asked): Told => {
    if (path === '/v1/agents')
      return { json: query.has('archived') ? [] : ['a1', 'a2', 'a3'].map((id) => ({ id, name: `Agent ${id}` })) };
    if (path.endsWith('/summary')) return { json: { totalCost: 9, currency: 'EUR' } };
    const agent = path.split('/').at(-3);
    if (agent === 'a3') return { json: [] };
    const rows = [
      { month: '2026-09', cost: agent === 'a1' ? 1 : 5, currency: 'EUR' },
      { month: '2026-10', cost: agent === 'a1' ? 4 : 2, currency: 'EUR' },
    ];
    // One deployment ignores the window.
    return { json: agent === 'a1' ? rows.filter(({ month }) => month >= String(query.get('startMonth'))) : rows };
  };

  it.each([
    [{ startMonth: '2026-10', endMonth: '2026-10' }],
    [{ startMonth: '2026-09', endMonth: '2026-10', limit: 1 }],
  ])('are compared in the window that is asked for: %j', async (args) => {
    golden(await callOnce('get_agent_costs', args, platform));
  });
});

describe('a thread that was rejected here', () => {
  /** A platform that records no decision: both threads just become FAILED. */
  const running = () => {
    const threads = ['t1', 't2'].map((id) => ({
      id,
      agentId: 'a1',
      status: 'AWAITING_APPROVAL',
      messages: [
        { role: 'user', content: 'Do it.' },
        { role: 'assistant', content: `May I do ${id}?` },
      ],
    }));
    const platform = ({ method, path, query }: Asked): Told => {
      const one = threads.find(({ id }) => path.includes(`/threads/${id}`));
      if (method === 'POST' && one) one.status = 'FAILED';
      if (path === '/v1/agents') return { json: query.has('archived') ? [] : [{ id: 'a1', name: 'Payer' }] };
      if (one) return { json: one };
      return path.endsWith('/threads') ? { json: query.get('offset') === '0' ? threads : [] } : undefined;
    };
    return { threads, platform };
  };
  const outcomes = (list: unknown): unknown =>
    (list as { threadId: string; outcome?: string }[]).map(({ threadId, outcome }) => [threadId, outcome]);

  it('is shown as rejected in both lists at once, and one that failed by itself is not', async () => {
    const { threads, platform } = running();
    const { call } = await session(platform);
    const { reviewToken } = (await call('get_thread', { threadId: 't1' })).data;
    await call('approve_thread', { threadId: 't1', status: 'REJECTED', reviewToken });
    for (const one of threads) one.status = 'FAILED';
    const expected = [
      ['t1', 'rejected'],
      ['t2', undefined],
    ];
    expect(outcomes((await call('list_agent_threads', { agentId: 'a1' })).data.threads)).toEqual(expected);
    const found = await call('search_threads', { status: 'FAILED' });
    expect(outcomes(found.data.threads)).toEqual(expected);
    golden(found.text);
    expect(outcomes((await call('search_threads', { rejected: true })).data.threads)).toEqual([['t1', 'rejected']]);
    const decided = async () => outcomes((await call('search_threads', { decided: true })).data.threads);
    expect(await decided()).toEqual([['t1', 'rejected, ended']]);
    Object.assign(threads[0] ?? {}, { metadata: { approval: { decision: 'APPROVED' } } });
    expect(await decided()).toEqual([['t1', 'rejected, ended; its metadata says: approved']]);
    const again = await call('approve_thread', { threadId: 't1', status: 'APPROVED', reviewToken });
    expect(again.text).toContain('is FAILED (rejected) and does not wait');
  });

  const GOES_ON = [
    { role: 'user', content: 'Try another way.' },
    { role: 'assistant', content: 'HTTP 503.' },
  ];
  it.each([
    { it: 'once somebody has continued it and it failed by itself', status: 'REJECTED', since: GOES_ON },
    { it: 'where it failed after an approval', status: 'APPROVED', since: [] },
  ])('is not shown as rejected $it', async ({ status, since }) => {
    const { threads, platform } = running();
    const { call } = await session(platform);
    await call('approve_thread', await reviewed({ call }, { threadId: 't1', status }));
    threads[0]?.messages.push(...since);
    const { data } = await call('list_agent_threads', { agentId: 'a1' });
    expect(outcomes(data.threads)).toContainEqual(['t1', undefined]);
  });
});

it.each([
  { platform: 'that merges', keeps: { presets: 'Be kind.', model: 'm1' } },
  { platform: 'that replaces the whole', keeps: {} },
  { platform: 'that fills in another default', keeps: { presets: 'Be kind.', model: 'm2' } },
])('an update of a part of an object, on a platform $platform, says what became of the rest', async ({ keeps }) => {
  const specialization = { temperature: 0.3, presets: 'Be kind.', model: 'm1' };
  const agent = { id: uuid(1), name: 'Planner', assistantSpecialization: specialization };
  const { call } = await session(
    ({ method }) => ({
      json: method === 'PATCH' ? { ...agent, assistantSpecialization: { ...keeps, temperature: 0.7 } } : [agent],
    }),
    { TOOLSETS: 'all' },
  );
  const { data } = await call('update_agent', {
    agentId: uuid(1),
    assistantSpecialization: '{"temperature":0.7}',
  });
  golden([data.summary, ...data.changed].join('\n'));
});

it('update_tool_server says that a new address gets the stored authentication', async () => {
  const server = { id: 'shop-1', name: 'Shop', url: 'https://a.example', authenticationConfig: { method: 'basic' } };
  const { call } = await session(
    ({ method, path }) => ({
      json: path.endsWith('/tools') ? [] : method === 'PATCH' ? { ...server, url: 'https://b.example' } : server,
    }),
    ADMIN,
  );
  golden(await call('update_tool_server', { toolServerId: 'shop-1', url: 'https://b.example' }));
});
