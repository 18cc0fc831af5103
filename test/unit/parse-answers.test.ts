/** Lenient reading of what stands in lists, of tool tests, deletions, and of answers that hold nothing usable. */
import { describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../src/platform/operations/index.ts';
import type { OperationSpec } from '../../src/platform/operations/operation.ts';
import { readResponse } from '../../src/platform/parse/index.ts';
import { wasCarriedOut } from '../../src/platform/parse/outcomes.ts';

/** The record as plain JSON, marks left on: what the rest of the program would show. */
const read = (name: OperationName, body: unknown): unknown => {
  const answer = readResponse(operations[name] as OperationSpec, body);
  return answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
};
const wrapped = (data: unknown): unknown => ({ success: true, data, timestamp: '2026-03-01T10:00:00Z' });

describe('an agent, an assistant, a tool server and a tool', () => {
  it.each([
    [
      'listAgents',
      {
        _id: '65f0c2a1b7e4d8903c1f2a6b',
        name: 'N',
        description: '',
        disabled: 'true',
        archived: false,
        provider: 'p',
        llm: 'm',
        creationTimestampMs: 1772359200000,
      },
      {
        id: '65f0c2a1b7e4d8903c1f2a6b',
        name: '⟦N⟧',
        disabled: true,
        archived: false,
        state: 'disabled',
        provider: '⟦p⟧',
        llm: '⟦m⟧',
        createdAt: '2026-03-01T10:00:00.000Z',
      },
    ],
    ['listAgents', { id: 'a', agentId: 'b', name: null }, { id: 'a' }],
    [
      'listAssistants',
      { identifier: 'support', id: '9', name: 'S', enabled: false, model: 'm' },
      { identifier: 'support', name: '⟦S⟧', state: 'disabled', model: '⟦m⟧' },
    ],
    [
      'listAssistants',
      { identifier: 'support', state: 'active', enabled: false },
      { identifier: 'support', state: 'active' },
    ],
    [
      'listToolServers',
      {
        _id: 's1',
        identifier: 'shop',
        name: 'Shop',
        url: 'https://x',
        enabled: true,
        authenticationConfig: { authenticationMethod: 'oauth2', secret: '••••••••' },
        toolDefinitions: [{}, {}],
      },
      {
        id: 's1',
        identifier: 'shop',
        name: '⟦Shop⟧',
        url: '⟦https://x⟧',
        state: 'enabled',
        authenticationMethod: 'oauth2',
        toolCount: 2,
      },
    ],
    [
      'listTools',
      {
        _id: 'x1',
        type: 'function',
        function: {
          name: 'find',
          description: 'D',
          parameters: {
            properties: { id: { type: 'string' }, n: {}, 'a b': { type: ['null', 'number'] } },
            required: ['id'],
          },
        },
        endpoint: '/orders',
        method: 'GET',
      },
      {
        id: 'x1',
        name: '⟦find⟧',
        description: '⟦D⟧',
        endpoint: '⟦/orders⟧',
        method: 'GET',
        parameters: [
          { name: '⟦id⟧', type: 'string', required: true },
          { name: '⟦n⟧', required: false },
          { name: '⟦a b⟧', type: 'number', required: false },
        ],
        arguments: 'id:string (required), n, ⟦a b⟧:number',
      },
    ],
    ['listTools', { function: { name: 'find' } }, { id: 'find', name: '⟦find⟧', parameters: [] }],
    [
      'listTools',
      { function: { name: 'odd', parameters: { properties: 'none', required: 'none' } } },
      { id: 'odd', name: '⟦odd⟧', parameters: [] },
    ],
  ] as [OperationName, object, object][])('%s reads %j', (name, body, record) => {
    const { items } = read(name, [body]) as { items: Record<string, unknown>[] };
    const { source, ...rest } = items[0] ?? {};
    expect(rest).toEqual(record);
    // The whole answer stays at hand, for showing what an update would change.
    if (source !== undefined) expect(source).toEqual(body);
  });
});

describe('costs by day and month', () => {
  it.each([
    [
      { date: '2026-03-01', cost: 1.5, currency: 'USD' },
      { period: '2026-03-01', cost: 1.5, currency: 'USD' },
    ],
    [
      { date: '2026-03-01T00:00:00Z', totalCost: '1.5', inputTokens: 1, outputTokens: 2, threadCount: 3 },
      { period: '2026-03-01', cost: 1.5, inputTokens: 1, outputTokens: 2, threadCount: 3 },
    ],
    [
      { month: '2026-03', cost: 0 },
      { period: '2026-03', cost: 0 },
    ],
  ])('reads %j', (body, row) => {
    expect(read('getDailyCosts', [body])).toEqual({ items: [row], unreadable: 0 });
  });

  it.each([{ cost: 1 }, { date: '2026-03-01' }, { date: 'March', cost: 1 }, { date: '2026-03-01', cost: 'NaN' }])(
    'counts %j as unreadable',
    (body) => {
      expect(read('getDailyCosts', [body])).toEqual({ items: [], unreadable: 1 });
    },
  );
});

describe('the response to a tool test', () => {
  const report = { success: true, data: { ok: 1 }, executionTimeMs: 12, requestUrl: 'https://x', requestMethod: 'GET' };
  const record = {
    success: true,
    data: '⟦{"ok":1}⟧',
    executionTimeMs: 12,
    requestUrl: '⟦https://x⟧',
    requestMethod: 'GET',
  };

  it.each([
    ['whole', report, record],
    ['wrapped', wrapped(report), record],
    [
      'wrapped, without a URL',
      wrapped({ success: false, error: 'timeout', executionTimeMs: 5 }),
      { success: false, error: '⟦timeout⟧', executionTimeMs: 5 },
    ],
    [
      'with no more than the keys that a wrapper has',
      { success: true, data: { ok: 1 } },
      { success: true, data: '⟦{"ok":1}⟧' },
    ],
    ['with data that is text', { success: true, data: 'plain' }, { success: true, data: '⟦plain⟧' }],
    [
      'with data that speaks of URLs itself',
      { ...report, data: { requestUrl: 'other' } },
      { ...record, data: '⟦{"requestUrl":"other"}⟧' },
    ],
    [
      'of a target that failed',
      { success: false, error: { message: 'no', code: 1 } },
      { success: false, error: '⟦no⟧' },
    ],
    [
      'of a target that failed without data',
      { success: false, data: null, error: 'no' },
      { success: false, error: '⟦no⟧' },
    ],
    ['of a failure told in codes', { success: false, error: { code: 1 } }, { success: false, error: '⟦{"code":1}⟧' }],
    ['without a verdict', { executionTimeMs: 3 }, { executionTimeMs: 3 }],
  ])('%s', (_what, body, expected) => {
    expect(read('testTool', body)).toEqual(expected);
  });
});

describe('the response to a deletion', () => {
  it.each([
    [
      'as seen',
      { success: true, message: 'gone', deletedId: 'a1' },
      { done: true, message: '⟦gone⟧', deletedId: 'a1' },
    ],
    ['wrapped', wrapped({ message: 'gone', deletedId: 'a1' }), { done: true, message: '⟦gone⟧', deletedId: 'a1' }],
    ['empty', null, { done: true }],
    ['the deleted record', { _id: 'a1', name: 'N' }, { deletedId: 'a1' }],
    ['that it failed', { success: false, message: 'in use' }, { done: false, message: '⟦in use⟧' }],
    [
      'that it failed, in a wrapper',
      { success: false, data: null, error: { message: 'in use' } },
      { done: false, message: '⟦in use⟧' },
    ],
    ['that there was nothing to delete', { acknowledged: true, deletedCount: 0 }, { done: false }],
    [
      'that it failed, inside a wrapper',
      wrapped({ success: false, message: 'in use' }),
      { done: false, message: '⟦in use⟧' },
    ],
  ])('is read: %s', (_what, body, expected) => {
    expect(read('deleteAgent', body)).toEqual(expected);
  });
});

describe('what a response to a write says of its success:', () => {
  it.each([
    [{ success: 'false' }, false],
    [{ success: true, deletedCount: 0 }, false],
    [{ deletedCount: 1 }, true],
    [{ deletedId: 'a1' }, true],
    [{ message: 'gone' }, undefined],
    [{ status: 'failed' }, undefined],
  ])('%j means %s', (body, sign) => {
    expect(wasCarriedOut(body)).toBe(sign);
  });
});

describe('words in the wrapper of a response', () => {
  const said = (data: unknown): unknown => ({ success: true, message: 'Carried out.', data });
  it.each([
    ['createAgent', { _id: 'a1' }, { id: 'a1' }],
    ['listProjects', { projects: [{ _id: 'p1' }], total: 1 }, { items: [{ id: 'p1' }], unreadable: 0, total: 1 }],
    ['listAssistants', { assistants: [{ identifier: 'a1' }] }, { items: [{ identifier: 'a1' }], unreadable: 0 }],
    ['evaluateThread', { id: 'e1', score: 0.5, status: 'COMPLETED' }, { id: 'e1', score: 0.5, status: 'COMPLETED' }],
    ['sendAssistantMessage', { chatUuid: 'c1', message: 'Hi.' }, { chatUuid: 'c1', message: '⟦Hi.⟧' }],
    ['sendAssistantMessage', { chatUuid: 'c1' }, { chatUuid: 'c1', message: '⟦Carried out.⟧' }],
    ['deleteAgent', { deletedId: 'a1' }, { done: true, message: '⟦Carried out.⟧', deletedId: 'a1' }],
    ['deleteAgent', { success: false, message: 'in use' }, { done: false, message: '⟦in use⟧' }],
    ['attachDocument', { attached: true }, { message: '⟦Carried out.⟧' }],
    [
      'testTool',
      { success: false, error: 'timeout', executionTimeMs: 5 },
      { success: false, error: '⟦timeout⟧', executionTimeMs: 5 },
    ],
    ['testTool', { ok: 1 }, { success: true, data: '⟦{"ok":1}⟧' }],
  ] as [OperationName, unknown, object][])('replace no record of an operation: %s %j', (name, data, expected) => {
    expect(read(name, said(data))).toMatchObject(expected);
  });

  it('are shown to whoever decides on the thread', () => {
    expect(read('getThread', said({ id: 't1', status: 'AWAITING_APPROVAL' }))).toMatchObject({
      id: 't1',
      status: 'AWAITING_APPROVAL',
      rest: { 'beside the thread: message': 'Carried out.' },
    });
  });
});

describe('a response without the record', () => {
  it.each([
    ['getThread', null],
    ['getThread', []],
    ['getThread', 'text'],
    ['getThread', { status: 'RUNNING' }],
    ['getThread', { id: {} }],
    ['getThread', { success: false, error: { message: 'x' } }],
    ['getAssistantChat', {}],
    ['sendAssistantMessage', {}],
    ['getCostSummary', {}],
    ['getDoc', null],
    ['getDoc', {}],
    ['testTool', []],
  ] as [OperationName, unknown][])('%s: %j is read as nothing, not as an invented record', (name, body) => {
    expect(read(name, body)).toBeUndefined();
  });
});
