/** A tool test whose endpoint fails. */
import { expect, it } from 'vitest';
import { golden, goldenError } from '../support/golden.ts';
import { callOnce, session } from '../support/sessions.ts';

const failing = (error: string) => session(() => ({ json: { success: false, error, executionTimeMs: 3 } }));
const args = { toolServerId: 's', toolId: 't', parameters: {} };

it.each([
  ['GET https://bot:hush-4711@shop.example/x?id=7 failed'],
  ['Max retries exceeded with url: /orders?api_key=hush-4711'],
])('test_tool shows no credentials of the address that an error names: %s', async (error) => {
  const { text, data } = await (await failing(error)).call('test_tool', args);
  expect(text + JSON.stringify(data)).not.toContain('hush-4711');
  golden(text);
});

it.each([
  ['HTTP 503 Service Unavailable', 'list_tool_servers'],
  ['Request failed with status code 502', 'list_tool_servers'],
  ['HTTP 422 Unprocessable Entity: order 503 is closed', 'list_tools'],
  [undefined, 'list_tools'],
])('test_tool says of "%s" that the call may have acted, and leads to what may be wrong: %s', async (error, tool) => {
  const { call } = await session(() => ({ json: { success: false, ...(error === undefined ? {} : { error }) } }));
  const { text, data } = await call('test_tool', args);
  golden(text);
  expect(data.nextStep).toMatchObject({ tool });
});

it('names the tools of a server that lacks one', async () => {
  const { call } = await session(({ method }) =>
    method === 'GET' ? { json: [{ id: 'a', function: { name: 'check_credit_score' } }] } : { status: 404 },
  );
  goldenError(await call('test_tool', { ...args, toolId: 'credit' }));
});

it('looks for the tool server by its name, too, if the platform sends an empty list for what it does not know', async () => {
  const { call } = await session(({ method, path }) => {
    if (path === '/v1/tool-servers') return { json: [{ id: 's1', name: 'finance' }] };
    if (!path.includes('/s1/')) return method === 'GET' ? { json: [] } : { status: 404 };
    return { json: { success: true } };
  });
  expect(await call('test_tool', { ...args, toolServerId: 'finance' })).toMatchObject({ isError: false });
});

it.each([
  ['403 Forbidden: key expired', undefined],
  ['HTTP 401 Unauthorized', undefined],
  ['Unauthorized', 401],
])('says of "%s" that the authentication is refused, and leads to the tool server', async (error, statusCode) => {
  const platform = () => ({ json: { success: false, error, statusCode, requestMethod: 'GET' } });
  const all = await session(platform, { TOOLSETS: 'all' });
  const { text, data } = await all.call('test_tool', args);
  golden(text);
  expect(data.nextStep).toMatchObject({ tool: 'get_tool_server', arguments: { toolServerId: 's' } });
  const few = await (await session(platform)).call('test_tool', args);
  expect(few.text).not.toContain('update_tool_server');
  expect(few.data.nextStep).toMatchObject({ tool: 'list_tool_servers' });
});

it.each([
  ['GET', 'HTTP 503 Service Unavailable: {"message":"down until 06:00"}', undefined],
  ['HEAD', 'down until 06:00', 503],
  ['get', 'HTTP 503 Service Unavailable', undefined],
  ['POST', 'HTTP 503 Service Unavailable: down until 06:00', undefined],
  ['GET', 'connect ECONNREFUSED', undefined],
])(
  'a %s that ends with "%s" is not said to have changed anything if it reads, and points to its server only if no reason was given',
  async (requestMethod, error, statusCode) => {
    golden(await callOnce('test_tool', args, () => ({ json: { success: false, error, requestMethod, statusCode } })));
  },
);

it.each([
  ['test_tool', args],
  ['get_thread', { threadId: 'x' }],
  ['wait_for_thread', { threadIds: ['x'] }],
  ['get_chat', { assistantIdentifier: 'a', chatUuid: 'c' }],
  ['send_assistant_message', { assistantIdentifier: 'a', chatUuid: 'c', message: 'Hi.' }],
])('%s names what the platform does not know, and where its ids come from', async (tool, given) => {
  const unknown = await session(() => undefined);
  goldenError(await unknown.call(tool, given));
});
