/**
 * Records are found by a part of their name, so that a caller without ids needs no list first. If several match, they are
 * named; nothing is guessed.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogue } from '../../src/cli/catalogue.ts';
import { object } from '../../src/platform/parse/coerce.ts';
import { golden, goldenError } from '../support/golden.ts';
import type { Asked, Told } from '../support/platform-double.ts';
import { callOnce, minutesAgo, session, thread, uuid } from '../support/sessions.ts';

const AGENTS = [
  { id: uuid(1), name: 'Refund Agent' },
  { id: uuid(2), name: 'Refund Checker' },
  { id: uuid(3), name: 'Release' },
  { id: uuid(4), name: 'Release Manager' },
];
function platform({ path, query }: Asked): Told {
  if (path === '/v1/agents') return { json: query.get('offset') === '0' && !query.has('archived') ? AGENTS : [] };
  if (path.endsWith('/threads')) {
    const agent = Number(path.split('/').at(-2)?.slice(-12));
    const waiting = thread(10 + agent, {
      agentId: uuid(agent),
      status: 'AWAITING_APPROVAL',
      updatedAt: minutesAgo(agent),
    });
    return { json: query.get('offset') === '0' ? [waiting] : [] };
  }
  if (path.endsWith('/summary')) return { json: { totalCost: 3, currency: 'EUR' } };
  if (path === '/v1/documentation') {
    return {
      json: [
        { slug: 'costs', title: 'Costs' },
        { slug: 'costs-by-day', title: 'Costs by day' },
        { slug: 'inbox', title: 'The inbox' },
      ],
    };
  }
  const page = /documentation\/(.+)$/.exec(path)?.[1];
  return page === undefined ? undefined : { json: { title: page, content: `# Page ${page}` } };
}

describe('get_agent_costs with agentName', () => {
  it.each([
    ['a part of one name', 'checker', uuid(2)],
    ['a whole name that is a part of another', 'release', uuid(3)],
  ])('finds the agent by %s', async (_what, agentName, agentId) => {
    expect((await callOnce('get_agent_costs', { agentName }, platform)).data).toMatchObject({ agentId, totalCost: 3 });
  });

  it.each(['summary', 'daily'])('lists the agents once: %s', async (period) => {
    const { call, platform: asked } = await session((one) => platform(one) ?? { json: [] });
    expect((await call('get_agent_costs', { agentName: 'checker', period })).data.agentName).toBe('⟦Refund Checker⟧');
    expect(asked.asked.filter(({ path }) => path === '/v1/agents')).toHaveLength(1);
  });

  it('names the agents if several match, and reads no costs', async () => {
    const { call, platform: asked } = await session(platform);
    goldenError(await call('get_agent_costs', { agentName: 'refund' }));
    expect(asked.asked.filter(({ path }) => path.includes('costs'))).toEqual([]);
  });
});

describe('a name in agentId', () => {
  it.each(['list_agents', 'get_agent_costs', 'search_threads', 'list_pending_approvals'])(
    'is taken for agentName by %s, which has both',
    async (tool) => {
      const { isError, text, platform: asked } = await callOnce(tool, { agentId: 'Release Manager' }, platform);
      expect(isError, text).toBe(false);
      const read = asked.asked.map(({ path }) => path).join();
      expect(`${read} ${text}`).toContain(uuid(4));
      expect(read).not.toContain(uuid(1));
    },
  );

  it('is refused beside agentName', async () => {
    const { call } = await session(platform);
    expect((await call('list_agents', { agentId: 'Release Manager', agentName: 'Refund' })).isError).toBe(true);
  });
});

describe('a name', () => {
  const named = (name: string) =>
    session(({ path }) => ({ json: path === '/v1/agents' ? [{ id: uuid(1), name }] : { totalCost: 3, threads: [] } }));

  it.each([
    ['an invisible character in it', 'Refund\u200b De\u00adsk', 'refund desk'],
    ['accents of their own', 'Cafe\u0301 Agent', 'CAFÉ'],
    ['accents composed', 'Café Agent', 'Cafe\u0301 agent'],
    ['the words in another order', 'Refund Agent', 'agent refund'],
  ])('with %s is found by every tool', async (_, name, agentName) => {
    const { call } = await named(name);
    expect((await call('get_agent_costs', { agentName })).data).toMatchObject({ agentId: uuid(1) });
    expect((await call('list_agents', { agentName })).data.agents).toHaveLength(1);
    expect((await call('search_threads', { agentName })).isError).toBe(false);
  });
});

describe('the identifier that a list shows', () => {
  const SERVERS = [
    { id: uuid(1), name: 'Shop Tools', identifier: 'shop', toolDefinitions: [] },
    { id: uuid(2), name: 'Shop Tools (old)', identifier: 'shop-old', toolDefinitions: [] },
    { id: uuid(3), name: 'Other', identifier: 'old', toolDefinitions: [] },
  ];
  const servers = (more: typeof SERVERS = []) =>
    session(
      ({ path, query, method }) => {
        if (path === '/v1/tool-servers') return { json: query.get('offset') === '0' ? [...SERVERS, ...more] : [] };
        const one = [...SERVERS, ...more].find(({ id }) => path.startsWith(`/v1/tool-servers/${id}`));
        if (one === undefined) return { status: 404, body: { message: 'not found' } };
        return { json: path.endsWith('/tools') ? [] : method === 'DELETE' ? { success: true } : one };
      },
      { TOOLSETS: 'all' },
    );

  it('names a tool server to read and to change, also where it is a part of other names', async () => {
    const { call, platform } = await servers();
    expect((await call('get_tool_server', { toolServerId: 'old' })).text).toContain('⟦Other⟧');
    expect((await call('update_tool_server', { toolServerId: 'shop', description: 'x' })).isError).toBe(false);
    expect(platform.asked.filter(({ method }) => method === 'PATCH')).toMatchObject([
      { path: `/v1/tool-servers/${uuid(1)}` },
    ]);
  });

  it('counts less than a name', async () => {
    const { call } = await servers([{ id: uuid(4), name: 'Shop', identifier: 'new', toolDefinitions: [] }]);
    expect((await call('get_tool_server', { toolServerId: 'shop' })).text).toContain('⟦Shop⟧');
  });
});

it('list_agents with a name says what a filter left out, and what it could not check', async () => {
  const agents = ['elsewhere', undefined].map((projectId, n) => ({ id: uuid(n + 1), name: `Refund ${n}`, projectId }));
  const { call } = await session(({ path }) => ({ json: path === '/v1/agents' ? agents : [] }), {
    TOOLSETS: 'all',
  });
  const { text, data } = await call('list_agents', { agentName: 'refund', projectId: uuid(9) });
  expect(data.agents).toMatchObject([{ agentId: uuid(2) }]);
  golden(text);
});

describe('list_pending_approvals with agentName', () => {
  it('reads only the agents of that name', async () => {
    const { data, text, platform: asked } = await callOnce('list_pending_approvals', { agentName: 'REFUND' }, platform);
    expect(data.approvals).toMatchObject([{ threadId: uuid(12) }, { threadId: uuid(11), agentName: 'Refund Agent' }]);
    golden(text);
    const lists = asked.asked.filter(({ path, query }) => path.endsWith('/threads') && query.get('status') !== null);
    expect(lists.map(({ path }) => path.split('/').at(-2))).toEqual([uuid(1), uuid(2)]);
  });
});

describe.each(['get_agent_costs', 'list_pending_approvals', 'search_threads'])('%s', (tool) => {
  it('refuses both ways to name an agent', async () => {
    const { call, platform: asked } = await session(platform);
    goldenError(await call(tool, { agentName: 'x', agentId: uuid(1) }));
    expect(asked.asked).toEqual([]);
  });

  it('finds an archived agent that no other has the name of', async () => {
    const { isError, text } = await callOnce(tool, { agentName: 'pricing' }, (asked) =>
      asked.query.has('archived') && asked.query.get('offset') === '0'
        ? { json: [{ id: uuid(9), name: 'Pricing Bot', archived: true }] }
        : platform(asked),
    );
    expect(isError, text).toBe(false);
  });

  it('says that no agent has such a name, and which there are', async () => {
    goldenError(await callOnce(tool, { agentName: 'nobody' }, platform));
  });
});

describe('a name that many share', () => {
  const towns = ['Nürnberg', 'Bremen', 'Linz', 'Basel', 'Graz', 'Wien', 'Ulm'];
  const many = ({ path, query }: Asked): Told =>
    path === '/v1/agents' && query.get('offset') === '0' && !query.has('archived')
      ? { json: towns.map((town, n) => ({ id: uuid(n), name: `Angebote ${town}` })) }
      : path.endsWith('/summary')
        ? { json: { totalCost: 3, currency: 'EUR' } }
        : { json: [] };

  it('is found by words in any order', async () => {
    const { call } = await session(many);
    expect((await call('get_agent_costs', { agentName: 'linz angebote' })).data).toMatchObject({ agentId: uuid(2) });
  });

  it('lists the names alone where more than five fit, and says how to narrow it', async () => {
    golden(await callOnce('get_agent_costs', { agentName: 'angebote' }, many));
  });
});

describe('read_doc with title', () => {
  it.each([
    ['a part of it', 'by day'],
    ['a whole one that is a part of another', 'costs'],
  ])('finds the page by %s', async (_what, title) => {
    golden(await callOnce('read_doc', { title }, platform));
  });

  it.each([
    ['several', { title: 'cost' }],
    ['none', { title: 'nothing' }],
    ['a call with neither slug nor title', {}],
    ['both', { title: 'a', slug: 'b' }],
  ])('refuses %s', async (_what, args) => {
    goldenError(await callOnce('read_doc', args, platform));
  });
});

describe('a tool server', () => {
  const servers = [
    { id: 'server-1', name: 'Shop' },
    { id: 'server-2', name: 'Shop, old' },
    { id: 'server-3', name: 'Ware house' },
  ];
  const deployment = ({ path, method }: { path: string; method: string }) => {
    if (path === '/v1/tool-servers') return { json: servers };
    if (method === 'POST') return path.includes('/server-') ? { json: { success: true } } : undefined;
    return servers.some(({ id }) => path.includes(`/${id}/`)) ? { json: [{ id: 'tool-1', name: 'find' }] } : undefined;
  };

  it.each([
    ['server-3', 0],
    ['Shop', 1],
    ['ware HOUSE', 1],
  ])('is found by %s', async (given, lists) => {
    const { call, platform } = await session(deployment);
    golden(await call('list_tools', { toolServerId: given }));
    expect(platform.asked.filter(({ path }) => path === '/v1/tool-servers')).toHaveLength(lists);
    const args = { toolServerId: given, toolId: 'tool-1', parameters: {} };
    expect((await call('test_tool', args)).data.success).toBe(true);
  });

  it('can be read, but not written to, by a part of its name', async () => {
    const { call, platform } = await session(deployment);
    expect((await call('list_tools', { toolServerId: 'ware h' })).isError).toBe(false);
    goldenError(await call('test_tool', { toolServerId: 'ware h', toolId: 'tool-1', parameters: {} }));
    expect(platform.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('with the name of another is distinguished by what the platform says of both', async () => {
    const twins = [
      { id: 'server-1', name: 'Shop', identifier: 'shop', enabled: true, description: 'Orders of the shop.' },
      { id: 'server-2', name: 'Shop', identifier: 'shop-old', enabled: false, createdAt: '2025-01-02T03:04:05Z' },
    ];
    const { call } = await session(({ path }) => (path === '/v1/tool-servers' ? { json: twins } : undefined));
    goldenError(await call('list_tools', { toolServerId: 'shop' }));
  });

  it.each([['sho'], ['no such'], ['nothing']])('is refused by %s', async (given) => {
    goldenError(await callOnce('list_tools', { toolServerId: given }, deployment));
  });
});

describe('an assistant', () => {
  const assistants = [
    { identifier: 'support', name: 'Support' },
    { identifier: 'support-eu', name: 'Support Europe' },
    { identifier: 'sales', name: 'Sales' },
    { identifier: 'support-at', name: 'Austria' },
  ];
  const deployment = ({ path, method, body }: Asked): Told => {
    if (path === '/v1/assistants') return { json: assistants };
    const isKnown = assistants.some(({ identifier }) => path === `/v1/assistants/${identifier}/messages`);
    const isNewChat = object(body).chatUuid === null;
    return method === 'POST' && isKnown && isNewChat ? { json: { message: 'Hello.', chatUuid: 'chat-1' } } : undefined;
  };
  const send = async (args: object) => {
    const { text, data, platform } = await callOnce('send_assistant_message', { message: 'hi', ...args }, deployment);
    return { text, data, sent: platform.asked.filter(({ method }) => method === 'POST').map(({ path }) => path) };
  };

  it.each([
    ['its identifier', 'sales', ['sales']],
    ['its name', 'support EUROPE', ['support-eu']],
    ['a name that could be an identifier', 'austria', ['austria', 'support-at']],
  ])('is sent a message by %s', async (_how, assistantIdentifier, identifiers) => {
    const { data, sent } = await send({ assistantIdentifier });
    expect(sent).toEqual(identifiers.map((one) => `/v1/assistants/${one}/messages`));
    expect(data.message).toBe('⟦Hello.⟧');
  });

  it.each([
    ['no name fits', { assistantIdentifier: 'sup porter' }, 0],
    ['only a part of a name fits', { assistantIdentifier: 'support eu' }, 0],
    ['several names fit', { assistantIdentifier: 'uppor' }, 1],
    [
      'its chat is the one that is missing, and no other assistant takes its place',
      { assistantIdentifier: 'support', chatUuid: 'gone' },
      1,
    ],
  ])('is sent nothing if %s', async (_why, args, attempts) => {
    const { text, sent } = await send(args);
    golden(text);
    expect(sent).toHaveLength(attempts);
  });
});

describe('a name that is found once, in a list that could not be read completely', () => {
  const partial = async (path: string, list: readonly object[]) =>
    session((asked) => {
      if (asked.path === path) return { json: { data: asked.query.get('archived') ? [] : [...list, null] } };
      if (asked.path.endsWith('/messages')) return { json: { message: 'Hello.', chatUuid: 'chat-1' } };
      if (asked.path.endsWith('/test')) return { json: { success: true } };
      return platform(asked) ?? { json: [] };
    });
  const servers = [{ id: 'server-1', name: 'Web shop' }];
  const assistants = [{ identifier: 'sales', name: 'Sales team' }];

  it.each([
    ['get_agent_costs', '/v1/agents', AGENTS, { agentName: 'checker' }],
    ['get_agent_costs', '/v1/agents', AGENTS, { agentName: 'checker', period: 'monthly' }],
    ['list_tools', '/v1/tool-servers', servers, { toolServerId: 'web s' }],
    ['list_assistant_chats', '/v1/assistants', assistants, { assistantIdentifier: 'sales t' }],
    ['read_doc', '/v1/documentation', [{ slug: 'inbox', title: 'The inbox' }], { title: 'the' }],
  ])('is read by %s, with a note that another may have that name', async (tool, path, list, args) => {
    const { call } = await partial(path, list);
    const { text, isError } = await call(tool, args);
    expect(isError).toBe(false);
    expect(text).toMatch(/^Note: The list of \w+(?: \w+)? could not be read completely: another/m);
  });

  it.each([
    ['test_tool', '/v1/tool-servers', servers, { toolServerId: 'web shop', toolId: 'tool-1', parameters: {} }],
    ['send_assistant_message', '/v1/assistants', assistants, { assistantIdentifier: 'sales team', message: 'hi' }],
  ])('is not written to by %s', async (tool, path, list, args) => {
    const { call, platform: asked } = await partial(path, list);
    goldenError(await call(tool, args));
    expect(asked.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('the project of a document, given as one word,', () => {
  const put = async (list: Told) => {
    const { call, platform: asked } = await session(
      ({ path, method }) => (method === 'GET' ? list : { json: { id: 'document-1', name: 'Rules', projectId: path } }),
      { TOOLSETS: 'documents', APPROVALS: 'off' },
    );
    const told = await call('write_document', { name: 'Rules', markdownContent: '# R', projectId: 'Facilities' });
    return { ...told, sent: asked.asked.filter(({ method }) => method === 'POST').map(({ body }) => body) };
  };
  const inProject = (projectId: string) => [expect.objectContaining({ projectId })];

  it('is sent as its id', async () => {
    expect((await put({ json: [{ id: uuid(7), name: 'Facilities' }] })).sent).toEqual(inProject(uuid(7)));
  });

  it('is sent as it is, if it is an id or no list can be read', async () => {
    expect((await put({ json: [{ id: 'Facilities', name: 'Buildings' }] })).sent).toEqual(inProject('Facilities'));
    expect((await put({ status: 404, body: {} })).sent).toEqual(inProject('Facilities'));
  });

  it('is refused before anything is sent if no project matches, and the projects are named', async () => {
    const { sent, text } = await put({ json: [{ id: uuid(7), name: 'Fleet' }] });
    expect(sent).toEqual([]);
    golden(text);
  });
});

describe('a name of one word in a write that takes it for an id', () => {
  const SERVERS = [
    { id: 'server-1', name: 'Shop', toolDefinitions: [] },
    { id: 'server-2', name: 'Warehouse', toolDefinitions: [] },
    ...[3, 4].map((n) => ({ id: `server-${n}`, name: 'Twin', toolDefinitions: [] })),
  ];
  const LISTS: Readonly<Record<string, readonly object[]>> = {
    '/v1/tool-servers': SERVERS,
    '/v1/agents': [{ id: 'agent-1', name: 'Solo' }],
    '/v1/assistants': [{ identifier: 'desk', name: 'Counter' }],
    '/v1/documents': [{ id: 'document-1', name: 'Rules' }],
  };
  const IDS = /(?:server|agent|document)-\d|\/assistants\/desk\//;
  const deployment =
    (status: number, known: Told) =>
    ({ path, query, method }: Asked): Told => {
      const list = LISTS[path];
      if (list !== undefined) return { json: query.get('archived') ? [] : list };
      if (!IDS.test(path)) return { status, body: { message: 'Cast to ObjectId failed' } };
      return method === 'POST' ? known : undefined;
    };
  const put = async (tool: string, args: Record<string, unknown>, status: number, known: Told = { json: {} }) => {
    const env = { TOOLSETS: 'all', APPROVALS: 'off' };
    const { platform: asked, ...told } = await callOnce(tool, args, deployment(status, known), env);
    return { ...told, sent: asked.asked.flatMap(({ method, path }) => (method === 'POST' ? [path] : [])) };
  };

  const made = { json: { id: 'made-1', name: 'Made', message: 'Hello.', success: true, status: 'RUNNING' } };
  const WRITES = [
    ['clone_tool_server', { toolServerId: 'Shop' }, '/v1/tool-servers/server-1/clone'],
    ['test_tool', { toolServerId: 'Shop', toolId: 'tool-1' }, '/v1/tool-servers/server-1/tools/tool-1/test'],
    ['create_tool', { toolServerId: 'Shop', name: 'find' }, '/v1/tool-servers/server-1/tools'],
    ['create_thread', { agentId: 'Solo', message: 'Go.' }, '/v1/agents/agent-1/threads'],
    ['attach_document', { documentId: 'Rules', agentId: 'Solo' }, '/v1/documents/document-1/attach'],
    ['send_assistant_message', { assistantIdentifier: 'Counter', message: 'hi' }, '/v1/assistants/desk/messages'],
  ] as const;

  it.each(WRITES.flatMap(([tool, args, path]) => [404, 400, 422].map((status) => ({ tool, args, path, status }))))(
    'is found where $tool gets a $status for it',
    async ({ tool, args, path, status }) => {
      const { sent, isError, text } = await put(tool, args, status, made);
      expect(isError, text).toBe(false);
      expect([sent.length, sent.at(-1)]).toEqual([2, path]);
    },
  );

  it.each(WRITES)('is not looked for if the effect of the write is unknown: %s', async (tool, args) => {
    const { sent, isError } = await put(tool, args, 500, made);
    expect([isError, sent.length]).toEqual([true, 1]);
  });

  it.each([404, 400, 422].flatMap((status) => ['Twin', 'Ware'].map((toolServerId) => ({ status, toolServerId }))))(
    'is refused without saying that nothing was sent: $status for $toolServerId',
    async ({ status, toolServerId }) => {
      const { sent, text } = await put('clone_tool_server', { toolServerId }, status);
      expect(sent).toHaveLength(1);
      expect(text).toContain('Nothing was changed.');
      expect(text).not.toContain('Nothing was sent');
      if (status === 400) golden(text);
    },
  );

  it('that nobody has leaves the platform’s own words, as does an id', async () => {
    const nobody = await put('clone_tool_server', { toolServerId: 'Nobody' }, 400);
    expect(nobody.text).toContain('⟦Cast to ObjectId failed⟧');
    expect(nobody.sent).toHaveLength(1);
    const about = { status: 400, body: { message: 'name is too long' } };
    const known = await put('clone_tool_server', { toolServerId: 'server-1' }, 400, about);
    expect(known.text).toContain('⟦name is too long⟧');
    expect(known.sent).toHaveLength(1);
    // The name is right, and something else is wrong.
    const named = await put('clone_tool_server', { toolServerId: 'Shop' }, 400, about);
    expect(named.text).toContain('⟦name is too long⟧');
    expect(named.sent).toHaveLength(2);
  });
});

describe('the target of an attachment, of which a platform checks nothing,', () => {
  const DOCUMENT = { id: 'document-1', name: 'Rules', status: 'ready' };
  const LISTS: Readonly<Record<string, readonly object[]>> = {
    '/v1/agents': [{ id: 'agent-1', name: 'Solo' }, ...[2, 3].map((n) => ({ id: uuid(n), name: 'Twin' }))],
    '/v1/assistants': [
      { identifier: 'support', name: 'Help desk' },
      { identifier: 'desk', name: 'Counter' },
    ],
    '/v1/documents': [DOCUMENT],
    '/v1/document-folders': [{ id: 'folder-1', name: 'Drafts' }],
  };
  const attach = async (tool: string, args: Record<string, unknown>) => {
    const { call, platform: asked } = await session(
      ({ path, method, query }) => {
        const list = LISTS[path];
        if (list !== undefined) return { json: query.get('archived') ? [] : list };
        const [, kind, id] = /^\/v1\/(document[a-z-]*)s\/([^/]+)/.exec(path) ?? [];
        if (id !== 'document-1' && id !== 'folder-1') return { status: 404, body: { message: 'not found' } };
        return { json: kind === 'document' && method === 'GET' && !path.endsWith('/usage') ? DOCUMENT : {} };
      },
      { TOOLSETS: 'documents', APPROVALS: 'off' },
    );
    const told = await call(tool, args);
    const lists = asked.asked.filter(({ path }) => /agents|assistants/.test(path)).length;
    return { ...told, lists, sent: asked.asked.flatMap(({ method, body }) => (method === 'GET' ? [] : [body])) };
  };

  it.each([
    [{ agentId: 'Solo' }, 'agent', 'agent-1'],
    [{ agentId: 'solo' }, 'agent', 'agent-1'],
    [{ agentId: 'agent-1' }, 'agent', 'agent-1'],
    [{ assistantIdentifier: 'Help desk' }, 'assistant', 'support'],
    [{ assistantIdentifier: 'Counter' }, 'assistant', 'desk'],
    [{ assistantIdentifier: 'support' }, 'assistant', 'support'],
  ])('is sent by its id: %j', async (target, targetType, targetId) => {
    for (const tool of ['attach_document', 'detach_document']) {
      const { sent, isError, text } = await attach(tool, { folderId: 'folder-1', ...target });
      expect(isError, text).toBe(false);
      expect(sent).toEqual([{ targetType, targetId }]);
    }
  });

  it('is looked up once, even if the document is a name, too', async () => {
    const named = (documentId: string) => attach('attach_document', { documentId, assistantIdentifier: 'Counter' });
    const { sent, lists } = await named('Rules');
    expect(sent.at(-1)).toEqual({ targetType: 'assistant', targetId: 'desk' });
    expect(lists).toBe((await named('document-1')).lists);
  });

  it('is not looked up if it looks like an id', async () => {
    const { sent, lists } = await attach('detach_document', { folderId: 'folder-1', agentId: uuid(9) });
    expect(sent).toEqual([{ targetType: 'agent', targetId: uuid(9) }]);
    expect(lists).toBe(0);
  });

  it.each([
    ['none', { agentId: 'Nobody' }],
    ['none, by the word for no record', { agentId: 'none' }],
    ['two', { agentId: 'Twin' }],
    ['only a part of one', { assistantIdentifier: 'Count' }],
  ])('is refused before anything is sent if it names %s', async (_how, target) => {
    for (const tool of ['attach_document', 'detach_document']) {
      const { sent, text, isError } = await attach(tool, { folderId: 'folder-1', ...target });
      expect([isError, sent]).toEqual([true, []]);
      expect(text).toContain('Nothing was sent.');
    }
  });
});

describe('a folder that each of two projects has', () => {
  const folders = [
    ...[1, 2].map((n) => ({ id: `folder-${n}`, name: 'Drafts', projectId: `project-${n}` })),
    { id: 'folder-3', name: 'Shared', projectId: null },
    { id: 'folder-4', name: 'Old', projectId: 'project-1' },
  ];
  const deployment = ({ path, method, query }: Asked): Told => {
    if (path === '/v1/document-folders') return { json: folders };
    if (path === '/v1/projects') return { json: [{ id: 'project-2', name: 'Project Two' }] };
    if (path !== '/v1/documents') return undefined;
    if (method === 'POST') return { json: { id: 'document-1', name: 'Rules' } };
    return { json: query.get('folderId')?.startsWith('folder-') ? [{ id: 'document-1', name: 'Rules' }] : [] };
  };
  const open = () => session(deployment, { TOOLSETS: 'documents,projects', APPROVALS: 'off' });
  const RULES = { name: 'Rules', markdownContent: '# R' };

  it.each([
    ['search_documents', { folderId: 'Drafts', projectId: 'project-2' }, 'folder-2'],
    ['search_documents', { folderId: 'drafts', projectId: 'Project Two' }, 'folder-2'],
    ['search_documents', { folderId: 'Drafts', projectId: 'Two' }, 'folder-2'],
    ['search_documents', { folderId: 'Shared', projectId: 'project-2' }, 'folder-3'],
    ['write_document', { folderId: 'Drafts', projectId: 'Project Two', ...RULES }, 'folder-2'],
    ['write_document', { folderId: 'Shared', projectId: 'Project Two', ...RULES }, 'folder-3'],
  ])(
    'is the one of the project that is named, and one without a project is found, too: %s %j',
    async (tool, args, found) => {
      const { call, platform: asked } = await open();
      expect((await call(tool, args)).isError).toBe(false);
      const last = asked.asked.findLast(({ path }) => path === '/v1/documents');
      const { folderId = last?.query.get('folderId') } = object(last?.body);
      expect(folderId).toBe(found);
    },
  );

  it('is not looked for in another project than the one that is named', async () => {
    const { call, platform: asked } = await open();
    goldenError(await call('write_document', { folderId: 'Old', projectId: 'Project Two', ...RULES }));
    goldenError(await call('search_documents', { folderId: 'Old', projectId: 'Two' }));
    expect(asked.asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is told from the other by its project, if none is named', async () => {
    const { call } = await open();
    goldenError(await call('search_documents', { folderId: 'Drafts' }));
  });
});

describe('an argument that takes an id or a name', () => {
  const NAME = 'Some Name';
  const named = catalogue.tools.flatMap((tool) => {
    const { properties = {} } = z.toJSONSchema(tool.input(), { unrepresentable: 'any', io: 'input' });
    return Object.entries(properties).flatMap(([argument, schema]) =>
      typeof schema === 'object' && 'lead' in schema && schema.lead === 'Id or name' ? [{ tool, argument }] : [],
    );
  });

  const EXCLUDES: Readonly<Record<string, string>> = {
    folderId: 'documentId',
    documentId: 'folderId',
    assistantIdentifier: 'agentId',
  };

  it.each(named.map(({ tool, argument }) => [tool.name, argument] as const))(
    'is looked up, and never sent as it is: %s %s',
    async (name, argument) => {
      const record = { id: 'record-1', identifier: 'record-1', name: NAME, type: 'md', content: 'x' };
      const { call, platform: asked } = await session(
        ({ path }) => (/^\/v1\/[a-z-]+$/.test(path) ? { json: [record] } : undefined),
        { TOOLSETS: 'all', APPROVALS: 'off' },
      );
      const { example } = named.find(({ tool }) => tool.name === name)?.tool ?? {};
      // Of two arguments that exclude each other, the one.
      await call(name, { ...example, [EXCLUDES[argument] ?? '']: undefined, [argument]: NAME });
      const sent = asked.asked.map(({ path, query, body }) => `${path}?${query} ${JSON.stringify(body)}`);
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.filter((one) => /some.name/i.test(decodeURIComponent(one)))).toEqual([]);
    },
  );
});
