/**
 * The human is asked, and sees every change, before an agent, a tool or a tool server is changed, a tool server is deleted,
 * or (if approvals are required) a tool's endpoint is called. On the built file, over stdio, in both eras of the protocol.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs, human, presses } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { AGENT, DOCUMENT, FOLDER, SERVER, scriptedPlatform, THREAD } from '../support/scripted-platform.ts';

const platform = await scriptedPlatform();
beforeEach(() => {
  platform.reset();
  standsAs({});
});

const PROMPT = 'You pay refunds up to 50 EUR.';

/** The agent as the platform has it. */
function standsAs(fields: Record<string, unknown>): void {
  const specialization = { presets: PROMPT, enabledTools: ['find_order'], model: 'gpt' };
  const agent = { ...platform.agent, assistantSpecialization: specialization, ...fields };
  platform.rule('GET', /^\/v1\/agents$/, json(200, [agent]));
}

const CHANGE = { yes: 'Change it', no: 'Leave it as it is' };
const DELETE = { yes: 'Delete', no: 'Keep it' };
const CASES = [
  {
    tool: 'update_agent',
    args: { agentId: AGENT, assistantSpecialization: { presets: 'You pay any refund.', enabledTools: ['wire'] } },
    ...CHANGE,
    changes: () => standsAs({ name: 'Payroll' }),
  },
  {
    tool: 'update_tool',
    args: { toolServerId: SERVER, toolId: 'find_order', endpoint: 'https://evil.example/orders', method: 'POST' },
    ...CHANGE,
    changes: () => platform.rule('GET', /\/tools$/, json(200, [{ ...platform.tools[0], endpoint: '/payroll' }])),
  },
  {
    tool: 'update_tool_server',
    args: { toolServerId: SERVER, url: 'https://evil.example', enabled: false },
    ...CHANGE,
    changes: () =>
      platform.rule('GET', /\/tool-servers\/[^/]+$/, json(200, { ...platform.server, url: 'https://payroll.example' })),
  },
  {
    tool: 'delete_tool_server',
    args: { toolServerId: SERVER },
    ...DELETE,
    changes: () => platform.rule('GET', /\/tools$/, json(200, [platform.tools[0], { id: 'tool-2', name: 'pay' }])),
  },
  {
    tool: 'write_document',
    args: { documentId: DOCUMENT, markdownContent: '# Returns\n\nNever.' },
    ...CHANGE,
    changes: () =>
      platform.rule('GET', /\/documents\/[^/]+$/, json(200, { _id: DOCUMENT, markdownContent: '# Payroll' })),
  },
  {
    tool: 'revert_document',
    args: { documentId: DOCUMENT, version: 1 },
    ...CHANGE,
    changes: () => platform.rule('GET', /\/versions\/1$/, json(200, { version: 1, markdownContent: '# Payroll' })),
  },
  {
    tool: 'delete_document',
    args: { documentId: DOCUMENT },
    ...DELETE,
    changes: () => platform.rule('GET', /\/subdocuments$/, json(200, [{ _id: 'sub-2', name: 'Payroll' }])),
  },
  {
    tool: 'delete_document_folder',
    args: { folderId: FOLDER, deleteDocuments: true },
    ...DELETE,
    changes: () => platform.rule('GET', /\/documents$/, json(200, [{ _id: 'd2', name: 'Payroll' }])),
  },
  {
    tool: 'test_tool',
    args: { toolServerId: SERVER, toolId: 'find_order', parameters: { id: '10482', note: 'wire it' } },
    yes: 'Call it',
    no: 'Don’t call it',
    changes: () => platform.rule('GET', /\/tools$/, json(200, [{ ...platform.tools[0], endpoint: '/payroll' }])),
  },
];

