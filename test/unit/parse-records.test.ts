/** Lenient reading of single records: every spelling that was seen becomes the same record. */
import { describe, expect, it } from 'vitest';
import { type OperationName, operations } from '../../src/platform/operations/index.ts';
import type { OperationSpec } from '../../src/platform/operations/operation.ts';
import { readResponse } from '../../src/platform/parse/index.ts';

/** The record as plain JSON, marks left on: what the rest of the program would show. */
const read = (name: OperationName, body: unknown): unknown => {
  const answer = readResponse(operations[name] as OperationSpec, body);
  return answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
};
const wrapped = (data: unknown): unknown => ({ success: true, data, timestamp: '2026-03-01T10:00:00Z' });

const SAID = [{ role: 'user', content: 'hi', timestamp: '2026-03-01T10:00:00Z' }];
const CHAT = {
  chatUid: 'c1',
  assistantIdentifier: 'support',
  createdAt: '2026-03-01T10:00:00Z',
  metadata: { u: 1 },
};

/** For each single record: an answer as specified, spellings of the same, and what both must be read as. */
const SAME: readonly [OperationName, readonly unknown[], object][] = [
  [
    'getThread',
    [
      {
        id: 't1',
        agentId: 'a1',
        status: 'AWAITING_APPROVAL',
        createdAt: '2026-03-01T10:00:00Z',
        updatedAt: '2026-03-01T10:00:01.500Z',
        metadata: { k: 'v' },
        messages: [{ role: 'user', content: 'hi' }],
        cost: 0.5,
      },
      {
        threadId: 't1',
        agentId: 'a1',
        state: 'AWAITING_APPROVAL',
        creationTimestampMs: 1772359200000,
        lastEditTimestampMs: '1772359201500',
        metadata: { k: 'v' },
        threadContent: [{ role: 'user', content: { message: 'hi' } }],
        totalCost: '0.5',
      },
      {
        _id: 't1',
        id: null,
        agentId: 'a1',
        status: null,
        state: 'AWAITING_APPROVAL',
        createdAt: '2026-03-01T11:00:00+01:00',
        updatedAt: 1772359201500,
        metadata: { k: 'v' },
        messages: [null, { role: 'user', content: 'hi' }],
        cost: 0.5,
        more: { of: 'it' },
      },
    ],
    {
      id: 't1',
      agentId: 'a1',
      status: 'AWAITING_APPROVAL',
      createdAt: '2026-03-01T10:00:00.000Z',
      updatedAt: '2026-03-01T10:00:01.500Z',
      metadata: '⟦{"k":"v"}⟧',
      messages: [{ role: 'user', content: '⟦hi⟧' }],
      cost: 0.5,
    },
  ],
  [
    'pauseThread',
    [
      { threadId: 't1', state: 'PAUSED', pausedAt: '2026-03-01T10:00:00Z' },
      { threadId: 't1', status: ' ', state: 'PAUSED', pausedAt: '2026-03-01T10:00:00Z' },
    ],
    { id: 't1', status: 'PAUSED', updatedAt: '2026-03-01T10:00:00.000Z', messages: [], lacksMessages: true },
  ],
  [
    'createThread',
    [
      { threadId: 't1', agentId: 'a1', state: 'queued', message: 'Thread created', createdAt: '2026-03-01T10:00:00Z' },
      { id: 't1', agentId: 'a1', status: 'queued', createdAt: 1772359200000 },
    ],
    {
      id: 't1',
      agentId: 'a1',
      status: 'queued',
      createdAt: '2026-03-01T10:00:00.000Z',
      messages: [],
      lacksMessages: true,
    },
  ],
  [
    'handleThreadApproval',
    [{ id: 't1' }, { id: 't1', status: '', cost: 'n/a', messages: 'none' }],
    { id: 't1', status: 'UNKNOWN', messages: [], lacksMessages: true },
  ],
  [
    'sendAssistantMessage',
    [
      { chatUuid: 'c1', message: 'hello', tokens_used: 5, timestamp: '2026-03-01T10:00:00Z' },
      { chatUid: 'c1', message: { content: 'hello' }, tokensUsed: '5', timestamp: 1772359200000 },
      { chat: { chatUid: 'c1', message: 'hello', tokens_used: 5, timestamp: 1772359200 } },
      { id: 'm1', message: 'hello', tokens_used: 5, timestamp: 1772359200, chat: { chatUid: 'c1', title: 'Hi' } },
    ],
    { chatUuid: 'c1', message: '⟦hello⟧', tokensUsed: 5 },
  ],
  [
    'sendAssistantMessage',
    [
      {
        chatUID: 'c1',
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'hello', timestamp: 1772359200000 },
          { role: 'tool', content: '{}' },
        ],
        tokens_used: 5,
      },
    ],
    { chatUuid: 'c1', message: '⟦hello⟧', to: '⟦hi⟧', tokensUsed: 5 },
  ],
  [
    'sendAssistantMessage',
    [
      [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'hello' },
      ],
    ],
    { message: '⟦hello⟧', to: '⟦hi⟧' },
  ],
  [
    'getAssistantChat',
    [
      { ...CHAT, messages: SAID },
      { chat: { ...CHAT, messages: SAID } },
      { ...CHAT, chat: { messages: SAID } },
      {
        chatUID: 'c1',
        assistantIdentifier: 'support',
        creationTimestampMs: 1772359200000,
        messages: [{ role: 'user', content: { message: 'hi' }, timestamp: 1772359200000 }],
        metadata: { u: 1 },
      },
    ],
    {
      chatUuid: 'c1',
      assistantIdentifier: 'support',
      createdAt: '2026-03-01T10:00:00.000Z',
      messages: [{ role: 'user', content: '⟦hi⟧', timestamp: '2026-03-01T10:00:00.000Z' }],
      metadata: '⟦{"u":1}⟧',
      metadataValues: { u: 1 },
    },
  ],
  [
    'getCostSummary',
    [
      { totalCost: 12.5, currency: 'USD', breakdown: { llm: 10, tools: '2.5', odd: null } },
      { totalCost: '12.5', currency: 'USD', breakdown: { llm: { cost: 10 }, tools: { totalCost: 2.5 } } },
    ],
    {
      totalCost: 12.5,
      currency: 'USD',
      breakdown: [
        { category: '⟦llm⟧', cost: 10 },
        { category: '⟦tools⟧', cost: 2.5 },
      ],
    },
  ],
  [
    'getCostSummary',
    [
      { today: { totalCost: 1, currency: 'EUR' }, currentMonth: { cost: 20 } },
      { today: 1, currentMonth: 20, currency: 'EUR' },
      { today: { cost: 1, currency: 'EUR' }, currentMonth: { cost: 20, currency: 'eur' } },
    ],
    { today: 1, currentMonth: 20, currency: 'EUR', breakdown: [] },
  ],
  [
    'evaluateThread',
    [
      {
        id: 'e1',
        threadId: 't1',
        score: 0.8,
        status: 'COMPLETED',
        feedback: 'good',
        createdAt: '2026-03-01T10:00:00Z',
      },
      { _id: 'e1', threadId: 't1', score: '0.8', status: 'COMPLETED', feedback: 'good', createdAt: 1772359200000 },
    ],
    {
      id: 'e1',
      threadId: 't1',
      score: 0.8,
      scale: 1,
      status: 'COMPLETED',
      feedback: '⟦good⟧',
      createdAt: '2026-03-01T10:00:00.000Z',
    },
  ],
  ['evaluateThread', [{ threadId: 't1', score: 85 }], { threadId: 't1', score: 85 }],
  [
    'evaluateThread',
    [
      {
        evaluation: {
          overallScore: 7,
          criteria: { tone: '8', facts: { score: 6, comment: 'One is wrong.' }, odd: 'x' },
          feedback: 'Polite.',
        },
        threadId: 't1',
      },
    ],
    {
      threadId: 't1',
      score: 7,
      scale: 10,
      criteria: '⟦tone⟧ 8, ⟦facts⟧ 6',
      feedback: '⟦Polite.\nfacts: One is wrong.\nodd: x⟧',
    },
  ],
  ['evaluateThread', [{ criteria: { tone: 'Kind.' }, feedback: '' }], { feedback: '⟦tone: Kind.⟧' }],
  [
    'getDoc',
    [
      { title: 'T', content: 'text' },
      { title: 'T', markdown: 'text' },
    ],
    { title: '⟦T⟧', content: '⟦text⟧', format: 'markdown' },
  ],
  [
    'getDoc',
    ['<h1>Hi</h1>', { html: '<h1>Hi</h1>' }, { content: '<h1>Hi</h1>', format: 'html' }],
    { content: '⟦<h1>Hi</h1>⟧', format: 'html' },
  ],
  ['checkHealth', [{ status: 'up', version: '1.0.0' }], { status: 'up', version: '⟦1.0.0⟧' }],
  ['checkHealth', ['<!doctype html><title>Sign in</title>', ' <HTML lang="en">'], { isPage: true }],
  ['checkHealth', [null, {}, '', 'OK', [], 7], {}],
];

/** A record without the answer that it keeps, and without what of a thread it does not understand. */
function told(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !('messages' in record)) return record;
  const { source: _, rest: __, ...others } = record as Record<string, unknown>;
  return others;
}

describe.each(SAME)('%s', (name, spellings, record) => {
  it.each(spellings.map((body) => [body]))('reads %j', (body) => {
    expect(told(read(name, body))).toEqual(record);
  });

  it('reads the same inside a wrapper', () => {
    for (const body of spellings) expect(told(read(name, wrapped(body)))).toEqual(record);
  });
});
