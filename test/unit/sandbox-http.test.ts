/** The HTTP manners of the sandbox: tokens, bounds, routes, limits, and what it reports. */

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type OperationName, operationList, pathParams } from '../../src/platform/operations/index.ts';
import type { OperationSpec } from '../../src/platform/operations/operation.ts';
import { uuidFor } from '../../src/sandbox/ids.ts';
import type { RecordedRequest } from '../../src/sandbox/index.ts';
import { agentId } from '../../src/sandbox/seed/records.ts';
import { threadId } from '../../src/sandbox/seed/stories.ts';
import { askSandbox, openSandbox } from '../support/sandbox.ts';

const START = Date.parse('2026-03-15T10:00:00Z');
let now = START;

const sandbox = await openSandbox({ now: () => now });

const call = (method: string, path: string, body?: unknown, token = sandbox.token) =>
  askSandbox<unknown>({ url: sandbox.url, token }, method, path, body);

/** For each operation whose response has a schema, what a call needs that succeeds on the seed data. */
const SPECIFIED: Partial<Record<OperationName, { readonly ids?: readonly string[]; readonly body?: object }>> = {
  listAgentThreads: { ids: [agentId('refunds')] },
  createThread: { ids: [agentId('refunds')], body: { message: 'hello' } },
  getThread: { ids: [threadId('stale-1204')] },
  handleThreadApproval: { ids: [threadId('stale-1204')], body: { status: 'APPROVED' } },
  sendThreadMessage: { ids: [threadId('ended-1')], body: { message: 'go on' } },
  pauseThread: { ids: [threadId('duplicates-weekly')] },
  resumeThread: { ids: [threadId('newsletter-draft')] },
  completeThread: { ids: [threadId('rollback-search')], body: { state: 'CANCELLED' } },
  sendAssistantMessage: { ids: ['support-assistant'], body: { message: 'hi' } },
  listChats: { body: {} },
  listAssistantChats: { ids: ['docs-assistant'] },
  getAssistantChat: { ids: ['support-assistant', uuidFor('chat:1')] },
};

it.each(['limit=007', 'limit=1&__proto__=1', 'limit=1&constructor=x'])('a list is read with ?%s', async (query) => {
  expect((await call('GET', `/v1/agents?${query}`)).status).toBe(200);
});

/** Operations that answer that they have made something. */
const CREATES: ReadonlySet<string> = new Set(['createThread', 'sendThreadMessage']);

const withSchema: readonly OperationSpec[] = operationList.filter(({ response }) => 'schema' in response);

it.each(withSchema)(
  'the response to $name has its schema, a status of its success and the type of JSON',
  async (spec) => {
    const { ids = [], body } = SPECIFIED[spec.name as OperationName] ?? {};
    const path = pathParams(spec).reduce((filled, param, at) => filled.replace(`{${param}}`, ids[at] ?? ''), spec.path);
    const answer = await call(spec.method, path, body);
    expect(answer.status).toBe(CREATES.has(spec.name) ? 201 : 200);
    spec.response.schema?.().parse(answer.json);
    expect(answer.headers.get('x-sandbox')).toBe('true');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  },
);

describe('tokens', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const foreign = `${encode({ alg: 'HS256' })}.${encode({ exp: 9e9 })}`;
  const [head, payload] = foreign.split('.');
  const cases: [string, string | undefined][] = [
    ['none', undefined],
    ['another scheme', 'Basic abc'],
    ['no JWT', 'Bearer abc'],
    ['a foreign signature', `Bearer ${foreign}.${createHmac('sha256', 'x').update(foreign).digest('base64url')}`],
    ['no signature', `Bearer ${encode({ alg: 'none' })}.${payload}.`],
    ['an empty signature', `Bearer ${head}.${payload}.`],
  ];
  for (const [title, authorization] of cases) {
    it(`${title}: 401`, async () => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await fetch(`${sandbox.url}/v1/agents`, { headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ statusCode: 401, error: 'Unauthorized' });
    });
  }

  it('expire after 30 days', async () => {
    now = START + 31 * 24 * 3_600_000;
    const answer = await call('GET', '/v1/agents');
    now = START;
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ message: 'expired bearer token' });
  });
});