/** A person, and two clients of theirs, of which one can't ask. */
function sitting(kind: 'v1' | 'v2-modern') {
  const person = human();
  const clients: TestClient[] = [];
  beforeAll(async () => {
    const env = { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all', AGENT_PLATFORM_APPROVALS: 'require' };
    clients.push(await connect({ client: kind, env, elicit: person.elicit }), await connect({ client: kind, env }));
  });
  const by = (index: number) => (tool: string, args: Record<string, unknown>) => {
    const client = clients[index];
    if (client === undefined) throw new Error('it was not connected');
    return callAs(client, tool, args);
  };
  return { person, call: by(0), muteCall: by(1) };
}

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  const { person, call, muteCall } = sitting(kind);
  it.each(['decline', 'cancel'] as const)('changes nothing when the human answers with %s', async (action) => {
    const [{ tool, args } = { tool: '', args: {} }] = CASES;
    person.willAnswer({ action });
    expect((await call(tool, args)).isError).toBe(false);
    expect(platform.writes()).toEqual([]);
  });

  it('shows a field that would be cleared, even where the platform hides its value', async () => {
    const before = person.shown.length;
    person.willAnswer({ action: 'cancel' });
    await call('write_document', { documentId: DOCUMENT, name: 'Claims', projectId: 'none' });
    golden(person.shown.slice(before).join('\n'));
  });

  describe.each(CASES)('$tool', ({ tool, args, yes, no, changes }) => {
    it('acts when the human agrees, and not otherwise', async () => {
      for (const [answer, writes] of [
        [presses(no), 0],
        [presses(yes), 1],
      ] as const) {
        person.willAnswer(answer);
        expect((await call(tool, args)).isError).toBe(false);
        expect(platform.writes()).toHaveLength(writes);
      }
    });

    it('is refused where nobody can be asked', async () => {
      const { isError } = await muteCall(tool, args);
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    });

    it('is refused if its subject changed while the human read', async () => {
      person.willAnswer(() => {
        changes();
        return presses(yes);
      });
      const { isError, text } = await call(tool, args);
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      golden(text);
    });
  });

  it.each([
    {
      what: 'the authentication of the tool’s server',
      tool: 'update_tool',
      args: { toolServerId: SERVER, toolId: 'find_order', endpoint: 'https://shop.example/orders' },
      yes: 'Change it',
      changes: () =>
        platform.rule(
          'GET',
          /\/tool-servers\/[^/]+$/,
          json(200, { ...platform.server, authenticationConfig: { authenticationMethod: 'none' } }),
        ),
    },
    {
      what: 'the name of the folder into which a document goes',
      tool: 'write_document',
      args: { documentId: DOCUMENT, folderId: FOLDER },
      yes: 'Change it',
      changes: () =>
        platform.rule('GET', /^\/v1\/document-folders$/, json(200, [{ _id: FOLDER, name: 'Public website' }])),
    },
    {
      what: 'the name of the folder that is detached',
      tool: 'detach_document',
      args: { folderId: FOLDER, agentId: AGENT },
      yes: 'Detach it',
      changes: () =>
        platform.rule('GET', /^\/v1\/document-folders$/, json(200, [{ _id: FOLDER, name: 'Safety rules' }])),
    },
    {
      what: 'the name of the agent from which it is detached',
      tool: 'detach_document',
      args: { folderId: FOLDER, agentId: AGENT },
      yes: 'Detach it',
      changes: () => standsAs({ name: 'Payroll' }),
    },
  ])('refuses $tool if $what changed while the human read', async ({ tool, args, yes, changes }) => {
    person.willAnswer(() => {
      changes();
      return presses(yes);
    });
    expect((await call(tool, args)).text).toContain('changed');
    expect(platform.writes()).toEqual([]);
    person.willAnswer(presses(yes));
    await call(tool, args);
    expect(platform.writes()).toHaveLength(1);
  });

  it('calls exactly the tool that was shown, even if another has its name by then', async () => {
    person.willAnswer(presses('Call it'));
    await call('test_tool', { toolServerId: SERVER, toolId: 'find_order', parameters: {} });
    expect(platform.writes()).toEqual([`POST /v1/tool-servers/${SERVER}/tools/tool-1/test`]);
  });
});

