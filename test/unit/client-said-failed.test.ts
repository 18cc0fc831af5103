/** An answer with a success status that reports a failure is a failure, with the platform's message. */
import { expect, it } from 'vitest';
import { PlatformError } from '../../src/platform/client/errors.ts';
import { operations } from '../../src/platform/operations/index.ts';
import { factsOf, failureOf, json, openDouble } from '../support/platform-double.ts';

const BODIES = [
  { success: false, error: { message: 'quota is used up', code: 'QUOTA' }, timestamp: '2026-11-20T10:00:00Z' },
  { success: false, error: 'quota is used up', data: null },
  { success: 'false', error: 'quota is used up' },
  { error: { message: 'quota is used up', code: 'QUOTA' } },
  { data: null, error: 'quota is used up' },
  { statusCode: 409, message: 'quota is used up', error: 'Conflict' },
  { timestamp: '2026-11-20T10:00:00Z', status: 409, error: 'Conflict', message: 'quota is used up', path: '/v1' },
];

it.each(BODIES)('the client reports the failure that a success status hides: %j', async (body) => {
  const [, client] = await openDouble(json(200, body));
  const approval = { path: { threadId: 't1' }, body: { status: 'APPROVED' } } as const;
  const read = await failureOf(client.call(operations.listAgents, {}));
  const write = await failureOf(client.call(operations.handleThreadApproval, approval, { emptyAs: { id: 't1' } }));
  if (!(read instanceof PlatformError) || !(write instanceof PlatformError)) throw new Error('no PlatformError');
  expect([read.facts.kind, read.facts.effect, String(read.facts.platformMessage)]).toEqual([
    'said-failed',
    'none',
    '⟦quota is used up⟧',
  ]);
  expect([write.facts.kind, write.facts.effect]).toEqual(['said-failed', 'unknown']);
});

it.each([
  { success: false, error: { message: 'shard 3 of 4 failed' }, data: [{ id: 'a1' }] },
  { data: [{ id: 'a1' }], error: 'shard 3 of 4 failed' },
  { agents: [{ id: 'a1' }], error: 'shard 3 of 4 failed' },
  { data: [{ id: 'a1' }], errors: [{ message: 'shard 3 of 4 failed' }] },
  { success: true, data: [], error: { message: 'shard 3 of 4 failed' } },
  { success: true, data: [], errors: [{ message: 'shard 3 of 4 failed' }] },
  { success: true, data: [], warnings: ['slow'], error: 'shard 3 of 4 failed' },
])('the client reports a failure beside a part of the result: %j', async (body) => {
  const [, client] = await openDouble(json(200, body));
  const { kind, platformMessage } = await factsOf(client.call(operations.listAgents, {}));
  expect([kind, String(platformMessage)]).toEqual(['said-failed', expect.stringContaining('shard 3 of 4 failed')]);
});

it.each([
  { data: [{ id: 'a1' }], error: { code: 0, message: 'OK' } },
  { data: [{ id: 'a1' }], error: { code: null, message: null } },
  { data: [{ id: 'a1' }], error: 'No error' },
  { success: true, data: [{ id: 'a1' }], error: 'one of four shards is slow' },
  { success: true, data: [{ id: 'a1' }], errors: [{ message: 'one of four shards is slow' }] },
  { success: true, data: { agents: [{ id: 'a1' }] }, error: 'one of four shards is slow' },
  { data: [{ id: 'a1' }], errors: [] },
  { data: [{ id: 'a1' }], errors: 0 },
  { data: [{ id: 'a1' }], error: false },
  { success: true, data: [{ id: 'a1' }], errors: 'none' },
])('the client reads a list beside an error that says none: %j', async (body) => {
  const [, client] = await openDouble(json(200, body));
  expect((await client.call(operations.listAgents, {})).items).toHaveLength(1);
});

it('the client reads a record with an error of its own', async () => {
  const [, client] = await openDouble(json(200, { data: { id: 't1', status: 'FAILED', error: 'no stock' } }));
  expect(await client.call(operations.getThread, { path: { threadId: 't1' } })).toMatchObject({ status: 'FAILED' });
});

it('the client leaves a failed tool test and an undone deletion to their own results', async () => {
  const [, client] = await openDouble(json(200, { success: false, error: 'no' }));
  const target = { path: { toolServerId: 's', toolId: 't' } };
  expect(await client.call(operations.testTool, { ...target, body: {} })).toMatchObject({ success: false });
  expect(await client.call(operations.deleteTool, target)).toMatchObject({ done: false });
});

const ERROR = { statusCode: 404, message: 'there is no such thing', error: 'Not Found' };

it('the client takes no error object for a reply, a started evaluation, an attachment or a deletion', async () => {
  const [, client] = await openDouble(json(200, ERROR));
  const calls = [
    client.call(operations.sendAssistantMessage, { path: { assistant_id: 'a' }, body: { message: 'hello' } }),
    client.call(operations.evaluateThread, { path: { threadId: 't' } }),
    client.call(operations.attachDocument, {
      path: { documentId: 'd' },
      body: { targetType: 'agent', targetId: 'a' },
    }),
  ];
  for (const call of calls) {
    const { kind, effect, platformMessage } = await factsOf(call);
    expect([kind, effect, String(platformMessage)]).toEqual(['said-failed', 'unknown', '⟦there is no such thing⟧']);
  }
  const deletion = await client.call(operations.deleteAgent, { path: { agentId: 'a' } });
  expect([deletion.done, String(deletion.message)]).toEqual([false, '⟦there is no such thing⟧']);
});

it.each([
  { error: 0, message: 'done' },
  { errors: [], error: '0', message: 'done' },
])('the client does not take %j for a failure', async (body) => {
  const [, client] = await openDouble(json(200, body));
  expect((await client.call(operations.deleteAgent, { path: { agentId: 'a' } })).done).toBeUndefined();
});

it.each([
  { id: 't1', status: 'FAILED', messages: [], error: 'the model gave up' },
  { threadId: 't1', state: 'RUNNING', error: null },
  { success: true, threadId: 't1', state: 'RUNNING', error: 'a warning' },
])('the client reads a record that has an error field of its own: %j', async (body) => {
  const [, client] = await openDouble(json(200, body));
  expect(await client.call(operations.getThread, { path: { threadId: 't1' } })).toMatchObject({ id: 't1' });
});
