/** The sandbox in other words: what docs/platform-notes.md has of such a deployment, asked for without our client. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { askSandbox, openSandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox({ dialect: 'actions', speed: 0 });
});

type Json = Record<string, unknown>;

const ask = (method: string, path: string, body?: unknown) => askSandbox<unknown>(sandbox, method, path, body);
const list = async (method: string, path: string, body?: unknown): Promise<Json[]> =>
  (await ask(method, path, body)).json as Json[];

/** Every thread of every agent. */
async function threads(query = ''): Promise<Json[]> {
  const agents = await list('GET', '/api/v1/agents?limit=100');
  return (
    await Promise.all(agents.map(({ id }) => list('GET', `/api/v1/agents/${id}/threads?limit=100${query}`)))
  ).flat();
}

it('the dialect is served at /api/v1, with nothing at /v1', async () => {
  expect((await ask('GET', '/api/v1/health')).status).toBe(200);
  expect((await ask('GET', '/v1/health')).status).toBe(404);
});

describe('an approval', () => {
  it.each([
    ['in the dialect’s words approves', { action: 'approved', message: 'fine' }, 'running'],
    ['in the dialect’s words rejects', { action: 'rejected' }, 'approval_rejected'],
    ['in the specification’s words rejects', { status: 'APPROVED', comment: 'fine' }, 'approval_rejected'],
    ['in upper case rejects', { action: 'APPROVED' }, 'approval_rejected'],
    ['without a word rejects', {}, 'approval_rejected'],
    ['without a body rejects', undefined, 'approval_rejected'],
  ])('%s', async (_what, body, state) => {
    const [waiting] = await threads('&state=awaiting_approval');
    const path = `/api/v1/agents/threads/${waiting?.id}`;
    const answer = await ask('POST', `${path}/approval`, body);
    expect(answer).toMatchObject({ status: 200, json: { state } });
    expect((await ask('GET', path)).json).toMatchObject({ state });
  });

  it('keeps its message', async () => {
    const [waiting] = await threads('&state=awaiting_approval');
    const path = `/api/v1/agents/threads/${waiting?.id}/approval`;
    const { json } = await ask('POST', path, { action: 'rejected', message: 'not on a Friday' });
    expect(JSON.stringify(json)).toContain('not on a Friday');
  });
});

it('a list of threads is filtered by state in lower case; the specification’s word is ignored', async () => {
  const all = await threads();
  const waiting = await threads('&state=awaiting_approval');
  expect(waiting.length).toBeGreaterThan(0);
  expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['awaiting_approval']));
  expect(waiting.length).toBeLessThan(all.length);
  expect((await threads('&status=AWAITING_APPROVAL')).length).toBe(all.length);
});

it.each([
  ['terminated', 'failed'],
  ['failed', 'failed'],
  ['completed', 'completed'],
])('a thread ends as %s', async (state, shown) => {
  const [paused] = await threads('&state=paused');
  const { json } = await ask('POST', `/api/v1/agents/threads/${paused?.id}/complete`, { state });
  expect(json).toMatchObject({ state: shown });
});

describe('a chat search', () => {
  const search = (body: unknown, query = ''): Promise<Json[]> => list('POST', `/api/v1/assistants/chats${query}`, body);

  it('comes in pages of 10, of at most 100', async () => {
    const all = await search({}, '?limit=100');
    expect((await search({})).length).toBe(Math.min(10, all.length));
    expect(await search({}, '?offset=3&limit=2')).toEqual(all.slice(3, 5));
    expect((await ask('POST', '/api/v1/assistants/chats?limit=101', {})).status).toBe(400);
  });

  it('filters by days in its own words, and ignores the specification’s', async () => {
    const all = await search({}, '?limit=100');
    const days = all.map(({ createdAt }) => Date.parse(`${String(createdAt).slice(0, 10)}T00:00:00Z`));
    const [newest = 0] = days;
    const since = await search({ createdAfter: newest }, '?limit=100');
    expect(since.length).toBe(days.filter((day) => day === newest).length);
    const before = await search({ createdBefore: newest - 1 }, '?limit=100');
    expect(before.length).toBe(all.length - since.length);
    expect(await search({ fromDate: '2999-01-01', assistantIdentifier: 'nobody' }, '?limit=100')).toEqual(all);
    expect(await search({ assistantSpecializationIdentifier: 'nobody' })).toEqual([]);
    expect((await search({ createdAfter: 'yesterday', createdBefore: 1e300 }, '?limit=100')).length).toBe(all.length);
  });
});

it('a message continues a chat by chatUid, and begins another with chatUuid', async () => {
  const [assistant] = await list('GET', '/api/v1/assistants');
  const path = `/api/v1/assistants/${assistant?.identifier}/messages`;
  const first = (await ask('POST', path, { message: 'Where is order 10482?' })).json as Json;
  const on = (await ask('POST', path, { message: 'and now?', chatUid: first.chatUuid })).json as Json;
  const other = (await ask('POST', path, { message: 'and now?', chatUuid: first.chatUuid })).json as Json;
  expect([on.chatUuid === first.chatUuid, other.chatUuid === first.chatUuid]).toEqual([true, false]);
});
