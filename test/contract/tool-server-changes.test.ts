/** Changing and deleting tool servers, tested against docs/platform-notes.md, "Tool servers and tools". */
import { describe, expect, it } from 'vitest';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import type { Asked } from '../support/platform-double.ts';
import { callOnce, session } from '../support/sessions.ts';

const ID = '65f0c2a1b7e4d8903c1f2a6b';
const MASK = '••••••••';
const HEADER = 'the Authorization header of whoever calls its tools';
const JWT = { authenticationMethod: 'jwt', jwt: { token: MASK } };
const GIVEN = { authenticationMethod: 'jwt', jwt: { token: 'given-0815' } };
const SERVER = { _id: ID, name: 'Shop', url: 'https://shop.example', enabled: true, authenticationConfig: JWT };

/** A deployment that has one tool server, as `stored`, and gives scripted answers to a PATCH and a DELETE. */
const deployment =
  (stored: object, changed: (body: object) => object = (body) => ({ json: { ...stored, ...body } })) =>
  ({ method, path, body }: Asked) => {
    if (method === 'PATCH') return changed(body as object) as { json: unknown };
    if (method === 'DELETE') return { json: { success: true, message: 'gone', deletedId: ID } };
    return path.endsWith('/tools') ? { json: [] } : { json: method === 'POST' ? { ...stored, _id: 'new-1' } : stored };
  };

const admin = { TOOLSETS: 'tools-admin' };
const sent = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));

describe('update_tool_server', () => {
  it('sends the given fields and no others, and says what the answer shows', async () => {
    const { call, platform } = await session(deployment(SERVER), admin);
    const { data, isError } = await call('update_tool_server', { toolServerId: ID, name: 'Store', enabled: false });
    expect(sent(platform.asked)).toEqual([
      { method: 'PATCH', path: `/v1/tool-servers/${ID}`, body: { name: 'Store', enabled: false } },
    ]);
    expect([isError, data.changed]).toEqual([false, ['name: ⟦Shop⟧ → ⟦Store⟧.', 'enabled: ⟦true⟧ → ⟦false⟧.']]);
  });

  it('sends the mask back, which keeps the stored secret, where the platform masks', async () => {
    const { call, platform } = await session(deployment(SERVER), admin);
    await call('update_tool_server', { toolServerId: ID, authenticationConfig: JWT });
    expect(sent(platform.asked)).toMatchObject([{ body: { authenticationConfig: JWT } }]);
  });

  it.each([
    ['that the platform does not have', { ...SERVER, authenticationConfig: { jwt: { token: 'in-the-clear' } } }],
    ['of a server without any', { ...SERVER, authenticationConfig: undefined }],
  ])('refuses a mask %s', async (_what, stored) => {
    const { call, platform } = await session(deployment(stored), admin);
    const { isError, text } = await call('update_tool_server', { toolServerId: ID, authenticationConfig: JWT });
    expect([isError, sent(platform.asked)]).toEqual([true, []]);
    golden(text);
  });

  it('fails where the answer shows the old values', async () => {
    const { call } = await session(
      deployment(SERVER, () => ({ json: SERVER })),
      admin,
    );
    goldenError(await call('update_tool_server', { toolServerId: ID, name: 'Store' }));
  });

  it.each([
    ['', true, 204],
    [' only later', false, 204],
    [', though it was accepted for later', true, 202],
  ])(
    'is confirmed by another read where the answer is empty, and the change can be seen%s',
    async (_when, isSeen, status) => {
      let stored = SERVER;
      const { call } = await session((asked) => {
        const { json } = deployment(stored)(asked);
        if (asked.method !== 'PATCH') return { json };
        if (isSeen) stored = json as typeof SERVER;
        return { status };
      }, admin);
      goldenAnswer(await call('update_tool_server', { toolServerId: ID, name: 'Store' }));
    },
  );

  it.each([
    ['an update without changes', { toolServerId: ID }],
    ['tool definitions, which would replace every tool', { toolServerId: ID, toolDefinitions: [] }],
    ['an identifier, which cannot be changed', { toolServerId: ID, identifier: 'shop' }],
  ])('refuses %s', async (_what, args) => {
    const { isError, text, platform } = await callOnce('update_tool_server', args, deployment(SERVER), admin);
    expect([isError, platform.asked]).toEqual([true, []]);
    golden(text);
  });

  it('takes anything that cannot be an id for a name, which never gets into a path', async () => {
    const { call, platform } = await session(deployment(SERVER), admin);
    const { isError, text } = await call('update_tool_server', { toolServerId: '../agents', name: 'x' });
    expect([isError, platform.asked.map(({ method, path }) => [method, path])]).toEqual([
      true,
      [['GET', '/v1/tool-servers']],
    ]);
    golden(text);
  });
});