describe('input that is refused', () => {
  const threads = `/v1/agents/${agentId('refunds')}/threads`;
  const cases: [method: string, path: string, body: unknown, message: string, field?: string][] = [
    ['GET', `${threads}?limit=0`, undefined, 'limit: Too small: expected number to be >=1', 'limit'],
    ['GET', `${threads}?limit=101`, undefined, 'limit: Too big: expected number to be <=100', 'limit'],
    ['GET', `${threads}?limit=ten`, undefined, 'limit: Invalid input: expected number, received string', 'limit'],
    ['GET', `${threads}?limit=1.5`, undefined, 'limit: Invalid input: expected int, received number', 'limit'],
    ['GET', `${threads}?offset=-1`, undefined, 'offset: Too small: expected number to be >=0', 'offset'],
    [
      'GET',
      `${threads}?status=DONE`,
      undefined,
      'status: Invalid option: expected one of "RUNNING"|"PAUSED"|"COMPLETED"|"FAILED"|"AWAITING_APPROVAL"',
      'status',
    ],
    [
      'GET',
      '/v1/agents?archived=maybe',
      undefined,
      'archived: Invalid input: expected boolean, received string',
      'archived',
    ],
    ['POST', '/v1/agents', undefined, 'name is required', 'name'],
    ['POST', '/v1/agents', { name: '' }, 'name: Too small: expected string to have >=1 characters', 'name'],
    ['POST', '/v1/agents', { name: 7 }, 'name: Invalid input: expected string, received number', 'name'],
    ['POST', '/v1/agents', [], 'body must be a JSON object'],
    ['POST', '/v1/agents', '{"name":', 'body is not valid JSON'],
    ['POST', threads, {}, 'message or messages is required', 'message'],
    [
      'POST',
      threads,
      { messages: [{ role: 'robot', content: 'x' }] },
      'messages.0.role must be one of user, assistant, system, tool',
      'messages.0.role',
    ],
    ['POST', threads, { messages: [{ role: 'user' }] }, 'messages.0.content is required', 'messages.0.content'],
    ['POST', '/v1/assistants/support-assistant/messages', {}, 'message is required', 'message'],
    ['POST', '/v1/assistants/chats', { fromDate: '2026-02-30' }, 'fromDate: Invalid ISO date', 'fromDate'],
    [
      'POST',
      '/v1/assistants/chats',
      { fromDate: '2026-03-02', toDate: '2026-03-01' },
      'toDate must not be before fromDate',
      'toDate',
    ],
    [
      'GET',
      `/v1/agents/agents/${agentId('refunds')}/costs/daily?days=366`,
      undefined,
      'days: Too big: expected number to be <=365',
      'days',
    ],
    [
      'GET',
      `/v1/agents/agents/${agentId('refunds')}/costs/daily?startDate=2025-03-15`,
      undefined,
      'startDate must be within 365 days of endDate',
      'startDate',
    ],
    [
      'GET',
      `/v1/agents/agents/${agentId('refunds')}/costs/monthly?startMonth=2026-13`,
      undefined,
      'startMonth: a month, YYYY-MM',
      'startMonth',
    ],
    [
      'GET',
      '/v1/documentation/costs?format=pdf',
      undefined,
      'format: Invalid option: expected one of "markdown"|"html"',
      'format',
    ],
  ];
  for (const [method, path, body, message, field] of cases) {
    it(`${message} (${method} ${path.slice(-40)})`, async () => {
      const answer = await call(method, path, body);
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual({ statusCode: 400, error: 'Bad Request', message, ...(field ? { field } : {}) });
    });
  }

  it('does not include unknown fields, which are ignored', async () => {
    expect((await call('GET', '/v1/agents?stauts=x')).status).toBe(200);
    expect((await call('POST', '/v1/assistants/chats', { form: '2026' })).status).toBe(200);
  });

  it.each(['/v1/assistants/%zz/chats', '/v1/agents/threads/a%', '/sandbox-tools/orders/%'])(
    'gets 400 for the broken encoding of %s',
    async (path) => {
      const answer = await call('GET', path);
      expect([answer.status, answer.json]).toMatchObject([400, { message: 'path is not properly percent-encoded' }]);
    },
  );

  it('gets 413 above 1 MB', async () => {
    const answer = await call('POST', '/v1/agents', { name: 'x'.repeat(3 * 1024 * 1024) });
    expect(answer.status).toBe(413);
  });
});

describe('unknown paths and methods', () => {
  const cases: [string, string, string][] = [
    ['GET', '/v1/agents/nobody/threads', 'agent not found'],
    ['GET', '/v1/agents/threads/none', 'thread none not found'],
    ['POST', '/v1/agents/threads/none/pause', 'thread none not found'],
    ['GET', '/v1/assistants/nobody/chats', 'assistant nobody not found'],
    ['GET', `/v1/assistants/docs-assistant/chats/${uuidFor('chat:1')}`, `chat ${uuidFor('chat:1')} not found`],
    ['GET', '/v1/tool-servers/none', 'tool server none not found'],
    ['DELETE', `/v1/tool-servers/${uuidFor('tool-server:shop-tools')}/tools/none`, 'tool none not found'],
    ['GET', '/v1/documentation/none', 'documentation page none not found'],
    ['GET', '/v2/agents', 'route GET /v2/agents not found'],
  ];
  for (const [method, path, message] of cases) {
    it(message, async () => {
      const answer = await call(method, path);
      expect(answer.status).toBe(404);
      expect(answer.json).toMatchObject({ message });
    });
  }

  it('get 405 with Allow', async () => {
    const answer = await call('PATCH', '/v1/agents');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

describe('settings', () => {
  it('requests are recorded', async () => {
    const records: RecordedRequest[] = [];
    const other = await openSandbox({ onRequest: (request) => records.push(request) });
    const headers = { authorization: `Bearer ${other.token}`, 'x-mark': 'me' };
    const body = JSON.stringify({ message: 'hi', extra: 1 });
    await fetch(`${other.url}/v1/assistants/support-assistant/messages?a=1`, { method: 'POST', headers, body });
    expect(records[0]).toMatchObject({
      method: 'POST',
      path: '/v1/assistants/support-assistant/messages',
      query: 'a=1',
      body: { message: 'hi', extra: 1 },
      operation: 'sendAssistantMessage',
      status: 200,
    });
    expect(records[0]?.headers['x-mark']).toBe('me');
  });

  it('says when the port is taken, and frees it on close', async () => {
    const port = Number(new URL(sandbox.url).port);
    await expect(openSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const other = await openSandbox();
    const again = Number(new URL(other.url).port);
    await other.close();
    await (await openSandbox({ port: again })).close();
  });
});
