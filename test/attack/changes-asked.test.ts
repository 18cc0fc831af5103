/**
 * Changing an agent, a tool or a tool server, deleting a tool server, and calling a tool's endpoint where approvals are
 * required, asks the human with all that would change. On the built file, over stdio, in both eras of the protocol.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs, human, presses } from '../support/consent-human.ts';
import { json } from '../support/platform-double.ts';
import {
  AGENT,
  DOCUMENT,
  FOLDER,
  type Scripted,
  SERVER,
  scriptedPlatform,
  THREAD,
} from '../support/scripted-platform.ts';

let platform: Scripted;
beforeAll(async () => {
  platform = await scriptedPlatform();
});
beforeEach(() => {
  platform.reset();
  standsAs({});
});
afterAll(() => platform.close());

const PROMPT = 'You pay refunds up to 50 EUR.';

/** The agent as the platform has it. */
function standsAs(fields: Record<string, unknown>): void {
  const specialization = { presets: PROMPT, enabledTools: ['find_order'], model: 'gpt' };
  const agent = { ...platform.agent, assistantSpecialization: specialization, ...fields };
  platform.rule('GET', /^\/v1\/agents$/, json(200, [agent]));
}

const CASES = [
  {
    tool: 'update_agent',
    args: { agentId: AGENT, assistantSpecialization: { presets: 'You pay any refund.', enabledTools: ['wire'] } },
    yes: 'Change it',
    no: 'Leave it as it is',
    shows: [AGENT, PROMPT, 'You pay any refund.', 'find_order', 'wire', '⟦model⟧: ⟦gpt⟧, not given'],
    changes: () => standsAs({ name: 'Payroll' }),
  },
  {
    tool: 'update_tool',
    args: { toolServerId: SERVER, toolId: 'find_order', endpoint: 'https://evil.example/orders', method: 'POST' },
    yes: 'Change it',
    no: 'Leave it as it is',
    shows: ['tool-1', SERVER, '/orders/{id}', 'https://evil.example/orders', '⟦GET⟧ → ⟦POST⟧'],
    changes: () => platform.rule('GET', /\/tools$/, json(200, [{ ...platform.tools[0], endpoint: '/payroll' }])),
  },
  {
    tool: 'update_tool_server',
    args: { toolServerId: SERVER, url: 'https://evil.example', enabled: false },
    yes: 'Change it',
    no: 'Leave it as it is',
    shows: [
      SERVER,
      'the Authorization header of whoever calls its tools',
      'https://shop.example',
      'https://evil.example',
      '⟦true⟧ → ⟦false⟧',
    ],
    changes: () =>
      platform.rule('GET', /\/tool-servers\/[^/]+$/, json(200, { ...platform.server, url: 'https://payroll.example' })),
  },
  {
    tool: 'delete_tool_server',
    args: { toolServerId: SERVER },
    yes: 'Delete',
    no: 'Keep it',
    shows: [SERVER, 'Shop Tools', 'https://shop.example', '1 tool would be deleted with it: ⟦find_order⟧'],
    changes: () => platform.rule('GET', /\/tools$/, json(200, [platform.tools[0], { id: 'tool-2', name: 'pay' }])),
  },
  {
    tool: 'write_document',
    args: { documentId: DOCUMENT, markdownContent: '# Returns\n\nNever.' },
    yes: 'Change it',
    no: 'Leave it as it is',
    shows: [DOCUMENT, 'Within 14 days.', 'Never.'],
    changes: () =>
      platform.rule('GET', /\/documents\/[^/]+$/, json(200, { _id: DOCUMENT, markdownContent: '# Payroll' })),
  },
  {
    tool: 'revert_document',
    args: { documentId: DOCUMENT, version: 1 },
    yes: 'Change it',
    no: 'Leave it as it is',
    shows: [DOCUMENT, 'Within 14 days.', '# Old', 'back to version 1'],
    changes: () => platform.rule('GET', /\/versions\/1$/, json(200, { version: 1, markdownContent: '# Payroll' })),
  },
  {
    tool: 'delete_document',
    args: { documentId: DOCUMENT },
    yes: 'Delete',
    no: 'Keep it',
    shows: [DOCUMENT, '1 subdocument would be deleted with it: ⟦Exceptions⟧'],
    changes: () => platform.rule('GET', /\/subdocuments$/, json(200, [{ _id: 'sub-2', name: 'Payroll' }])),
  },
  {
    tool: 'delete_document_folder',
    args: { folderId: FOLDER, deleteDocuments: true },
    yes: 'Delete',
    no: 'Keep it',
    shows: [FOLDER, 'Its documents would be deleted too: 1 document: ⟦Returns⟧'],
    changes: () => platform.rule('GET', /\/documents$/, json(200, [{ _id: 'd2', name: 'Payroll' }])),
  },
  {
    tool: 'test_tool',
    args: { toolServerId: SERVER, toolId: 'find_order', parameters: { id: '10482', note: 'wire it' } },
    yes: 'Call it',
    no: 'Don’t call it',
    shows: ['find_order', 'GET ⟦/orders/{id}⟧', '"id":"10482"', 'wire it'],
    changes: () => platform.rule('GET', /\/tools$/, json(200, [{ ...platform.tools[0], endpoint: '/payroll' }])),
  },
];

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  const person = human();
  let client: TestClient;
  let mute: TestClient;
  beforeAll(async () => {
    const env = { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all', AGENT_PLATFORM_APPROVALS: 'require' };
    client = await connect({ client: kind, env, elicit: person.elicit });
    mute = await connect({ client: kind, env });
  });
  afterAll(async () => {
    await client.close();
    await mute.close();
  });

  it('a folder of which only documents of others were listed is not said to hold none, or at least none', async () => {
    platform.rule('GET', /\/document-folders$/, json(200, [{ _id: FOLDER, name: 'Policies' }]));
    platform.rule('GET', /\/documents$/, json(200, { documents: [{ _id: 'd3', folderId: 'other' }], hasMore: true }));
    person.willAnswer(presses('Keep it'));
    await callAs(client, 'delete_document_folder', { folderId: FOLDER, deleteDocuments: true });
    expect(person.shown.at(-1)).toContain('Its documents would be deleted too: how many is not known.');
  });

  it.each([
    {
      it: 'counts the tools that the platform counts, although it sends fewer',
      tool: 'delete_tool_server',
      args: { toolServerId: SERVER },
      rules: [[/\/tools$/, { tools: [{ id: 'tool-1', function: { name: 'find_order' } }], total: 9 }]],
      says: '9 tools would be deleted with it: ⟦find_order⟧ and 8 more.',
    },
    {
      it: 'does not take a version that is not shown for the same',
      tool: 'revert_document',
      args: { documentId: DOCUMENT, version: 1 },
      rules: [[/\/versions\/1$/, { version: 1 }]],
      says: 'The platform does not show the content of that version.',
      never: 'Every field already has this value',
    },
    {
      it: 'knows neither the state nor the conversation that are not sent',
      tool: 'complete_thread',
      args: { threadId: THREAD },
      rules: [[/\/agents\/threads\/[^/]+$/, { id: THREAD, agentId: AGENT }]],
      says: "The platform does not say its status; the platform's answer leaves out its conversation; agent",
      never: 'Last message',
    },
    {
      it: 'does not take a conversation that is not sent for one that asks for nothing',
      tool: 'approve_thread',
      args: { threadId: THREAD, status: 'APPROVED' },
      rules: [[/\/agents\/threads\/[^/]+$/, { id: THREAD, agentId: AGENT, status: 'AWAITING_APPROVAL' }]],
      says: "The platform's answer leaves out the conversation, so what the thread asks for can't be shown",
      never: 'does not say what it asks for',
    },
    {
      it: 'does not take the metadata of a thread for what it asks for',
      tool: 'approve_thread',
      args: { threadId: THREAD, status: 'APPROVED' },
      rules: [
        [
          /\/agents\/threads\/[^/]+$/,
          { id: THREAD, agentId: AGENT, status: 'AWAITING_APPROVAL', metadata: { order: 1 } },
        ],
      ],
      says: "The platform's answer leaves out the conversation, so what the thread asks for can't be shown",
    },
  ])('$tool $it', async ({ tool, args, rules, says, never }) => {
    for (const [path, answer] of rules) platform.rule('GET', path as RegExp, json(200, answer));
    person.willAnswer({ action: 'cancel' });
    await callAs(client, tool, args);
    expect(person.shown.at(-1)).toContain(says);
    if (never !== undefined) expect(person.shown.at(-1)).not.toContain(never);
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
    await callAs(client, tool, args);
    expect(person.shown.at(-1)).toContain('go to: ⟦shop.example⟧, ⟦evil.example⟧ (tool ⟦wire⟧).');
    expect(platform.writes()).toEqual([]);
  });

  it.each([
    { it: 'they could not be read', reply: json(404, { message: 'no' }) },
    { it: 'the platform counts more than it sent', reply: json(200, { tools: [], total: 3 }) },
    { it: 'there are more', reply: json(200, { tools: [], hasMore: true }) },
  ])('update_tool_server says that its tools may call other hosts where $it', async ({ reply }) => {
    platform.rule('GET', /\/tools$/, reply);
    person.willAnswer(presses('Leave it as it is'));
    await callAs(client, 'update_tool_server', { toolServerId: SERVER, description: 'Sells.' });
    expect(person.shown.at(-1)).toContain('Not all of its tools could be read: others may call other hosts.');
  });

  it('shows content that is named like a credential, and says where it masks one', async () => {
    const note = 'its value can’t be seen here';
    const call = (parameters: object) =>
      callAs(client, 'test_tool', { toolServerId: SERVER, toolId: 'find_order', parameters });
    person.willAnswer(presses('Don’t call it'));
    await call({ authorizationLimitEUR: 5000, tokenPolicy: 'none', authorization_amount: '12.50' });
    expect(person.shown.at(-1)).toContain(
      '{"authorizationLimitEUR":5000,"tokenPolicy":"none","authorization_amount":"12.50"}',
    );
    expect(person.shown.at(-1)).not.toContain(note);
    person.willAnswer(presses('Don’t call it'));
    await call({ clientSecret: 'hush-4711' });
    expect(person.shown.at(-1)).toContain('{"clientSecret":"••••••••"}');
    expect(person.shown.at(-1)).toContain(note);
  });

  it('marks the names of fields that are more than a name, whole', async () => {
    const name = `ok → ⟦done⟧. Approved by the owner ${'x'.repeat(90)}`;
    standsAs({ assistantSpecialization: { [name]: 'old' } });
    person.willAnswer(presses('Leave it as it is'));
    await callAs(client, 'update_agent', { agentId: AGENT, assistantSpecialization: { [name]: 'new' } });
    const shown = `⟦\`ok → [done]. Approved by the owner ${'x'.repeat(90)}\`⟧`;
    expect(person.shown.at(-1)).toContain(`assistantSpecialization.${shown}: ⟦old⟧ → ⟦new⟧`);
  });

  it.each(['decline', 'cancel'] as const)('nothing is done when the human answers with %s', async (action) => {
    const [{ tool, args } = { tool: '', args: {} }] = CASES;
    person.willAnswer({ action });
    expect((await callAs(client, tool, args)).isError).toBe(false);
    expect(platform.writes()).toEqual([]);
  });

  describe.each(CASES)('$tool', ({ tool, args, yes, no, shows, changes }) => {
    it('shows all that it would do', async () => {
      person.willAnswer(presses(no));
      await callAs(client, tool, args);
      for (const part of shows) expect(person.shown.at(-1)).toContain(part);
      expect(platform.writes()).toEqual([]);
    });

    it('does it when told to, and not otherwise', async () => {
      for (const [answer, writes] of [
        [presses(no), 0],
        [presses(yes), 1],
      ] as const) {
        person.willAnswer(answer);
        expect((await callAs(client, tool, args)).isError).toBe(false);
        expect(platform.writes()).toHaveLength(writes);
      }
    });

    it('is refused where nobody can be asked', async () => {
      const { isError, text } = await callAs(mute, tool, args);
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      expect(text).toMatch(/^Refused: /);
    });

    it('is refused where what it is about changed while the human read', async () => {
      person.willAnswer(() => {
        changes();
        return presses(yes);
      });
      const { isError, text } = await callAs(client, tool, args);
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
      expect(text).toMatch(/has changed since/);
    });
  });

  const NOT_FOUND = json(404, { message: 'not found' });
  it.each([
    {
      what: 'an agent that does not exist',
      tool: 'update_agent',
      args: { agentId: 'nope', description: 'New.' },
      path: /^\/v1\/agents$/,
      reply: json(200, []),
      words: /^Agent nope is not in the list of agents\. Nothing was sent\./,
    },
    {
      what: 'a document that does not exist',
      tool: 'detach_document',
      args: { documentId: 'nope', agentId: AGENT },
      path: /^\/v1\/documents\/nope$/,
      reply: NOT_FOUND,
      words: /\(404\)/,
    },
    {
      what: 'a document that is not attached',
      tool: 'detach_document',
      args: { documentId: DOCUMENT, agentId: AGENT },
      path: /\/usage$/,
      reply: json(200, []),
      words: /^Refused: .* is not attached to agent/,
    },
    {
      what: 'a folder that does not exist',
      tool: 'detach_document',
      args: { folderId: 'nope', agentId: AGENT },
      path: /\/document-folders$/,
      reply: json(200, []),
      words: /Folder nope is not in the list/,
    },
  ])('$tool refuses $what before anybody is asked', async ({ tool, args, path, reply, words }) => {
    platform.rule('GET', path, reply);
    const before = person.shown.length;
    const { isError, text } = await callAs(client, tool, args);
    expect([isError, person.shown.length - before, platform.writes()]).toEqual([true, 0, []]);
    expect(text).toMatch(words);
  });

  it('shows a long prompt by what differs, and refuses one that can not be shown whole', async () => {
    const long = (middle: string): string => `${'a'.repeat(6_000)}${middle}${'b'.repeat(6_000)}`;
    standsAs({ description: long(' never ') });
    person.willAnswer(presses('Leave it as it is'));
    await callAs(client, 'update_agent', { agentId: AGENT, description: long(' always ') });
    expect(person.shown.at(-1)).toMatch(
      /description: ⟦a+ never b+⟧ → ⟦a+ always b+⟧ \(118\d\d characters around it stay the same\)/,
    );
    const before = person.shown.length;
    const { isError, text } = await callAs(client, 'update_agent', { agentId: AGENT, description: 'c'.repeat(9_000) });
    expect({ isError, asked: person.shown.length - before, writes: platform.writes() }).toEqual({
      isError: true,
      asked: 0,
      writes: [],
    });
    expect(text).toMatch(/9000 characters; at most 8000/);
  });

  it('asks before a tool server without authentication is created, and not before one with it', async () => {
    const args = { name: 'Leaky', url: 'https://evil.example' };
    for (const [answer, writes] of [
      [presses('Don’t create it'), 0],
      [presses('Create it'), 1],
    ] as const) {
      person.willAnswer(answer);
      expect((await callAs(client, 'create_tool_server', args)).isError).toBe(false);
      expect(platform.writes()).toHaveLength(writes);
      expect(person.shown.at(-1)).toMatch(
        /the Authorization header of whoever calls its tools[\s\S]*https:\/\/evil\.example/,
      );
    }
    const asked = person.shown.length;
    const authenticationConfig = { authenticationMethod: 'jwt', jwt: { token: 'given-0815' } };
    await callAs(client, 'create_tool_server', { ...args, authenticationConfig });
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
  ])('asks before a tool server is created whose authentication is %j: it is none', async (authenticationConfig) => {
    person.willAnswer(presses('Don’t create it'));
    const args = { name: 'Leaky', url: 'https://evil.example', authenticationConfig };
    expect(await callAs(client, 'create_tool_server', args)).toMatchObject({ isError: false });
    expect(platform.writes()).toEqual([]);
    expect(person.shown.at(-1)).toContain('the Authorization header of whoever calls its tools');
  });

  it('calls the very tool that it showed, whoever has its name by then', async () => {
    person.willAnswer(presses('Call it'));
    await callAs(client, 'test_tool', { toolServerId: SERVER, toolId: 'find_order', parameters: {} });
    expect(person.shown.at(-1)).toContain('Tool tool-1 ');
    expect(platform.writes()).toEqual([`POST /v1/tool-servers/${SERVER}/tools/tool-1/test`]);
  });

  it.each([
    { tool: 'test_tool', args: { parameters: {} }, yes: 'Call it' },
    { tool: 'update_tool', args: { endpoint: '/orders' }, yes: 'Change it' },
    { tool: 'delete_tool', args: {}, yes: 'Delete' },
  ])('$tool names a tool by its id where several have the name', async ({ tool, args, yes }) => {
    platform.rule(
      'GET',
      /\/tools$/,
      json(200, [platform.tools[0], { ...platform.tools[0], id: 'tool-2', endpoint: '/wipe' }]),
    );
    person.willAnswer(presses(yes));
    const { isError, text } = await callAs(client, tool, { toolServerId: SERVER, toolId: 'find_order', ...args });
    expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    expect(text).toMatch(/^Refused: .* 2 tools named find_order: tool-1, tool-2\. Nothing was sent\./);
    await callAs(client, tool, { toolServerId: SERVER, toolId: 'tool-2', ...args });
    expect(person.shown.at(-1)).toMatch(/tool-2[\s\S]*\/wipe|\/wipe[\s\S]*tool-2/);
    expect(platform.writes()).toHaveLength(1);
  });

  it('shows no secret of a tool, and says that one would change', async () => {
    const header = (value: string) => [{ name: 'X-Key', value }];
    platform.rule('GET', /\/tools$/, json(200, [{ ...platform.tools[0], customHeaders: header('stored-4711') }]));
    person.willAnswer(presses('Leave it as it is'));
    const args = { toolServerId: SERVER, toolId: 'find_order', customHeaders: header('given-0815') };
    await callAs(client, 'update_tool', args);
    expect(person.shown.at(-1)).toMatch(/customHeaders: .*X-Key.*contains a secret/);
    expect(person.shown.at(-1)).not.toMatch(/4711|0815/);
  });
});
