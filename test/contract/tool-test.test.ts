/** A tool test whose endpoint fails: what it says depends on whose failure it is. */
import { expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { session } from '../support/sessions.ts';

const failing = (error: string) => session(() => ({ json: { success: false, error, executionTimeMs: 3 } }));
const args = { toolServerId: 's', toolId: 't', parameters: {} };

it.each([
  'HTTP 503 Service Unavailable',
  'Request failed with status code 500',
  '502 Bad Gateway',
  'The upstream said: Service Unavailable',
])('says of "%s" that it may have done something, and sends nobody to the arguments', async (error) => {
  const { text, data } = await (await failing(error)).call('test_tool', args);
  golden(text);
  expect(data).not.toHaveProperty('nextStep');
});

it.each([
  ['HTTP 401 Unauthorized', /refused the tool server's credentials/],
  ['Request failed with status code 403', /refused the tool server's credentials/],
  ['HTTP 429 Too Many Requests', /rate limit/],
  ['connect ECONNREFUSED 10.0.0.7:443', /could not be reached/],
  ['The request timed out after 10 s', /did not answer: .* may have changed something/],
])('sends nobody to the arguments for "%s"', async (error, words) => {
  const { text, data } = await (await failing(error)).call('test_tool', args);
  expect(text).toMatch(words);
  expect(data).not.toHaveProperty('nextStep');
});

it.each([
  ['GET https://bot:hush-4711@shop.example/x?id=7 failed', 'GET https://••••@shop.example/x'],
  ['Max retries exceeded with url: /orders?api_key=hush-4711', 'with url: /orders?api_key=••••'],
])('shows no credentials of the address that an error names: %s', async (error, shown) => {
  const { text, data } = await (await failing(error)).call('test_tool', args);
  expect(text + JSON.stringify(data)).not.toContain('hush-4711');
  expect(text).toContain(shown);
});

it.each(['HTTP 422: amount is missing', 'HTTP 400: the session timed out, log in with another token'])(
  'leads from "%s" to the arguments',
  async (error) => {
    const { text, data } = await (await failing(error)).call('test_tool', args);
    expect(text).not.toContain('may have changed something');
    expect(data.nextStep).toMatchObject({ tool: 'list_tools' });
  },
);

it.each(['order 503 is unknown', 'Unexpected end of JSON input', undefined])(
  'says of "%s" that the call may have acted, and leads to the arguments',
  async (error) => {
    const { call } = await session(() => ({ json: { success: false, ...(error === undefined ? {} : { error }) } }));
    const { text, data } = await call('test_tool', args);
    golden(text);
    expect(data.nextStep).toMatchObject({ tool: 'list_tools' });
  },
);

it.each([
  ['test_tool', args],
  ['get_thread', { threadId: 'x' }],
  ['wait_for_thread', { threadIds: ['x'] }],
  ['get_chat', { assistantIdentifier: 'a', chatUuid: 'c' }],
])(
  '%s names what it was about, and where its ids come from, when the platform does not know one',
  async (tool, given) => {
    const unknown = await session(() => undefined);
    const { text, isError } = await unknown.call(tool, given);
    expect(isError).toBe(true);
    golden(text);
  },
);
