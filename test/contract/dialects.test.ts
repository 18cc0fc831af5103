/** What a deployment with other words is sent, and what it can't be sent, by docs/platform-notes.md. */
import { describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../src/platform/client/index.ts';
import { type OperationName, operationList, operations } from '../../src/platform/operations/index.ts';
import type { InputOf, OperationSpec } from '../../src/platform/operations/operation.ts';
import { golden } from '../support/golden.ts';
import { clientFor, factsOf, json, openDouble, startDouble, type Told } from '../support/platform-double.ts';
import { session } from '../support/sessions.ts';
import { CASES, type Call } from './calls.ts';

const ACTIONS = { scope: { dialect: 'actions' } } as const;

/** Operations whose requests differ in more than the path: test/contract/other-words.test.ts has them. */
const REWORDED = new Set<string>([
  'handleThreadApproval',
  'listChats',
  'sendAssistantMessage',
  'listAgentThreads',
  'completeThread',
]);

const sendTo = (client: PlatformClient, operation: OperationSpec, call: Call): Promise<unknown> =>
  client.call(operation, call as InputOf<OperationSpec>);

describe('changes only the path of every other operation', () => {
  const others = operationList.filter(({ name }) => !REWORDED.has(name));
  let answer: unknown;
  const opened = openDouble((exchange) => json(200, answer)(exchange), ACTIONS);
  it.each(others.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
    const { call, wire, body, answer: answers } = CASES[name as OperationName];
    answer = answers;
    const [{ requests }, client] = await opened;
    const before = requests.length;
    await sendTo(client, operation, call);
    const [request] = requests.slice(before);
    expect(`${request?.method} ${request?.target}`).toBe(wire.replace(' /v1/', ' /api/v1/'));
    expect(request?.body === '' ? undefined : JSON.parse(request?.body ?? '')).toEqual(body);
  });
});

describe('the path of a request follows the base URL:', () => {
  it.each([
    ['a base URL that ends in /api names it already', '/api', {}, '/api/v1/health'],
    ['below any other path it is added', '/behind', {}, '/behind/api/v1/health'],
    ['a path that was moved is taken as it is', '', { healthPath: '/status' }, '/status'],
    ['a path set to its default counts as not moved', '', { healthPath: '/v1/health' }, '/api/v1/health'],
  ] as const)('%s', async (_what, base, paths, target) => {
    const double = await startDouble(json(200, { status: 'ok' }));
    const client = clientFor(double.url + base, { scope: { dialect: 'actions', paths } });
    await client.call(operations.checkHealth, {});
    expect(double.requests.map((request) => request.target)).toEqual([target]);
  });
});

describe('refuses what such a platform has no word for, since it would be misread', () => {
  it.each([
    ['handleThreadApproval', { status: 'PENDING' }],
    ['completeThread', { state: 'CANCELLED' }],
  ] as const)('%s %j', async (name, body) => {
    const [{ requests }, client] = await openDouble(json(200, {}), ACTIONS);
    const facts = await factsOf(sendTo(client, operations[name], { path: { threadId: 't1' }, body }));
    expect(facts).toMatchObject({ kind: 'no-word', fixer: 'caller', effect: 'none' });
    golden(`${facts.what} ${facts.advice}`);
    expect(requests).toEqual([]);
  });
});

describe('a chat search goes through all pages', () => {
  const chats = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ chatUid: `chat-${from + n}`, messages: [] }));
  /** A page of 230 chats. */
  const page = (offset: number, most = 100) => chats(offset, Math.min(230, offset + most));
  const asked = (offset: number) => ({
    wire: `/api/v1/assistants/chats?offset=${offset}&limit=100`,
    body: { createdAfter: Date.UTC(2026, 0, 1) },
  });
  const search = async (tell: (offset: number) => Told, settings = {}) => {
    const { call, platform } = await session(({ query }) => tell(Number(query.get('offset'))), {
      ...settings,
      DIALECT: 'actions',
    });
    const { data } = await call('search_chats', { fromDate: '2026-01-01' });
    return {
      total: data.total,
      sent: platform.asked.map(({ path, query, body }) => ({ wire: `${path}?${query}`, body })),
    };
  };

  it.each<[string, (offset: number) => unknown, number[], number]>([
    ['of bare arrays', page, [0, 100, 200, 230], 230],
    ['that come with a total', (offset) => ({ histories: page(offset), total: 230, offset }), [0, 100, 200], 230],
    ['that say if more follow', (offset) => ({ chats: page(offset), hasMore: offset < 200 }), [0, 100, 200], 230],
    ['of fewer than were asked for', (offset) => page(offset, 50), [0, 50, 100, 150, 200, 230], 230],
    ['but reads only one more if the platform ignores offset', () => page(0), [0, 100], 100],
    ['but reads no second one if the platform sends everything at once', () => chats(0, 230), [0], 230],
  ])('%s', async (_what, pageAt, offsets, total) => {
    const found = await search((offset) => ({ json: pageAt(offset) }));
    expect(found).toEqual({ total, sent: offsets.map(asked) });
  });

  it('and retries a page that fails, counting nothing twice', async () => {
    let failures = 0;
    const tell = (offset: number): Told =>
      offset === 100 && failures++ === 0 ? { status: 503, body: {} } : { json: page(offset) };
    const found = await search(tell, { MAX_RETRIES: '2' });
    expect(found).toEqual({ total: 230, sent: [0, 100, 100, 200, 230].map(asked) });
  });
});