describe('a tool server without authentication', () => {
  const open = { ...SERVER, authenticationConfig: undefined };
  it.each([
    ['create_tool_server', { name: 'Shop', url: 'https://shop.example' }, open],
    ['create_tool_server', { name: 'Shop', authenticationConfig: {} }, open],
    ['update_tool_server', { toolServerId: ID, url: 'https://other.example' }, open],
    ['update_tool_server', { toolServerId: ID, authenticationConfig: {} }, SERVER],
  ])('%s %j says who gets which header, in a dry run before it is sent', async (tool, args, stored) => {
    expect((await callOnce(tool, args, deployment(stored), admin)).text).toContain(HEADER);
    const dry = await session(deployment(stored), { ...admin, DRY_RUN: 'true' });
    const { text } = await dry.call(tool, args);
    expect([text.includes(HEADER), sent(dry.platform.asked)]).toEqual([true, []]);
  });

  it.each([
    ['create_tool_server', { name: 'Shop', authenticationConfig: GIVEN }],
    ['update_tool_server', { toolServerId: ID, url: 'https://other.example' }],
    ['update_tool_server', { toolServerId: ID, authenticationConfig: GIVEN }],
  ])('%s warns of nothing if the server has authentication', async (tool, args) => {
    const { isError, text } = await callOnce(tool, args, deployment(SERVER), admin);
    expect([isError, text.includes(HEADER)]).toEqual([false, false]);
  });
});

it('a record that was deleted between its read and its change is not said to exist', async () => {
  const { call } = await session(
    ({ method }) => (method === 'GET' ? { json: SERVER } : { status: 404, body: { message: 'gone' } }),
    admin,
  );
  const { text } = await call('update_tool_server', { toolServerId: ID, name: 'x' });
  expect(text).not.toContain('exists');
  expect(text).toContain('Nothing was changed: unless the tool server has been deleted since it was read, ');
});

it('a deletion that could not list the tools says that nothing was changed', async () => {
  const { call, platform } = await session(
    ({ path }) => (path.endsWith('/tools') ? { status: 500, body: {} } : { json: { id: 's', name: 'Shop' } }),
    { TOOLSETS: 'tools-admin' },
  );
  goldenError(await call('delete_tool_server', { toolServerId: 's' }));
  expect(platform.asked.every(({ method }) => method === 'GET')).toBe(true);
});

it.each(['update_tool', 'delete_tool'])('%s names the tools that there are if it finds none', async (tool) => {
  const tools = ['find_order', 'refund'].map((name) => ({ id: `id-${name}`, function: { name } }));
  const { call } = await session(({ path }) => ({ json: path.endsWith('/tools') ? tools : SERVER }), admin);
  const change = tool === 'update_tool' ? { description: 'Better.' } : {};
  const { text } = await call(tool, { toolServerId: ID, toolId: 'order', ...change });
  expect(text).toContain(
    `Refused: tool server ${ID} has no tool order. It has ⟦find_order⟧, ⟦refund⟧. Nothing was changed or called.`,
  );
});