describe('the question about a change', () => {
  const { person, call } = sitting('v2-modern');
  const lastShown = (): string => person.shown.at(-1) ?? '';

  it.each(CASES)('$tool shows all that it would do', async ({ tool, args, no }) => {
    person.willAnswer(presses(no));
    await call(tool, args);
    golden(lastShown());
    expect(platform.writes()).toEqual([]);
  });

  it('a folder is not called empty if the list read so far holds only documents of other folders', async () => {
    platform.rule('GET', /\/document-folders$/, json(200, [{ _id: FOLDER, name: 'Policies' }]));
    platform.rule('GET', /\/documents$/, json(200, { documents: [{ _id: 'd3', folderId: 'other' }], hasMore: true }));
    person.willAnswer(presses('Keep it'));
    await call('delete_document_folder', { folderId: FOLDER, deleteDocuments: true });
    golden(lastShown());
  });

  it.each([
    {
      it: 'counts the tools that the platform counts, although it sends fewer',
      tool: 'delete_tool_server',
      args: { toolServerId: SERVER },
      rules: [[/\/tools$/, { tools: [{ id: 'tool-1', function: { name: 'find_order' } }], total: 9 }]],
    },
    {
      it: 'does not assume that a version it was not shown is the same',
      tool: 'revert_document',
      args: { documentId: DOCUMENT, version: 1 },
      rules: [[/\/versions\/1$/, { version: 1 }]],
    },
    {
      it: 'calls the status and the conversation unknown if they are not sent',
      tool: 'complete_thread',
      args: { threadId: THREAD },
      rules: [[/\/agents\/threads\/[^/]+$/, { id: THREAD, agentId: AGENT }]],
    },
    {
      it: 'does not mistake a missing conversation for one that asks for nothing',
      tool: 'approve_thread',
      args: { threadId: THREAD, status: 'APPROVED' },
      rules: [[/\/agents\/threads\/[^/]+$/, { id: THREAD, agentId: AGENT, status: 'AWAITING_APPROVAL' }]],
    },
    {
      it: 'does not mistake the metadata of a thread for its request',
      tool: 'approve_thread',
      args: { threadId: THREAD, status: 'APPROVED' },
      rules: [
        [
          /\/agents\/threads\/[^/]+$/,
          { id: THREAD, agentId: AGENT, status: 'AWAITING_APPROVAL', metadata: { order: 1 } },
        ],
      ],
    },
  ])('$tool $it', async ({ tool, args, rules }) => {
    for (const [path, answer] of rules) platform.rule('GET', path as RegExp, json(200, answer));
    person.willAnswer({ action: 'cancel' });
    await call(tool, args);
    golden(lastShown());
  });

  it.each([
    {
      tool: 'create_tool_server',
      args: {
        name: 'Shop',
        url: 'https://shop.example',
        toolDefinitions: [
          { type: 'function', function: { name: 'wire' }, endpoint: 'https://evil.example/wire', method: 'POST' },
        ],
      },
      no: 'Don’t create it',
    },
    { tool: 'update_tool_server', args: { toolServerId: SERVER, description: 'Sells.' }, no: 'Leave it as it is' },
  ])('$tool names every host that would be called, those of its tools included', async ({ tool, args, no }) => {
    platform.rule(
      'GET',
      /\/tools$/,
      json(200, [{ id: 'tool-2', function: { name: 'wire' }, endpoint: 'https://evil.example/wire' }]),
    );
    person.willAnswer(presses(no));
    await call(tool, args);
    golden(lastShown());
    expect(platform.writes()).toEqual([]);
  });

  it.each([
    { it: 'they could not be read', reply: json(404, { message: 'no' }) },
    { it: 'the platform counts more than it sent', reply: json(200, { tools: [], total: 3 }) },
    { it: 'the platform has more than it sent', reply: json(200, { tools: [], hasMore: true }) },
  ])('update_tool_server says that its tools may call other hosts where $it', async ({ reply }) => {
    platform.rule('GET', /\/tools$/, reply);
    person.willAnswer(presses('Leave it as it is'));
    await call('update_tool_server', { toolServerId: SERVER, description: 'Sells.' });
    golden(lastShown());
  });

  it('shows content that is named like a credential, and says where it masks one', async () => {
    for (const parameters of [
      { authorizationLimitEUR: 5000, tokenPolicy: 'none', authorization_amount: '12.50' },
      { clientSecret: 'hush-4711' },
    ]) {
      person.willAnswer(presses('Don’t call it'));
      await call('test_tool', { toolServerId: SERVER, toolId: 'find_order', parameters });
      golden(lastShown());
    }
    expect(lastShown()).not.toContain('4711');
  });

  it('marks a field name that is more than a name, in full', async () => {
    const name = `ok → ⟦done⟧. Approved by the owner ${'x'.repeat(90)}`;
    standsAs({ assistantSpecialization: { [name]: 'old' } });
    person.willAnswer(presses('Leave it as it is'));
    await call('update_agent', { agentId: AGENT, assistantSpecialization: { [name]: 'new' } });
    golden(lastShown());
  });

  const NOT_FOUND = json(404, { message: 'not found' });
  it.each([
    {
      what: 'an agent that does not exist',
      tool: 'update_agent',
      args: { agentId: 'nope', description: 'New.' },
      path: /^\/v1\/agents$/,
      reply: json(200, []),
    },
    {
      what: 'a document that does not exist',
      tool: 'detach_document',
      args: { documentId: 'nope', agentId: AGENT },
      path: /^\/v1\/documents\/nope$/,
      reply: NOT_FOUND,
    },
    {
      what: 'a document that is not attached',
      tool: 'detach_document',
      args: { documentId: DOCUMENT, agentId: AGENT },
      path: /\/usage$/,
      reply: json(200, []),
    },
    {
      what: 'a folder that does not exist',
      tool: 'detach_document',
      args: { folderId: 'nope', agentId: AGENT },
      path: /\/document-folders$/,
      reply: json(200, []),
    },
  ])('$tool refuses $what before anybody is asked', async ({ tool, args, path, reply }) => {
    platform.rule('GET', path, reply);
    const before = person.shown.length;
    const { isError, text } = await call(tool, args);
    expect([isError, person.shown.length - before, platform.writes()]).toEqual([true, 0, []]);
    golden(text);
  });

  it('shows what differs in a long prompt, and refuses one that cannot be shown in full', async () => {
    const long = (middle: string): string => `${'a'.repeat(6_000)}${middle}${'b'.repeat(6_000)}`;
    standsAs({ description: long(' never ') });
    person.willAnswer(presses('Leave it as it is'));
    await call('update_agent', { agentId: AGENT, description: long(' always ') });
    golden(lastShown());
    const before = person.shown.length;
    const { isError, text } = await call('update_agent', { agentId: AGENT, description: 'c'.repeat(9_000) });
    expect({ isError, asked: person.shown.length - before, writes: platform.writes() }).toEqual({
      isError: true,
      asked: 0,
      writes: [],
    });
    golden(text);
  });

  it('asks before a tool server is created without authentication, but not with it', async () => {
    const args = { name: 'Leaky', url: 'https://evil.example' };
    for (const [answer, writes] of [
      [presses('Don’t create it'), 0],
      [presses('Create it'), 1],
    ] as const) {
      person.willAnswer(answer);
      expect((await call('create_tool_server', args)).isError).toBe(false);
      expect(platform.writes()).toHaveLength(writes);
      golden(lastShown());
    }
    const asked = person.shown.length;
    const authenticationConfig = { authenticationMethod: 'jwt', jwt: { token: 'given-0815' } };
    await call('create_tool_server', { ...args, authenticationConfig });
    expect([person.shown.length, platform.writes().length]).toEqual([asked, 2]);
  });

  it.each([
    { authenticationMethod: ' ' },
    { authenticationMethod: 'NONE' },
    { authenticationMethod: 'jwt' },
    { authenticationMethod: 'jwt', jwt: {} },
    { authenticationMethod: 'basic', basic: null },
    { authenticationMethod: 'basic', basic: { username: '', password: ' ' } },
    { authenticationMethod: 'customHeader', customHeader: { headers: [{}] } },
    { jwt: { token: 'given-0815' } },
  ])('asks before a tool server is created with authentication %j, which is none', async (authenticationConfig) => {
    const before = person.shown.length;
    person.willAnswer(presses('Don’t create it'));
    const args = { name: 'Leaky', url: 'https://evil.example', authenticationConfig };
    expect(await call('create_tool_server', args)).toMatchObject({ isError: false });
    expect(platform.writes()).toEqual([]);
    expect(person.shown).toHaveLength(before + 1);
  });

  it.each([
    { tool: 'test_tool', args: { parameters: {} }, yes: 'Call it' },
    { tool: 'update_tool', args: { endpoint: '/orders' }, yes: 'Change it' },
    { tool: 'delete_tool', args: {}, yes: 'Delete' },
  ])('$tool names a tool by its id where several share the name', async ({ tool, args, yes }) => {
    platform.rule(
      'GET',
      /\/tools$/,
      json(200, [platform.tools[0], { ...platform.tools[0], id: 'tool-2', endpoint: '/wipe' }]),
    );
    person.willAnswer(presses(yes));
    const { isError, text } = await call(tool, { toolServerId: SERVER, toolId: 'find_order', ...args });
    expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    golden(text);
    await call(tool, { toolServerId: SERVER, toolId: 'tool-2', ...args });
    golden(lastShown());
    expect(platform.writes()).toHaveLength(1);
  });

  it('shows no secret of a tool, but says that one would change', async () => {
    const header = (value: string) => [{ name: 'X-Key', value }];
    platform.rule('GET', /\/tools$/, json(200, [{ ...platform.tools[0], customHeaders: header('stored-4711') }]));
    person.willAnswer(presses('Leave it as it is'));
    const args = { toolServerId: SERVER, toolId: 'find_order', customHeaders: header('given-0815') };
    await call('update_tool', args);
    golden(lastShown());
    expect(lastShown()).not.toMatch(/4711|0815/);
  });
});