describe('an endpoint or address that platforms read differently', () => {
  const endpoint = '@evil.example/pay';
  const cases = [
    { tool: 'create_tool', args: { toolServerId: ID, name: 'pay', endpoint } },
    { tool: 'update_tool', args: { toolServerId: ID, toolId: 'tool-1', endpoint } },
    {
      tool: 'create_tool_server',
      args: { name: 'Pay', url: 'https://good.example', toolDefinitions: [{ function: { name: 'pay' }, endpoint }] },
    },
  ];

  const url = 'https://good.example\\@evil.example';
  const addresses = [
    { tool: 'update_tool_server', args: { toolServerId: ID, url } },
    { tool: 'create_tool_server', args: { name: 'Pay', url } },
  ];

  it.each([...cases, ...addresses])('is refused by $tool, and nothing is sent', async ({ tool, args }) => {
    const { text, isError, platform } = await callOnce(tool, args, deployment(SERVER), admin);
    expect([isError, platform.asked]).toEqual([true, []]);
    golden(text);
  });
});

describe('get_tool_server shows what an update replaces, without secrets', () => {
  const oauth2 = {
    authenticationMethod: 'oauth2',
    clientId: 'shop',
    clientSecret: 'hush',
    tokenUrl: 'https://id.example',
  };
  const tool = {
    id: 't1',
    type: 'function',
    function: { name: 'find', parameters: { properties: { state: { enum: ['open', 'done'] } } } },
    customHeaders: [{ name: 'X-Key', value: 'hush' }],
  };

  it.each([
    ['the authentication of a tool server', {}],
    ['the definition of a tool', { toolId: 'find' }],
  ])('%s', async (_what, which) => {
    const called = await callOnce(
      'get_tool_server',
      { toolServerId: ID, ...which },
      ({ path }) => ({ json: path.endsWith('/tools') ? [tool] : { ...SERVER, authenticationConfig: oauth2 } }),
      admin,
    );
    goldenAnswer(called);
    expect(JSON.stringify(called)).not.toContain('hush');
  });
});

describe('what is shown with a mask of this server is not stored as it was shown', () => {
  const oauth2 = {
    authenticationMethod: 'oauth2',
    username: 'svc',
    clientSecret: MASK,
    tokenUrl: 'https://id.example/?k=1',
  };
  const tool = {
    id: 't1',
    type: 'function',
    function: { name: 'find' },
    customHeaders: [
      { name: 'X-Shop', value: 'uk' },
      { name: 'X-Key', value: MASK },
    ],
  };
  const answers = ({ path, method }: Asked) =>
    path.endsWith('/tools')
      ? { json: [tool] }
      : { json: method === 'GET' ? { ...SERVER, authenticationConfig: oauth2 } : {} };

  it.each([
    ['update_tool_server', { authenticationConfig: { ...oauth2, username: MASK } }],
    ['update_tool_server', { authenticationConfig: { ...oauth2, tokenUrl: 'https://id.example/?••••' } }],
    ['update_tool', { toolId: 't1', customHeaders: [{ name: 'X-Shop', value: MASK }] }],
    ['update_tool', { toolId: 't1', parameters: { properties: { password: { enum: [MASK] } } } }],
  ])('%s %j', async (tool, changes) => {
    const called = await callOnce(tool, { toolServerId: ID, ...changes }, answers, admin);
    goldenError(called);
    expect(sent(called.platform.asked)).toEqual([]);
  });

  it('and what the platform masks is sent back, whatever its place in the list', async () => {
    const customHeaders = [
      { name: 'X-Key', value: MASK },
      { name: 'X-Shop', value: 'fr' },
    ];
    const { platform } = await callOnce(
      'update_tool',
      { toolServerId: ID, toolId: 't1', customHeaders },
      answers,
      admin,
    );
    expect(sent(platform.asked)).toMatchObject([{ body: { customHeaders } }]);
  });
});
